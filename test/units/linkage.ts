import { referenceRows } from '../systems/crane.ts';
import { type Sealed, sealed } from './sealed.ts';

export const formulation = { penalty: 1, doubleStep: 2 } as const;
export const law = { bengisuAkay: 1, brownMcPhee: 2, lugre: 3, modifiedLugre: 4 } as const;

/** The four-bar mechanism of Jaiswal et al. 2021b: geometry, hydraulics. */
export const tilt: Record<string, number | number[]> = {
  m: [16, 64, 40],
  L: [2, 8, 5],
  c: 2,
  pushed: 1,
  E: [10, 0],
  G: [-1, 0],
  z_0: [60, -37.90438412, -93.5833217].map((x) => (x * Math.PI) / 180),
  l: 0.8,
  l1_0: 0.4,
  // C_v = 2.138e-8 m³/(s V √Pa)
  Q_n: 2.138e-8 * 10 * Math.sqrt(3.5e6),
};

export interface Case {
  unit: 'four-bar-monolithic' | 'quick-return-monolithic';
  reference: string;
  /** The angle that the reference has, by its name there, and which of z it is. */
  angle: { name: string; index: number };
  /** Times at which the valve switches [s]. */
  switches: readonly number[];
  parameters?: Record<string, number | number[]>;
}

const lift = [1, 2.5, 5, 8];
export const fourBar: Case = {
  unit: 'four-bar-monolithic',
  reference: 'four-bar-jaiswal2021a.csv',
  angle: { name: 'z1', index: 0 },
  switches: lift,
};
export const quickReturn: Case = {
  unit: 'quick-return-monolithic',
  reference: 'quick-return-jaiswal2021a.csv',
  angle: { name: 'z4', index: 3 },
  switches: [1, 4, 6.5, 8],
};
export const tilting = (name: keyof typeof law): Case => ({
  ...fourBar,
  reference: `four-bar-jaiswal2021b-${name.replace(/[A-Z]/g, (x) => `-${x.toLowerCase()}`).replace('mc-phee', 'mcphee')}.csv`,
  parameters: { ...tilt, law: law[name] },
});

/** Results of a run through the 10 s of a reference. */
export interface Run {
  unit: Sealed;
  /** Largest error of the angle [rad], over all and 50 ms and more after a switch of the valve. */
  angle: number;
  angleAway: number;
  /** Largest error of a pressure, as a share of its range: all, and away from switches. */
  pressure: number;
  pressureAway: number;
  /**
   * Largest and smallest work, largest |work| [J]. Largest |E_kinetic + E_potential − work| [J],
   * also by rectangles.
   */
  work: number;
  absoluteWork: number;
  drift: number;
  driftRectangle: number;
  /** Largest deviation of the whole energy balance [J]. */
  balance: number;
  constraint: number;
  constraintRate: number;
  average: number;
  maximum: number;
}

// The reference counts as Jaiswal et al. 2021a does: 1 line, 2 piston, 3 rod.
const pressures = [
  ['p1', 'p2'],
  ['p2', 'p3'],
  ['p3', 'p1'],
] as const;

export async function run(
  { unit: name, reference, angle, switches, parameters }: Case,
  h: number,
  more: Record<string, number | number[]> = {},
): Promise<Run> {
  const unit = await sealed(name, { ...parameters, ...more, h });
  const rows = referenceRows(reference);
  const ranges = pressures.map(([, theirs]) => {
    const values = rows.map((row) => row[theirs]);
    return Math.max(...values) - Math.min(...values);
  });
  unit.initialize(0);
  const mechanical = (): number => unit.get('E_kinetic') + unit.get('E_potential');
  const whole = (): number =>
    mechanical() + unit.get('E_stored') + unit.get('E_dissipated') - unit.get('E_supplied');
  const [mechanical0, whole0] = [mechanical(), whole()];
  const result: Run = {
    unit,
    angle: 0,
    angleAway: 0,
    pressure: 0,
    pressureAway: 0,
    work: 0,
    absoluteWork: 0,
    drift: 0,
    driftRectangle: 0,
    balance: 0,
    constraint: 0,
    constraintRate: 0,
    average: 0,
    maximum: 0,
  };
  const raise = (key: keyof Omit<Run, 'unit'>, value: number): void => {
    if (!(value <= result[key])) result[key] = value;
  };
  const every = Math.round(rows[1].time / h);
  const steps = Math.round(10 / h);
  for (let n = 0; n <= steps; n++) {
    if (n > 0 && unit.step((n - 1) * h, h) !== 0) throw new Error('the step was refused');
    const work = unit.get('work');
    raise('work', work);
    raise('absoluteWork', Math.abs(work));
    raise('drift', Math.abs(mechanical() - mechanical0 - work));
    raise('driftRectangle', Math.abs(mechanical() - mechanical0 - unit.get('work_rectangle')));
    raise('balance', Math.abs(whole() - whole0));
    raise('constraint', unit.get('constraint_position'));
    raise('constraintRate', unit.get('constraint_velocity'));
    raise('maximum', unit.get('iterations'));
    if (n % every !== 0) continue;
    const row = rows[n / every];
    const away = switches.every((t) => row.time < t + 1e-9 || row.time > t + 0.05);
    const error = Math.abs(unit.get('z', angle.index) - row[angle.name]);
    raise('angle', error);
    if (away) raise('angleAway', error);
    pressures.forEach(([ours, theirs], i) => {
      const share = Math.abs(unit.get(ours) - row[theirs]) / ranges[i];
      raise('pressure', share);
      if (away) raise('pressureAway', share);
    });
  }
  result.average = unit.get('iterations_total') / steps;
  return result;
}

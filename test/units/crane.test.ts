import { describe, expect, it } from 'vitest';
import { orders, type Sealed, sealed } from './sealed.ts';

const ALI1 = 1;
const ALI3P = 2;
const pressures = 2;

const cranes = [
  { crane: 'crane-single', p: 1, forces: ['F_s'], lengths: ['s'], static: [8829] },
  {
    crane: 'crane-double',
    p: 2,
    forces: ['F_s1', 'F_s2'],
    lengths: ['s1', 's2'],
    static: [9395.380615, 1096.791343],
  },
] as const;

/** Forces that swing about the static ones by a few percent. */
const swing = (force: number, i: number, t: number): number => force * (1 + 0.1 * Math.sin((7 + 3 * i) * t));

/** A crane that its forces have set in motion for 0.5 s, at 1 ms. */
async function moving(crane: (typeof cranes)[number], parameters: Record<string, number>): Promise<Sealed> {
  const unit = await sealed(crane.crane, parameters);
  unit.initialize(0);
  for (let n = 0; n < 500; n++) {
    crane.forces.forEach((name, i) => {
      unit.set(name, swing(crane.static[i], i, n * 1e-3));
    });
    unit.step(n * 1e-3, 1e-3);
  }
  return unit;
}

const product = (unit: Sealed, p: number, w: readonly number[]): number[] =>
  w.map((_, r) => w.reduce((sum, wc, c) => sum + unit.get('M_eff', r * p + c) * wc, 0));

describe.each(cranes)('interface model of $crane', (crane) => {
  const { p, forces, lengths } = crane;
  const accelerations = (unit: Sealed): number[] => lengths.map((name) => unit.get(`${name}_ddot`));

  it('M_eff is the inverse of the finite differences of s̈ by the forces', async () => {
    const unit = await sealed(crane.crane);
    unit.initialize(0);
    const before = accelerations(unit);
    for (let i = 0; i < p; i++) {
      unit.set(forces[i], crane.static[i] + 100);
      unit.initialize(0);
      const change = accelerations(unit).map((a, k) => a - before[k]);
      unit.set(forces[i], crane.static[i]);
      product(unit, p, change).forEach((force, k) => {
        expect(force).toBeCloseTo(k === i ? 100 : 0, 6);
      });
    }
  });

  it.each([
    ['ALI1', ALI1],
    ['ALI3-P', ALI3P],
  ])('M_eff s̈ = Q_eff + F holds in motion with %s', async (_name, formulation) => {
    const unit = await moving(crane, { formulation });
    const speed = Math.max(...lengths.map((name) => Math.abs(unit.get(`${name}_dot`))));
    expect(speed).toBeGreaterThan(0.05);
    product(unit, p, accelerations(unit)).forEach((force, i) => {
      const sum = unit.get('Q_eff', i) + unit.get(p === 1 ? 'force' : `force${i + 1}`);
      expect(Math.abs(force - sum), `${force} against ${sum}`).toBeLessThan(1);
    });
  });

  it('static forces hold the crane: M_eff s̈ vanishes', async () => {
    const unit = await sealed(crane.crane);
    unit.initialize(0);
    product(unit, p, accelerations(unit)).forEach((force) => {
      expect(Math.abs(force)).toBeLessThan(1e-5);
    });
  });
});

describe.each(cranes)('$crane', (crane) => {
  const positions = (unit: Sealed): number[] =>
    [...crane.lengths, 'theta1', 'theta2'].map((name) => unit.get(name));

  /** State after 0.4 s under forces that are given exactly at both ends of every step. */
  async function run(formulation: number, H: number): Promise<number[]> {
    const unit = await sealed(crane.crane, { formulation });
    unit.initialize(0);
    const drive = (t: number): void =>
      crane.forces.forEach((name, i) => {
        unit.set(name, swing(crane.static[i], i, t));
      });
    // ALI1 takes the force at the begin of a step, ALI3-P at its end.
    for (let n = 0; n < Math.round(0.4 / H); n++) {
      drive(formulation === ALI1 ? n * H : (n + 1) * H);
      unit.step(n * H, H);
    }
    return positions(unit);
  }
  const distance = (a: number[], b: number[]): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

  it('ALI3-P converges at order 2 and ALI1 at order 1, to equal motion', async () => {
    const exact = await run(ALI3P, 1e-4);
    const second = await Promise.all([4e-3, 2e-3, 1e-3].map((H) => run(ALI3P, H)));
    const first = await Promise.all([1e-3, 5e-4, 2.5e-4].map((H) => run(ALI1, H)));
    for (const order of orders(second.map((x) => distance(x, exact))))
      expect(Math.abs(order - 2)).toBeLessThan(0.2);
    for (const order of orders(first.map((x) => distance(x, exact))))
      expect(Math.abs(order - 1)).toBeLessThan(0.1);
  });

  it('free fall for 1 s with ALI3-P gains 1 kJ of kinetic energy, loses less than 0.2 J, and keeps the constraints', async () => {
    const none = Object.fromEntries(crane.forces.map((name) => [name, 0]));
    const unit = await sealed(crane.crane, { ...none, formulation: ALI3P });
    unit.initialize(0);
    const energy = (): number => unit.get('E_kinetic') + unit.get('E_potential');
    const start = energy();
    for (let n = 0; n < 1000; n++) {
      unit.step(n * 1e-3, 1e-3);
      expect(unit.get('constraint_position')).toBeLessThan(1e-8);
      expect(unit.get('constraint_velocity')).toBeLessThan(1e-6);
    }
    expect(unit.get('E_kinetic')).toBeGreaterThan(1000);
    expect(Math.abs(energy() - start)).toBeLessThan(0.2);
  });

  it('actuation by pressures computes the force from them and counts friction', async () => {
    const unit = await sealed(crane.crane, { actuation: pressures });
    unit.initialize(0);
    crane.lengths.forEach((_, i) => {
      expect(unit.get(crane.p === 1 ? 'force' : `force${i + 1}`)).toBeCloseTo(crane.static[i], 4);
    });
    const energy = (): number =>
      unit.get('E_kinetic') + unit.get('E_potential') + unit.get('E_stored') + unit.get('E_dissipated');
    const [piston, rod, length] = crane.p === 1 ? ['p1', 'p2', 's'] : ['p11', 'p12', 's1'];
    const p1 = 1.2 * unit.get(piston);
    const other = crane.p === 1 ? [] : [['p21', 'p22', 's2']];
    const areas = [(Math.PI / 4) * 0.08 ** 2, (Math.PI / 4) * (0.08 ** 2 - 0.035 ** 2)];
    const power = (): number =>
      [[piston, rod, length], ...other].reduce(
        (sum, [a, b, s]) => sum + (unit.get(a) * areas[0] - unit.get(b) * areas[1]) * unit.get(`${s}_dot`),
        0,
      );
    const start = energy();
    unit.set(piston, p1);
    let work = 0;
    for (let n = 0; n < 3000; n++) {
      const before = power();
      unit.step(n * 1e-4, 1e-4);
      work += 0.5e-4 * (before + power());
    }
    expect(unit.get('E_dissipated')).toBeGreaterThan(1);
    expect(Math.abs(energy() - start - work)).toBeLessThan(0.02 * work);
  });
});

import { packageFolder } from '../../../fmu-sdk/util/package-files.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import type { JointFile, SystemFile } from '../../../master/system/system.ts';
import { finished, type Outcome } from '../../claim-outcome.ts';
import type { Lab } from '../../paper-runs.ts';
import { velocityForce } from './velocity-force.ts';

/** Rods of the chain, and their length [m]. */
export const rods = 64;
const length = 0.2;
/** Velocity–force Jacobi grows without bound: later its units give up [s]. */
const end = 0.3;

/** Coupling of the parts: by the master's joints, or by velocity–force Jacobi at an equal step. */
export const ways = ['exact', 'velocity–force Jacobi'] as const;
export type Way = (typeof ways)[number];

/** `systems/chain-of-parts.json` as p units. */
function cut(system: SystemFile, p: number): void {
  const size = rods / p;
  const units = Array.from({ length: p }, (_, i) => `part${i + 1}`);
  const { fmu } = system.units.part1;
  system.units = Object.fromEntries(
    units.map((name, i) => [name, { fmu, parameters: { n: size, a: length, x0: i * size * length } }]),
  );
  system.joints = units.map(
    (name, i): JointFile => ({
      ...{ name: `joint${i + 1}`, kind: 'revolute' },
      ...(i === 0 ? {} : { from: `${units[i - 1]}.handles`, fromHandle: 2 }),
      ...{ to: `${name}.handles`, toHandle: 1 },
    }),
  );
  system.stopTime = end;
  const energies = units.flatMap((name) => [`${name}.E_kinetic`, `${name}.E_potential`]);
  system.record = { variables: [`${units[p - 1]}.q2`, ...energies], every: 10 };
}

/** The chain as p sealed parts. */
export async function parts(lab: Lab, p: number, way: Way): Promise<Outcome> {
  const exact = await lab.run('chain-of-parts', (system) => cut(system, p));
  if (way === 'exact') return exact;
  const file = `${packageFolder}/systems/chain-of-parts.json`;
  let edited: SystemFile | undefined;
  await lab.run('chain-of-parts', (system) => {
    cut(system, p);
    edited = structuredClone(system);
  });
  const system = edited as SystemFile;
  system.algorithm.scheme = velocityForce.name;
  const checked = await resolveSystem(system, file);
  return { result: await simulate(checked, { couplings: [velocityForce], collect: true }) };
}

/** E(t) of all parts together [J]. */
export function energy(outcome: Outcome): number[] {
  const { columns } = finished(outcome);
  const energies = columns.filter(({ name }) => name.includes('.E_'));
  return Array.from(columns[0].data, (_, k) => energies.reduce((sum, { data }) => sum + Number(data[k]), 0));
}

/** Largest distance [m] of the last rod's middle, over the run. */
export function apartBy(outcome: Outcome, other: Outcome): number {
  const [a, b] = [outcome, other].map((item) =>
    [1, 2].map((k) => finished(item).columns.find(({ name }) => name.endsWith(`.q2[${k}]`))!.data),
  );
  return Array.from(a[0], (_, i) =>
    Math.hypot(Number(a[0][i]) - Number(b[0][i]), Number(a[1][i]) - Number(b[1][i])),
  ).reduce((most, value) => Math.max(most, value), 0);
}

import { join } from 'node:path';
import { type SimulateOptions, simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, JointFile, SystemFile } from '../../master/system/system.ts';
import { root } from '../setup.ts';

/** Rods, their length [m], and the parameters of the parts. */
export interface ChainOfParts {
  n: number;
  a: number;
  parameters?: Record<string, number>;
  /** Initial direction of each rod [rad]. Default: level. */
  angles?: readonly number[];
  /** True if the last rod is also joined to the ground at its initial end. */
  closed?: boolean;
  step?: number;
  stopTime: number;
  threads?: number;
}

/** Returns the chain as p fmukit FMUs that the master joins. */
export function partsOf(p: number, chain: ChainOfParts): SystemFile {
  const { n, a, parameters, angles = new Array<number>(n).fill(0), closed, step = 1e-3 } = chain;
  const size = n / p;
  const sum = (turn: (angle: number) => number, count: number): number =>
    angles.slice(0, count).reduce((s, angle) => s + a * turn(angle), 0);
  const units = Array.from({ length: p }, (_, i) => ({
    fmu: 'chain-part.fmu',
    parameters: {
      ...{ n: size, a, x0: sum(Math.cos, i * size), y0: sum(Math.sin, i * size) },
      angle: Array.from({ length: 64 }, (_, k) => (k < size ? angles[i * size + k] : 0)),
      ...parameters,
    },
  }));
  const joints: JointFile[] = units.map((_, i) => ({
    name: `joint${i}`,
    kind: 'revolute',
    ...(i === 0 ? {} : { from: `part${i - 1}.handles`, fromHandle: 2 }),
    ...{ to: `part${i}.handles`, toHandle: 1 },
  }));
  if (closed)
    joints.push({ name: 'end', kind: 'revolute', from: `part${p - 1}.handles`, fromHandle: 2 } as JointFile);
  return {
    name: `chain of ${p}`.replaceAll(' ', '-'),
    units: Object.fromEntries(units.map((unit, i) => [`part${i}`, unit])),
    joints,
    algorithm: { scheme: 'jacobi', step, threads: chain.threads },
    stopTime: chain.stopTime,
    record: {
      variables: units.flatMap((_, i) => ['q2', 'E_kinetic', 'E_potential'].map((v) => `part${i}.${v}`)),
    },
  };
}

export function load(file: SystemFile): Promise<CheckedSystem> {
  return resolveSystem(file, join(root, 'dist', `${file.name}.json`));
}

/** Columns of a run by their names. */
export async function columnsOf(
  file: SystemFile,
  options: SimulateOptions = {},
): Promise<Record<string, Float64Array>> {
  const { columns } = await simulate(await load(file), { ...options, collect: true });
  return Object.fromEntries(columns.map(({ name, data }) => [name, data as Float64Array]));
}

/** E(t) of all parts together [J]. */
export function energyOf(columns: Record<string, Float64Array>): number[] {
  const energies = Object.entries(columns).filter(([name]) => /\.E_(kinetic|potential)$/.test(name));
  return Array.from(columns.time, (_, k) => energies.reduce((sum, [, data]) => sum + data[k], 0));
}

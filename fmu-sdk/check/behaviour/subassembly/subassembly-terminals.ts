import type { Variable } from '../../../description/description.ts';
import {
  handlesOf,
  subassemblyKind,
  subassemblyOf,
} from '../../../description/terminals/subassembly-terminal.ts';
import { Lu } from '../../../solver/linear-algebra/dense-lu.ts';
import type { Target } from '../check-target.ts';
import type { Probe } from '../fmu-probe.ts';
import type { RuleContext } from '../rule-context.ts';

/** A subassembly that an FMU offers: docs/guide/subassembly.md. */
export interface OfferedSubassembly {
  readonly terminal: string;
  readonly members: ReadonlyMap<string, Variable>;
  readonly handles: readonly (1 | 2)[];
}

/**
 * Values of the handles at a communication point, 7 numbers each, and the accelerations they
 * receive.
 */
export interface HandleReadings {
  readonly t: number;
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly b: readonly number[];
  readonly Q: readonly number[];
  /** Rows of (M₁₁ M₁₂; M₁₂ᵀ M₂₂), assembled from the blocks of the handles. */
  readonly K: readonly (readonly number[])[];
  /**
   * Accelerations with which the FMU continues. At the last point, accelerations under unchanged
   * forces.
   */
  a: readonly number[];
}

/**
 * Motion of an FMU under constant forces at its handles, in steps of equal length. The probe holds
 * the calls.
 */
export interface Run {
  readonly probe: Probe;
  readonly offered: OfferedSubassembly;
  /** Length of its steps [s]. */
  readonly h: number;
  readonly force: readonly number[];
  readonly readings: readonly HandleReadings[];
}

/** Steps of a run: enough for methods of several steps to come into their own. */
const steps = 4;

/** Subassemblies of a target that have their members. */
export function offeredBy({ description }: Pick<Target, 'description'>): OfferedSubassembly[] {
  return description.terminals.flatMap((terminal) => {
    const members = subassemblyOf(description, terminal);
    return typeof members === 'string'
      ? []
      : [{ terminal: terminal.name, members, handles: handlesOf(members) }];
  });
}

/** Why rules on subassemblies do not speak of a target. */
export function withoutHandles({ description, ...target }: Target): string | undefined {
  if (offeredBy({ description, ...target }).length > 0) return undefined;
  const has = description.terminals.some(({ terminalKind }) => terminalKind === subassemblyKind);
  return has
    ? 'its terminals of that kind are incomplete'
    : `it does not have terminals of kind ${subassemblyKind}`;
}

/** Reads the handles. */
export function readHandles(probe: Probe, { members, handles }: OfferedSubassembly): HandleReadings {
  const outputs = [...members.values()].filter(({ causality }) => causality === 'output');
  const values = probe.snapshot(outputs);
  const of = (member: string): number[] => (values.get(members.get(member)!.name) ?? []).map(Number);
  const all = (letter: string): number[] => handles.flatMap((k) => of(`${letter}${k}`));
  const block = (i: number, j: number): number[][] => {
    const flat = of(`M${Math.min(i, j)}${Math.max(i, j)}`);
    return Array.from({ length: 7 }, (_, r) =>
      Array.from({ length: 7 }, (_, c) => flat[i <= j ? 7 * r + c : 7 * c + r]),
    );
  };
  const K = handles.flatMap((i) => {
    const blocks = handles.map((j) => block(i, j));
    return Array.from({ length: 7 }, (_, r) => blocks.flatMap((item) => item[r]));
  });
  const b = all('b');
  return { t: probe.time, q: all('q'), v: all('v'), b, Q: all('Q'), K, a: b };
}

/** Hands accelerations over. */
export function setAccelerations(
  probe: Probe,
  { members, handles }: OfferedSubassembly,
  a: readonly number[],
): void {
  handles.forEach((k, i) => {
    probe.expect(probe.write(members.get(`a${k}`)!, a.slice(7 * i, 7 * i + 7)), 'setFloat64');
  });
}

/** a = b + K⁻¹ (Q + f): accelerations of the handles under forces f of their joints. */
export function accelerations(
  context: RuleContext,
  { K, Q, b }: HandleReadings,
  force: readonly number[],
): number[] {
  const lu = new Lu(Q.length, false);
  for (const [i, row] of K.entries()) lu.re.set(row, i * Q.length);
  const x = Float64Array.from(Q, (value, i) => value + force[i]);
  const regular = lu.factor();
  if (regular) lu.solve(x);
  const a = b.map((value, i) => value + x[i]);
  if (!regular || !a.every(Number.isFinite))
    context.skip('its leading matrices do not determine accelerations (subassembly/matrices)');
  return a;
}

/**
 * Moves a fresh FMU under constant forces at the handles of one of its subassemblies. The others
 * move freely. Calls `look` at each communication point first.
 */
export async function simulateHandles(
  context: RuleContext,
  offered: OfferedSubassembly,
  force: readonly number[],
  times: number,
  look: (reading: HandleReadings, probe: Probe) => void = () => {},
): Promise<Run> {
  const others = offeredBy(context.target).filter(({ terminal }) => terminal !== offered.terminal);
  const probe = await context.open();
  probe.reach('step');
  const h = times * probe.stepSize;
  const readings: HandleReadings[] = [];
  for (let k = 0; k <= steps; k++) {
    const reading = readHandles(probe, offered);
    look(reading, probe);
    reading.a = accelerations(context, reading, force);
    readings.push(reading);
    if (k === steps) break;
    setAccelerations(probe, offered, reading.a);
    for (const other of others) {
      const otherReading = readHandles(probe, other);
      setAccelerations(probe, other, accelerations(context, otherReading, without(other)));
    }
    probe.advance(h);
  }
  probe.close();
  return { probe, offered, h, force, readings };
}

/** No forces. */
export function without({ handles }: OfferedSubassembly): number[] {
  return new Array<number>(7 * handles.length).fill(0);
}

/**
 * Returns the forces with which a rule tests a subassembly: zero, and for each handle one force at
 * its point and one on its Euler parameters. Their directions are oblique to the axes. They are as
 * large as the free accelerations, or 1 m/s² and 1/s².
 */
export function forcesOn(
  context: RuleContext,
  offered: OfferedSubassembly,
  reading: HandleReadings,
): number[][] {
  const none = without(offered);
  const free = accelerations(context, reading, none);
  const wanted = Math.max(1, ...free.map(Math.abs));
  const direction = [0.6, -0.9, 0.4, 0.5, -0.7, 0.8, 0.3];
  const forces = offered.handles.flatMap((_, handle) =>
    [(k: number) => k < 3, (k: number) => k >= 3].map((kind) => {
      const one = none.map((_, i) =>
        Math.floor(i / 7) === handle && kind(i % 7) ? direction[(i + handle) % 7] : 0,
      );
      const a = accelerations(context, reading, one);
      const change = Math.max(...a.map((value, i) => Math.abs(value - free[i])));
      return one.map((value) => (value * wanted) / change);
    }),
  );
  return [none, ...forces];
}

/** A run under each of the forces with the FMU's step, and one with twice that. */
export async function pairsOf(
  context: RuleContext,
  offered: OfferedSubassembly,
): Promise<{ fine: Run; coarse: Run }[]> {
  const pairs: { fine: Run; coarse: Run }[] = [];
  const probe = await context.open();
  probe.reach('step');
  const forces = forcesOn(context, offered, readHandles(probe, offered));
  probe.close();
  for (const force of forces) {
    const fine = await simulateHandles(context, offered, force, 1);
    const coarse = await simulateHandles(context, offered, force, 2);
    pairs.push({ fine, coarse });
  }
  return pairs;
}

/** Subset of the numbers of a handle that share one unit of measure. */
export interface Measure {
  readonly what: string;
  has(i: number): boolean;
}

export const measures: readonly Measure[] = [
  { what: 'points', has: (i) => i % 7 < 3 },
  { what: 'Euler parameters', has: (i) => i % 7 >= 3 },
];

/** Largest of the numbers of a measure. */
export function largest(x: readonly number[], { has }: Measure): number {
  return x.reduce((most, value, i) => (has(i) ? Math.max(most, Math.abs(value)) : most), 0);
}

/** Relative difference within which what should agree as steps become short does so at any step. */
const near = 1e-3;

/**
 * Returns true if differences vanish with the step: they are small, or smaller at half the step.
 */
export function vanishes(fine: number, coarse: number, scale: number): boolean {
  return fine <= near * scale || fine <= 0.75 * coarse;
}

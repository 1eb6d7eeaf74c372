import { someNames } from '../../util/printable.ts';
import type { Variable } from '../description.ts';

/**
 * Outputs by which exporters measure the run itself, such as its CPU time. They differ from run to
 * run. Dymola adds both, and OpenModelica the third.
 */
const clocks: ReadonlySet<string> = new Set(['CPUtime', '$cpuTime']);
/** Counters of the solver, which exporters add beside a clock. */
const counters: ReadonlySet<string> = new Set(['EventCounter', '$solverSteps']);

/**
 * Returns the names that measure the run instead of the model. A counter is one only beside a clock
 * of the same unit, because a model may count events, too.
 */
export function runMeasurements(names: readonly string[]): Set<string> {
  const parts = names.map((name) => ({ name, ...splitLast(name) }));
  const units = new Set(parts.filter(({ last }) => clocks.has(last)).map(({ unit }) => unit));
  return new Set(
    parts
      .filter(({ last, unit }) => clocks.has(last) || (counters.has(last) && units.has(unit)))
      .map(({ name }) => name),
  );
}

/** Returns the variables of an FMU that measure the run: outputs and local variables of the top level. */
export function measuringVariables(variables: readonly Variable[]): Set<string> {
  const calculated = variables.filter(
    ({ name, causality }) => !name.includes('.') && (causality === 'output' || causality === 'local'),
  );
  return runMeasurements(calculated.map(({ name }) => name));
}

/** Returns the note on measurements for the user, or an empty list. Names what leaves them out. */
export function notesOnMeasurements(names: ReadonlySet<string>, what = 'comparisons'): string[] {
  if (names.size === 0) return [];
  const all = [...names];
  return [
    `${someNames(all)} ${all.length === 1 ? 'measures' : 'measure'} the run and not the model, so ${what} leave ${all.length === 1 ? 'it' : 'them'} out`,
  ];
}

function splitLast(name: string): { unit: string; last: string } {
  const dot = name.lastIndexOf('.');
  return { unit: name.slice(0, Math.max(0, dot)), last: name.slice(dot + 1) };
}

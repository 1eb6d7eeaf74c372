import { judge } from './judge.ts';
import type { Case, Experiment, Program } from './program.ts';

/** Returns the fault without its numbers, so that smaller cases can be compared. */
export function kindOf(fault: string): string {
  return fault.replace(/-?\d+(\.\d+)?(e[-+]?\d+)?/g, '#');
}

/** Returns a smaller case with the same kind of fault. */
export function shrink(posed: Case, fault: string): Case {
  const wanted = kindOf(fault);
  const fails = (candidate: Case): boolean => {
    try {
      const { fault: other } = judge(candidate);
      return other !== undefined && kindOf(other) === wanted;
    } catch {
      return false;
    }
  };
  let best = posed;
  for (let smaller = true; smaller; ) {
    smaller = false;
    for (const candidate of candidates(best)) {
      if (!fails(candidate)) continue;
      best = candidate;
      smaller = true;
      break;
    }
  }
  return best;
}

function* candidates({ program, experiment }: Case): Generator<Case> {
  for (const smaller of smallerExperiments(experiment)) yield { program, experiment: smaller };
  for (const smaller of smallerPrograms(program)) yield { program: smaller, experiment };
}

function* smallerExperiments(experiment: Experiment): Generator<Experiment> {
  const { steps, inputs, sets, start, solver } = experiment;
  if (steps > 1) {
    yield { ...experiment, steps: Math.ceil(steps / 2) };
    yield { ...experiment, steps: steps - 1 };
  }
  if (inputs.length > 0) yield { ...experiment, inputs: [] };
  for (let i = 0; i < inputs.length; i++) yield { ...experiment, inputs: without(inputs, i) };
  for (let i = 0; i < sets.length; i++) yield { ...experiment, sets: without(sets, i) };
  if (start !== 0)
    yield { ...experiment, start: 0, inputs: inputs.map((row) => ({ ...row, at: row.at - start })) };
  if (solver !== 'auto') yield { ...experiment, solver: 'auto' };
}

function* smallerPrograms(program: Program): Generator<Program> {
  const { rules, clocks, series, crossings, states } = program;
  for (let i = 0; i < rules.length; i++) {
    if (i === rules.length - 1) yield { ...program, rules: without(rules, i) };
    const { cause, assignments } = rules[i];
    if (assignments.length > 0 || rules[i].ticks !== undefined || rules[i].starts !== undefined)
      yield { ...program, rules: replaced(rules, i, { cause, assignments: [] }) };
    for (let k = 0; k < assignments.length; k++)
      yield { ...program, rules: replaced(rules, i, { ...rules[i], assignments: without(assignments, k) }) };
  }
  if (series.length > 0) yield { ...program, series: series.slice(0, -1) };
  for (let i = 0; i < series.length; i++)
    if (series[i].count > 0)
      yield { ...program, series: replaced(series, i, { ...series[i], count: series[i].count - 1 }) };
  if (clocks.length > 0) yield { ...program, clocks: clocks.slice(0, -1) };
  if (crossings.length > 0) yield { ...program, crossings: crossings.slice(0, -1) };
  if (states.length > 0) yield { ...program, states: states.slice(0, -1) };
  for (const flag of [
    'silent',
    'drifts',
    'strict',
    'sparse',
    'needsCompletedStep',
    'takesSlopes',
    'stepEvents',
  ] as const)
    if (program[flag]) yield { ...program, [flag]: false };
  for (let i = 0; i < clocks.length; i++) {
    if (clocks[i].shift !== 0) yield { ...program, clocks: replaced(clocks, i, { ...clocks[i], shift: 0 }) };
    if (clocks[i].reads >= 0) yield { ...program, clocks: replaced(clocks, i, { ...clocks[i], reads: -1 }) };
    if (clocks[i].rest !== 'kept')
      yield { ...program, clocks: replaced(clocks, i, { ...clocks[i], rest: 'kept' }) };
  }
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}

function replaced<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((old, i) => (i === index ? item : old));
}

import { Dice } from './dice.ts';
import {
  type Arrays,
  type Case,
  type Experiment,
  elementsOf,
  type InputRow,
  type Program,
  type Rule,
  words,
} from './program.ts';

/** Adds matrices, single elements, texts and clocked inputs to some cases. Cases without them stay as they are. */
export function withMore(posed: Case, seed: number, number: number): Case {
  const dice = new Dice(Math.imul(seed, 0x7feb352d) ^ Math.imul(number + 1, 0x846ca68b));
  for (let i = 0; i < 3; i++) dice.next();
  const { arrays } = posed.program;
  const shaped = arrays !== null && dice.chance(0.5) ? withMatrix(dice, posed, arrays) : posed;
  const set = dice.chance(0.5) ? withElement(dice, shaped) : shaped;
  const told = dice.chance(0.2) ? withTexts(dice, set) : set;
  return dice.chance(0.5) ? withClockedInput(dice, told) : told;
}

/** Adds a discrete input that belongs to a Clock and that only the rule of this Clock reads. */
function withClockedInput(dice: Dice, { program, experiment }: Case): Case {
  const { clocks, rules, continuousInputs, discreteInputs } = program;
  const clock = clocks.findIndex((_, k) => rules.some((rule) => isOf(rule, k)));
  const rule = rules.findIndex((candidate) => isOf(candidate, clock));
  const target = rules[rule]?.assignments.find(({ target: [group] }) => group === 'd')?.target;
  if (clock < 0 || target === undefined || experiment.inputs.length === 0) return { program, experiment };
  const reads = { target, keep: 1, add: 0, sources: [[1, ['m', discreteInputs]]] } as const;
  const assignments = [...rules[rule].assignments, reads];
  return {
    program: {
      ...{ ...program, discreteInputs: discreteInputs + 1 },
      clocks: clocks.map((known, k) => (k === clock ? { ...known, takes: discreteInputs } : known)),
      rules: rules.map((known, k) => (k === rule ? { ...known, assignments } : known)),
    },
    experiment: {
      ...experiment,
      inputs: experiment.inputs.map((row) =>
        withValues(row, continuousInputs + discreteInputs, [dice.below(5)]),
      ),
    },
  };
}

function isOf({ cause, assignments }: Rule, clock: number): boolean {
  return (
    cause.by === 'clock' && cause.clock === clock && assignments.some(({ target: [group] }) => group === 'd')
  );
}

/** Gives the arrays a second row. */
function withMatrix(dice: Dice, { program, experiment }: Case, arrays: Arrays): Case {
  const { size, elements } = experiment;
  const more = () => Array.from({ length: size ?? arrays.size }, () => dice.below(5));
  const column = columnsBefore(program, experiment);
  const inputs = experiment.inputs.map((row) => withValues(row, column, more()));
  return {
    program: { ...program, arrays: { ...arrays, rows: 2 } },
    experiment: { ...experiment, inputs, elements: elements && [...elements, ...more()] },
  };
}

/** Gives one element by its index. */
function withElement(dice: Dice, { program, experiment }: Case): Case {
  const { arrays } = program;
  const count = elementsOf(arrays, experiment.size ?? arrays?.size ?? 0);
  if (experiment.elements !== null || count === 0) return { program, experiment };
  return { program, experiment: { ...experiment, element: [dice.below(count), dice.below(9) - 4.5] } };
}

function withTexts(dice: Dice, { program, experiment }: Case): Case {
  const word = () => dice.below(words.length);
  const texts = { parameter: word(), input: word() };
  const rows = experiment.inputs.length > 0 ? experiment.inputs : rowsOf(dice, program, experiment);
  let held = word();
  const column = columnsBefore(program, experiment);
  const inputs = rows.map((row) => {
    if (dice.chance(0.5)) held = word();
    return withValues(row, column, [held]);
  });
  return {
    program: { ...program, texts },
    experiment: { ...experiment, inputs, ...(dice.chance(0.5) ? { text: word() } : {}) },
  };
}

/** Returns rows at communication points and between, in which all inputs are 0. */
export function rowsOf(dice: Dice, program: Program, experiment: Experiment): InputRow[] {
  const { start, step, steps } = experiment;
  const triggered = program.clocks.filter(({ kind }) => kind === 'triggered').length;
  const values = Array(columnsBefore(program, experiment) + triggered).fill(0);
  return dice
    .many(6, () => start + step * dice.below(steps + 1) + (dice.chance(0.5) ? 0 : 3000 * dice.below(10)))
    .filter((at) => at <= start + step * steps)
    .sort((one, other) => one - other)
    .map((at) => ({ at, values }));
}

/** Returns the number of columns of numbers, which come before a text and the Clocks. */
export function columnsBefore(program: Program, { size }: Experiment): number {
  const { continuousInputs, discreteInputs, arrays } = program;
  return continuousInputs + discreteInputs + elementsOf(arrays, size ?? arrays?.size ?? 0);
}

export function withValues(row: InputRow, column: number, more: readonly number[]): InputRow {
  const { values } = row;
  return { ...row, values: [...values.slice(0, column), ...more, ...values.slice(column)] };
}

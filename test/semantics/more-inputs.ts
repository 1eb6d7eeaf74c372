import { Dice } from './dice.ts';
import { type Case, type Experiment, type InputRow, type Program, words } from './program.ts';

/** Adds texts to some cases. Cases without them stay as they are. */
export function withMore(posed: Case, seed: number, number: number): Case {
  const dice = new Dice(Math.imul(seed, 0x7feb352d) ^ Math.imul(number + 1, 0x846ca68b));
  for (let i = 0; i < 3; i++) dice.next();
  return dice.chance(0.2) ? withTexts(dice, posed) : posed;
}

function withTexts(dice: Dice, { program, experiment }: Case): Case {
  const word = () => dice.below(words.length);
  const texts = { parameter: word(), input: word() };
  const rows = experiment.inputs.length > 0 ? experiment.inputs : rowsOf(dice, program, experiment);
  let held = word();
  const inputs = withColumn(rows, textColumn(program, experiment), () => {
    if (dice.chance(0.5)) held = word();
    return held;
  });
  return {
    program: { ...program, texts },
    experiment: { ...experiment, inputs, ...(dice.chance(0.5) ? { text: word() } : {}) },
  };
}

/** Returns rows at communication points and between, in which all inputs are 0. */
function rowsOf(dice: Dice, program: Program, experiment: Experiment): InputRow[] {
  const { start, step, steps } = experiment;
  const triggered = program.clocks.filter(({ kind }) => kind === 'triggered').length;
  const values = Array(textColumn(program, experiment) + triggered).fill(0);
  return dice
    .many(6, () => start + step * dice.below(steps + 1) + (dice.chance(0.5) ? 0 : 3000 * dice.below(10)))
    .filter((at) => at <= start + step * steps)
    .sort((one, other) => one - other)
    .map((at) => ({ at, values }));
}

function textColumn(program: Program, { size }: Experiment): number {
  const { continuousInputs, discreteInputs, arrays } = program;
  return continuousInputs + discreteInputs + (arrays === null ? 0 : (size ?? arrays.size));
}

function withColumn(rows: readonly InputRow[], column: number, value: (row: InputRow) => number): InputRow[] {
  return rows.map((row) => ({
    ...row,
    values: [...row.values.slice(0, column), value(row), ...row.values.slice(column)],
  }));
}

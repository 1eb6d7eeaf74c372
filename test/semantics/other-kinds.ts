import { Dice } from './dice.ts';
import { columnsBefore, rowsOf, withValues } from './more-inputs.ts';
import type { Arrays, Case, InputRow, Program } from './program.ts';
import { tunedInterval } from './reference/clocks.ts';
import { softDiscretes } from './soft-discretes.ts';

/** Least Int8, by which an importer could mark elements that nobody gave. */
const least = -128;

/**
 * Adds text outputs, arrays of integers, tunable parameters in input files and other titles of
 * columns to some cases.
 */
export function withOtherKinds(posed: Case, seed: number, number: number): Case {
  const dice = new Dice(Math.imul(seed, 0x2c1b3c6d) ^ Math.imul(number + 1, 0x297a2d39));
  for (let i = 0; i < 3; i++) dice.next();
  const shown = dice.chance(0.8) ? withTextOutputs(dice, posed) : posed;
  const { arrays } = shown.program;
  const whole = arrays !== null && dice.chance(0.5) ? withIntegers(dice, shown, arrays) : shown;
  const tuned = dice.chance(0.5) ? withDrivenTunables(dice, whole) : whole;
  return dice.chance(0.5) ? withTitles(tuned, dice.one(['aliases', 'connectors'])) : tuned;
}

/** Lets texts depend on a discrete variable without rounding. */
function withTextOutputs(dice: Dice, { program, experiment }: Case): Case {
  const { texts, discretes } = program;
  const soft = softDiscretes(program);
  const exact = [...discretes.keys()].filter((k) => !soft.has(k));
  if (texts === undefined || exact.length === 0) return { program, experiment };
  return { program: { ...program, texts: { ...texts, shows: dice.one(exact) } }, experiment };
}

/** Gives the array parameter the type Int8. */
function withIntegers(dice: Dice, { program, experiment }: Case, arrays: Arrays): Case {
  const { elements, element } = experiment;
  const marks = dice.chance(0.3);
  const value = () => (marks || dice.chance(0.3) ? least : dice.below(5) - 2);
  return {
    program: { ...program, arrays: { ...arrays, isWhole: true, start: Math.round(arrays.start) } },
    experiment: {
      ...{ ...experiment, elements: elements?.map(value) ?? null },
      ...(element !== undefined && { element: [element[0], value()] as const }),
    },
  };
}

/** Changes tunable parameters by rows of the input file instead of between steps. */
function withDrivenTunables(dice: Dice, { program, experiment }: Case): Case {
  const { tunables, texts } = program;
  const isEmpty = experiment.inputs.length === 0;
  if (tunables.length === 0 || (isEmpty && texts !== undefined)) return { program, experiment };
  const rows = atTick(dice, isEmpty ? rowsOf(dice, program, experiment) : experiment.inputs, {
    program,
    experiment,
  });
  const column = columnsBefore(program, experiment) + Number(program.texts !== undefined);
  let held: readonly number[] = tunables;
  const inputs = rows.map((row, i) => {
    // The interval stays until the first row after the start.
    if (i > 0) held = held.map((value, k) => (dice.chance(0.5) ? changed(dice, k) : value));
    return withValues(row, column, held);
  });
  return { program, experiment: { ...experiment, inputs, sets: [], drivesTunables: true } };
}

/** Adds a row at the second tick of a tunable Clock, which then changes at its tick. */
function atTick(dice: Dice, rows: readonly InputRow[], { program, experiment }: Case): readonly InputRow[] {
  const clock = program.clocks.find(({ kind }) => kind === 'tunable');
  if (clock === undefined || rows.length === 0 || dice.chance(0.3)) return rows;
  const { start, step, steps } = experiment;
  const at = start + clock.shift + tunedInterval(clock, program.tunables);
  if (at > start + step * steps) return rows;
  const before = rows.filter((row) => row.at <= at);
  return [...before, { ...(before.at(-1) ?? rows[0]), at }, ...rows.slice(before.length)];
}

function changed(dice: Dice, tunable: number): number {
  return tunable === 0 ? 1 + dice.below(300) : (dice.below(33) - 16) / 8;
}

function withTitles({ program, experiment }: Case, titles: 'aliases' | 'connectors'): Case {
  if (experiment.inputs.length === 0) return { program, experiment };
  const named: Program = titles === 'aliases' ? { ...program, hasAliases: true } : program;
  return { program: named, experiment: { ...experiment, titles } };
}

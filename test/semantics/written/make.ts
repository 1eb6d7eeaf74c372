import { numbersOfRules } from '../native/make.ts';
import type { Case, Program } from '../program.ts';

/** Length of the parameter `code` of test/fixtures/program-unit. */
const length = 600;

/** Returns the program as the parameters of the unit in TypeScript. */
export function parametersOf({ program, experiment }: Case): Record<string, number | number[]> {
  const code = numbers(program, experiment.start);
  if (code.length > length) throw new Error(`the program has ${code.length} numbers`);
  const padded = [...code, ...Array(length - code.length).fill(0)];
  return { code: padded, ...Object.fromEntries(program.tunables.map((value, k) => [`p${k}`, value])) };
}

function numbers({ discretes, states, crossings, series, clocks, rules }: Program, start: number): number[] {
  const [crossing] = crossings;
  const none = { first: 0, interval: 1, count: 0 };
  return [
    ...[start, ...discretes],
    ...states.flatMap(({ start: x, rate, gain, coupling }) => [x, rate, gain, coupling]),
    ...[Number(crossing !== undefined), crossing?.state ?? 0, crossing?.level ?? 0],
    ...[series[0] ?? none, series[1] ?? none].flatMap(({ first, interval, count }) => [
      first,
      interval,
      count,
    ]),
    ...clocks[0].intervals,
    ...[rules.length, ...numbersOfRules(rules)],
  ];
}

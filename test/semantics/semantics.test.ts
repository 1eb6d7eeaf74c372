import { describe, expect, it } from 'vitest';
import { noCompiler } from '../fixtures/c/make.ts';
import { width } from '../width.ts';
import found from './found.json' with { type: 'json' };
import { judge, judgeCoupled } from './judge.ts';
import {
  runCoupledCases,
  runHybridCases,
  runNativeCases,
  runScheduledCases,
  runWrittenCases,
} from './other-cases.ts';
import type { Case, Clock, CoupledCase, Program } from './program.ts';
import { randomCase } from './random.ts';
import { runReference } from './reference/run.ts';
import { grainsPerSecond } from './time.ts';

const ms = grainsPerSecond / 1000;

const quiet: Program = {
  ...{ fmi: 3, kind: 'modelExchange', eventMode: false, earlyReturn: false, variableStep: true },
  ...{
    takesSlopes: false,
    needsCompletedStep: false,
    stepEvents: false,
    drifts: false,
    strict: false,
    silent: false,
  },
  ...{ sparse: false, continuousInputs: 0, discreteInputs: 0, discretes: [0], tunables: [], states: [] },
  ...{ crossings: [], series: [], clocks: [], rules: [], arrays: null },
};

const clock: Clock = {
  ...{ kind: 'constant', interval: 200 * ms, shift: 0, intervals: [], stated: true, fraction: false },
  ...{ rest: 'kept', tuned: false, reads: -1 },
};

function posed(program: Partial<Program>, experiment: Partial<Case['experiment']> = {}): Case {
  return {
    program: { ...quiet, ...program },
    experiment: {
      ...{ start: 0, step: 300 * ms, steps: 2, solver: 'auto', inputs: [], sets: [], size: null },
      ...{ elements: null, ...experiment },
    },
  };
}

const counting = { by: 'clock', clock: 0 } as const;
const count = [{ target: ['d', 0], keep: 1, add: 1, sources: [] }] as const;

describe('the reference of the semantics', () => {
  it('gives a tick at a communication point one time and two rows', () => {
    const instants = runReference(
      posed({ clocks: [clock], rules: [{ cause: counting, assignments: count }] }),
    );
    expect(instants.map(({ time, rows }) => [time, rows.map(({ state }) => state.d[0])])).toEqual([
      [0, [1]],
      [0.2, [1, 2]],
      [0.3, [2]],
      [0.4, [2, 3]],
      [0.6, [3, 4]],
    ]);
  });

  it('counts a new interval of a tunable Clock from its last tick', () => {
    const tuned: Clock = { ...clock, kind: 'tunable', stated: false, tuned: true };
    const instants = runReference(
      posed(
        { clocks: [tuned], tunables: [100], rules: [{ cause: counting, assignments: count }] },
        { step: 250 * ms, steps: 3, sets: [{ step: 1, parameter: 0, value: 200 }] },
      ),
    );
    expect(instants.map(({ time }) => time)).toEqual([0, 0.1, 0.2, 0.25, 0.4, 0.5, 0.6, 0.75]);
  });

  it('follows the rows of an input file in model exchange, and integrates them exactly', () => {
    const pulse = [0, 20, 20, 80, 80].map((at, k) => ({ at: at * ms, values: [k === 2 || k === 3 ? 1 : 0] }));
    const instants = runReference(
      posed(
        { continuousInputs: 1, states: [{ start: 0, rate: 0, gain: 1, coupling: 0 }] },
        { step: 100 * ms, steps: 1, inputs: pulse },
      ),
    );
    expect(instants.map(({ time, rows }) => [time, rows.length])).toEqual([
      [0, 1],
      [0.02, 2],
      [0.08, 2],
      [0.1, 1],
    ]);
    expect(instants.at(-1)?.rows[0].state.x[0]).toBeCloseTo(0.06, 15);
  });
});

interface Found {
  readonly what: string;
  readonly posed: Case | CoupledCase;
}

describe('fmukit and the reference', () => {
  it(`write equal rows in ${width(300, 1500, 4000)} random cases`, () => {
    const faults: string[] = [];
    for (let number = 0; number < width(300, 1500, 4000); number++) {
      const { fault } = judge(randomCase(1, number));
      if (fault !== undefined) faults.push(`case ${number}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it.each(found as unknown as readonly Found[])('write equal rows with $what', ({ posed: known }) => {
    const outcome = 'programs' in known ? judgeCoupled(known) : judge(known);
    expect(outcome).toEqual({});
  });

  it(`write equal rows in ${width(60, 300, 1000)} random cases of two coupled units`, async () => {
    expect(await runCoupledCases(1, 0, width(60, 300, 1000))).toEqual([]);
  });

  it(`write equal rows in ${width(40, 200, 600)} random cases of scheduled execution`, async () => {
    expect(await runScheduledCases(1, 0, width(40, 200, 600))).toEqual([]);
  });

  it(`write equal rows in ${width(40, 200, 600)} random cases of two units under hybrid`, async () => {
    expect(await runHybridCases(1, 0, width(40, 200, 600))).toEqual([]);
  });

  it(`write equal rows in ${width(20, 100, 300)} random cases of an exported unit in TypeScript`, async () => {
    expect(await runWrittenCases(1, 0, width(20, 100, 300))).toEqual([]);
  });

  it.skipIf(noCompiler !== undefined)(
    `write equal rows in the native cases among ${width(16, 60, 180)} random ones`,
    async () => {
      expect(await runNativeCases(1, 0, width(16, 60, 180))).toEqual([]);
    },
  );
});

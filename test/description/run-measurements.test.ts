import { describe, expect, it } from 'vitest';
import type { Target } from '../../fmu-sdk/check/behaviour/check-target.ts';
import { outputs, readable } from '../../fmu-sdk/check/behaviour/values/variable-selection.ts';
import { readIn } from '../../fmu-sdk/check/oracle/comparison-plan.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import {
  measuringVariables,
  notesOnMeasurements,
  runMeasurements,
} from '../../fmu-sdk/description/variables/run-measurements.ts';
import type { RecordedBuffer, RecordedCall } from '../../fmu-sdk/host/recorded/calls-reader.ts';
import { difference } from '../../fmu-sdk/host/recorded/recorded-answers.ts';
import { operations } from '../../fmu-sdk/host/recorded/recorded-operations.ts';
import { compareColumns, type KnownColumn } from '../../master/smoke-test/compare-columns.ts';

const variable = (name: string, valueReference: number, causality = 'output'): Variable =>
  ({ name, valueReference, causality, type: 'Float64', variability: 'continuous', dimensions: [] }) as never;
const variables = [variable('CPUtime', 1), variable('EventCounter', 2), variable('y', 3)];
const description = { variables, continuousStateDerivatives: [] } as unknown as ModelDescription;

describe('outputs that measure the run', () => {
  it.each([
    [
      ['CPUtime', 'EventCounter', 'y'],
      ['CPUtime', 'EventCounter'],
    ],
    [
      ['plant.CPUtime', 'plant.EventCounter', 'y.EventCounter'],
      ['plant.CPUtime', 'plant.EventCounter'],
    ],
    [
      ['$cpuTime', '$solverSteps', 'CPUtimes'],
      ['$cpuTime', '$solverSteps'],
    ],
    // A model may count events, or have a time of its own.
    [['EventCounter', 'y'], []],
    [['cputime', 'CPU', 'myCPUtime', 'CPUtime_max'], []],
  ])('the measurements among %j are %j', (names, found) => {
    expect([...runMeasurements(names)]).toEqual(found);
  });

  it('only outputs and local variables of the FMU itself measure the run', () => {
    expect([...measuringVariables(variables)]).toEqual(['CPUtime', 'EventCounter']);
    const others = [variable('CPUtime', 1, 'input'), variable('a.CPUtime', 2), variable('EventCounter', 3)];
    expect([...measuringVariables(others)]).toEqual([]);
  });

  it('gives one note for all measurements', () => {
    expect(notesOnMeasurements(new Set())).toEqual([]);
    expect(notesOnMeasurements(new Set(['CPUtime']))).toEqual([
      'CPUtime measures the run and not the model, so comparisons leave it out',
    ]);
    expect(notesOnMeasurements(new Set(['CPUtime', 'EventCounter']))).toEqual([
      'CPUtime, EventCounter measure the run and not the model, so comparisons leave them out',
    ]);
  });

  it('the rules of the check leave measurements out, and no other variables', () => {
    const target = { description } as Target;
    expect(outputs(target).map(({ name }) => name)).toEqual(['y']);
    expect(readable(target).map(({ name }) => name)).toEqual(['y']);
    expect(readIn(target)).toEqual(['y']);
  });

  it('a comparison with reference results leaves measurements out', () => {
    const known = variables.map((item, k): KnownColumn => {
      return { column: { name: item.name, data: [0, k] }, variable: item, measured: item.name !== 'y' };
    });
    const recorded = [
      { name: 'time', data: Float64Array.of(0, 1) },
      { name: 'y', data: Float64Array.of(0, 2) },
    ];
    const compared = compareColumns(known, Float64Array.of(0, 1), recorded, { tolerance: 1e-3 });
    expect(compared).toMatchObject({
      passed: true,
      missing: [],
      notCompared: ['CPUtime', 'EventCounter'],
      deviations: [{ name: 'y', largest: 0 }],
    });
  });

  it('a replay accepts other measurements, and no other value', () => {
    const view = (...values: number[]): Float64Array => Float64Array.from(values);
    const operation = operations.findIndex(({ op }) => op === 'get');
    const buffer = { type: 'Float64', valueReferences: Uint32Array.of(1, 2, 3) } as unknown as RecordedBuffer;
    const call = { name: 'get', operation, operands: [], buffer } as unknown as RecordedCall;
    const answered = (values: Float64Array) => ({ answer: 0, left: [], view: values });
    const compared = (now: Float64Array): string | undefined =>
      difference(call, answered(now), answered(view(0.25, 7, 1)), 0, description);
    expect(compared(view(0.5, 9, 1))).toBeUndefined();
    expect(compared(view(0.5, 9, 2))).toMatch(/^y = 2/);
    expect(compared(view(0.25, 7, 2))).toMatch(/^y = 2/);
  });
});

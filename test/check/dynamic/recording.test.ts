import { describe, expect, it } from 'vitest';
import { replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { most, recordRun } from '../../../fmu-sdk/check/behaviour/trajectory/record-run.ts';
import type { DefaultExperiment } from '../../../fmu-sdk/description/description.ts';
import { type FmiApi, io, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { Specimen, specimenDescription } from './specimen.ts';

function target(
  experiment: DefaultExperiment,
  spoil: (base: FmiApi) => Partial<FmiApi> = () => ({}),
): Target {
  const description = { ...specimenDescription(2, 'coSimulation'), defaultExperiment: experiment };
  return {
    name: 'specimen, co-simulation',
    fmi: 2,
    kind: 'coSimulation',
    description,
    open: async () => ({ calls: replaceCalls(new Specimen(2, 'coSimulation'), spoil) }),
  };
}

describe('a recording', () => {
  it('a recording contains every output at every communication point of the default experiment', async () => {
    const {
      time,
      columns,
      omitted: omittedCount,
      step,
      why,
    } = await recordRun(target({ startTime: 1, stopTime: 2, stepSize: 0.1 }));
    expect(why).toBeUndefined();
    expect([time.length, time[0], step, omittedCount]).toEqual([11, 1, 0.1, 0]);
    expect([...time]).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2]);
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['y', 'z']));
    for (const { data } of columns) expect(data.length).toBe(time.length);
    const y = columns.find(({ name }) => name === 'y')!.data;
    expect(y[0]).toBe(2);
    expect(new Set(y).size).toBe(y.length);
  });

  it('a recording of an FMU without outputs contains its states, by value references that are not indexes', async () => {
    const whole = target({ stopTime: 1, stepSize: 0.5 });
    const variables = [...whole.description.variables];
    const derivative = variables.findIndex((v) => v.name === 'der(x)');
    const description = { ...whole.description, continuousStateDerivatives: [{ variable: derivative }] };
    const [x, k] = ['x', 'k'].map((name) => variables.findIndex((v) => v.name === name));
    [variables[x], variables[k]] = [variables[k], variables[x]];
    const { valueReference } = variables[k];
    expect(variables[valueReference].name).not.toBe('x');
    const change = (derivative: number): Target => ({
      ...whole,
      description: {
        ...description,
        continuousStateDerivatives: [{ variable: variables.findIndex((v) => v.name === 'der(x)') }],
        variables: variables.map((v) => ({
          ...v,
          causality: v.causality === 'output' ? 'local' : v.causality,
          derivative: v.derivative === undefined ? undefined : derivative,
        })),
      },
    });
    const names = async (derivative: number): Promise<string[]> =>
      (await recordRun(change(derivative))).columns.map(({ name }) => name);
    expect(await names(valueReference)).toEqual(['x']);
    expect(await names(1e9)).toEqual([]);
  });

  it('two recordings are equal to the bit', async () => {
    const experiment = { startTime: 0, stopTime: 1, stepSize: 0.05 };
    expect(await recordRun(target(experiment))).toEqual(await recordRun(target(experiment)));
  });

  it('a recording of more than 500 steps uses multiples of the step', async () => {
    const { time, step, why } = await recordRun(target({ startTime: 0, stopTime: 1, stepSize: 0.001 }));
    expect(step).toBe(0.002);
    expect(time.length).toBe(most.steps + 1);
    expect(why).toBeUndefined();
  });

  it('a failed step keeps the earlier part of the recording, with the reason of its end', async () => {
    const { time, columns, why } = await recordRun(
      target({ startTime: 0, stopTime: 1, stepSize: 0.1 }, (base) => ({
        call(this: FmiApi, op) {
          const late = op.op === 'doStep' && base.registers[io.time] > 0.35;
          return late ? status.error : base.call.call(this, op);
        },
      })),
    );
    expect(why).toMatch(/fmi2DoStep returned error/);
    expect(time.length).toBe(5);
    expect(columns[0].data.length).toBe(5);
  });

  it('a recording of an FMU that cannot be instantiated or opened has a reason and no times', async () => {
    const none = target({ stopTime: 1 }, () => ({ instantiate: () => false }));
    const closed = { ...target({ stopTime: 1 }), open: () => Promise.reject(new Error('no such library')) };
    for (const item of [none, closed]) {
      const { time, columns, why } = await recordRun(item);
      expect(time.length).toBe(0);
      for (const { data } of columns) expect(data.length).toBe(0);
      expect(why).toBeTruthy();
    }
    expect((await recordRun(closed)).why).toBe('no such library');
  });
});

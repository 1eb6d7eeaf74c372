import { expect, it } from 'vitest';
import { nameOf, rejectCall } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { type FmiCall, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { FakeCalls } from './fake-calls.ts';
import { stair } from './models.ts';

it('failed calls have the names of their FMI version', () => {
  const calls = new FakeCalls(2, 'modelExchange', stair(2).model);
  const of = (type: 'Float64' | 'Int32' | 'Enumeration' | 'Boolean'): FmiCall => ({
    op: 'get',
    values: calls.values(type, Uint32Array.of(1)),
  });
  expect(
    (['Float64', 'Int32', 'Enumeration', 'Boolean'] as const).map((type) => nameOf(of(type), 2)),
  ).toEqual(['getReal', 'getInteger', 'getInteger', 'getBoolean']);
  expect((['Float64', 'Int32', 'Enumeration'] as const).map((type) => nameOf(of(type), 3))).toEqual([
    'getFloat64',
    'getInt32',
    'getInt64',
  ]);
  expect(nameOf({ op: 'updateDiscreteStates' }, 2)).toBe('newDiscreteStates');
  expect(nameOf({ op: 'updateDiscreteStates' }, 3)).toBe('updateDiscreteStates');
});

it('a failure quotes only the last errors of the log', () => {
  const calls = new FakeCalls(2, 'modelExchange', stair(2).model);
  for (const message of ['one', 'two', 'three', 'four\n']) calls.logError(message);
  expect(() => rejectCall(calls, status.error, { op: 'setTime' })).toThrow(
    'fmi2SetTime returned error (log: two; three; four)',
  );
  expect(() => rejectCall(calls, status.fatal, { op: 'reset' })).toThrow(
    'fmi2Reset returned fatal (no message logged)',
  );
});

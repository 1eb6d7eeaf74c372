import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FmiApi, io as r, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { noWine } from '../../fixtures/c/wine.ts';
import { root } from '../../setup.ts';
import { instance, type Opening, openFixture } from './open.ts';

const vr = (...references: number[]): Uint32Array => Uint32Array.from(references);
const ways: [way: string, opening: Opening][] = [
  ['in this process', { isolated: false }],
  ['in a process of its own', { isolated: true }],
  ...(noWine === undefined ? [['under Wine', { isolated: true, windows: true }] as [string, Opening]] : []),
];

/** Opens the fixture, passes it to `use`, and returns the calls that the FMU reports. */
async function saidBy(fmi: 2 | 3, opening: Opening, use: (calls: FmiApi) => void): Promise<string[]> {
  const calls = await openFixture(fmi, opening);
  try {
    expect(calls.instantiate({ ...instance, loggingOn: true, visible: true })).toBe(true);
    use(calls);
    calls.freeInstance();
    return calls.takeLog().map(({ message }) => message);
  } finally {
    calls.close();
  }
}

/** Life cycle shared by both versions. FMI 2.0 adds `setupExperiment`. */
function live(calls: FmiApi): void {
  Object.assign(calls.registers, { [r.toleranceDefined]: 1, [r.tolerance]: 1e-4, [r.startTime]: 0.5 });
  Object.assign(calls.registers, { [r.stopTimeDefined]: 1, [r.stopTime]: 3 });
  for (const op of ['setupExperiment', 'enterInitializationMode', 'exitInitializationMode'] as const)
    expect(calls.call({ op })).toBe(status.ok);
}

function states(calls: FmiApi): void {
  const y = calls.values('Float64', vr(1));
  y.view[0] = 7;
  expect(calls.set(y)).toBe(status.ok);
  const { handle } = calls.getState();
  y.view[0] = 8;
  calls.set(y);
  const { bytes } = calls.serializeState(handle);
  expect(bytes.length).toBe(200_000);
  const copy = calls.deserializeState(bytes);
  expect(copy.status).toBe(status.ok);
  expect(copy.handle).not.toBe(handle);
  expect([calls.setState(copy.handle), calls.get(y), y.view[0]]).toEqual([0, 0, 7]);
  expect([calls.freeState(handle), calls.freeState(copy.handle)]).toEqual([0, 0]);
  bytes[199_999] ^= 1;
  expect(calls.deserializeState(bytes).status).toBe(status.error);
}

function derivatives(calls: FmiApi): void {
  const sensitivity = new Float64Array(2);
  expect(calls.directionalDerivative(vr(1, 2), vr(0), Float64Array.of(5), sensitivity)).toBe(status.ok);
  expect([...sensitivity]).toEqual([10, 11]);
}

function strings(calls: FmiApi): void {
  const long = 'ü'.repeat(100_000);
  expect(calls.setStrings(vr(0, 1), [long, 'two "lines"\r\n'])).toBe(status.ok);
  const got = calls.getStrings(vr(0, 1, 2), 3);
  expect([got.status, got.values[0] === long, got.values[1], got.values[2]]).toEqual([
    0,
    true,
    'two "lines"\r\n',
    '',
  ]);
}

function continuous(calls: FmiApi): void {
  const [x, dx, nominal, z] = [2, 2, 2, 2].map((n) => calls.doubles(n));
  x.set([3, 4]);
  calls.registers[r.time] = 0.75;
  calls.registers[r.noSetStatePrior] = 1;
  const run = calls.batch([
    { op: 'enterContinuousTimeMode' },
    { op: 'setTime' },
    { op: 'setContinuousStates', doubles: x },
    { op: 'getContinuousStateDerivatives', doubles: dx },
    { op: 'getNominalsOfContinuousStates', doubles: nominal },
    { op: 'getEventIndicators', doubles: z },
    { op: 'completedIntegratorStep' },
    { op: 'enterEventMode' },
    { op: 'updateDiscreteStates' },
    { op: 'getContinuousStates', doubles: nominal },
  ]);
  expect([run(), calls.registers[r.failed]]).toEqual([0, -1]);
  expect([[...dx], [...nominal], [...z]]).toEqual([
    [-3, -4],
    [3, 4],
    [-2.25, -3.25],
  ]);
  expect(calls.registers.slice(r.enterEventMode, r.nextEventTime + 1)).toEqual(
    Float64Array.of(1, 0, 1, 1, 1, 2.5),
  );
}

const continuousCalls = [
  'EnterContinuousTimeMode()',
  'SetTime(0.75)',
  'SetContinuousStates(2)',
  'GetDerivatives(2)',
  'GetNominalsOfContinuousStates(2)',
  'GetEventIndicators(2)',
  'CompletedIntegratorStep(1)',
  'EnterEventMode()',
  'NewDiscreteStates()',
  'GetContinuousStates(2)',
];

describe.skipIf(noCompiler !== undefined).each(ways)('a native FMU %s', (_, opening) => {
  it('a native FMU receives every call of FMI 2.0 co-simulation with its arguments', async () => {
    const callLog = await saidBy(2, opening, (calls) => {
      expect([calls.getVersion(), calls.getTypesPlatform()]).toEqual(['2.0', 'default']);
      expect(calls.setDebugLogging(true, ['calls', 'more'])).toBe(status.ok);
      live(calls);
      states(calls);
      strings(calls);
      derivatives(calls);
      expect(calls.setInputDerivatives(vr(0), Int32Array.of(1), Float64Array.of(0.25))).toBe(status.ok);
      const slopes = new Float64Array(2);
      expect(calls.getOutputDerivatives(vr(1, 2), Int32Array.of(1, 2), slopes)).toBe(status.ok);
      expect([...slopes]).toEqual([2.25, 4.25]);
      Object.assign(calls.registers, { [r.time]: 0.5, [r.step]: 0.25, [r.noSetStatePrior]: 1 });
      expect([calls.call({ op: 'doStep' }), calls.registers[r.lastTime]]).toEqual([0, 0.75]);
      expect(calls.call({ op: 'cancelStep' })).toBe(status.error);
      expect(calls.getStepStatus('doStep')).toEqual({ status: 0, value: status.pending });
      expect(calls.getStepStatus('pending')).toEqual({ status: 0, value: 'still at it' });
      expect(calls.getStepStatus('lastSuccessfulTime')).toEqual({ status: 0, value: 0 });
      expect(calls.getStepStatus('terminated')).toEqual({ status: 0, value: 0 });
      expect([calls.call({ op: 'terminate' }), calls.call({ op: 'reset' })]).toEqual([0, 0]);
    });
    expect(callLog).toEqual([
      'Instantiate(one, CS, 1, uri)',
      'SetDebugLogging(1, 2, calls)',
      'SetupExperiment(1, 0.0001, 0.5, 1, 3)',
      'EnterInitializationMode()',
      'ExitInitializationMode()',
      'GetFMUstate()',
      'SerializedFMUstateSize(1)',
      'SerializeFMUstate(200000)',
      'DeSerializeFMUstate(200000)',
      'SetFMUstate()',
      'FreeFMUstate()',
      'FreeFMUstate()',
      'GetDirectionalDerivative(2 1, 1 0, 5)',
      'SetRealInputDerivatives(1, 0, 1, 0.25)',
      'GetRealOutputDerivatives(2)',
      'DoStep(0.5, 0.25, 1)',
      'CancelStep()',
      'GetStatus(0)',
      'GetStringStatus(1)',
      'GetRealStatus(2)',
      'GetBooleanStatus(3)',
      'Terminate()',
      'Reset()',
      'FreeInstance()',
    ]);
  });

  it('a native FMU receives every call of FMI 2.0 model exchange with its arguments', async () => {
    const callLog = await saidBy(2, { ...opening, kind: 'modelExchange' }, continuous);
    expect(callLog).toEqual(['Instantiate(one, ME, 1, uri)', ...continuousCalls, 'FreeInstance()']);
  });

  it('a native FMU receives every call of FMI 3.0 co-simulation with its arguments', async () => {
    const calls = await openFixture(3, opening);
    const required = vr(1, 0);
    calls.instantiate({ ...instance, loggingOn: true, requiredIntermediateVariables: required });
    expect(calls.takeLog()).toEqual([
      { status: 0, category: 'calls', message: 'InstantiateCoSimulation(one, 0, 0, 0, 2, 1)' },
    ]);
    calls.freeInstance();
    calls.takeLog();
    calls.instantiate({ ...instance, loggingOn: true, eventModeUsed: true, earlyReturnAllowed: true });
    expect([calls.getVersion(), calls.getTypesPlatform()]).toEqual(['3.0', '']);
    expect(calls.setDebugLogging(true, [])).toBe(status.ok);
    for (const op of ['enterConfigurationMode', 'exitConfigurationMode'] as const)
      expect(calls.call({ op })).toBe(status.ok);
    live(calls);
    states(calls);
    strings(calls);
    derivatives(calls);
    const sensitivity = new Float64Array(1);
    expect(calls.adjointDerivative(vr(1), vr(0), Float64Array.of(5), sensitivity)).toBe(status.ok);
    expect(sensitivity[0]).toBe(15);
    const blobs = [new Uint8Array(100_001).fill(9), new Uint8Array(), Uint8Array.of(1, 0, 2)];
    expect(calls.setBinaries(vr(0, 1, 2), blobs)).toBe(status.ok);
    expect(calls.getBinaries(vr(0, 1, 2), 3)).toEqual({ status: 0, values: blobs });
    const slopes = new Float64Array(2);
    expect(calls.getOutputDerivatives(vr(1, 2), Int32Array.of(1, 2), slopes)).toBe(status.ok);
    expect([...slopes]).toEqual([2, 4]);
    const element = { dependent: 1, independent: 14, element: 5, kind: 'tunable' };
    expect(calls.getVariableDependencies(4)).toEqual({
      status: 0,
      dependencies: [element, { dependent: 2, independent: 15, element: 6, kind: 'dependent' }],
    });
    clocks(calls);
    for (const op of ['enterEventMode', 'evaluateDiscreteStates', 'enterStepMode'] as const)
      expect(calls.call({ op })).toBe(status.ok);
    Object.assign(calls.registers, { [r.time]: 0.5, [r.step]: 0.25, [r.noSetStatePrior]: 1 });
    expect([calls.call({ op: 'doStep' }), calls.registers[r.lastTime]]).toEqual([0, 0.75]);
    expect([calls.call({ op: 'terminate' }), calls.call({ op: 'reset' })]).toEqual([0, 0]);
    calls.freeInstance();
    expect(calls.takeLog().map(({ message }) => message)).toEqual([
      'InstantiateCoSimulation(one, 0, 1, 1, 0, 0)',
      'SetDebugLogging(1, 0, )',
      'EnterConfigurationMode()',
      'ExitConfigurationMode()',
      'EnterInitializationMode(1, 0.0001, 0.5, 1, 3)',
      'ExitInitializationMode()',
      'GetFMUState()',
      'SerializedFMUStateSize(1)',
      'SerializeFMUState(200000)',
      'DeserializeFMUState(200000)',
      'SetFMUState()',
      'FreeFMUState()',
      'FreeFMUState()',
      'GetDirectionalDerivative(2 1, 1 0, 1 5, 2)',
      'GetAdjointDerivative(1 1, 1 0, 1 5, 1)',
      'GetOutputDerivatives(2, 2)',
      'GetNumberOfVariableDependencies(4)',
      'GetVariableDependencies(4, 2)',
      'SetClock(2)',
      'GetClock(2)',
      'SetIntervalDecimal(2 0)',
      'GetIntervalDecimal(2)',
      'SetShiftDecimal(2 0)',
      'GetShiftDecimal(2)',
      'SetIntervalFraction(2 0)',
      'GetIntervalFraction(2)',
      'SetShiftFraction(2 0)',
      'GetShiftFraction(2)',
      'EnterEventMode()',
      'EvaluateDiscreteStates()',
      'EnterStepMode()',
      'DoStep(0.5, 0.25, 1)',
      'Terminate()',
      'Reset()',
      'FreeInstance()',
    ]);
    calls.close();
  });

  it('a native FMU receives every call of FMI 3.0 model exchange with its arguments', async () => {
    const callLog = await saidBy(3, { ...opening, kind: 'modelExchange' }, (calls) => {
      continuous(calls);
      expect([calls.call({ op: 'getNumberOfContinuousStates' }), calls.registers[r.count]]).toEqual([0, 2]);
      expect([calls.call({ op: 'getNumberOfEventIndicators' }), calls.registers[r.count]]).toEqual([0, 3]);
    });
    const renamed = continuousCalls.map((call) =>
      call
        .replace('GetDerivatives', 'GetContinuousStateDerivatives')
        .replace('NewDiscreteStates', 'UpdateDiscreteStates'),
    );
    expect(callLog).toEqual([
      'InstantiateModelExchange(one, 1)',
      ...renamed,
      'GetNumberOfContinuousStates()',
      'GetNumberOfEventIndicators()',
      'FreeInstance()',
    ]);
  });

  it('a native FMU computes a partition in FMI 3.0 scheduled execution and reports its clocks once', async () => {
    const callLog = await saidBy(3, { ...opening, kind: 'scheduledExecution' }, (calls) => {
      expect(calls.takeClockUpdate()).toBe(false);
      expect(calls.activateModelPartition(3, 0.25)).toBe(status.ok);
      expect([calls.takeClockUpdate(), calls.takeClockUpdate()]).toEqual([true, false]);
      const y = calls.values('Float64', vr(1));
      expect([calls.get(y), y.view[0]]).toEqual([0, 3.25]);
    });
    expect(callLog).toEqual([
      'InstantiateScheduledExecution(one, 1)',
      'ActivateModelPartition(3, 0.25)',
      'FreeInstance()',
    ]);
  });
});

function clocks(calls: FmiApi): void {
  const clock = calls.values('Clock', vr(0, 1));
  clock.view.set([1, 0] as never);
  expect([calls.set(clock), calls.get(clock), ...clock.view]).toEqual([0, 0, 1, 0]);
  expect(calls.setInterval(vr(0, 1), Float64Array.of(0.5, 0.25))).toBe(status.ok);
  expect(calls.getInterval(vr(0, 1))).toEqual({
    status: 0,
    intervals: Float64Array.of(0.5, 1.5),
    qualifiers: Int32Array.of(2, 2),
  });
  expect(calls.setShift(vr(0, 1), Float64Array.of(0.125, 0))).toBe(status.ok);
  expect(calls.getShift(vr(0, 1))).toEqual({ status: 0, shifts: Float64Array.of(0.125, 1.125) });
  const fractions = [1n, 2n].map((counter) => ({ counter, resolution: 1000n }));
  expect(calls.setIntervalFraction(vr(0, 1), fractions)).toBe(status.ok);
  expect(calls.getIntervalFraction(vr(0, 1))).toEqual({
    status: 0,
    fractions,
    qualifiers: Int32Array.of(1, 1),
  });
  expect(calls.setShiftFraction(vr(0, 1), fractions)).toBe(status.ok);
  expect(calls.getShiftFraction(vr(0, 1))).toEqual({ status: 0, fractions });
}

describe('the tables of functions', () => {
  it.each([
    [2, 44],
    [3, 75],
  ])('FMI %i.0 tables have all %i functions of the standard', (fmi, count) => {
    const source = readFileSync(join(root, `fmu-sdk/host/native/calls/fmi${fmi}-symbols.h`), 'utf8');
    expect(source.match(/^ {2}X\((no|all|cs|me|se), \w+,/gm)).toHaveLength(count);
  });
});

it.skipIf(noCompiler === undefined)(`native FMUs were not tested: ${noCompiler}`, ({ skip }) =>
  skip(noCompiler),
);

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, token, vr } from './every-type.ts';
import { type JcoComponent, type JcoInstance, jcoHost, statusOf } from './jco-host.ts';

let make: () => JcoComponent;
beforeAll(async () => {
  make = await jcoHost(await build(), token);
});

type Mode = 'Instantiated' | 'Configuration' | 'Initialization' | 'Step' | 'Terminated';
const modes: Mode[] = ['Instantiated', 'Configuration', 'Initialization', 'Step', 'Terminated'];
/**
 * Each call, the modes in which it is allowed, and the mode after it (figures in FMI 3.0, 2.3 and
 * 4.2.1).
 */
const calls: [name: string, act: (unit: JcoInstance) => string, from: Mode[], to?: Mode][] = [
  ['enter-configuration-mode', (u) => u.enterConfigurationMode(), ['Instantiated'], 'Configuration'],
  ['exit-configuration-mode', (u) => u.exitConfigurationMode(), ['Configuration'], 'Instantiated'],
  [
    'enter-initialization-mode',
    (u) => u.enterInitializationMode(undefined, 2, undefined),
    ['Instantiated'],
    'Initialization',
  ],
  ['exit-initialization-mode', (u) => u.exitInitializationMode(), ['Initialization'], 'Step'],
  ['terminate', (u) => u.terminate(), ['Step'], 'Terminated'],
  ['reset', (u) => u.reset(), modes, 'Instantiated'],
  ['get-float64', (u) => statusOf(() => u.getFloat64([1])), modes.filter((m) => m !== 'Configuration')],
  ['set-float64', (u) => u.setFloat64([1], [1]), ['Instantiated', 'Initialization', 'Step']],
  [
    'set-input-derivatives',
    (u) => u.setInputDerivatives([[1, 1]], [0]),
    ['Instantiated', 'Initialization', 'Step'],
  ],
  [
    'get-directional-derivative',
    (u) => statusOf(() => u.getDirectionalDerivative([1], [1], [1])),
    ['Initialization', 'Step', 'Terminated'],
  ],
  ['set-debug-logging', (u) => u.setDebugLogging(true, []), modes],
  ['get-fmu-state', (u) => statusOf(() => u.getFmuState()), modes],
  ['enter-event-mode', (u) => u.enterEventMode(), []],
];

describe('the lifecycle', () => {
  it('accepts exactly the calls that FMI allows in each state, and an error ends the run', () => {
    const index = fc.nat(calls.length - 1);
    fc.assert(
      fc.property(fc.array(index, { maxLength: 30 }), (sequence) => {
        const host = make();
        const unit = host.instantiate('unit')!;
        let mode: Mode = 'Instantiated';
        for (const i of sequence) {
          const [name, act, from, to] = calls[i];
          const allowed = from.includes(mode);
          host.log.length = 0;
          expect(act(unit), `${name} in ${mode}`).toBe(allowed ? 'ok' : 'error');
          expect(host.log.length).toBe(allowed ? 0 : 1);
          if (!allowed) expect(host.log[0].message.startsWith(name)).toBe(true);
          mode = allowed ? (to ?? mode) : 'Terminated';
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names the call, the state and the allowed states if a call comes too early', () => {
    const host = make();
    const unit = host.instantiate('rod')!;
    expect(statusOf(() => unit.doStep(0, 0.001, true))).toBe('error');
    expect(host.log).toEqual([
      {
        instance: 'rod',
        status: 'error',
        category: 'logStatusError',
        message: 'do-step: not allowed in Instantiated, only in Step Mode.',
      },
    ]);
  });

  it('computes initial outputs after each set in Initialization Mode', () => {
    const unit = make().instantiate('unit')!;
    unit.setFloat64([vr('k')], [5]);
    unit.enterInitializationMode(undefined, 1.5, undefined);
    expect([...unit.getFloat64([0, vr('x'), vr('k2')])]).toEqual([1.5, 1, 25]);
    unit.setFloat64([vr('u')], [7]);
    expect([...unit.getFloat64([vr('x')])]).toEqual([14]);
    unit.setFloat64([vr('u')], [8]);
    unit.exitInitializationMode();
    expect([...unit.getFloat64([vr('x'), 0])]).toEqual([16, 1.5]);
  });

  it('rejects a NaN start time and a stop time before the start', () => {
    for (const [start, stop, message] of [
      [Number.NaN, undefined, 'cannot run from NaN s to Infinity s.'],
      [1, 0.5, 'cannot run from 1 s to 0.5 s.'],
    ] as const) {
      const host = make();
      expect(host.instantiate('unit')!.enterInitializationMode(undefined, start, stop)).toBe('error');
      expect(host.log[0].message).toBe(`enter-initialization-mode: ${message}`);
    }
  });
});

describe('instantiation', () => {
  it.each([
    [
      'a second time while one lives',
      'two',
      {},
      'this component instance holds a unit. Drop it, or make another component instance.',
    ],
    [
      'with the token of another unit',
      'one',
      { token: '{other}' },
      'the token is not the one of this unit, {9f7a3c52-0d5e-4f11-8c60-6b8a5f1c2d3e}. Use its own model description.',
    ],
    ['with a blank name', ' \t', {}, 'the instance name has 2 bytes; give 1 to 4096, not blank.'],
    [
      'with event mode',
      'one',
      { eventModeUsed: true },
      'this unit has no event mode. Set eventModeUsed to false.',
    ],
    [
      'with an intermediate variable that does not exist',
      'one',
      { required: [4711] },
      'value reference 4711 is no input and no output.',
    ],
  ])('returns an empty option and logs the reason: %s', (title, name, options, reason) => {
    const host = make();
    if (title.startsWith('a second')) host.instantiate('one');
    expect(host.instantiate(name, options)).toBeUndefined();
    expect(host.log.map(({ message }) => message)).toEqual([`instantiate-co-simulation: ${reason}`]);
  });

  it('succeeds again after the instance was dropped, with the pristine state', () => {
    const host = make();
    const first = host.instantiate('one')!;
    first.setFloat64([vr('u')], [42]);
    first.enterInitializationMode(undefined, 3, undefined);
    host.drop(first);
    const second = host.instantiate('two')!;
    expect([...second.getFloat64([vr('u'), 0])]).toEqual([0.5, 0]);
    expect(second.enterInitializationMode(undefined, 0, undefined)).toBe('ok');
  });

  it('creates independent instances in two component instances', () => {
    const [a, b] = [make().instantiate('a')!, make().instantiate('b')!];
    a.setFloat64([vr('u')], [42]);
    expect([...b.getFloat64([vr('u')])]).toEqual([0.5]);
  });

  it('accepts names in any script, and logs under them', () => {
    const host = make();
    const unit = host.instantiate('Kran № 1 — 起重机')!;
    unit.terminate();
    expect(host.log[0].instance).toBe('Kran № 1 — 起重机');
  });
});

describe('a unit without a feature', () => {
  it.each([
    ['enter-event-mode', (u: JcoInstance) => u.enterEventMode(), 'event mode'],
    ['enter-step-mode', (u: JcoInstance) => u.enterStepMode(), 'event mode'],
    [
      'evaluate-discrete-states',
      (u: JcoInstance) => u.evaluateDiscreteStates(),
      'discrete states to evaluate by themselves',
    ],
    ['update-discrete-states', (u: JcoInstance) => statusOf(() => u.updateDiscreteStates()), 'event mode'],
    [
      'get-output-derivatives',
      (u: JcoInstance) => statusOf(() => u.getOutputDerivatives([[22, 1]])),
      'derivatives of outputs',
    ],
    [
      'get-variable-dependencies',
      (u: JcoInstance) => statusOf(() => u.getVariableDependencies(22)),
      'dependencies by element',
    ],
    [
      'get-number-of-variable-dependencies',
      (u: JcoInstance) => statusOf(() => u.getNumberOfVariableDependencies(22)),
      'dependencies by element',
    ],
  ])('answers its calls with an error: %s', (name, act, what) => {
    const host = make();
    expect(act(host.instantiate('unit')!)).toBe('error');
    expect(host.log.map(({ message }) => message)).toEqual([`${name}: this unit has no ${what}.`]);
  });

  it.each([
    ['get-interval-fraction', (u: JcoInstance) => statusOf(() => u.getIntervalFraction([15]))],
    ['set-shift-decimal', (u: JcoInstance) => u.setShiftDecimal([15], [1])],
  ] as const)('rejects times of a triggered Clock: %s', (name, act) => {
    const host = make();
    const unit = host.instantiate('unit')!;
    unit.enterInitializationMode(undefined, 0, undefined);
    expect(act(unit)).toBe('error');
    expect(host.log.map(({ message }) => message)).toEqual([
      `${name}: the Clock of value reference 15 ticks at no time that is known beforehand.`,
    ]);
  });
});

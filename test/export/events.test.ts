import { beforeAll, describe, expect, it } from 'vitest';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { missing, Native } from './harness.ts';

const why = missing('x86_64-linux');
const outputs = ['x', 'ticks', 'seen', 'pulls', 'beats', 'rings', 'crossings'];

describe.skipIf(why !== undefined)('a native library in Event Mode', () => {
  let unit: Native;
  let faulty: Native;
  let vr: (name: string) => number;
  /** Returns the printed lines, except for good statuses. */
  const runCalls = (lines: string[], version: 2 | 3 = 3): string[] =>
    unit.calls(version, lines).filter((text) => !/^(?!value|clock)[a-z]+ 0$/.test(text));
  const read = (names = outputs): string[] => names.map((name) => `get 0 ${vr(name)}`);
  const values = (answers: string[]): number[] =>
    answers.filter((text) => text.startsWith('value')).map((text) => Number(text.slice(6)));
  const begun = ['eventful 0', 'enter 0 0', 'exit 0', 'update 0', 'call 0 EnterStepMode'];

  beforeAll(async () => {
    unit = await Native.build('test/fixtures/eventful');
    faulty = await Native.build('test/fixtures/faulty');
    vr = (name) => unit.reference(3, name);
  });

  it('enters Event Mode after initialization, and reports its next event', () => {
    const answers = runCalls(['eventful 0', 'enter 0 0', 'exit 0', 'step 0 0 1']);
    expect(answers).toContain(
      'log 3 logStatusError fmi3DoStep: not allowed in Event Mode, only in Step Mode.',
    );
    expect(runCalls(begun)).toEqual(['again 0 next 0.375']);
  });

  it('returns early at its own events, and stays there until they are handled', () => {
    const answers = runCalls([
      ...begun,
      'step 0 0 1',
      'call 0 EnterEventMode',
      `active 0 ${vr('rang')}`,
      'update 0',
      `active 0 ${vr('rang')}`,
      'call 0 EnterStepMode',
      'step 0 0.375 0.125',
      'step 0 0.5 1',
    ]);
    expect(answers.slice(1)).toEqual([
      'last 0.375 early 1 updates 0 event',
      'clock 1',
      'again 0 next 0.75',
      'clock 0',
      'last 0.5 early 0 updates 0',
      'last 0.75 early 1 updates 0 event',
    ]);
  });

  it('needs Event Mode after the internal step of a state event', () => {
    const answers = runCalls([
      'eventful 0',
      `set 0 ${vr('h')} 0.0625`,
      `set 0 ${vr('u')} 4`,
      ...begun.slice(1),
      'step 0 0 1',
      ...read(['x', 'crossings']),
      'call 0 EnterEventMode',
      ...read(['crossings']),
    ]);
    expect(answers[1]).toBe('last 0.25 early 1 updates 0 event');
    expect(values(answers)).toEqual([1, 0, 1]);
  });

  it('iterates as often as the unit asks', () => {
    const pull = ['call 0 EnterEventMode', `tick 0 ${vr('pull')}`];
    const answers = runCalls([...begun, ...pull, 'update 0', 'update 0', 'update 0', ...read(['pulls'])]);
    expect(answers.slice(1)).toEqual([
      'again 1 next 0.375',
      'again 1 next 0.375',
      'again 0 next 0.375',
      'value 3',
    ]);
  });

  it('computes an event again if a value is set after its results were read', () => {
    const answers = runCalls([
      ...begun,
      'call 0 EnterEventMode',
      `tick 0 ${vr('tick')}`,
      ...read(['ticks', 'seen']),
      `set 0 ${vr('u')} 7`,
      ...read(['ticks', 'seen']),
      'update 0',
      'call 0 EnterStepMode',
      ...read(['ticks', 'seen']),
    ]);
    expect(values(answers)).toEqual([1, 1, 1, 7, 1, 7]);
  });

  it('continues from a state stored within an event as from the event itself', () => {
    const go = ['update 0', 'call 0 EnterStepMode', 'step 0 0 0.25', ...read()];
    const answers = runCalls([
      ...begun,
      'call 0 EnterEventMode',
      `tick 0 ${vr('tick')}`,
      ...read(['ticks']),
      'save 0 0',
      ...go,
      'restore 0 0',
      ...go,
    ]);
    const [first, ...both] = values(answers);
    expect(first).toBe(1);
    expect(both.slice(0, outputs.length)).toEqual(both.slice(outputs.length));
  });

  it('reports the times of its Clocks, and accepts another interval only before the start', () => {
    const tick = vr('tick');
    const answers = runCalls([
      'eventful 0',
      'enter 0 0',
      `interval 0 ${tick}`,
      `interval 0 ${tick}`,
      `every 0 ${tick} 0.5`,
      `interval 0 ${tick}`,
      `shift 0 ${tick}`,
      `interval 0 ${vr('beat')}`,
      'exit 0',
      `every 0 ${tick} 0.5`,
    ]);
    expect(answers).toEqual([
      'every 0.25 2',
      'every 0.25 1',
      'every 0.5 2',
      'shift 0.125',
      'every 0.0625 2',
      `log 3 logStatusError fmi3SetIntervalDecimal: the interval of value reference ${tick} is not for an importer to set in Event Mode.`,
      'every 3',
    ]);
  });

  it.each([
    ['call 0 EnterEventMode', 'new 0', 'this unit has no event mode in use: eventModeUsed was false.'],
    ['tick 0 10', 'eventful 0', 'fmi3SetClock: not allowed in Step Mode, only in Event Mode.'],
    ['interval 0 10', 'eventful 0', 'not allowed in Step Mode, only in Initialization Mode, Event Mode.'],
    ['interval 0 11', 'eventful 0', 'not allowed in Step Mode, only in Initialization Mode, Event Mode.'],
  ])('rejects "%s" between steps after "%s": %s', (line, creation, reason) => {
    const lines = [creation, ...begun.slice(1, 3), ...(creation === 'new 0' ? [] : begun.slice(3))];
    expect(runCalls([...lines, line]).join('\n')).toContain(reason);
  });

  it('rejects deactivation of a Clock, and times of a Clock without times', () => {
    const inEvent = [...begun, 'call 0 EnterEventMode'];
    const [tick, pull] = [vr('tick'), vr('pull')];
    expect(runCalls([...inEvent, `tick 0 ${tick}`, `untick 0 ${tick}`]).join()).toContain(
      `fmi3SetClock: the Clock of value reference ${tick} cannot be deactivated.`,
    );
    expect(runCalls([...inEvent, `interval 0 ${pull}`]).join()).toContain(
      `fmi3GetIntervalDecimal: the Clock of value reference ${pull} ticks at no time that is known beforehand.`,
    );
  });

  it('rejects Event Mode of a unit without events', () => {
    expect(faulty.calls(3, ['eventful 0'])).toEqual([
      'log 3 logStatusError fmi3InstantiateCoSimulation: this unit has no event mode. Set eventModeUsed to false.',
      'eventful 3',
    ]);
  });

  it.each([0, 0.03125])(
    'passes through equal states with and without an importer’s Event Mode, in FMI 2.0 and in the wasm host (h = %d)',
    (h) => {
      const [H, steps] = [0.0625, 32];
      const u = (n: number): number => 1 + n / 8;
      const reads = (version: 2 | 3): string[] =>
        outputs.map((name) => `get 0 ${unit.reference(version, name)}`);
      const without = (version: 2 | 3): number[] => {
        const set = (name: string, value: number): string =>
          `set 0 ${unit.reference(version, name)} ${value}`;
        const lines = ['new 0', set('h', h), 'enter 0 0', 'exit 0'];
        for (let n = 0; n < steps; n++) lines.push(set('u', u(n)), `step 0 ${n * H} ${H}`, ...reads(version));
        return values(runCalls(lines, version));
      };
      const wasm = instantiateWasm(compileCore(unit.core, 'unit'), unit.description, 'unit');
      const put = (name: string, value: number): void => {
        const { view, offset } = wasm.view(unit.variable(name));
        view[offset] = value;
      };
      const host: number[] = [];
      put('h', h);
      wasm.initialize(0);
      for (let n = 0; n < steps; n++) {
        put('u', u(n));
        expect(wasm.step(n * H, H)).toBe(0);
        for (const name of outputs) {
          const { view, offset } = wasm.view(unit.variable(name));
          host.push(Number(view[offset]));
        }
      }
      expect(without(3)).toEqual(host);
      expect(without(2)).toEqual(host);
      expect(host.slice(-outputs.length)).toEqual([5.875, 8, 4.75, 0, 6, 5, 5]);
      // All events fall on communication points. The importer handles them with the inputs of that
      // time.
      const lines = ['patient 0', `set 0 ${vr('h')} ${h}`, 'enter 0 0', 'exit 0'];
      let beat = 0.0625;
      let beats = 0;
      for (let n = 0; n < steps; n++) {
        const t = n * H;
        if (n > 0) lines.push('call 0 EnterEventMode');
        lines.push(`set 0 ${vr('u')} ${u(n)}`);
        if (t >= 0.125 && (t - 0.125) % 0.25 === 0) lines.push(`tick 0 ${vr('tick')}`);
        if (t === beat) {
          lines.push(`tick 0 ${vr('beat')}`);
          beats++;
          beat = t + 0.125 * beats;
        }
        lines.push('update 0', 'call 0 EnterStepMode', `step 0 ${t} ${H}`, ...reads(3));
      }
      expect(values(runCalls(lines))).toEqual(host);
    },
  );
});

it.skipIf(why === undefined)(`Event Mode was not tested: ${why}`, ({ skip }) => skip(why));

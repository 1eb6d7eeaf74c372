import { describe, expect, it } from 'vitest';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import { openComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import { type FmiApi, type InterfaceKind, io as r, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { type Foreign, foreignUnit } from './foreign.ts';

/** Changes the method names of the core module, so that the fast calls do not find them. */
function renamed(component: Uint8Array): Uint8Array {
  const text = Buffer.from(component).toString('latin1');
  return Uint8Array.from(Buffer.from(text.replaceAll('#[method]', '#[mothed]'), 'latin1'));
}

const forms: Record<string, (component: Uint8Array) => Uint8Array> = {
  'by the shortcut': (component) => component,
  'by the bindings': renamed,
};

async function open(
  kind: InterfaceKind,
  foreign: Foreign,
  form: (component: Uint8Array) => Uint8Array,
): Promise<FmiApi> {
  const component = form(await foreignUnit(kind, foreign));
  const calls = openComponent(await translateComponent(component, kind, 'x.fmu'), kind, 'x.fmu');
  expect(calls.instantiate({ instanceName: 'i', token: 't', earlyReturnAllowed: true })).toBe(true);
  return calls;
}

const messages = (calls: FmiApi): string[] => calls.takeLog().map(({ message }) => message);

describe.each(Object.entries(forms))('a third-party component, %s', (name, form) => {
  it('a component runs with the expected kind of calls', async () => {
    const calls = await open('coSimulation', {}, form);
    const used = (calls as unknown as { runCalls: object }).runCalls.constructor.name;
    expect(used).toBe(name === 'by the shortcut' ? 'FastCalls' : 'Bindings');
    expect(calls.getVersion()).toBe('3.0');
  });

  it('a step of a component returns its results in the registers', async () => {
    const body = `
      (global.set $x (f64.add (global.get $x) (local.get $p2)))
      (call $done (f64.add (local.get $p1) (local.get $p2)) (i32.const 0x010001))`;
    const calls = await open('coSimulation', { bodies: { 'do-step': body } }, form);
    const x = calls.values('Float64', Uint32Array.of(1));
    calls.registers[r.time] = 2;
    calls.registers[r.step] = 0.5;
    const step = calls.batch([{ op: 'set', values: x }, { op: 'doStep' }, { op: 'get', values: x }]);
    x.view[0] = 10;
    expect(step()).toBe(status.ok);
    expect(x.view[0]).toBe(10.5);
    expect(Array.from(calls.registers.subarray(r.eventNeeded, r.lastTime + 1))).toEqual([1, 0, 1, 2.5]);
    expect(calls.registers[r.failed]).toBe(-1);
  });

  it('a component discards a step without ending the run, and a batch stops there', async () => {
    const discard = `
      (i32.store8 (i32.const 128) (i32.const 1)) (i32.store8 (i32.const 136) (i32.const 2)) (i32.const 128)`;
    const calls = await open('coSimulation', { bodies: { 'do-step': discard } }, form);
    calls.registers[r.time] = 3;
    const x = calls.values('Float64', Uint32Array.of(1));
    const step = calls.batch([{ op: 'doStep' }, { op: 'set', values: x }]);
    expect(step()).toBe(status.discard);
    expect(calls.registers[r.failed]).toBe(0);
    expect(calls.registers[r.lastTime]).toBe(3);
    expect(calls.get(x)).toBe(status.ok);
    expect(x.view[0]).toBe(1);
  });

  it('a component receives no calls after a trap until there is a new instance', async () => {
    const body = `(global.set $x (f64.const 5))
      (if (f64.gt (local.get $p2) (f64.const 1)) (then unreachable))
      (call $done (f64.const 0) (i32.const 0))`;
    const calls = await open('coSimulation', { bodies: { 'do-step': body } }, form);
    const x = calls.values('Float64', Uint32Array.of(1));
    calls.registers[r.step] = 2;
    expect(calls.call({ op: 'doStep' })).toBe(status.fatal);
    expect(calls.takeLog()).toEqual([
      {
        status: status.fatal,
        category: 'host',
        message: 'doStep: it trapped (unreachable): a failed assertion, a panic or too little memory.',
      },
    ]);
    expect(calls.get(x)).toBe(status.fatal);
    expect(calls.getState().status).toBe(status.fatal);
    calls.freeInstance();
    expect(calls.instantiate({ instanceName: 'i', token: '' })).toBe(true);
    expect(calls.get(x)).toBe(status.ok);
    expect(x.view[0]).toBe(1);
  });

  it('a component stops at endless recursion and at division by zero, with the reason', async () => {
    const recursion = await open(
      'coSimulation',
      {
        more: '(func $deep (call $deep) (call $deep))',
        bodies: { 'do-step': '(call $deep) (i32.const 64)' },
      },
      form,
    );
    expect(recursion.call({ op: 'doStep' })).toBe(status.fatal);
    expect(messages(recursion)[0]).toMatch(/^doStep: it trapped: Maximum call stack size exceeded/);
    const division = await open(
      'coSimulation',
      { bodies: { 'do-step': '(i32.div_s (i32.const 1) (i32.trunc_f64_s (local.get $p1)))' } },
      form,
    );
    expect(division.call({ op: 'doStep' })).toBe(status.fatal);
    expect(messages(division)[0]).toBe('doStep: it trapped: divide by zero.');
  });

  it('a component stops if it returns a wrong number of values', async () => {
    const calls = await open(
      'coSimulation',
      { bodies: { 'get-float64': '(call $list (i32.const 160) (i32.const 2))' } },
      form,
    );
    expect(calls.get(calls.values('Float64', Uint32Array.of(1)))).toBe(status.fatal);
    expect(messages(calls)[0]).toMatch(/the FMU returned 2 values.*, but 1 were requested\.$/);
  });

  it('a component stops if it returns addresses that are unaligned or outside its memory', async () => {
    for (const at of ['0xfffffff8', '0x10004', '161']) {
      const calls = await open(
        'coSimulation',
        { bodies: { 'get-float64': `(call $list (i32.const ${at}) (i32.const 1))` } },
        form,
      );
      expect(calls.get(calls.values('Float64', Uint32Array.of(1)))).toBe(status.fatal);
      expect(messages(calls)).toHaveLength(1);
    }
  });

  it('a component logs in UTF-8 with status and category inside any call', async () => {
    const calls = await open(
      'coSimulation',
      { bodies: { 'do-step': '(call $say (i32.const 1)) (call $done (f64.const 0) (i32.const 0))' } },
      form,
    );
    for (let i = 0; i < 3; i++) expect(calls.call({ op: 'doStep' })).toBe(status.ok);
    const one = { status: status.warning, category: 'unit', message: 'it is grüß' };
    expect(calls.takeLog()).toEqual([one, one, one]);
    expect(calls.takeLog()).toEqual([]);
  });

  it('a component receives a request for early return at intermediate updates before the requested time', async () => {
    const update = `
      (call $update (f64.const 0.25) (i32.const 0) (i32.const 1) (i32.const 1) (i32.const 1) (i32.const 512))
      (call $done (f64.load (i32.const 520)) (i32.shl (i32.load8_u (i32.const 512)) (i32.const 16)))`;
    const calls = await open(
      'coSimulation',
      {
        coreImports: `(import "fmi:fmi3/intermediate-update-callbacks@3.0.0" "intermediate-update"
          (func $update (param f64 i32 i32 i32 i32 i32)))`,
        bodies: { 'do-step': update },
      },
      form,
    );
    calls.registers[r.step] = 1;
    calls.registers[r.returnTime] = Infinity;
    calls.call({ op: 'doStep' });
    expect(calls.registers[r.early]).toBe(0);
    calls.registers[r.returnTime] = 0.5;
    calls.call({ op: 'doStep' });
    expect([calls.registers[r.early], calls.registers[r.lastTime]]).toEqual([1, 0.5]);
  });

  it('a component takes, sets, serializes and restores states', async () => {
    const foreign: Foreign = {
      bodies: {
        'get-fmu-state':
          '(f64.store (i32.const 160) (global.get $x)) (call $list (i32.const 160) (i32.const 8))',
        'set-fmu-state': `
          (if (result i32) (i32.eq (local.get $p2) (i32.const 8))
            (then (global.set $x (f64.load (local.get $p1))) (i32.const 0)) (else (i32.const 3)))`,
      },
    };
    const calls = await open('coSimulation', foreign, form);
    const x = calls.values('Float64', Uint32Array.of(1));
    const set = (value: number): void => {
      x.view[0] = value;
      calls.set(x);
    };
    const get = (): number => {
      calls.get(x);
      return Number(x.view[0]);
    };
    set(42);
    const { handle } = calls.getState();
    const { bytes } = calls.serializeState(handle);
    expect(bytes).toEqual(new Uint8Array(Float64Array.of(42).buffer));
    set(7);
    expect(calls.setState(handle)).toBe(status.ok);
    expect(get()).toBe(42);
    expect(calls.freeState(handle)).toBe(status.ok);
    expect(calls.setState(handle)).toBe(status.error);
    expect(messages(calls)).toEqual([`setFmuState: unknown FMU state ${handle}.`]);
    const again = calls.deserializeState(bytes);
    set(7);
    expect(calls.setState(again.handle)).toBe(status.ok);
    expect(get()).toBe(42);
    expect(calls.setState(calls.deserializeState(bytes.subarray(1)).handle)).toBe(status.error);
  });

  it('a component supports time, states, derivatives, event indicators and completed steps in model exchange', async () => {
    const foreign: Foreign = {
      bodies: {
        'set-time': '(global.set $time (local.get $p1)) (i32.const 0)',
        'set-continuous-states': '(global.set $x (f64.load (local.get $p1))) (i32.const 0)',
        'get-continuous-states': '(call $one (global.get $x))',
        'get-continuous-state-derivatives': '(call $one (f64.neg (global.get $x)))',
        'get-nominals-of-continuous-states': '(call $one (f64.const 2))',
        'get-event-indicators': '(call $one (f64.sub (global.get $time) (f64.const 3)))',
        'get-number-of-continuous-states':
          '(i64.store8 (i32.const 128) (i64.const 0)) (i64.store (i32.const 136) (i64.const 1)) (i32.const 128)',
        'completed-integrator-step':
          '(i32.store (i32.const 128) (i32.const 0x010000)) (i32.store8 (i32.const 129) (local.get $p1)) (i32.const 128)',
      },
    };
    const calls = await open('modelExchange', foreign, form);
    const doubles = calls.doubles(1);
    const ask = (
      op: 'getContinuousStateDerivatives' | 'getEventIndicators' | 'getNominalsOfContinuousStates',
    ): number => {
      expect(calls.call({ op, doubles })).toBe(status.ok);
      return doubles[0];
    };
    calls.registers[r.time] = 5;
    expect(calls.call({ op: 'setTime' })).toBe(status.ok);
    expect(ask('getEventIndicators')).toBe(2);
    doubles[0] = 1.5;
    expect(calls.call({ op: 'setContinuousStates', doubles })).toBe(status.ok);
    expect(ask('getContinuousStateDerivatives')).toBe(-1.5);
    expect(ask('getNominalsOfContinuousStates')).toBe(2);
    expect(calls.call({ op: 'getNumberOfContinuousStates' })).toBe(status.ok);
    expect(calls.registers[r.count]).toBe(1);
    for (const prior of [0, 1]) {
      calls.registers[r.noSetStatePrior] = prior;
      expect(calls.call({ op: 'completedIntegratorStep' })).toBe(status.ok);
      expect([calls.registers[r.enterEventMode], calls.registers[r.terminate]]).toEqual([prior, 1]);
    }
    expect(calls.call({ op: 'doStep' })).toBe(status.error);
    expect(messages(calls)[0]).toMatch(/^do-?[sS]tep: the FMU's interface does not have this function\.$/);
  });

  it('a component computes partitions in scheduled execution, and each clock update is received once', async () => {
    const foreign: Foreign = {
      coreImports: '(import "fmi:fmi3/callbacks@3.0.0" "clock-update" (func $update))',
      bodies: {
        'activate-model-partition': '(global.set $x (local.get $p2)) (call $update) (i32.const 0)',
        'get-clock': '(i32.store8 (i32.const 160) (i32.const 1)) (call $list (i32.const 160) (i32.const 1))',
      },
    };
    const calls = await open('scheduledExecution', foreign, form);
    expect(calls.takeClockUpdate()).toBe(false);
    expect(calls.activateModelPartition(4, 0.125)).toBe(status.ok);
    expect([calls.takeClockUpdate(), calls.takeClockUpdate()]).toEqual([true, false]);
    const clock = calls.values('Clock', Uint32Array.of(4));
    calls.get(clock);
    expect(clock.view[0]).toBe(1);
  });

  it('a component returns error with a message without an instance', async () => {
    const calls = await open('coSimulation', {}, form);
    calls.freeInstance();
    expect(calls.call({ op: 'doStep' })).toBe(status.error);
    expect(calls.setStrings(Uint32Array.of(1), ['a'])).toBe(status.error);
    expect(messages(calls)).toEqual([
      'doStep: the FMU is not instantiated.',
      'setString: the FMU is not instantiated.',
    ]);
  });
});

describe('the log of a component', () => {
  it('the log of a component retains the last messages beyond its capacity', async () => {
    const many = `
      (loop $again (call $say (i32.const 0))
        (global.set $ticks (i32.add (global.get $ticks) (i32.const 1)))
        (br_if $again (i32.lt_u (global.get $ticks) (i32.const 5000))))
      (call $say (i32.const 1))
      (call $done (f64.const 0) (i32.const 0))`;
    const calls = await open('coSimulation', { bodies: { 'do-step': many } }, (c) => c);
    calls.call({ op: 'doStep' });
    const log = calls.takeLog();
    expect(log).toHaveLength(1000);
    expect(log[999].status).toBe(status.warning);
  });
});

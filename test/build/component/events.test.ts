import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateFields } from '../../../fmu-sdk/build/generate/field-names.ts';
import { buildComponent } from '../../../fmu-sdk/build/make-unit.ts';
import { root } from '../../setup.ts';
import { type JcoComponent, type JcoInstance, jcoHost } from './jco-host.ts';

const token = '{0c4b1a52-55b1-4d1e-a8a5-0f9c3e7b6a21}';
const names = ['u', 'h', 'x', 'ticks', 'seen', 'pulls', 'beats', 'rings', 'crossings', 'tick', 'pull'];
const vr = (name: string): number => [...names, 'beat', 'rang'].indexOf(name) + 1;
const outputs = ['x', 'ticks', 'seen', 'pulls', 'beats', 'rings', 'crossings'].map(vr);
let make: () => JcoComponent;

beforeAll(async () => {
  const folder = join(root, 'test/fixtures/eventful');
  make = await jcoHost(await buildComponent(generateFields(folder), folder, token), token);
});

/** Returns an instance in Step Mode that supports Event Mode. */
function begun(host: JcoComponent, earlyReturnAllowed = true): JcoInstance {
  const unit = host.instantiate('unit', { eventModeUsed: true, earlyReturnAllowed })!;
  unit.enterInitializationMode(undefined, 0, undefined);
  unit.exitInitializationMode();
  unit.updateDiscreteStates();
  unit.enterStepMode();
  return unit;
}

describe('a component in Event Mode', () => {
  it('stops at its own event, computes it on a read, and ends it with the update', () => {
    const unit = begun(make());
    expect(unit.doStep(0, 1, true)).toEqual({
      lastSuccessfulTime: 0.375,
      eventHandlingNeeded: true,
      terminateSimulation: false,
      earlyReturn: true,
    });
    expect(unit.enterEventMode()).toBe('ok');
    expect([...unit.getFloat64([vr('rings')])]).toEqual([1]);
    expect([...unit.getClock([vr('rang')])]).toEqual([true]);
    expect(unit.updateDiscreteStates()).toMatchObject({
      newDiscreteStatesNeeded: false,
      nextEventTimeDefined: true,
      nextEventTime: 0.75,
    });
    expect([...unit.getClock([vr('rang')])]).toEqual([false]);
    expect(unit.enterStepMode()).toBe('ok');
    expect(unit.doStep(0.375, 0.125, true)).toMatchObject({ eventHandlingNeeded: false, earlyReturn: false });
  });

  it('computes an event again if a value is set after its results were read, also from a stored state', () => {
    const unit = begun(make());
    unit.enterEventMode();
    unit.setClock([vr('tick')], [true]);
    const read = (): number[] => [...unit.getFloat64([vr('ticks'), vr('seen')])] as number[];
    expect(read()).toEqual([1, 1]);
    unit.setFloat64([vr('u')], [7]);
    expect(read()).toEqual([1, 7]);
    const state = unit.getFmuState();
    unit.updateDiscreteStates();
    expect(unit.setFmuState(state)).toBe('ok');
    expect(read()).toEqual([1, 7]);
    unit.updateDiscreteStates();
    unit.enterStepMode();
    expect(read()).toEqual([1, 7]);
  });

  it('reports the times of its Clocks, and iterates as often as the unit asks', () => {
    const unit = begun(make());
    unit.enterEventMode();
    expect(unit.getIntervalDecimal([vr('tick'), vr('beat')])).toEqual([
      [0.25, 'interval-changed'],
      [0.0625, 'interval-changed'],
    ]);
    expect(unit.getIntervalDecimal([vr('tick')])).toEqual([[0.25, 'interval-unchanged']]);
    unit.setClock([vr('pull')], [true]);
    const again = [0, 1, 2].map(() => unit.updateDiscreteStates());
    expect(
      again.map((info) => (info as { newDiscreteStatesNeeded: boolean }).newDiscreteStatesNeeded),
    ).toEqual([true, true, false]);
    expect([...unit.getFloat64([vr('pulls')])]).toEqual([3]);
  });

  it('passes through equal states with and without Event Mode', () => {
    const H = 0.0625;
    const run = (eventMode: boolean): number[] => {
      const host = make();
      const unit = eventMode ? begun(host, false) : host.instantiate('unit')!;
      if (!eventMode) {
        unit.enterInitializationMode(undefined, 0, undefined);
        unit.exitInitializationMode();
      }
      const rows: number[] = [];
      for (let n = 0; n < 24; n++) {
        const t = n * H;
        if (eventMode) unit.enterEventMode();
        unit.setFloat64([vr('u')], [1 + n / 8]);
        if (eventMode) {
          if (t >= 0.125 && (t - 0.125) % 0.25 === 0) unit.setClock([vr('tick')], [true]);
          if ([0.0625, 0.1875, 0.4375, 0.8125, 1.3125].includes(t)) unit.setClock([vr('beat')], [true]);
          unit.updateDiscreteStates();
          unit.enterStepMode();
        }
        unit.doStep(t, H, true);
        rows.push(...([...unit.getFloat64(outputs)] as number[]));
      }
      return rows;
    };
    const without = run(false);
    expect(run(true)).toEqual(without);
    expect(without.slice(-7)).toEqual([3.65625, 6, 3.75, 0, 5, 3, 3]);
  });

  it('rejects calls of Event Mode if the importer does not use it', () => {
    const host = make();
    const unit = host.instantiate('unit')!;
    unit.enterInitializationMode(undefined, 0, undefined);
    unit.exitInitializationMode();
    expect(unit.doStep(0, 1, true)).toMatchObject({ lastSuccessfulTime: 1, eventHandlingNeeded: false });
    expect(unit.enterEventMode()).toBe('error');
    expect(host.log.map(({ message }) => message)).toEqual([
      'enter-event-mode: this unit has no event mode in use: eventModeUsed was false.',
    ]);
  });
});

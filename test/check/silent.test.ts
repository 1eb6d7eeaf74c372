import { describe, expect, it } from 'vitest';
import { replaceCalls } from '../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { InjectedFault } from '../../fmu-sdk/check/behaviour/rule-context.ts';
import { runOnTargets } from '../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { mayHavePrinted } from '../../fmu-sdk/check/behaviour/values/rounded-decimals.ts';
import { findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { type FmiApi, io, status } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { specimenTarget } from './dynamic/injected-faults.ts';

type Replaced = (base: FmiApi) => Partial<FmiApi>;
type Kind = InjectedFault['kind'];

/** Violations that are found in a unit which does something that the standard leaves to it. */
async function violationsOf(fmi: 2 | 3, kind: Kind, replaced: Replaced, only?: RegExp): Promise<string[]> {
  const liberty: InjectedFault = { claim: '', fmi, kind, corrupt: (calls) => replaceCalls(calls, replaced) };
  const rules = behaviourRules.filter(({ id }) => only?.test(id) ?? true);
  const result = await runOnTargets('unit.fmu', rules, [specimenTarget(fmi, kind, liberty)]);
  expect(result.verdicts.some(({ status: verdict }) => verdict !== 'inapplicable')).toBe(true);
  return findingsOf(result)
    .filter((finding) => finding.severity === 'violation')
    .map(({ rule, message }) => `${rule}: ${message}`);
}

/** Provides the FMU's current state to replaced calls. */
function knowing(then: (calls: FmiApi, state: { of: string }) => Partial<FmiApi>): Replaced {
  return (base) => {
    const state = { of: '' };
    const more = then(base, state);
    const others = new Map<number, string>();
    let present = 0;
    return {
      ...more,
      watch: base.watch && {
        ...base.watch,
        select: (instance) => {
          others.set(present, state.of);
          present = instance;
          state.of = others.get(instance) ?? '';
          return base.watch!.select(instance);
        },
      },
      instantiate: (options) => {
        state.of = 'instantiated';
        return base.instantiate(options);
      },
      call(this: FmiApi, op) {
        const answer = (more.call ?? base.call).call(this, op);
        if (answer > status.warning) return answer;
        if (op.op === 'enterInitializationMode') state.of = 'initialization';
        if (op.op === 'exitInitializationMode') state.of = 'begun';
        if (op.op === 'doStep') state.of = 'stepped';
        if (op.op === 'updateDiscreteStates') state.of = 'settled';
        if (op.op === 'enterEventMode') state.of = 'event';
        if (op.op === 'enterContinuousTimeMode') state.of = 'continuous';
        if (op.op === 'reset') state.of = 'instantiated';
        return answer;
      },
    };
  };
}

/** Refuses steps after the stop time, which belongs to the instance and to its saved states. */
const withOwnStopTime: Replaced = (base) => {
  const stopTimes = [Number.POSITIVE_INFINITY];
  let instance = 0;
  const ofStates = new Map<number, number>();
  const ofBytes = new Map<string, number>();
  const key = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
  return {
    watch: base.watch && {
      ...base.watch,
      select: (next) => {
        instance = next;
        return base.watch!.select(next);
      },
    },
    instantiate(options) {
      stopTimes[instance] = Number.POSITIVE_INFINITY;
      return base.instantiate(options);
    },
    getState(into) {
      const saved = base.getState(into);
      ofStates.set(saved.handle, stopTimes[instance]);
      return saved;
    },
    setState(handle) {
      stopTimes[instance] = ofStates.get(handle) ?? Number.POSITIVE_INFINITY;
      return base.setState(handle);
    },
    serializeState(handle) {
      const serialized = base.serializeState(handle);
      ofBytes.set(key(serialized.bytes), ofStates.get(handle) ?? Number.POSITIVE_INFINITY);
      return serialized;
    },
    deserializeState(bytes) {
      const restored = base.deserializeState(bytes);
      ofStates.set(restored.handle, ofBytes.get(key(bytes)) ?? Number.POSITIVE_INFINITY);
      return restored;
    },
    call(this: FmiApi, op) {
      const r = this.registers;
      if (op.op === 'doStep' && r[io.time] + r[io.step] > stopTimes[instance]) return status.error;
      const answer = base.call.call(this, op);
      if (op.op === 'enterInitializationMode')
        stopTimes[instance] = r[io.stopTimeDefined] === 1 ? r[io.stopTime] : Number.POSITIVE_INFINITY;
      if (op.op === 'reset') stopTimes[instance] = Number.POSITIVE_INFINITY;
      return answer;
    },
  };
};

describe('FMUs without a violation', () => {
  it.each<[string, 2 | 3, Kind, Replaced]>([
    [
      'refuses to enter Event Mode in Event Mode, of FMI 2.0',
      2,
      'modelExchange',
      knowing((base, state) => ({
        call(this: FmiApi, op) {
          const again = op.op === 'enterEventMode' && state.of !== 'continuous';
          return again ? status.error : base.call.call(this, op);
        },
      })),
    ],
    [
      'refuses event indicators, derivatives and nominal values in Initialization Mode, of FMI 2.0',
      2,
      'modelExchange',
      knowing((base, state) => ({
        call(this: FmiApi, op) {
          const early = /^get(EventIndicators|ContinuousStateDerivatives|Nominals)/.test(op.op);
          return early && state.of === 'initialization' ? status.error : base.call.call(this, op);
        },
      })),
    ],
    [
      'leaves Event Mode only when its events have settled',
      3,
      'modelExchange',
      knowing((base, state) => ({
        call(this: FmiApi, op) {
          const early = op.op === 'enterContinuousTimeMode' && state.of !== 'settled';
          return early ? status.error : base.call.call(this, op);
        },
      })),
    ],
    [
      'lets inputs be set from Initialization Mode on, of FMI 2.0',
      2,
      'coSimulation',
      knowing((base, state) => ({
        set: (values) =>
          state.of === 'instantiated' && values.valueReferences.some((vr) => vr === 1 || vr === 10)
            ? status.error
            : base.set(values),
      })),
    ],
    [
      'lets only outputs and initial unknowns be read in Initialization Mode, of FMI 2.0',
      2,
      'coSimulation',
      knowing((base, state) => ({
        get: (values) =>
          state.of === 'initialization' && !values.valueReferences.every((vr) => vr === 2 || vr === 3)
            ? status.error
            : base.get(values),
      })),
    ],
    [
      'refuses to begin at another time than its own',
      3,
      'coSimulation',
      (base) => ({
        call(this: FmiApi, op) {
          const late = op.op === 'enterInitializationMode' && this.registers[io.startTime] !== 0;
          return late ? status.error : base.call.call(this, op);
        },
      }),
    ],
    ['refuses a step that ends one bit behind the stop time', 3, 'coSimulation', withOwnStopTime],
    [
      'ends its steps a little beside the communication point, and says so',
      3,
      'coSimulation',
      (base) => ({
        call(this: FmiApi, op) {
          const answer = base.call.call(this, op);
          if (op.op === 'doStep') this.registers[io.lastTime] += 0.1 * this.registers[io.step];
          return answer;
        },
      }),
    ],
    [
      'gives −0 for 0 every other time',
      3,
      'coSimulation',
      (base) => {
        let n = 0;
        return {
          get(values) {
            const answer = base.get(values);
            n++;
            const { view, offset } = values;
            if (view instanceof Float64Array && view[offset] === 0 && n % 2 === 0) view[offset] = -0;
            return answer;
          },
        };
      },
    ],
    [
      'accepts calls that its state does not allow, and references that no variable has',
      3,
      'coSimulation',
      (base) => ({
        get: (values) => (values.valueReferences[0] > 900_000 ? status.ok : base.get(values)),
        set: (values) => (values.valueReferences[0] > 900_000 ? status.ok : base.set(values)),
      }),
    ],
    [
      'logs errors with logging off',
      3,
      'coSimulation',
      (base) => ({
        takeLog: () => base.takeLog().map((message) => ({ ...message, status: status.error })),
      }),
    ],
  ])('%s', async (_, fmi, kind, replaced) => {
    expect(await violationsOf(fmi, kind, replaced)).toEqual([]);
  });
});

describe('a difference within the tolerance of the FMU', () => {
  const noisy =
    (size: number): Replaced =>
    (base) => {
      let n = 0;
      return {
        get(values) {
          const answer = base.get(values);
          if (values.valueReferences[0] === 2) (values.view as Float64Array)[values.offset] *= 1 + size * n++;
          return answer;
        },
      };
    };

  it('a difference within the tolerance passes, a larger one is a violation', async () => {
    const repeated = /^(memory\/(run-again|several|serialize)|step\/no-set-state-prior|run\/reset)$/;
    expect(await violationsOf(3, 'coSimulation', noisy(1e-8), repeated)).toEqual([]);
    expect((await violationsOf(3, 'coSimulation', noisy(0.1), repeated)).length).toBeGreaterThan(0);
  });
});

describe('a start value', () => {
  it.each([
    [1 / 3, '0.333333', true],
    [1 / 3, '0.33', false],
    [0.3333, '0.333333', false],
    [1.2345678e-7, '1.23457e-07', true],
    [100.4, '100', false],
    [-65432.1001, '-65432.1', true],
    [Number.NaN, '0.333333', false],
    [1e-8, '0.000000', true],
    [1e-8, '0.0000', false],
    [6e-7, '0.000000', false],
  ])('the value %d may have been printed as %s: %s', (value, text, may) => {
    expect(mayHavePrinted(value, text)).toBe(may);
  });
});

import { FmuGoneError, status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { getState, setState, withState } from '../../behaviour/states/state-support.ts';
import { compareRuns, record, repeatRun } from '../../behaviour/trajectory/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/values/value-difference.ts';
import { outputs, running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** States that exist at once. Masters that iterate or branch keep some. */
const severalStates = 6;

/** A handle that stands for no state: the FMU gets NULL. */
const none = 4_000_000;

export const memoryStates: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi2: '2.1.8', fmi3: '2.2.7.4' },
  [
    {
      id: 'memory/free',
      title: 'A saved state can be freed',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation: 'freeFMUState releases the memory of a state. The instance continues.',
      faults: injectFault('freeing is refused', () => ({ freeState: () => 3 })),
      inapplicableReason: withState,
      async check({ open, report }) {
        const probe = await open();
        probe.reach('initialization');
        const handle = getState(probe);
        const answer = probe.query('freeState', String(handle), (c) => c.freeState(handle));
        if (answer > status.warning)
          report(probe, { message: 'freeFMUState is refused.', value: statusNames[answer], expected: 'ok' });
        probe.requireCall('exitInitializationMode');
      },
    },
    {
      id: 'memory/no-state',
      title: 'An FMU survives setting a NULL state',
      severity: 'robustness',
      explanation:
        'After freeFMUState the importer has a NULL pointer. The standard does not define the answer when it is set. An FMU that does not check the pointer ends the importer.',
      faults: injectFault('the FMU dereferences the state without a check', () => ({
        setState: () => {
          throw new FmuGoneError('the FMU crashed in setState', []);
        },
      })),
      inapplicableReason: withState,
      async check({ open }) {
        const probe = await open();
        probe.reach('initialization');
        probe.query('setState', 'NULL', (c) => c.setState(none));
      },
    },
    {
      id: 'memory/refused',
      title: 'An FMU that cannot get its state refuses to',
      severity: 'robustness',
      explanation: 'With canGetAndSetFMUState="false" getFMUState must answer error.',
      faults: injectFault('a state is returned nevertheless', () => ({}), {
        describe: (d) => ({
          ...d,
          coSimulation: d.coSimulation && { ...d.coSimulation, canGetAndSetFMUState: false },
        }),
      }),
      inapplicableReason: ({ kind, description }) =>
        description[kind]?.canGetAndSetFMUState ? 'the FMU can get its state' : undefined,
      async check({ open, report }) {
        const probe = await open();
        probe.reach('initialization');
        const { status: answer } = probe.query('getState', '', (c) => c.getState());
        if (answer <= status.warning)
          report(probe, {
            message: 'getFMUState succeeds, although canGetAndSetFMUState="false".',
            value: statusNames[answer],
            expected: 'error, or the flag "true"',
          });
      },
    },
    {
      id: 'memory/run-again',
      title: 'After setting a state the run repeats exactly',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation:
        'getFMUState copies all internal data of the FMU. After setting the state, equal steps must give equal results, to the last bit: iterating masters and step-size control depend on it.',
      faults: injectFault('the state is not set', () => ({ setState: () => 0 })),
      inapplicableReason: withState,
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach(running(target));
        probe.advance();
        const time = probe.time;
        const handle = getState(probe);
        const first = record(probe, outputs(target), 5);
        setState(probe, handle);
        probe.restoreTime(time);
        repeatRun(
          first,
          probe,
          outputs(target),
          (what) => report(probe, { ...what, message: `After setFMUState: ${what.message}` }),
          solvedSlack(target.description),
        );
      },
    },
    {
      id: 'memory/several',
      title: 'Several states can exist at once',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation: 'Every getFMUState makes a separate copy, and setFMUState leaves it valid.',
      faults: injectFault('only the last state exists', (base) => {
        let last = 0;
        return {
          getState(this: typeof base) {
            const got = base.getState.call(this);
            last = got.handle;
            return got;
          },
          setState(this: typeof base) {
            return base.setState.call(this, last);
          },
        };
      }),
      inapplicableReason: withState,
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach(running(target));
        probe.advance();
        const saved = Array.from({ length: severalStates }, () => {
          const state = {
            handle: getState(probe),
            expected: probe.snapshot(outputs(target)),
            time: probe.time,
          };
          for (let n = 0; n < 2; n++) probe.advance();
          return state;
        });
        // From the first to the last and back, so that each is set after later and earlier ones.
        for (const { handle, expected, time } of [...saved, ...[...saved].reverse()]) {
          setState(probe, handle);
          probe.restoreTime(time);
          compareRuns(
            [expected],
            [probe.snapshot(outputs(target))],
            outputs(target),
            (what) =>
              report(probe, {
                ...what,
                message: `After setting one of several saved states: ${what.message}`,
              }),
            solvedSlack(target.description),
          );
        }
      },
    },
    {
      id: 'memory/survives-reset',
      title: 'A saved state can be set after reset',
      severity: 'robustness',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation: 'A state belongs to the instance until it is freed. reset does not free it.',
      faults: injectFault('after reset the state is invalid', (base) => {
        let reset = false;
        return {
          call(this: typeof base, op) {
            reset ||= op.op === 'reset';
            return base.call.call(this, op);
          },
          setState(this: typeof base, handle) {
            return reset ? 3 : base.setState.call(this, handle);
          },
        };
      }),
      inapplicableReason: withState,
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach(running(target));
        probe.advance();
        const handle = getState(probe);
        const { time } = probe;
        const expected = probe.snapshot(outputs(target));
        probe.requireCall('reset');
        const answer = probe.query('setState', String(handle), (c) => c.setState(handle));
        if (answer > 1) {
          report(probe, { message: 'The state cannot be set after reset.', expected: 'ok' });
          return;
        }
        probe.restoreTime(time);
        compareRuns(
          [expected],
          [probe.snapshot(outputs(target))],
          outputs(target),
          (what) => report(probe, { ...what, message: `After setting a state after reset: ${what.message}` }),
          solvedSlack(target.description),
        );
      },
    },
  ],
);

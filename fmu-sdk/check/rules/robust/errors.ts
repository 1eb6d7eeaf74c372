import { FmuGoneError, status, statusNames } from '../../../host/instance/fmi-api.ts';
import { diesOfError, provokeError } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { findCrash, findLegalFault } from '../../behaviour/calls/random-sequences.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const robustErrors: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'robust/after-error',
    title: 'The FMU can be reset and used again after an error',
    fmi2: '2.1.3',
    fmi3: '2.3.1',
    explanation: 'An error ends the run but not the instance: reset makes it usable again.',
    faults: injectFault('after an error reset is refused', (base) => {
      let failed = false;
      return {
        get(this: typeof base, values) {
          const answer = base.get.call(this, values);
          failed ||= answer === 3;
          return answer;
        },
        call(this: typeof base, op) {
          return failed ? 3 : base.call.call(this, op);
        },
      };
    }),
    async check({ open, report, skip }) {
      const probe = await open();
      probe.reach('initialization');
      const answer = provokeError(probe);
      if (answer === undefined) return skip(diesOfError);
      if (answer !== status.error) return;
      const reset = probe.do('reset');
      if (reset > status.warning) {
        report(probe, {
          message: 'The FMU cannot be reset after an error.',
          value: statusNames[reset],
          expected: 'ok',
        });
        return;
      }
      probe.initialize(probe.experiment);
      probe.requireCall('exitInitializationMode');
    },
  },
  {
    id: 'robust/illegal',
    title: 'Random sequences of calls do not end the process',
    severity: 'robustness',
    fmi2: '2.1.3',
    fmi3: '2.2.4',
    explanation:
      'An FMU must answer a forbidden call with an error. In any order of calls it must neither crash nor hang. The check tries random sequences and shows the shortest failing one.',
    faults: injectFault('doStep before the initialization crashes', (base) => {
      let initialized = false;
      return {
        instantiate: (options) => {
          initialized = false;
          return base.instantiate(options);
        },
        call(this: typeof base, op) {
          initialized ||= op.op === 'exitInitializationMode';
          if (op.op === 'doStep' && !initialized) throw new FmuGoneError('the FMU crashed', []);
          return base.call.call(this, op);
        },
      };
    }),
    samplesRandomly: true,
    check: (context) => findCrash(context),
  },
  {
    id: 'robust/legal',
    title: 'Random sequences of allowed calls succeed',
    fmi2: '3.2.3 and 4.2.4',
    fmi3: '2.3',
    explanation:
      'Every allowed call must succeed in any allowed order. The check tries random sequences and shows the shortest failing one.',
    faults: injectFault('a second reset is refused', (base) => {
      let resets = 0;
      return {
        call(this: typeof base, op) {
          return op.op === 'reset' && ++resets === 2 ? 3 : base.call.call(this, op);
        },
      };
    }),
    samplesRandomly: true,
    check: (context) => findLegalFault(context),
  },
  {
    id: 'robust/many-instances',
    title: 'A process can create instances one after the other',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation: 'A process may instantiate and free any number of times.',
    faults: injectFault('the third instance is refused', (base) => {
      let n = 0;
      return { instantiate: (options) => ++n !== 3 && base.instantiate(options) };
    }),
    async check({ open, report }) {
      const probe = await open();
      for (let n = 1; n <= 20; n++) {
        if (!probe.instantiate()) {
          report(probe, {
            message: `Instance ${n} cannot be created after the others were freed.`,
            expected: 'an instance',
          });
          return;
        }
        probe.initialize(probe.experiment);
        probe.requireCall('exitInitializationMode');
        probe.free();
      }
    },
  },
]);

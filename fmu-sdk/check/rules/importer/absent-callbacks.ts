import { FmuGoneError } from '../../../host/instance/fmi-api.ts';
import { advanceOnce, provokeError } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { crashReason } from '../../behaviour/process/death-text.ts';
import { withMemory } from '../../behaviour/process/process-watch.ts';
import { outputs, running } from '../../behaviour/values/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const absentCallbacks: Rule = {
  id: 'importer/absent-callbacks',
  title: 'The FMU does not call callbacks that are NULL',
  severity: 'violation',
  fmi3: '2.3.1',
  explanation:
    'Each of the callbacks may be NULL if the importer does not support it. The FMU must then work without it.',
  needs: 'behaviour',
  faults: [
    injectFault('NULL is called', (base) => {
      let without: boolean | undefined;
      return {
        instantiate: (options) => {
          without = options.withoutCallbacks;
          return base.instantiate(options);
        },
        call(this: typeof base, op) {
          if (without && op.op === 'doStep') throw new FmuGoneError('the FMU crashed in doStep', []);
          return base.call.call(this, op);
        },
      };
    }),
  ],
  inapplicableReason: withMemory,
  async check({ open, report, skip }) {
    const deathOf = async (withoutCallbacks: boolean): Promise<{ probe: Probe; reason?: string }> => {
      const probe = await open();
      try {
        live(probe, withoutCallbacks);
        return { probe };
      } catch (error) {
        if (!(error instanceof FmuGoneError)) throw error;
        return { probe, reason: crashReason(error) };
      }
    };
    const { probe, reason } = await deathOf(true);
    if (reason === undefined) return;
    if ((await deathOf(false)).reason !== undefined)
      return skip('the FMU does not run with callbacks either');
    report(probe, {
      message: `Without callbacks the FMU process ends: ${sentence(reason)}`,
      expected: 'an FMU that works without callbacks',
    });
  },
};

function live(probe: Probe, withoutCallbacks: boolean): void {
  const { target } = probe;
  try {
    probe.reach(running(target), { withoutCallbacks, loggingOn: false });
    for (let n = 0; n < 15; n++) advanceOnce(probe);
    probe.snapshot(outputs(target));
    provokeError(probe);
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
  }
  probe.free();
  probe.calls.getVersion();
}

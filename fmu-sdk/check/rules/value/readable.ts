import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { phaseWords } from '../../behaviour/fmi-phases.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { readableInInitialization } from '../../behaviour/readable-variables.ts';
import { readable, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Limit of variables that are reported for one FMU. */
const most = 20;

export const everyReadable: Rule = {
  id: 'value/readable',
  title: 'Every variable of the description is readable',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'Every described variable, whatever its causality, must be readable after the initialization. In Initialization Mode FMI 3.0 allows reading all of them, FMI 2.0 outputs and initial unknowns.',
  needs: 'behaviour',
  faults: [
    injectFault('a local variable cannot be read', (base) => ({
      get: (values) => (values.valueReferences[0] === 5 ? 3 : base.get(values)),
    })),
  ],
  async check({ target, open, report }) {
    const reportedVariables = new Set<Variable>();
    for (const [phase, variables] of [
      ['initialization', readableInInitialization(target)],
      [running(target), readable(target)],
    ] as const) {
      let probe: Probe | undefined;
      for (const variable of variables.filter((v) => !reportedVariables.has(v))) {
        if (probe === undefined) {
          // Every error requires a new run, so the number is limited.
          if (reportedVariables.size === most) return;
          probe = await open();
          probe.reach(phase);
        }
        const { status: answer } = probe.read(variable);
        // A point that an integrator tries may be answered with discard (FMI 2.0.5, 2.1.7).
        if (answer <= (target.kind === 'modelExchange' ? status.discard : status.warning)) continue;
        reportedVariables.add(variable);
        report(probe, {
          message: `"${variable.name}" cannot be read in ${phaseWords[phase]}.`,
          value: statusNames[answer],
          expected: 'ok',
        });
        // An error ends the run: the next variable needs a fresh one.
        probe = undefined;
      }
    }
  },
};

import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { goToFirstReadablePhase } from '../../behaviour/values/readable-variables.ts';
import {
  differenceOf,
  storedValueSlack,
  withLowerSeverity,
} from '../../behaviour/values/value-difference.ts';
import {
  isNumber,
  otherValues,
  running,
  samples,
  settable,
  settableDuringSimulation,
  startOf,
} from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Limit of variables that are reported for one FMU: each requires a run. */
const most = 20;
/** Bytes of a text that every FMU has room for. */
const alwaysFits = 16;
const isLong = (value: string | Uint8Array): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) > alwaysFits;

export const valueSetting: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'value/set-input',
    title: 'An input that is set in Initialization Mode keeps the value',
    fmi2: '2.1.7',
    fmi3: '2.3.3',
    explanation:
      'Inputs are set in Initialization Mode, repeatedly if FMUs form a loop, and must be readable with the set value.',
    faults: injectFault('inputs are ignored during the initialization', (base) => ({
      set: (values) => (values.valueReferences[0] === 1 ? 0 : base.set(values)),
    })),
    inapplicableReason: (target) =>
      settable(target).some((v) => v.causality === 'input') ? undefined : 'the FMU does not have inputs',
    async check({ target, open, report }) {
      const inputs = settable(target).filter((v) => v.causality === 'input' && isNumber(v));
      const set: { variable: Variable; wanted: Value[] }[] = [];
      const probe = await open();
      probe.reach('initialization');
      for (const variable of inputs) {
        const start = startOf(variable) ?? [];
        const wanted = otherValues(target, variable, start);
        if (wanted === undefined || wanted.length === 0) continue;
        const answer = probe.write(variable, wanted);
        if (answer <= status.warning) set.push({ variable, wanted });
        if (answer <= status.discard) continue;
        report(probe, {
          message: `"${variable.name}" cannot be set in Initialization Mode.`,
          value: statusNames[answer],
          expected: 'ok',
        });
        return;
      }
      // In FMI 2.0 inputs are readable only afterwards.
      goToFirstReadablePhase(probe);
      for (const { variable, wanted } of set) {
        const { status: answer, values } = probe.read(variable);
        const difference = differenceOf(values, wanted, storedValueSlack, variable);
        if (answer > status.warning || difference === 'none') continue;
        const defect = {
          message: `"${variable.name}" differs from the value that was set in Initialization Mode.`,
          value: quantity(variable, values),
          expected: quantity(variable, wanted),
        };
        report(probe, withLowerSeverity(defect, difference));
      }
    },
  },
  {
    id: 'value/set-later',
    title: 'Inputs and tunable parameters can be set during the simulation',
    fmi2: '3.2.3 and 4.2.4',
    fmi3: '3.2.1 and 4.2.1',
    explanation:
      'Between communication steps (in model exchange: inputs, in Continuous-Time Mode) inputs and tunable parameters accept new values.',
    faults: injectFault('a tunable parameter is fixed in fact', (base) => {
      let stepping = false;
      return {
        call(this: typeof base, op) {
          if (op.op === 'exitInitializationMode') stepping = true;
          return base.call.call(this, op);
        },
        set: (values) => (stepping && values.valueReferences[0] === 7 ? 3 : base.set(values)),
      };
    }),
    inapplicableReason: (target) =>
      settableDuringSimulation(target).filter(isNumber).length === 0
        ? 'the FMU does not have settable variables'
        : undefined,
    async check({ target, open, report }) {
      const settableVariables = settableDuringSimulation(target).filter(isNumber);
      let reportCount = 0;
      for (let k = 0; k < settableVariables.length && reportCount < most; k++) {
        const probe = await open();
        probe.reach(running(target));
        // Of co-simulation nothing may be read behind what was set, before the next step.
        const values = settableVariables.slice(k).map((variable) => probe.read(variable).values);
        for (const present of values) {
          const variable = settableVariables[k];
          const wanted = otherValues(target, variable, present);
          const answer = wanted === undefined ? status.ok : probe.write(variable, wanted);
          if (answer > status.discard) {
            report(probe, {
              message: `"${variable.name}" (${variable.causality}, ${variable.variability}) cannot be set.`,
              value: statusNames[answer],
              expected: 'ok',
            });
            reportCount++;
            // An error ends the run: the next variable needs a fresh one.
            break;
          }
          k++;
        }
      }
    },
  },
  {
    id: 'value/set-text',
    title: 'Strings and binaries keep the values that were set',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'A string is stored byte for byte, in UTF-8, even if it is empty. The FMU copies it, because the importer may free its memory. A string of more than 16 bytes may be refused, but not truncated. Binaries may contain zeros.',
    faults: injectFault('strings end at the first non-ASCII character', (base) => ({
      setStrings: (vrs, values) =>
        base.setStrings(
          vrs,
          values.map((s) => s.replace(/[^ -~].*/u, '')),
        ),
    })),
    inapplicableReason: (target) =>
      settable(target).every(isNumber) ? 'the FMU does not have a settable String or Binary' : undefined,
    async check({ target, open, report }) {
      for (const variable of settable(target).filter((v) => !isNumber(v))) {
        if (variable.dimensions.length > 0) continue;
        for (const value of samples(variable)) {
          const probe = await open();
          probe.reach('instantiated');
          const answer = probe.write(variable, [value]);
          // The standard does not limit the size of a text. An FMU may refuse a long one, but must
          // not truncate it.
          if (isLong(value) && answer === status.error) break;
          if (answer > status.warning) {
            report(probe, {
              message: `"${variable.name}" cannot be set.`,
              value: statusNames[answer],
              expected: 'ok',
            });
            continue;
          }
          probe.initialize(probe.experiment);
          const { values } = probe.read(variable);
          if (!sameValues(values, [value]))
            report(probe, {
              message: `"${variable.name}" differs from the value that was set.`,
              value: quantity(variable, values),
              expected: quantity(variable, [value] as Value[]),
            });
        }
      }
    },
  },
]);

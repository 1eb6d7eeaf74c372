import { enumerationItems, type Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { firstReadablePhase } from '../../behaviour/values/readable-variables.ts';
import { readable, settable } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const valueRanges: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'value/boolean',
    title: 'Booleans are 0 or 1',
    fmi2: '2.1.2',
    fmi3: '2.2.3',
    explanation:
      'A Boolean is fmiTrue (1) or fmiFalse (0). Importers treat other numbers differently: some compare with fmiTrue.',
    faults: injectFault('true is 255', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.type === 'Boolean') values.view[values.offset] = 255;
        return answer;
      },
    })),
    inapplicableReason: (target) =>
      readable(target).some((v) => v.type === 'Boolean') ? undefined : 'the FMU does not have Booleans',
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach(firstReadablePhase(target));
      for (const variable of readable(target)) {
        if (variable.type !== 'Boolean') continue;
        const { values } = probe.read(variable);
        if (values.some((x) => x !== 0 && x !== 1))
          report(probe, {
            message: `"${variable.name}" is neither 0 nor 1.`,
            value: quantity(variable, values),
            expected: '0 or 1',
          });
      }
    },
  },
  {
    id: 'value/bounds',
    title: 'Values are within min and max of the description',
    fmi2: '2.2.3, min and max',
    fmi3: '2.2.7.3 and 2.4.4, min and max',
    explanation:
      'min and max are the intended range of the variable. An FMU that leaves it with its own start values is outside the range that its author declares valid. FMI 3.0 uses must for local and output integers and enumerations. For other variables this is advice.',
    faults: injectFault('a number is above its maximum', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 9) values.view[values.offset] = 11;
        return answer;
      },
    })),
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach(firstReadablePhase(target));
      for (const variable of readable(target)) {
        if (variable.min === undefined && variable.max === undefined) continue;
        const [min, max] = [Number(variable.min ?? -Infinity), Number(variable.max ?? Infinity)];
        const { values } = probe.read(variable);
        if (values.some((x) => Number(x) < min || Number(x) > max))
          report(probe, {
            ...(isPromised(target, variable) ? {} : { severity: 'advice' as const }),
            message: `"${variable.name}" is outside its bounds after the initialization.`,
            value: quantity(variable, values),
            expected: `from ${min} to ${max}`,
          });
      }
    },
  },
  {
    id: 'value/enumeration',
    title: 'Values of enumerations are those of their items',
    fmi2: '2.2.3, Enumeration',
    fmi3: '2.4.4, EnumerationType',
    explanation: 'The value of an Enumeration is that of one of the items of its type.',
    faults: injectFault('a value that no item has', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.type === 'Enumeration') values.view[values.offset] = 77n;
        return answer;
      },
    })),
    inapplicableReason: (target) =>
      readable(target).some((v) => v.type === 'Enumeration')
        ? undefined
        : 'the FMU does not have an Enumeration',
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach(firstReadablePhase(target));
      for (const variable of readable(target)) {
        if (variable.type !== 'Enumeration') continue;
        const items = enumerationItems(target.description, variable).map((item) => item.value);
        const { values } = probe.read(variable);
        if (items.length > 0 && values.some((x) => !items.includes(Number(x))))
          report(probe, {
            message: `The value of "${variable.name}" is not an item.`,
            value: quantity(variable, values),
            expected: `one of ${items.join(', ')}`,
          });
      }
    },
  },
  {
    id: 'value/enumeration-range',
    title: 'A value outside the items of an enumeration is refused',
    severity: 'robustness',
    fmi2: '2.2.3, Enumeration',
    fmi3: '2.4.4, EnumerationType',
    explanation:
      'The values of an enumeration are those of its items. Another value is a mistake of the importer that leads to undefined behaviour.',
    faults: injectFault('any number is accepted', (base) => ({
      set: (v) => (v.type === 'Enumeration' ? 0 : base.set(v)),
    })),
    inapplicableReason: (target) =>
      settable(target).some((v) => v.type === 'Enumeration')
        ? undefined
        : 'the FMU does not have a settable Enumeration',
    async check({ target, open, report }) {
      for (const variable of settable(target).filter((v) => v.type === 'Enumeration')) {
        const items = enumerationItems(target.description, variable).map((item) => item.value);
        const wrong = Math.max(...items) + 1;
        const probe = await open();
        probe.reach('instantiated');
        const answer = probe.write(variable, variable.dimensions.length === 0 ? [wrong] : []);
        if (variable.dimensions.length === 0 && answer <= status.warning)
          report(probe, {
            message: `"${variable.name}" accepts the value ${wrong}, which is not an item.`,
            value: statusNames[answer],
            expected: 'error',
          });
        probe.close();
      }
    },
  },
]);

/**
 * Returns true if FMI 3.0 requires that the FMU keeps the variable in its range. FMI 2.0 states it
 * in a remark.
 */
function isPromised({ fmi }: Target, { type, causality }: Variable): boolean {
  const whole = /^U?Int/.test(type) || type === 'Enumeration';
  return fmi === 3 && whole && (causality === 'output' || causality === 'local');
}

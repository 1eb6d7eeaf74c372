import { elementCount } from '../../../description/description.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { Abandoned, type Step } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const sizes: Rule = relationRule({
  id: 'relation/sizes',
  title: 'A new size of arrays leaves scalar parameters and inputs as they are',
  severity: 'violation',
  fmi3: '2.2.7.1 and 2.3.6',
  explanation:
    'Variables keep the value that was set until the importer sets another value, or another FMU state. Only the arrays with a new size need new values. The check sets scalar parameters and inputs before Configuration Mode and not after it. All values must be equal.',
  faults: [
    injectFault('a new size resets a parameter', (base) => {
      let isNew = false;
      return {
        set(values) {
          isNew ||= values.type === 'UInt64';
          return base.set(values);
        },
        call(op) {
          const answer = base.call(op);
          if (op.op !== 'exitConfigurationMode' || !isNew) return answer;
          const k = base.values('Float64', Uint32Array.of(6));
          k.view[0] = 1.5;
          base.set(k);
          return answer;
        },
      };
    }),
  ],
  difference: 'was given values before its sizes, and not after them,',
  readsAtEnd: true,
  toleratesSmall: true,
  inapplicableReason: ({ description: { variables } }) =>
    variables.some((v) => v.causality === 'structuralParameter')
      ? undefined
      : 'the FMU does not have structural parameters',
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    const enter = steps.findIndex(isConfiguration);
    if (enter < 0) throw new Abandoned('no size is set');
    const end = steps.findIndex((step, i) => i > enter && step.action.do === 'call' && !isOfMode(step));
    const settings = steps.slice(enter, end).filter(isScalarSetting);
    walker.repeat(steps.slice(0, enter));
    walker.repeat(settings);
    walker.repeat(steps.slice(enter).filter((step) => !settings.includes(step)));
  },
});

function isConfiguration({ action }: Step): boolean {
  return action.do === 'call' && action.op === 'enterConfigurationMode';
}

function isOfMode(step: Step): boolean {
  const { action } = step;
  return isConfiguration(step) || (action.do === 'call' && action.op === 'exitConfigurationMode');
}

/** Returns true for a parameter or input that is set outside of Configuration Mode. */
function isScalarSetting({ action }: Step): boolean {
  if (action.do !== 'set' || elementCount(action.variable) !== 1) return false;
  const { causality, dimensions, type } = action.variable;
  return dimensions.length === 0 && type !== 'Clock' && (causality === 'parameter' || causality === 'input');
}

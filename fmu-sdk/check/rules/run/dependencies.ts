import { status } from '../../../host/fmi-api.ts';
import { changeReading, injectFault } from '../../behaviour/fault-injection.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from '../../behaviour/value-difference.ts';
import { isNumber, otherValues } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const dependencies: Rule = {
  id: 'run/dependencies',
  title: 'Dependencies list every input that an output depends on directly',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Importers derive algebraic loops, and the order in which they evaluate FMUs, from the dependencies. If an output follows an unlisted input, a loop remains undetected and results depend on the order of calls. The check moves every input in Initialization Mode (model exchange: in Continuous-Time Mode too) and reads the outputs.',
  needs: 'behaviour',
  faults: [
    injectFault('an output follows an unlisted input', (base) => ({
      get(values) {
        const answer = base.get(values);
        const u = base.values('Float64', Uint32Array.of(1));
        base.get(u);
        changeReading(values, 2, (y) => y + Number(u.view[0]));
        return answer;
      },
    })),
  ],
  inapplicableReason: ({ description }) =>
    description.outputs.some((o) => o.dependencies !== undefined)
      ? description.variables.some((v) => v.causality === 'input')
        ? undefined
        : 'the FMU does not have inputs'
      : 'the FMU does not list dependencies of outputs',
  async check({ target, description, variables, open, report }) {
    const probe = await open();
    // Initial values have separate dependencies. Those of outputs apply after the initialization.
    if (target.kind === 'modelExchange') probe.reach('continuousTime');
    else probe.reach('initialization');
    const initial = new Map(description.initialUnknowns.map((i) => [i.variable, i]));
    const named = description.outputs
      .map((o) => (target.kind === 'modelExchange' ? o : initial.get(o.variable)))
      .filter((o) => o?.dependencies !== undefined)
      .map((o) => ({ output: variables[o!.variable], dependencies: new Set(o!.dependencies) }))
      .filter(({ output }) => (output.clocks?.length ?? 0) === 0);
    const byName = new Map(variables.map((variable) => [variable.name, variable]));
    for (const input of variables.filter(
      (v) => v.causality === 'input' && v.variability === 'continuous' && isNumber(v),
    )) {
      const k = variables.indexOf(input);
      const free = named.filter(({ dependencies }) => !dependencies.has(k)).map(({ output }) => output);
      const { values } = probe.read(input);
      const before = probe.snapshot(free);
      const other = otherValues(target, input, values);
      if (other === undefined || probe.write(input, other) > status.warning) continue;
      const after = probe.snapshot(free);
      for (const [name, was] of before) {
        const difference = differenceOf(was, after.get(name), solvedSlack(description), byName.get(name));
        if (difference === 'none') continue;
        const defect = {
          message: `"${name}" follows "${input.name}", which is missing in its dependencies.`,
          value: quantity(byName.get(name), after.get(name) ?? []),
          expected: quantity(byName.get(name), was),
        };
        report(probe, withLowerSeverity(defect, difference));
      }
      probe.write(input, values);
    }
  },
};

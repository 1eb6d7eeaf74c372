import { status } from '../../../host/instance/fmi-api.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { followers } from '../../behaviour/values/follower-variables.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from '../../behaviour/values/value-difference.ts';
import { isClocked, isNumber, otherValues } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Inputs that are moved. */
const most = 60;

export const runDependencies: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi2: '2.2.8', fmi3: '2.4.8' },
  [
    {
      id: 'run/dependencies',
      title: 'Dependencies list every input that an output depends on directly',
      explanation:
        'Importers derive algebraic loops, and the order in which they evaluate FMUs, from the dependencies. If an output follows an unlisted input, a loop remains undetected and results depend on the order of calls. The check moves every input in Initialization Mode (model exchange: in Continuous-Time Mode too) and reads the outputs.',
      faults: injectFault('an output follows an unlisted input', (base) => ({
        get: afterReading(base, 2, (y) => {
          const u = base.values('Float64', Uint32Array.of(1));
          base.get(u);
          return y + Number(u.view[0]);
        }),
      })),
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
    },
    {
      id: 'run/dependencies-discrete',
      title: 'Initial dependencies list every discrete input that an output follows',
      explanation:
        'Inputs may be integers, Booleans, strings or discrete numbers. An output that follows one in Initialization Mode must list it in the dependencies of its InitialUnknown. Otherwise importers do not detect loops through it.',
      faults: injectFault('an output follows an unlisted Boolean', (base) => ({
        get: afterReading(base, 2, (y) => {
          const b = base.values('Boolean', Uint32Array.of(10));
          base.get(b);
          return y + Number(b.view[0]);
        }),
      })),
      inapplicableReason: ({ description }) =>
        description.initialUnknowns.some((o) => o.dependencies !== undefined)
          ? description.variables.some((v) => v.causality === 'input' && v.variability !== 'continuous')
            ? undefined
            : 'the FMU does not have discrete inputs'
          : 'the FMU does not list initial dependencies',
      async check({ description, variables, open, report }) {
        const probe = await open();
        probe.reach('initialization');
        const named = description.initialUnknowns.filter(
          ({ variable, dependencies }) =>
            dependencies !== undefined &&
            variables[variable].causality === 'output' &&
            !isClocked(variables[variable]),
        );
        const inputs = variables.filter(
          (v) => v.causality === 'input' && v.variability !== 'continuous' && !isClocked(v),
        );
        for (const input of inputs.slice(0, most)) {
          const k = variables.indexOf(input);
          const free = named
            .filter(({ dependencies }) => !dependencies!.includes(k))
            .map(({ variable }) => variables[variable]);
          for (const { name, value, expected } of followers(probe, input, free) ?? [])
            report(probe, {
              message: `"${name}" follows "${input.name}", which is missing in its initial dependencies.`,
              value,
              expected,
            });
        }
      },
    },
  ],
);

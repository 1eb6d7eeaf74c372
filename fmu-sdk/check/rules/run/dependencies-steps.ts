import { toldInternalStep } from '../../../description/default-experiment.ts';
import type { Variable } from '../../../description/description.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { shortStepResponse } from '../../behaviour/states/short-steps.ts';
import { withState } from '../../behaviour/states/state-support.ts';
import { withVariableSteps } from '../../behaviour/trajectory/step-sizes.ts';
import { reachPerturbed } from '../../behaviour/values/move-variables.ts';
import { isClocked, otherValues, outputs, settable } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Inputs that are moved at each point, and points of a run. */
const most = 8;
const points = 3;

export const runBetweenSteps: Rule = {
  id: 'run/dependencies-steps',
  title: 'Between steps outputs follow only the inputs in their dependencies',
  severity: 'robustness',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  interfaces: ['coSimulation'],
  explanation:
    'In co-simulation outputs follow inputs only with the next step. So the check saves the FMU state along a run, makes very short steps with two values of an input, and extrapolates to a step of size 0. An output that still differs follows the input directly, and must list it.',
  needs: 'behaviour',
  faults: [
    injectFault('an output follows an unlisted input', (base) => ({
      get: afterReading(base, 2, (y) => {
        const u = base.values('Float64', Uint32Array.of(1));
        base.get(u);
        return y + Number(u.view[0]);
      }),
    })),
  ],
  inapplicableReason: (target) =>
    withState(target) ??
    withVariableSteps(target) ??
    (toldInternalStep(target.description) !== undefined
      ? 'the FMU has a fixed internal step'
      : continuousInputs(target).length === 0
        ? 'the FMU does not have continuous inputs'
        : continuousInputs(target).some((input) => unlisted(target, input).length > 0)
          ? undefined
          : 'every output may follow every continuous input'),
  async check({ target, open, report, reportAmount }) {
    const probe = await open();
    let compared = 0;
    for (const move of [false, true]) {
      const stepped = probe.attempt(() => {
        if (move) {
          probe.beginAgain();
          reachPerturbed(probe, 'step');
        } else probe.reach('step');
        for (let n = 0; n < points; n++) {
          for (let k = 0; k < 4; k++) probe.advance();
          for (const input of continuousInputs(target).slice(0, most)) {
            const free = unlisted(target, input);
            compared += free.length;
            for (const output of followersInStep(probe, input, free))
              report(probe, {
                message: `"${output.name}" follows "${input.name}" directly at ${probe.time} s, which is missing in its dependencies.`,
                expected: `no change, or "${input.name}" among the dependencies`,
              });
          }
        }
      });
      if (!stepped) break;
    }
    reportAmount(`${compared} responses of outputs compared`);
  },
};

function continuousInputs(target: Target): Variable[] {
  return settable(target).filter(
    (v) => v.causality === 'input' && v.variability === 'continuous' && v.type === 'Float64' && !isClocked(v),
  );
}

/** Returns the real outputs that do not list an input or an alias of it. */
function unlisted(target: Target, input: Variable): Variable[] {
  const { variables, outputs: unknowns } = target.description;
  const readable = new Set(outputs(target));
  const isInput = (i: number): boolean =>
    variables[i].valueReference === input.valueReference && variables[i].type === input.type;
  return unknowns
    .filter(({ variable, dependencies }) => dependencies && ![variable, ...dependencies].some(isInput))
    .map(({ variable }) => variables[variable])
    .filter((v) => v.type === 'Float64' && v.variability === 'continuous' && readable.has(v));
}

function followersInStep(probe: Probe, input: Variable, free: readonly Variable[]): Variable[] {
  const { values } = probe.read(input);
  const others = free.length === 0 ? undefined : otherValues(probe.target, input, values);
  if (others === undefined) return [];
  const responses = shortStepResponse(probe, input, [values, others], free);
  return free.filter(({ name }) =>
    responses.get(name)?.some(({ limit, spread }) => {
      const size = Math.max(...others.map((x, i) => Math.abs(Number(x) - Number(values[i]))));
      return Math.abs(limit) > 20 * spread + 1e-4 * size;
    }),
  );
}

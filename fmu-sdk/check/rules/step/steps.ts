import { elementCount } from '../../../description/description.ts';
import { io, status, statusNames } from '../../../host/instance/fmi-api.ts';
import { afterCall, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { settable } from '../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Limit of inputs to try. FMUs may have a million. */
const most = 20;
const steps = 60;

export const stepSteps: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', interfaces: ['coSimulation'] },
  [
    {
      id: 'step/input-derivatives',
      title: 'An FMU that can interpolate its inputs accepts their first derivatives',
      fmi2: '4.2.1 and 4.3.1',
      explanation:
        'canInterpolateInputs="true" declares that fmi2SetRealInputDerivatives has an effect. Importers then send slopes with the inputs. Otherwise they keep inputs constant in a step.',
      faults: injectFault('every derivative is refused', () => ({}), {
        fmi: 2,
        describe: (d) => ({
          ...d,
          coSimulation: d.coSimulation && { ...d.coSimulation, canInterpolateInputs: true },
        }),
      }),
      inapplicableReason: (target) =>
        !target.description.coSimulation?.canInterpolateInputs
          ? 'the FMU declares canInterpolateInputs="false"'
          : continuousInputs(target).length === 0
            ? 'the FMU does not have continuous inputs'
            : undefined,
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach('step');
        for (const input of continuousInputs(target).slice(0, most)) {
          const answer = probe.query('setInputDerivatives', `${input.name}, order 1, 0`, (c) =>
            c.setInputDerivatives(
              Uint32Array.of(input.valueReference),
              Int32Array.of(1),
              new Float64Array(1),
            ),
          );
          if (answer <= status.warning) continue;
          report(probe, {
            message: `The first derivative of the input "${input.name}" is refused, although canInterpolateInputs is true.`,
            value: statusNames[answer],
            expected: 'ok',
          });
          return;
        }
        probe.advance();
      },
    },
    {
      id: 'step/times',
      title: 'doStep reports a possible end of the step',
      fmi3: '4.2.1',
      explanation:
        'lastSuccessfulTime is the time that the FMU has reached: a number not before the start of the step. With earlyReturn it is before the end of the step. eventHandlingNeeded may be true only if the importer uses Event Mode, earlyReturn only if it allows it. The check steps through the default experiment with each of the two allowed and forbidden.',
      faults: [
        injectFault(
          'it returns early at the end of the step',
          afterCall('doStep', ({ registers }) => {
            registers[io.early] = 1;
          }),
        ),
        injectFault(
          'event handling is requested without Event Mode',
          afterCall('doStep', ({ registers }) => {
            registers[io.eventNeeded] = 1;
          }),
        ),
      ],
      async check({ description, open, report }) {
        const modes = description.coSimulation?.hasEventMode ? [false, true] : [false];
        const returns = description.coSimulation?.mightReturnEarlyFromDoStep ? [false, true] : [false];
        for (const eventModeUsed of modes)
          for (const earlyReturnAllowed of returns) {
            const probe = await open();
            const wrong = stepThrough(probe, eventModeUsed, earlyReturnAllowed);
            if (wrong !== undefined) report(probe, wrong);
          }
      },
    },
  ],
);

function continuousInputs(target: Target) {
  return settable(target).filter(
    (v) =>
      v.causality === 'input' &&
      v.variability === 'continuous' &&
      v.type === 'Float64' &&
      elementCount(v) === 1,
  );
}

function stepThrough(probe: Probe, eventModeUsed: boolean, earlyReturnAllowed: boolean): Defect | undefined {
  const clocks = probe.description.variables.some((v) => v.type === 'Clock');
  if (clocks && !eventModeUsed) return undefined;
  try {
    probe.reach('step', { eventModeUsed, earlyReturnAllowed });
    for (let n = 0; n < steps; n++) {
      const [begin, end] = [probe.time, probe.time + probe.stepSize * shareOf(probe, n)];
      probe.requireCall('doStep', {
        time: begin,
        step: end - begin,
        noSetStatePrior: 1,
        returnTime: Number.POSITIVE_INFINITY,
      });
      const wrong = faultOf(probe, begin, end, eventModeUsed, earlyReturnAllowed);
      if (wrong !== undefined) return wrong;
      const early = probe.flag('early') !== 0;
      probe.time = early ? probe.flag('lastTime') : end;
      if (probe.flag('terminate') !== 0) return undefined;
      if (probe.flag('eventNeeded') === 0) continue;
      probe.requireCall('enterEventMode');
      probe.settleEvents();
      probe.requireCall('enterStepMode');
    }
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
  }
  return undefined;
}

/** Steps of one size meet events at their ends alone, where an FMU was made for that size. */
function shareOf({ description }: Probe, n: number): number {
  const { canHandleVariableCommunicationStepSize: variable, fixedInternalStepSize } =
    description.coSimulation ?? {};
  return variable && fixedInternalStepSize === undefined ? 0.71 + 0.07 * (n % 5) : 1;
}

function faultOf(
  probe: Probe,
  begin: number,
  end: number,
  events: boolean,
  allowed: boolean,
): Defect | undefined {
  const early = probe.flag('early') !== 0;
  const last = probe.flag('lastTime');
  const step = `In the step from ${begin} s to ${end} s`;
  const slack = 1e-9 * Math.max(Math.abs(begin), Math.abs(end), end - begin);
  if (!events && probe.flag('eventNeeded') !== 0)
    return {
      message: `${step} the FMU requests Event Mode, which the importer does not use.`,
      value: 'eventHandlingNeeded = true',
      expected: 'false where eventModeUsed is false',
    };
  if (early && !allowed)
    return {
      message: `${step} the FMU returns early, which the importer does not allow.`,
      value: 'earlyReturn = true',
      expected: 'false where earlyReturnAllowed is false',
    };
  if (!Number.isFinite(last) || last < begin - slack)
    return {
      message: `${step} lastSuccessfulTime is before the start of the step, or not a number.`,
      value: `${last} s`,
      expected: `${begin} s or more`,
    };
  if (early && last > end - slack)
    return {
      message: `${step} the FMU reports an early return, although it reached the end of the step or beyond.`,
      value: `lastSuccessfulTime = ${last} s`,
      expected: `less than ${end} s, or earlyReturn = false`,
    };
  return undefined;
}

import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

const steps = 60;

export const times: Rule = {
  id: 'step/times',
  title: 'doStep reports a possible end of the step',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'lastSuccessfulTime is the time that the FMU has reached: a number not before the start of the step. With earlyReturn it is before the end of the step. eventHandlingNeeded may be true only if the importer uses Event Mode, earlyReturn only if it allows it. The check steps through the default experiment with each of the two allowed and forbidden.',
  needs: 'behaviour',
  faults: [
    injectFault('it returns early at the end of the step', (base) => ({
      call(this: typeof base, op) {
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') this.registers[io.early] = 1;
        return answer;
      },
    })),
    injectFault('event handling is requested without Event Mode', (base) => ({
      call(this: typeof base, op) {
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') this.registers[io.eventNeeded] = 1;
        return answer;
      },
    })),
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
};

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

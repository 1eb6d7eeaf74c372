import { io, status, statusNames } from '../../../host/instance/fmi-api.ts';
import type { BehaviourRule } from '../../rule.ts';
import { injectFault } from '../calls/fault-injection.ts';
import type { Target } from '../check-target.ts';
import type { InjectedFault } from '../rule-context.ts';

/** Why a rule on steps of several sizes does not speak of a target. */
export function withVariableSteps({ description }: Target): string | undefined {
  return description.coSimulation?.canHandleVariableCommunicationStepSize
    ? undefined
    : 'the FMU declares canHandleVariableCommunicationStepSize="false"';
}

/** An FMU that refuses steps of some sizes. */
export function stepsOf(claim: string, refused: (h: number) => boolean): InjectedFault {
  return injectFault(claim, (base) => ({
    call(this: typeof base, op) {
      return op.op === 'doStep' && refused(this.registers[io.step]) ? status.error : base.call.call(this, op);
    },
  }));
}

/**
 * Common part of the rules on steps that an FMU must refuse. The injected fault accepts any step.
 */
export const refusedStepRule: Pick<BehaviourRule, 'faults' | 'interfaces'> = {
  faults: [
    injectFault('every step is answered with ok', (base) => ({
      call(this: typeof base, op) {
        return op.op === 'doStep' ? status.ok : base.call.call(this, op);
      },
    })),
  ],
  interfaces: ['coSimulation'],
};

/** Makes a step that the FMU must answer with error or discard. */
export function refusesStep(
  what: string,
  operands: (time: number, h: number) => { time: number; step: number },
  withStopTime = false,
): Pick<BehaviourRule, 'check'> {
  return {
    async check({ open, report }) {
      const probe = await open();
      const { startTime } = probe.experiment;
      const h = probe.stepSize;
      probe.reach('step', {}, { startTime, stopTime: withStopTime ? startTime + 5 * h : undefined });
      probe.advance();
      const wrong = operands(probe.time, h);
      const answer = probe.do('doStep', {
        ...wrong,
        noSetStatePrior: 1,
        returnTime: Number.POSITIVE_INFINITY,
      });
      if (answer <= status.warning)
        report(probe, {
          message: `A step ${what} succeeds.`,
          value: statusNames[answer],
          expected: 'error',
        });
    },
  };
}

import { toldInternalStep } from '../../../description/default-experiment.ts';
import { io } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe, Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differenceOf, solvedSlack } from '../../behaviour/values/value-difference.ts';
import { outputs } from '../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

/** Steps of the run, and where in each an early return is requested. */
const steps = 12;
const share = 0.4;

/** Intermediate updates that are noted. */
const mostUpdates = 64;

export const stepEarlyRequest: Rule = {
  id: 'step/early-request',
  title: 'A requested early return is reported with the time that the FMU has reached',
  severity: 'violation',
  fmi3: '4.2.1 and 4.2.2',
  interfaces: ['coSimulation'],
  explanation:
    'At an intermediate update the importer may request an early return. If the FMU returns early, earlyReturn is true, and lastSuccessfulTime is the time of the FMU: before the end of the step, and equal to the independent variable. The rest of the step then leads to the same outputs. An FMU with canReturnEarlyAfterIntermediateUpdate should return soon after the request.',
  needs: 'behaviour',
  faults: [
    injectFault(
      'the time of an early return is the end of the step',
      (base) => ({
        intermediate: () => ({ times: new Float64Array(), rows: [] }),
        call(this: typeof base, op) {
          const answer = base.call.call(this, op);
          const r = this.registers;
          if (op.op !== 'doStep' || r[io.returnTime] === Number.POSITIVE_INFINITY) return answer;
          r[io.early] = 1;
          r[io.lastTime] = r[io.time] + r[io.step];
          return answer;
        },
      }),
      {
        describe: (d) => ({
          ...d,
          coSimulation: d.coSimulation && {
            ...d.coSimulation,
            mightReturnEarlyFromDoStep: true,
            canReturnEarlyAfterIntermediateUpdate: true,
          },
        }),
      },
    ),
  ],
  inapplicableReason: ({ description: { coSimulation } }) =>
    coSimulation?.mightReturnEarlyFromDoStep && coSimulation.canReturnEarlyAfterIntermediateUpdate
      ? undefined
      : 'the FMU declares that it does not return early after intermediate updates',
  async check({ target, open, report }) {
    const modes = target.description.coSimulation?.hasEventMode ? [false, true] : [false];
    for (const eventModeUsed of modes) {
      const [early, plain] = [await open(), await open()];
      const found: Defect[] = [];
      early.attempt(() => {
        for (const probe of [early, plain])
          probe.reach('step', { eventModeUsed, earlyReturnAllowed: probe === early });
        // Counts the updates.
        early.calls.intermediate([], mostUpdates);
        for (let n = 0; n < steps && found.length === 0; n++) {
          const end = early.time + early.stepSize;
          found.push(...requestedStep(early, end));
          if (eventModeUsed) continue;
          while (plain.time < end - 1e-9 * end) plain.advanceTo(end);
          found.push(...difference(early, plain));
        }
      });
      for (const defect of found.slice(0, 1)) report(early, defect);
    }
  },
};

/** Makes a step with a request for an early return, and the rest of the step. */
function requestedStep(probe: Probe, end: number): Defect[] {
  const begin = probe.time;
  const request = begin + share * (end - begin);
  const found: Defect[] = [];
  for (let part = 0; part < 20 && probe.time < end - 1e-9 * (end - begin); part++) {
    const from = probe.time;
    probe.requireCall('doStep', {
      time: from,
      step: end - from,
      noSetStatePrior: 1,
      returnTime: part === 0 ? request : Number.POSITIVE_INFINITY,
    });
    found.push(...answerDefects(probe, from, end, part === 0 ? request : undefined));
    if (found.length > 0 || probe.flag('terminate') !== 0) return found;
    probe.time = probe.flag('early') === 0 ? end : probe.flag('lastTime');
    if (probe.flag('eventNeeded') === 0) continue;
    probe.requireCall('enterEventMode');
    probe.settleEvents();
    probe.requireCall('enterStepMode');
  }
  return found;
}

function answerDefects(probe: Probe, from: number, end: number, request: number | undefined): Defect[] {
  const last = probe.flag('lastTime');
  const isEarly = probe.flag('early') !== 0;
  const slack = 1e-9 * Math.max(Math.abs(end), end - from);
  const where = `In the step from ${from} s to ${end} s`;
  if (isEarly && !(last < end - slack))
    return [
      {
        message: `${where} the FMU reports an early return, although it reached the end of the step or beyond.`,
        value: `lastSuccessfulTime = ${last} s`,
        expected: `less than ${end} s, or earlyReturn = false`,
      },
    ];
  const isShort = end - last > Math.max(toldInternalStep(probe.description) ?? 0, 0.1 * (end - from));
  if (!isEarly && isShort)
    return [
      {
        message: `${where} the FMU stops early, but earlyReturn is false.`,
        value: `lastSuccessfulTime = ${last} s`,
        expected: `about ${end} s, or earlyReturn = true`,
        severity: 'robustness',
      },
    ];
  const clock = probe.description.variables.find((v) => v.causality === 'independent');
  const time = clock === undefined ? undefined : Number(probe.read(clock).values[0]);
  if (time !== undefined && Number.isFinite(time) && Math.abs(time - last) > slack + 1e-6 * (end - from))
    return [
      {
        message: `${where} lastSuccessfulTime differs from the time of the FMU.`,
        value: `lastSuccessfulTime = ${last} s`,
        expected: `${time} s`,
      },
    ];
  if (request !== undefined && !isEarly && probe.flag('intermediateCount') > 2)
    return [
      {
        message: `${where} the FMU ignores the request for an early return at ${request} s.`,
        value: `lastSuccessfulTime = ${last} s`,
        expected: `earlyReturn = true soon after ${request} s`,
        severity: 'robustness',
      },
    ];
  return [];
}

/** Compares the outputs after a divided step with those after a whole one. */
function difference(early: Probe, plain: Probe): Defect[] {
  const variables = outputs(early.target).filter((v) => v.type.startsWith('Float'));
  const [a, b] = [early, plain].map((probe): Map<string, Value[]> => probe.snapshot(variables));
  const slack = solvedSlack(early.description);
  for (const variable of variables) {
    const [divided, whole] = [a.get(variable.name), b.get(variable.name)];
    if (differenceOf(divided, whole, (x, y, v) => 10 * slack(x, y, v), variable) !== 'large') continue;
    return [
      {
        message: `"${variable.name}" differs after an early return and the rest of the step, at ${early.time} s.`,
        value: quantity(variable, divided ?? []),
        expected: `about ${quantity(variable, whole ?? [])}, as after a whole step`,
        severity: 'robustness',
      },
    ];
  }
  return [];
}

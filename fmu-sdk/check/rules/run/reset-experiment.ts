import { usableExperiment } from '../../../description/default-experiment.ts';
import { io, status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { ExchangeRun, isOver } from '../../behaviour/events/find-event.ts';
import type { Experiment, Probe, Value } from '../../behaviour/fmu-probe.ts';
import { withVariableSteps } from '../../behaviour/trajectory/step-sizes.ts';
import { compareRuns, type Trajectory } from '../../behaviour/trajectory/trajectory-check.ts';
import { moveFromStart, moveVariables } from '../../behaviour/values/move-variables.ts';
import { solvedSlack } from '../../behaviour/values/value-difference.ts';
import { isNumber, outputs, running, settable } from '../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

/** Variables that are compared. */
const most = 200;

/** Steps of the longest and of the shortest run that are compared, and of what follows each. */
const steps = 20;
const shortest = 10;
const further = 10;

/** Steps to the end of the default experiment, and how many ordinary steps one of them may be. */
const mostFurther = 60;
const mostLengthened = 20;

export const runResetExperiment: Rule = {
  id: 'run/reset-experiment',
  title: 'reset forgets the experiment, the events and everything else that a run has left',
  severity: 'violation',
  fmi2: '2.1.6',
  fmi3: '2.3.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'After reset the FMU is as after its instantiation: without stop time, without announced events, with the start values of all inputs. The check runs it up to a stop time over events, with other parameters and inputs, and resets it. It resets it again after a long run, and after one from a later start time. Each run after that goes beyond the earlier stop time, and must equal that of a fresh instance in its outputs and times of events. A difference after so long a run is a matter of robustness.',
  needs: 'behaviour',
  faults: [
    injectFault('the stop time survives reset', (base) => {
      let stop = Number.POSITIVE_INFINITY;
      return {
        call(this: typeof base, op) {
          const r = this.registers;
          if (op.op === 'enterInitializationMode' && r[io.stopTimeDefined] === 1) stop = r[io.stopTime];
          const isBeyond = op.op === 'doStep' && r[io.time] + r[io.step] > stop * 1.001;
          return isBeyond ? status.error : base.call.call(this, op);
        },
      };
    }),
  ],
  async check({ target, description, open, report }) {
    const fresh = await open();
    const { startTime } = fresh.experiment;
    fresh.reach('instantiated', eventMode(fresh));
    const expected: Trajectory = [];
    if (!fresh.attempt(() => go(fresh, expected, steps))) return;
    const used = await open();
    used.reach('instantiated', eventMode(used));
    used.attempt(() => spend(used));
    const stopTime = startTime + (steps + 2) * used.stepSize;
    for (const [count, experiment, afterwards] of [
      [shortest, {}, goOn],
      [steps, { stopTime }, beginLater],
      [shortest, {}, () => {}],
    ] as const) {
      // After fatal no call is allowed.
      if (used.script.at(-1)?.endsWith('fatal')) return;
      used.requireCall('reset');
      const again: Trajectory = [];
      const found: Defect[] = [];
      if (!used.attempt(() => go(used, again, count, experiment)))
        found.push({
          message: 'After reset the FMU refuses a run like that of a fresh instance.',
          value: used.script.at(-1),
          expected: 'ok',
        });
      else
        compareRuns(
          expected.slice(0, again.length),
          again,
          outputs(target).slice(0, most),
          (what) =>
            found.push({
              ...what,
              message: `In the run after reset: ${what.message}`,
              severity: 'robustness',
            }),
          solvedSlack(description),
        );
      for (const defect of found.slice(0, 3)) report(used, defect);
      if (found.length > 0 || !used.attempt(() => afterwards(used))) return;
    }
  },
};

function eventMode({ target: { kind, description } }: Probe): { eventModeUsed?: boolean } {
  return kind === 'coSimulation' && description.coSimulation?.hasEventMode ? { eventModeUsed: true } : {};
}

/** Runs the FMU up to a stop time with other parameters and inputs. */
function spend(probe: Probe): void {
  const { target, experiment, stepSize } = probe;
  const all = settable(target).filter(isNumber);
  const stopTime = experiment.startTime + (shortest - 2) * stepSize;
  moveFromStart(
    probe,
    all.filter((v) => v.causality === 'parameter'),
  );
  probe.initialize({ ...experiment, stopTime, tolerance: 10 * (experiment.tolerance ?? 1e-4) });
  moveVariables(
    probe,
    all.filter((v) => v.causality === 'input'),
  );
  if (target.kind === 'modelExchange') exchange(probe, shortest - 3, () => {});
  else {
    probe.leaveInitialization(running(target));
    for (let n = 0; n < shortest - 3; n++) probe.advance();
  }
}

/** Runs the FMU with its start values. Notes variables, and times of events, after each step. */
function go(probe: Probe, rows: Trajectory, count: number, experiment: Partial<Experiment> = {}): void {
  const { target } = probe;
  const variables = outputs(target).slice(0, most);
  const note = (next: number | undefined): void => {
    const row = probe.snapshot(variables);
    if (next !== undefined) row.set('nextEventTime', [next] as Value[]);
    rows.push(row);
  };
  probe.initialize({ ...probe.experiment, ...experiment });
  if (target.kind === 'modelExchange') {
    exchange(probe, count, note);
    return;
  }
  probe.leaveInitialization(running(target));
  for (let n = 0; n < count; n++) {
    note(undefined);
    probe.advance();
  }
}

/**
 * Makes further steps, so that the FMU leaves its first region. With variable steps goes up to the
 * end of the default experiment, at which an FMU may have come to rest.
 */
function goOn(probe: Probe): void {
  const { target, description, stepSize } = probe;
  const { stopTime = probe.time } = usableExperiment(description);
  const isVariable = target.kind === 'coSimulation' && withVariableSteps(target) === undefined;
  const count = isVariable ? mostFurther : further;
  const h = isVariable ? Math.max(stepSize, (stopTime - probe.time) / count) : stepSize;
  for (let n = 0; n < count; n++) probe.advance(Math.min(h, mostLengthened * stepSize));
}

/** Resets the FMU, and runs it from a later start time. */
function beginLater(probe: Probe): void {
  const { experiment, stepSize } = probe;
  probe.requireCall('reset');
  probe.initialize({ ...experiment, startTime: experiment.startTime + further * stepSize });
  probe.leaveInitialization(running(probe.target));
  for (let n = 0; n < 3; n++) probe.advance();
}

/** Simulates with all events. Notes the time of the next one after each. */
function exchange(probe: Probe, count: number, note: (next: number | undefined) => void): void {
  const run = new ExchangeRun(probe);
  probe.leaveInitialization('event');
  note(run.settle().nextTime);
  run.enterContinuousTime();
  for (let n = 0; n < count && !isOver(probe); n++) {
    const isEvent = run.advance();
    if (isOver(probe)) return;
    note(isEvent ? run.settle().nextTime : undefined);
    if (isEvent && !isOver(probe)) run.enterContinuousTime();
  }
}

import { measuringVariables, notesOnMeasurements } from '../../../description/variables/run-measurements.ts';
import { io } from '../../../host/instance/fmi-api.ts';
import { CommunicationPoints } from '../../../util/time/communication-points.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { CallRefused, SimulationEnded } from '../../behaviour/fmu-probe.ts';
import { compareRuns, record } from '../../behaviour/trajectory/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/values/value-difference.ts';
import { outputs, running } from '../../behaviour/values/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const runRepeat: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'robustness' }, [
  {
    id: 'run/deterministic',
    title: 'Two runs in two processes are exactly equal',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'Equal values must give equal results. Otherwise the FMU uses uninitialized memory, the wall clock, or an order that changes. Then results are not reproducible.',
    faults: injectFault('an output has noise', (base) => ({
      get: afterReading(base, 2, (y) => y + Math.random()),
    })),
    async check({ target, open, report, reportAmount }) {
      const measured = measuringVariables(target.description.variables);
      if (measured.size > 0) reportAmount(notesOnMeasurements(measured).join(''));
      const [one, two] = [await open(), await open()];
      for (const probe of [one, two]) probe.reach(running(target));
      const [a, b] = [record(one, outputs(target), 10), record(two, outputs(target), 10)];
      compareRuns(
        a,
        b,
        outputs(target),
        (what) => report(two, { ...what, message: `The second run differs: ${what.message}` }),
        solvedSlack(target.description),
      );
    },
  },
  {
    id: 'run/later-start',
    title: 'A run may start at a time other than 0',
    fmi2: '2.1.6',
    fmi3: '2.3.2',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation: 'The importer chooses startTime.',
    faults: injectFault('a start time other than 0 is refused', (base) => ({
      call(this: typeof base, op) {
        const late = op.op === 'enterInitializationMode' && this.registers[io.startTime] !== 0;
        return late ? 3 : base.call.call(this, op);
      },
    })),
    async check({ target, open, report }) {
      const probe = await open();
      const startTime = (probe.experiment.startTime ?? 0) + 8;
      try {
        probe.reach(running(target), {}, { startTime });
        for (let n = 0; n < 3; n++) probe.advance();
      } catch (error) {
        // An FMU may end its simulation at any time.
        if (error instanceof SimulationEnded) return;
        if (!(error instanceof CallRefused)) throw error;
        report(probe, {
          message: `With startTime = ${startTime} s the FMU does not run: ${sentence(error.message)}`,
          expected: 'three steps',
          ...error.lowerSeverity,
        });
      }
    },
  },
  {
    id: 'run/steps',
    title: 'The FMU runs with its start values',
    severity: 'violation',
    fmi2: '3.2 and 4.2',
    fmi3: '3.2, 4.2 and 5.2',
    explanation:
      'Initialized with its start values, the FMU makes ten communication steps of its default experiment. In model exchange these are steps of explicit Euler. Scheduled execution does not have steps.',
    stage: 'run',
    faults: injectFault('the third step fails', (base) => {
      let n = 0;
      return {
        call(this: typeof base, op) {
          return op.op === 'doStep' && ++n === 3 ? 3 : base.call.call(this, op);
        },
      };
    }),
    async check({ target, open, report }) {
      const probe = await open();
      try {
        probe.reach(running(target));
        if (target.kind !== 'scheduledExecution') for (let n = 0; n < 10; n++) probe.advance();
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        report(probe, {
          message: `The run ends at t = ${probe.time} s: ${sentence(error.message)}`,
          expected: 'ten steps',
          ...error.lowerSeverity,
        });
      }
    },
  },
  {
    id: 'run/with-stop-time',
    title: 'The FMU runs up to its stop time',
    severity: 'violation',
    fmi2: '2.1.6',
    fmi3: '2.3.2',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'With stopTimeDefined the FMU need not go beyond the stop time. It must make the last step, which ends there.',
    faults: injectFault('the step that ends at the stop time is refused', (base) => ({
      call(this: typeof base, op) {
        const r = this.registers;
        const last = r[io.stopTimeDefined] === 1 && r[io.time] + r[io.step] > r[io.stopTime] * 0.999;
        return op.op === 'doStep' && last ? 3 : base.call.call(this, op);
      },
    })),
    async check({ target, open, report }) {
      const probe = await open();
      const { startTime } = probe.experiment;
      const points = CommunicationPoints.decimals(startTime, probe.stepSize);
      const stopTime = points.at(10);
      try {
        probe.reach(running(target), {}, { startTime, stopTime });
        for (let n = 1; n <= 10; n++) probe.advanceTo(points.at(n));
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        report(probe, {
          message: `The FMU does not run up to stopTime = ${stopTime} s: ${sentence(error.message)}`,
          expected: 'ten steps',
          ...error.lowerSeverity,
        });
      }
    },
  },
]);

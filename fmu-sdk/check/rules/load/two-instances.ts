import { status } from '../../../host/instance/fmi-api.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { watchOf, withMemory } from '../../behaviour/process/process-watch.ts';
import {
  compareRuns,
  equalIn,
  record,
  type Trajectory,
} from '../../behaviour/trajectory/trajectory-check.ts';
import {
  otherValues,
  readable,
  running,
  settable,
  startOf,
} from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

const steps = 20;
const most = 200;

export const twoInstances: Rule = {
  id: 'load/two-instances',
  title: 'Two instances in one process are independent',
  severity: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Unless the description declares canBeInstantiatedOnlyOncePerProcess, an importer may have several instances of an FMU at a time. Each has its own parameters, inputs and states. A shared static variable mixes them. The check runs one instance alone, then beside another with different values, in alternating steps. A third one is instantiated and freed beside them.',
  needs: 'behaviour',
  faults: [
    injectFault('the parameters of the last instance apply to all', (base) => {
      let last = 0;
      return {
        watch: {
          ...base.watch!,
          select: (n) => {
            last = n;
            return base.watch!.select(n);
          },
        },
        get: afterReading(base, 2, (y) => y + last),
        call(this: typeof base, op) {
          if (op.op === 'doStep') last++;
          return base.call.call(this, op);
        },
      };
    }),
  ],
  inapplicableReason: (target) =>
    withMemory(target) ??
    (target.description[target.kind]?.canBeInstantiatedOnlyOncePerProcess
      ? 'the FMU declares canBeInstantiatedOnlyOncePerProcess="true"'
      : undefined),
  async check(context) {
    const { target, open, report } = context;
    const variables = readable(target).slice(0, most);
    const alone = await open();
    watchOf(context, alone);
    alone.reach(running(target));
    const expected = record(alone, variables, steps);
    const probe = await open();
    const pair = new Pair(probe);
    probe.reach(running(target));
    if (!pair.second()) {
      report(probe, {
        message: 'A second instance is refused while the first one exists.',
        expected: 'an instance',
      });
      return;
    }
    if (!pair.third())
      report(probe, {
        message: 'A third instance is refused while two instances exist.',
        expected: 'an instance',
      });
    const actual: Trajectory = [];
    for (let n = 0; n <= steps; n++) {
      pair.select(0);
      actual.push(...record(probe, variables, 0));
      if (n < steps) pair.inTurn((p) => p.advance());
    }
    if (equalIn(expected, actual, variables).length === variables.length) return;
    // What measures the time of day differs without a second instance, too.
    const control = await open();
    control.reach(running(target));
    const again = record(control, variables, steps);
    compareRuns(expected, again, variables, (what) =>
      report(control, {
        ...what,
        message: `Alone in another process: ${what.message}`,
        severity: 'robustness',
      }),
    );
    const repeatable = equalIn(expected, again, variables);
    compareRuns(expected, actual, repeatable, (what) =>
      report(probe, { ...what, message: `Beside another instance with alternating steps: ${what.message}` }),
    );
  },
};

/** Two instances of one library. The second has other parameters and inputs. */
class Pair {
  private readonly times = [0, 0];
  private present = 0;
  private hasFailed = false;

  constructor(private readonly probe: Probe) {}

  select(instance: number): void {
    if (instance === this.present) return;
    this.times[this.present] = this.probe.time;
    this.probe.record(
      '(the other instance)',
      String(instance + 1),
      () => this.probe.calls.watch!.select(instance),
      () => '',
    );
    this.present = instance;
    this.probe.time = this.times[instance];
  }

  /** False when the FMU refuses it. */
  second(): boolean {
    const { probe } = this;
    this.select(1);
    try {
      probe.reach('instantiated', { instanceName: 'another' });
    } catch (error) {
      if (!(error instanceof RuleSkipped)) throw error;
      return false;
    }
    this.live();
    return true;
  }

  /** Makes a third instance and frees it. Returns false if the FMU refuses it. */
  third(): boolean {
    const { probe } = this;
    this.select(2);
    try {
      probe.reach('instantiated', { instanceName: 'a third' });
      probe.free();
    } catch (error) {
      if (!(error instanceof RuleSkipped)) throw error;
      return false;
    } finally {
      this.select(0);
    }
    return true;
  }

  private live(): void {
    const { probe } = this;
    for (const variable of settable(probe.target).slice(0, 100)) {
      const values = otherValues(probe.target, variable, startOf(variable) ?? []) ?? [];
      if (values.length > 0 && probe.write(variable, values) > status.warning) break;
    }
    this.tolerantly(() => {
      probe.initialize(probe.experiment);
      probe.leaveInitialization(running(probe.target));
      // A static buffer would have what is read first.
      probe.snapshot(readable(probe.target).slice(0, most));
    });
  }

  /** The second first: what it leaves is what the first would find. */
  inTurn(what: (probe: Probe) => void): void {
    this.select(1);
    this.tolerantly(() => what(this.probe));
    this.select(0);
    what(this.probe);
  }

  /** Ignores refusals of the second instance: its values are not the subject of the rule. */
  private tolerantly(what: () => void): void {
    if (this.hasFailed) return;
    try {
      what();
    } catch (error) {
      if (!(error instanceof RuleSkipped)) throw error;
      this.hasFailed = true;
    }
  }
}

import { status } from '../../../host/fmi-api.ts';
import { plant, spoil } from '../../behaviour/fault-injection.ts';
import { type Probe, Unreachable } from '../../behaviour/fmu-probe.ts';
import { watchOf, withMemory } from '../../behaviour/process-watch.ts';
import { compareRuns, record, type Trajectory } from '../../behaviour/trajectory-check.ts';
import {
  isNumber,
  otherValues,
  readable,
  running,
  settable,
  startOf,
} from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

const steps = 20;
const most = 200;

export const twoInstances: Rule = {
  id: 'load/two-instances',
  title: 'Two instances in one process do not know of one another',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Unless the description says canBeInstantiatedOnlyOncePerProcess, an importer may have several instances of a unit at a time. Each has its own parameters, inputs and states: a static variable that they share mixes them. The check runs one alone, then the same beside another that has other values, step by step in turn.',
  needs: 'behaviour',
  plants: [
    plant('the parameters of the last instance count', (base) => {
      let last = 0;
      return {
        watch: {
          ...base.watch!,
          select: (n) => {
            last = n;
            return base.watch!.select(n);
          },
        },
        get(this: typeof base, values) {
          const answer = base.get.call(this, values);
          spoil(values, 2, (y) => y + last);
          return answer;
        },
        call(this: typeof base, op) {
          if (op.op === 'doStep') last++;
          return base.call.call(this, op);
        },
      };
    }),
  ],
  without: (target) =>
    withMemory(target) ??
    (target.description[target.kind]?.canBeInstantiatedOnlyOncePerProcess
      ? 'the unit says canBeInstantiatedOnlyOncePerProcess="true"'
      : undefined),
  async check(bench) {
    const { target, open, report } = bench;
    const seen = readable(target).slice(0, most);
    const alone = await open();
    watchOf(bench, alone);
    alone.reach(running(target));
    const expected = record(alone, seen, steps);
    const probe = await open();
    const pair = new Pair(probe);
    probe.reach(running(target));
    if (!pair.second()) {
      report(probe, {
        message: 'A second instance is refused while the first one lives.',
        expected: 'an instance',
      });
      return;
    }
    const found: Trajectory = [];
    for (let n = 0; n <= steps; n++) {
      pair.select(0);
      found.push(...record(probe, seen, 0));
      if (n < steps) pair.inTurn((p) => p.advance());
    }
    compareRuns(expected, found, seen, (what) =>
      report(probe, { ...what, message: `Beside another instance that steps in turn: ${what.message}` }),
    );
  },
};

/** Two instances of one library; the second has other parameters and inputs than the first. */
class Pair {
  private readonly times = [0, 0];
  private present = 0;
  private gone = false;

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

  /** False when the unit refuses it. */
  second(): boolean {
    const { probe } = this;
    this.select(1);
    try {
      probe.reach('instantiated', { instanceName: 'another' });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return false;
    }
    this.live();
    return true;
  }

  private live(): void {
    const { probe } = this;
    for (const variable of settable(probe.target).filter(isNumber).slice(0, 100)) {
      const values = otherValues(probe.target, variable, startOf(variable) ?? []) ?? [];
      if (values.length > 0 && probe.write(variable, values) > status.warning) break;
    }
    this.tolerantly(() => {
      probe.initialize(probe.experiment);
      probe.leaveInitialization(running(probe.target));
    });
  }

  /** The second first: what it leaves is what the first would find. */
  inTurn(what: (probe: Probe) => void): void {
    this.select(1);
    this.tolerantly(() => what(this.probe));
    this.select(0);
    what(this.probe);
  }

  /** That the second does not like its values is not what is asked. */
  private tolerantly(what: () => void): void {
    if (this.gone) return;
    try {
      what();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.gone = true;
    }
  }
}

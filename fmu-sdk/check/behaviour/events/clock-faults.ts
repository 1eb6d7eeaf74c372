import type { Variable } from '../../../description/description.ts';
import { type FmiApi, type InterfaceKind, io, status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../calls/fault-injection.ts';
import type { InjectedFault } from '../rule-context.ts';

/** Defects of an FMU with clocks. */
export interface ClockDefects {
  /** The clock stays active after a getter has reported it. */
  stays?: boolean;
  /** The previous value is the present one. */
  previous?: boolean;
  /** Reset, or setting a state, leaves what ticks have counted. */
  resetKeeps?: boolean;
  stateKeeps?: boolean;
  /** Instances of a process count together. */
  shared?: boolean;
  /** A clock cannot be activated. */
  refused?: boolean;
  /** There is another clock, whose ticks count too. */
  touches?: boolean;
  /** A tick counts twice if another clock ticks too. */
  together?: boolean;
  /** An active clock cannot be deactivated. */
  keepsActive?: boolean;
  /** An evaluation of discrete states counts like a tick. */
  evaluationCounts?: boolean;
  /** A tick resets the interval that was set. */
  forgetsInterval?: boolean;
}

const [tick, count, before, otherTick] = [20, 21, 22, 23];
let living = 0;

/**
 * Describes a defect in an FMU with a clock of period 0.1 s, a clocked state that counts the ticks,
 * and its previous value.
 */
export function clockFault(claim: string, kind: InterfaceKind, defects: ClockDefects): InjectedFault {
  return injectFault(claim, (base) => ticking(base, kind, defects), {
    kind,
    describe: (d) => ({
      ...d,
      variables: [
        ...d.variables.filter((v) => v.valueReference !== tick),
        ...clocked,
        ...(defects.touches || defects.together ? [otherClock] : []),
      ],
      coSimulation: d.coSimulation && { ...d.coSimulation, hasEventMode: true },
    }),
  });
}

const shape = { variability: 'discrete' as const, dimensions: [] as number[] };
const clocked: Variable[] = [
  {
    ...shape,
    name: 'tick',
    valueReference: tick,
    type: 'Clock',
    causality: 'input',
    intervalVariability: 'constant',
    intervalDecimal: 0.1,
    priority: 1,
  },
  {
    ...shape,
    clocks: [tick],
    name: 'ticks',
    valueReference: count,
    type: 'Int32',
    causality: 'output',
    previous: before,
  },
  { ...shape, clocks: [tick], name: 'before', valueReference: before, type: 'Int32', causality: 'local' },
];

const otherClock: Variable = { ...clocked[0], name: 'other tick', valueReference: otherTick, priority: 2 };

/** Ticks of an instance with defects: counted, active and stored with the states of the FMU. */
class DefectiveTicks {
  done = 0;
  /** The interval that was set, and the ticks until then. */
  given = { interval: 0.1, ticks: 0 };
  active = false;
  isOtherActive = false;
  private readonly doneByHandle = new Map<number, number>();

  constructor(
    private readonly kind: InterfaceKind,
    private readonly wrong: ClockDefects,
  ) {
    this.begin();
  }

  /** Begins as a new instance. */
  begin(): void {
    this.done = this.wrong.shared ? living - 1 : 0;
    this.active = this.isOtherActive = false;
    this.given = { interval: 0.1, ticks: this.done };
  }

  reset(): void {
    this.given = { interval: 0.1, ticks: 0 };
    if (!this.wrong.resetKeeps) this.done = 0;
  }

  /** Ends the tick of an active clock. */
  endTick(): void {
    if (this.active) this.done++;
    this.active = this.active && this.wrong.stays === true;
    this.isOtherActive = false;
  }

  /** Returns the value of one of the three variables, or undefined for others. */
  valueOf(valueReference: number): number | undefined {
    if (valueReference === tick) return Number(this.active);
    const present = this.kind === 'scheduledExecution' || !this.active ? this.done : this.done + 1;
    if (valueReference === count) return present + Number(this.isOtherActive);
    if (valueReference === before) return this.wrong.previous ? present : this.done;
    return undefined;
  }

  save(handle: number): void {
    this.doneByHandle.set(handle, this.done);
  }

  restore(handle: number): void {
    if (!this.wrong.stateKeeps) this.done = this.doneByHandle.get(handle) ?? this.done;
  }
}

const eventModeCalls = ['enterEventMode', 'enterStepMode', 'updateDiscreteStates'];
const eventFlags = ['newDiscreteStatesNeeded', 'terminate', 'nominalsChanged', 'valuesChanged'] as const;

/** Takes the interval of a clock, and forgets it when the clock ticks. */
function forgettingInterval(ticks: DefectiveTicks): Partial<FmiApi> {
  return {
    setInterval(_, [interval]) {
      ticks.given = { interval, ticks: ticks.done };
      return status.ok;
    },
    getInterval: () => ({
      status: status.ok,
      intervals: Float64Array.of(ticks.done === ticks.given.ticks ? ticks.given.interval : 0.1),
      qualifiers: Int32Array.of(1),
    }),
  };
}

function ticking(base: FmiApi, kind: InterfaceKind, wrong: ClockDefects): Partial<FmiApi> {
  living++;
  const ticks = new DefectiveTicks(kind, wrong);
  return {
    ...(wrong.forgetsInterval ? forgettingInterval(ticks) : {}),
    instantiate(options) {
      ticks.begin();
      return base.instantiate({ ...options, eventModeUsed: false });
    },
    close() {
      living--;
      base.close();
    },
    call(this: FmiApi, op) {
      if (op.op === 'reset') ticks.reset();
      if (op.op === 'updateDiscreteStates') ticks.endTick();
      if (op.op === 'evaluateDiscreteStates') {
        if (wrong.evaluationCounts) ticks.done++;
        return status.ok;
      }
      if (kind !== 'coSimulation' || !eventModeCalls.includes(op.op)) return base.call.call(this, op);
      if (op.op === 'updateDiscreteStates') for (const flag of eventFlags) this.registers[io[flag]] = 0;
      return status.ok;
    },
    set(this: FmiApi, values) {
      const isOther = values.valueReferences[0] === otherTick && wrong.together === true;
      if (isOther) ticks.isOtherActive = values.view[values.offset] !== 0;
      if (isOther) return status.ok;
      if (values.valueReferences[0] !== tick) return base.set.call(this, values);
      ticks.active = values.view[values.offset] !== 0 || (ticks.active && wrong.keepsActive === true);
      return wrong.refused ? status.error : status.ok;
    },
    get(this: FmiApi, values) {
      const value = ticks.valueOf(values.valueReferences[0]);
      if (value === undefined) return base.get.call(this, values);
      values.view[values.offset] = value;
      return status.ok;
    },
    activateModelPartition: (clock) => {
      ticks.done++;
      const isKnown = clock === tick || (clock === otherTick && wrong.touches === true);
      return isKnown && !wrong.refused ? status.ok : status.error;
    },
    getState: () => {
      const got = base.getState();
      ticks.save(got.handle);
      return got;
    },
    setState: (handle) => {
      ticks.restore(handle);
      return base.setState(handle);
    },
  };
}

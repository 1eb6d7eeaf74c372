import {
  type FmiCall,
  io,
  type Status,
  status,
  type Values,
} from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { FakeCalls } from '../../host/fmi-driver/fake-calls.ts';
import type { FakeModel } from '../../host/fmi-driver/fake-model.ts';
import { type Program, shownWord, words } from '../program.ts';
import { tunedInterval } from '../reference/clocks.ts';
import { seconds } from '../time.ts';
import {
  copyState,
  type Due,
  derivatives,
  firstCrossing,
  flow,
  nextPass,
  nothingDue,
  type PassResult,
  pass,
  startState,
  type UnitState,
} from '../unit.ts';
import { references } from './describe.ts';

/** Tolerance of a unit that takes a time within rounding as its own [s]. */
const rounding = 1e-10;
/** Number that a unit leaves where the qualifier says that it does not count. */
const restNumbers = { zero: 0, nan: Number.NaN, other: 0.0625 } as const;

/** Calls after which an importer counts as stuck. */
const mostCalls = 400_000;

/** Answers that a Clock of the unit has given to the importer. */
interface ClockMemory {
  /** Seconds, or undefined if not yet known. */
  interval: number | undefined;
  /** True if the importer has not asked since the interval changed. */
  fresh: boolean;
  ticks: number;
}

interface Memory {
  state: UnitState;
  time: number;
  /** Discrete inputs that the last event saw. */
  seen: number[];
  come: number[];
  nextTimes: number[];
  active: number[];
  waits: Due | undefined;
  clocks: ClockMemory[];
  passes: number;
}

/** The functions of FMI on a unit program. A call that FMI does not allow returns error. */
export class ProgramCalls extends FakeCalls {
  private memory: Memory;
  private readonly kept = new Map<number, { memory: Memory; mode: FakeCalls['mode'] }>();
  private handleCount = 0;
  private calls = 0;
  /** Number of evaluations of the derivatives. */
  evaluations = 0;
  private size: number;
  private tentative: { result: PassResult; state: UnitState } | undefined;

  constructor(
    readonly program: Program,
    private readonly start: number,
    /** Step that an importer must tell a unit with steps of one size [s]. */
    private readonly nominalStep: number,
  ) {
    super(program.fmi, program.kind, emptyModel());
    this.size = program.arrays?.size ?? 0;
    this.memory = this.fresh();
    Object.assign(this.model, this.modelFunctions());
  }

  private fresh(): Memory {
    const { program, start } = this;
    return {
      state: startState(program),
      time: start,
      seen: [],
      come: program.series.map(() => 0),
      nextTimes: program.series.map(({ first, count }) =>
        count > 0 ? seconds(Math.round(start * 3e6) + first) : Number.POSITIVE_INFINITY,
      ),
      active: [],
      waits: undefined,
      passes: 0,
      clocks: program.clocks.map(({ kind, intervals }) => ({
        interval: kind === 'changing' ? seconds(intervals[0]) : undefined,
        fresh: kind !== 'countdown',
        ticks: 0,
      })),
    };
  }

  private modelFunctions(): Partial<FakeModel> {
    const { program } = this;
    return {
      get: (reference) => this.elements(reference) ?? [this.value(reference)],
      set: (reference, values) => this.assign(reference, values.map(Number)),
      states: program.states.map((_, k) => `x${k}`),
      derivatives: (dx) => {
        this.evaluations++;
        dx.set(derivatives(program, this.memory.state));
        return undefined;
      },
      indicators: () => program.crossings.map(({ state, level }) => this.memory.state.x[state] - level),
      completed: () => ({ enterEventMode: program.stepEvents }),
      setClock: (clock) => {
        this.tentative = undefined;
        this.memory.active.push(clock - references.clock);
      },
      getClock: (clock) => this.ticks(clock - references.clock),
      activate: (clock, t) => this.activate(clock - references.clock, t),
      getInterval: (clock) => this.interval(clock - references.clock),
      setInputDerivative: (reference, _order, value) => {
        this.memory.state.slope[reference - references.u] = value;
      },
    };
  }

  private value(reference: number): number {
    const { memory } = this;
    const { state } = this.mode === 'event' ? this.evaluated() : memory;
    if (reference === references.time) return memory.time;
    if (reference >= references.p) return state.p[reference - references.p];
    if (reference >= references.der) return derivatives(this.program, state)[reference - references.der];
    if (reference >= references.x) return state.x[reference - references.x];
    if (reference >= references.d) return state.d[reference - references.d];
    if (reference >= references.m) return state.m[reference - references.m];
    return state.u[reference - references.u];
  }

  /** Returns the values of an array, or undefined. */
  private elements(reference: number): (number | bigint)[] | undefined {
    if (reference < references.n) return undefined;
    const { a, w, q, s } = this.memory.state;
    if (reference === references.r) return [10 * q[0] + s[0]];
    if (reference === references.n) return [BigInt(this.size)];
    if (reference === references.a) return a;
    return reference === references.w ? w : a.map((value, k) => value + w[k]);
  }

  private assign(reference: number, values: readonly number[]): void {
    const { state } = this.memory;
    const [value] = values;
    this.tentative = undefined;
    if (reference === references.n) {
      // A new size brings the unit's own start values.
      const { a, w } = startState(this.program, value);
      this.size = value;
      Object.assign(state, { a, w });
      this.memory.seen = this.seeing();
    } else if (reference === references.a) state.a = [...values];
    else if (reference === references.w) state.w = [...values];
    else if (reference >= references.p) state.p[reference - references.p] = value;
    else if (reference >= references.m) state.m[reference - references.m] = value;
    else {
      // A value without a derivative behind it is held.
      state.u[reference - references.u] = value;
      state.slope[reference - references.u] = 0;
    }
    if (reference >= references.p && reference < references.clock) this.retune();
  }

  override getStrings(valueReferences: Uint32Array): { status: Status; values: string[] } {
    const { texts } = this.program;
    const { q, s, d } = (this.mode === 'event' ? this.evaluated() : this.memory).state;
    const textOf = (reference: number): string => {
      if (reference === references.o && texts !== undefined) return words[shownWord(texts, q[0], s[0], d)];
      return words[reference === references.q ? q[0] : s[0]];
    };
    return { status: status.ok, values: Array.from(valueReferences, textOf) };
  }

  override getBinaries(valueReferences: Uint32Array): { status: Status; values: Uint8Array[] } {
    const { q, s } = this.memory.state;
    return {
      status: status.ok,
      values: Array.from(valueReferences, () => Uint8Array.of(q[0], s[0], 0, 255)),
    };
  }

  override setStrings(valueReferences: Uint32Array, values: readonly string[]): Status {
    const answer = super.setStrings(valueReferences, values);
    if (answer !== status.ok) return answer;
    this.tentative = undefined;
    for (const [i, reference] of valueReferences.entries()) {
      const word = (words as readonly string[]).indexOf(values[i]);
      if (word < 0) return this.fault(`setString of ${JSON.stringify(values[i])}`);
      if (reference === references.q) this.memory.state.q = [word];
      else this.memory.state.s = [word];
    }
    return status.ok;
  }

  /** A clocked variable can be read while its Clock is active (FMI 3.0.2, 2.2.8.2). */
  override get(values: Values): Status {
    if (this.mode !== 'initialization' && this.kind !== 'scheduledExecution' && values.type !== 'Clock')
      for (const reference of values.valueReferences) {
        const owner = this.program.clocks.findIndex(({ reads }) => references.d + reads === reference);
        if (owner < 0 || this.ticks(owner)) continue;
        this.logError(`get of a variable of the Clock c${owner}, which is not active`);
        return status.error;
      }
    return super.get(values);
  }

  private ticks(clock: number): boolean {
    if (this.mode === 'activation') return this.memory.active.includes(clock);
    if (this.mode !== 'event') return false;
    return this.memory.active.includes(clock) || this.evaluated().result.ticks.has(clock);
  }

  override call(op: FmiCall): Status {
    const { registers: r, memory } = this;
    if (++this.calls > mostCalls) throw new Error('the importer does not come to an end');
    if (op.op === 'reset') this.memory = this.fresh();
    if (op.op === 'getContinuousStates' && this.mode !== 'none') {
      op.doubles.set(memory.state.x);
      return status.ok;
    }
    if (op.op === 'setContinuousStates' && this.mode === 'continuous') {
      memory.state.x = [...op.doubles];
      return status.ok;
    }
    if (op.op === 'updateDiscreteStates' && this.mode === 'event') return this.updateOnce();
    if (op.op === 'doStep' && this.mode === 'step') return this.advance(r[io.time], r[io.step]);
    const answer = super.call(op);
    if (answer !== status.ok) return answer;
    if (op.op === 'setTime' || op.op === 'enterInitializationMode') memory.time = this.model.time;
    if (op.op === 'enterEventMode') this.enter();
    if (op.op === 'exitInitializationMode') this.begin();
    return answer;
  }

  /** Ends the initialization. */
  private begin(): void {
    const { memory, program } = this;
    memory.seen = this.seeing();
    memory.state.above = program.crossings.map(({ state, level }) => memory.state.x[state] > level);
    if (this.mode === 'event') memory.waits = nothingDue;
    memory.passes = 0;
  }

  /** Enters Event Mode. */
  private enter(): void {
    this.memory.waits = nothingDue;
    this.memory.active = [];
    this.memory.passes = 0;
    this.tentative = undefined;
  }

  /** Returns the values that the next pass will have. */
  private evaluated(): { result: PassResult; state: UnitState } {
    if (this.tentative !== undefined) return this.tentative;
    const state = copyState(this.memory.state);
    const result = pass(this.program, state, this.due());
    this.tentative = { result, state };
    return this.tentative;
  }

  /** Returns the causes of the next pass. */
  private due(): Due {
    const { memory, program } = this;
    if (memory.passes > 0) return memory.waits ?? nothingDue;
    const { x, above } = memory.state;
    const crossings = program.crossings.flatMap(({ state, level }, i) =>
      x[state] > level === above[i] ? [] : [i],
    );
    return {
      series: new Set(this.seriesDue(memory.time)),
      clocks: new Set(memory.active),
      crossings: new Set(crossings),
      input: this.seeing().some((value, k) => value !== memory.seen[k]),
      rules: new Set(),
    };
  }

  private seriesDue(time: number): number[] {
    const { strict, kind } = this.program;
    const slack = strict && kind === 'modelExchange' ? 0 : rounding * Math.max(1, Math.abs(time));
    return this.memory.nextTimes.flatMap((next, k) => (next <= time + slack ? [k] : []));
  }

  /** Computes the model partition of a Clock. Output Clocks that tick stay active until the next one. */
  private activate(clock: number, t: number): { update: boolean } {
    const { memory, program } = this;
    memory.time = t;
    const { ticks, starts } = pass(program, memory.state, { ...nothingDue, clocks: new Set([clock]) });
    memory.active = [...ticks];
    this.ticked(clock);
    this.startCountdowns(starts);
    return { update: ticks.size + starts.size > 0 };
  }

  /** Makes one pass of an event, and tells what it has changed. */
  private updateOnce(): Status {
    const { memory, program, registers: r } = this;
    this.callNames.push('updateDiscreteStates');
    const due = this.due();
    const { result, state } = this.evaluated();
    this.tentative = undefined;
    memory.state = state;
    due.series.forEach((k) => {
      this.nextOf(k);
    });
    for (const clock of memory.active) this.ticked(clock);
    this.stop(result);
    this.startCountdowns(result.starts);
    memory.active = [];
    memory.seen = this.seeing();
    memory.waits = nextPass(program, result);
    const writes = !program.sparse || memory.passes === 0;
    r[io.newDiscreteStatesNeeded] = Number(memory.waits !== undefined);
    if (writes) r[io.terminate] = r[io.nominalsChanged] = 0;
    if (writes || result.statesChanged) r[io.valuesChanged] = Number(result.statesChanged);
    const told = program.silent ? [] : memory.nextTimes;
    const next = Math.min(Number.POSITIVE_INFINITY, ...told);
    if (writes || result.stops.size > 0) {
      r[io.nextEventTimeDefined] = Number(next < Number.POSITIVE_INFINITY);
      r[io.nextEventTime] = next < Number.POSITIVE_INFINITY ? next : 0;
    }
    memory.passes++;
    return status.ok;
  }

  private startCountdowns(starts: PassResult['starts']): void {
    const { clocks } = this.memory;
    starts.forEach((interval, clock) => {
      clocks[clock] = { ...clocks[clock], interval: seconds(interval), fresh: true };
    });
  }

  /** Returns the discrete inputs without clocked ones. */
  private seeing(): number[] {
    const { m, w, s } = this.memory.state;
    return [...m.filter((_, k) => !this.program.clocks.some(({ takes }) => takes === k)), ...w, ...s];
  }

  private stop({ stops }: PassResult): void {
    for (const series of stops) this.memory.nextTimes[series] = Number.POSITIVE_INFINITY;
    for (const series of stops) this.memory.come[series] = this.program.series[series].count;
  }

  private nextOf(series: number): void {
    const { memory, program, start } = this;
    const { first, interval, count } = program.series[series];
    const n = ++memory.come[series];
    if (n >= count) memory.nextTimes[series] = Number.POSITIVE_INFINITY;
    else if (program.drifts) memory.nextTimes[series] += seconds(interval);
    else memory.nextTimes[series] = seconds(Math.round(start * 3e6) + first + n * interval);
  }

  private ticked(clock: number): void {
    const { kind, intervals } = this.program.clocks[clock];
    const known = this.memory.clocks[clock];
    const ticks = known.ticks + 1;
    if (kind === 'changing') {
      const interval = seconds(intervals[Math.min(ticks, intervals.length - 1)]);
      this.memory.clocks[clock] = { interval, fresh: interval !== known.interval, ticks };
    } else if (kind === 'countdown') this.memory.clocks[clock] = { interval: undefined, fresh: false, ticks };
    else this.memory.clocks[clock] = { ...known, ticks };
  }

  private retune(): void {
    const { program, memory } = this;
    program.clocks.forEach((clock, k) => {
      const interval = seconds(tunedInterval(clock, memory.state.p));
      const known = memory.clocks[k];
      if (clock.kind === 'tunable' && !clock.stated && interval !== known.interval)
        memory.clocks[k] = { ...known, interval, fresh: true };
    });
  }

  private interval(clock: number): { interval: number; qualifier: number } {
    const { kind, rest } = this.program.clocks[clock];
    const known = this.memory.clocks[clock];
    const garbage = rest === 'kept' ? (known.interval ?? 0) : restNumbers[rest];
    if (known.interval === undefined && kind === 'countdown') return { interval: garbage, qualifier: 0 };
    const interval =
      known.interval ?? seconds(tunedInterval(this.program.clocks[clock], this.memory.state.p));
    const { fresh } = known;
    this.memory.clocks[clock] = { ...known, interval, fresh: false };
    return fresh ? { interval, qualifier: 2 } : { interval: garbage, qualifier: 1 };
  }

  override getShift(clocks: Uint32Array): { status: Status; shifts: Float64Array } {
    return {
      status: status.ok,
      shifts: Float64Array.from(clocks, (clock) =>
        seconds(this.program.clocks[clock - references.clock].shift),
      ),
    };
  }

  /** Makes a communication step. */
  private advance(t: number, h: number): Status {
    const { memory, program, registers: r, nominalStep } = this;
    this.callNames.push('doStep');
    // A time near 0 s has the rounding of the larger times that it was computed from.
    const near = 1e-12 * Math.max(Math.abs(t), h, nominalStep);
    if (Math.abs(t - memory.time) > 4 * near)
      return this.fault(`doStep from ${t}, but it is at ${memory.time}`);
    if (!program.variableStep && h !== nominalStep) return this.fault(`doStep by ${h}`);
    r[io.early] = r[io.eventNeeded] = r[io.terminate] = 0;
    if (!program.eventMode) this.takeInputs();
    const end = t + h;
    memory.time = t;
    const waits = program.eventMode && !program.silent;
    if (waits && Math.min(...memory.nextTimes) < end - 4 * near)
      return this.fault(`doStep to ${end} beyond the time event at ${Math.min(...memory.nextTimes)}`);
    for (;;) {
      const next = waits ? end : Math.min(end, ...memory.nextTimes);
      const crossing = firstCrossing(program, memory.state, next - memory.time);
      const reached = crossing === undefined ? next : memory.time + crossing.tau;
      flow(program, memory.state, reached - memory.time);
      memory.time = reached;
      const crossings = crossing === undefined ? [] : [crossing.crossing];
      const atEnd = reached >= end - 4 * near;
      const series = waits && !atEnd ? [] : this.seriesDue(reached);
      if (series.length + crossings.length > 0 && !this.handlesItself(atEnd, crossings)) break;
      if (atEnd) break;
    }
    r[io.lastTime] = memory.time;
    // The importer names the end.
    if (r[io.early] === 0) memory.time = end;
    return status.ok;
  }

  /** Handles an event, or hands it to the importer. Returns whether the step goes on. */
  private handlesItself(atEnd: boolean, crossings: readonly number[]): boolean {
    const { program, registers: r, memory } = this;
    const early = program.earlyReturn && this.options?.earlyReturnAllowed === true;
    if (program.eventMode && (atEnd || early)) {
      r[io.eventNeeded] = 1;
      r[io.early] = Number(!atEnd);
      // The sign of an indicator has changed just behind its zero.
      for (const crossing of crossings) this.cross(crossing);
      return false;
    }
    const series = new Set(program.eventMode ? [] : this.seriesDue(memory.time));
    this.handleAlone({ ...nothingDue, series, crossings: new Set(crossings) });
    return true;
  }

  /** Puts a state on the far side of its level. */
  private cross(crossing: number): void {
    const { state: k, level } = this.program.crossings[crossing];
    const { state } = this.memory;
    state.x[k] = state.above[crossing] ? level - 1e-12 : level + 1e-12;
  }

  private takeInputs(): void {
    const { memory } = this;
    const input = this.seeing().some((value, k) => value !== memory.seen[k]);
    if (input) this.handleAlone({ ...nothingDue, input });
  }

  /** Handles an event without Event Mode. */
  private handleAlone(causes: Due): void {
    const { memory, program } = this;
    causes.series.forEach((k) => {
      this.nextOf(k);
    });
    let due: Due | undefined = causes;
    while (due !== undefined) {
      const result: PassResult = pass(program, memory.state, due);
      this.stop(result);
      due = nextPass(program, result);
    }
    memory.seen = this.seeing();
  }

  private fault(text: string): Status {
    this.logError(text);
    return status.error;
  }

  override getState(): { status: Status; handle: number } {
    this.kept.set(++this.handleCount, { memory: structuredClone(this.memory), mode: this.mode });
    return { status: status.ok, handle: this.handleCount };
  }

  override setState(handle: number): Status {
    const kept = this.kept.get(handle);
    if (kept === undefined) return this.fault('setFMUState of nothing');
    this.memory = structuredClone(kept.memory);
    this.mode = kept.mode;
    this.tentative = undefined;
    return status.ok;
  }

  override freeState(handle: number): Status {
    return this.kept.delete(handle) ? status.ok : this.fault('freeFMUState of nothing');
  }
}

function emptyModel(): FakeModel {
  return { data: {}, time: 0, get: () => [], set: () => {} };
}

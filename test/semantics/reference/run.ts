import type { Case, Clock, Experiment, Program } from '../program.ts';
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
  polynomials,
  startState,
  type UnitState,
  valueAt,
} from '../unit.ts';
import { Ticks } from './clocks.ts';
import { InputFile } from './input-file.ts';

/** Most passes of one event. A case with more is not well posed. */
const mostPasses = 30;
/** Least distance of a state event from other instants [s], and of a state from its level. */
const clear = 2e-4;
/** Largest value, far from where rounding exceeds tolerances. */
const mostValue = 1e6;

/** A case in which rounding decides. The generator drops it. */
export class NotPosed extends Error {}

/** Values of one row. `either` holds inputs that a row may show instead. */
export interface Row {
  readonly state: UnitState;
  /** Clocks that must read 1. */
  readonly active: ReadonlySet<number>;
  readonly either?: UnitState;
}

/** Rows at one instant. */
export interface Instant {
  /** Time [s]. */
  readonly time: number;
  /** Accuracy of the number: to the last bit, within rounding, or as a state event is located. */
  readonly known: 'exactly' | 'rounded' | 'located';
  readonly rows: readonly Row[];
  /** Rows that may follow. */
  readonly optional: readonly Row[];
}

/** Runs a case as the text of FMI demands. */
export function runReference(posed: Case): Instant[] {
  return new UnitRun(posed).run();
}

const none: ReadonlySet<number> = new Set();

/** Reports whether the ticks of a Clock are decimals, or rows of the input file. */
function isDecimal({ kind, interval, shift }: Clock): boolean {
  if (kind === 'triggered') return true;
  return (kind === 'constant' || kind === 'fixed') && interval % 3 === 0 && shift % 3 === 0;
}

/** Requires that times which depend on a state event are not close to the next instant. */
function requireApart(times: readonly number[], next: number): void {
  for (const t of times)
    if (t !== next && !(Number.isInteger(t) && Number.isInteger(next)) && seconds(t - next) < clear)
      throw new NotPosed('a time that depends on a state event is near another instant');
}

/** Requires that states cross their levels steeply, and not near other instants. */
function requireClear(
  program: Program,
  state: UnitState,
  span: number,
  crossing: { tau: number; crossing: number } | undefined,
): void {
  if (crossing !== undefined && Math.min(crossing.tau, Math.abs(span - crossing.tau)) < clear)
    throw new NotPosed('a state event is near another instant');
  const all = polynomials(program, state);
  program.crossings.forEach(({ state: k, level }, i) => {
    const [, b = 0, a = 0] = all[k];
    const end = crossing?.tau ?? span;
    const turn = a === 0 ? -1 : -b / (2 * a);
    if (turn > 0 && turn < end + clear && Math.abs(valueAt(all[k], turn) - level) < 1e-3)
      throw new NotPosed('a state touches its level');
    if (i === crossing?.crossing && Math.abs(b + 2 * a * end) < 0.05)
      throw new NotPosed('a state crosses its level slowly');
    if (i !== crossing?.crossing && Math.abs(valueAt(all[k], end) - level) < clear)
      throw new NotPosed('a state is near its level at an instant');
  });
}

/** The run of one unit. */
export class UnitRun {
  private readonly program: Program;
  private readonly experiment: Experiment;
  readonly state: UnitState;
  private readonly file: InputFile;
  private readonly clocks: Ticks;
  /** Number of time events that each series has had. */
  private readonly come: number[];
  private readonly instants: Instant[] = [];
  /** Continuous inputs follow the file at every time. */
  private readonly follows: boolean;
  /** Changes of inputs between communication points are instants. */
  private readonly splits: boolean;
  private readonly handlesEvents: boolean;
  /** Clocks activate model partitions, one after another. Inputs change at communication points. */
  private readonly schedules: boolean;
  /** The unit handles all events, and those at the end of a step when the next one begins. */
  private readonly isOnItsOwn: boolean;
  /** State events end steps. Otherwise the unit handles them itself. */
  private readonly seesCrossings: boolean;
  /** Discrete inputs as the importer has them. A clocked one waits for its Clock. */
  private readonly given: number[];
  private t: number;
  /** End of the communication step. */
  private end = Number.POSITIVE_INFINITY;
  /** State events of a coupled unit that wait. */
  private crossed: ReadonlySet<number> = none;

  constructor({ program, experiment }: Case) {
    this.program = program;
    this.experiment = experiment;
    const { kind, eventMode, earlyReturn, variableStep } = program;
    this.state = startState(program, experiment.size ?? undefined);
    if (experiment.elements !== null) this.state.a = [...experiment.elements];
    if (experiment.element !== undefined) this.state.a[experiment.element[0]] = experiment.element[1];
    if (experiment.text !== undefined) this.state.q = [experiment.text];
    this.given = [...this.state.m];
    this.file = new InputFile(experiment.inputs);
    this.clocks = new Ticks(program);
    this.come = program.series.map(() => 0);
    this.t = experiment.start;
    this.follows = kind === 'modelExchange';
    this.schedules = kind === 'scheduledExecution';
    this.isOnItsOwn = program.isOnItsOwn === true;
    this.handlesEvents = this.follows || eventMode || this.schedules;
    this.splits = this.follows || (eventMode && variableStep) || this.schedules;
    this.seesCrossings = this.follows || (this.splits && earlyReturn);
  }

  run(): Instant[] {
    this.setContinuous(this.t);
    this.setDiscrete(this.t);
    this.add(this.t, true, [this.row(this.start())]);
    for (let step = 0; step < this.experiment.steps; step++) {
      this.approach(step);
      if (this.handlesEvents) this.instant(this.t, none, true);
      else this.add(this.t, true, [{ ...this.row(none), either: this.withNewInputs() }]);
    }
    return this.instants;
  }

  /** Initializes the unit and handles the event at the start. Returns the active Clocks. */
  start(): ReadonlySet<number> {
    const { program, clocks, state } = this;
    state.above = program.crossings.map(({ state: k, level }) => state.x[k] > level);
    clocks.start(this.t, state.p);
    const due = this.clocksDue();
    this.setDiscrete(this.t, due);
    return this.handlesEvents ? this.eventOf(due, nothingDue) : none;
  }

  /** Goes to the end of a communication step, up to the events there. */
  approach(step: number): void {
    const { experiment } = this;
    const end = experiment.start + (step + 1) * experiment.step;
    this.tune(step);
    if (this.isOnItsOwn) this.catchUp();
    else if (!this.handlesEvents) this.change();
    this.end = end;
    if (!this.follows) this.setContinuous(this.t, this.pieceEnd(this.t));
    while (this.t < end) {
      const { at, crossings } = this.next(end);
      this.flowTo(at);
      if (at < end || !(this.handlesEvents || this.isOnItsOwn)) this.inner(at, crossings);
    }
  }

  /** Returns the first instant after the present and up to a time, and the crossings there. */
  private next(end: number): { at: number; crossings: ReadonlySet<number> } {
    const known = [end, this.nextSeries()];
    if (this.splits) known.push(this.file.next(this.t));
    if (this.splits || this.isOnItsOwn) known.push(this.clocks.next());
    const bound = Math.min(...known);
    requireApart(known, bound);
    const span = seconds(bound - this.t);
    const crossing = firstCrossing(this.program, this.state, span + clear);
    requireClear(this.program, this.state, span, crossing);
    if (crossing === undefined) return { at: bound, crossings: none };
    return { at: this.t + crossing.tau * 3e6, crossings: new Set([crossing.crossing]) };
  }

  /** Returns the first event of a coupled unit after the present, or `end`. */
  firstEvent(end: number): number {
    return this.next(end).at;
  }

  /** Goes to the first event of all coupled units. */
  goTo(at: number): void {
    const { at: own, crossings } = this.next(at);
    if (own < at) throw new NotPosed('two units have state events near each other');
    this.crossed = crossings;
    this.flowTo(at);
  }

  /** Reports whether a Clock or a time event is due, or a state event. */
  get waits(): boolean {
    return this.clocksDue().size + this.seriesDue(this.t).size + this.crossed.size > 0;
  }

  /** Handles an event of a coupled unit, with these inputs. */
  handle(u: readonly number[], m: readonly number[]): void {
    const { state } = this;
    const input = m.some((value, k) => value !== state.m[k]);
    Object.assign(state, { u: [...u], m: [...m] });
    const { crossed: crossings } = this;
    this.crossed = none;
    this.event(this.clocksDue(), { ...nothingDue, series: this.seriesDue(this.t), crossings, input });
  }

  private flowTo(reached: number): void {
    flow(this.program, this.state, seconds(reached - this.t));
    this.t = reached;
  }

  /** Handles what comes inside a step, or its end without Event Mode. */
  private inner(at: number, crossings: ReadonlySet<number>): void {
    const seen = crossings.size > 0 ? this.seesCrossings : this.splits;
    const series = this.seriesDue(at);
    if (seen) {
      this.instant(at, crossings, false);
      return;
    }
    const ticks = new Set(this.isOnItsOwn ? this.clocks.due(at) : []);
    if (series.size + crossings.size + ticks.size > 0)
      this.event(ticks, { ...nothingDue, series, crossings });
  }

  /** Handles the instant at a time: an event, a communication point, or only a kink of an input. */
  private instant(at: number, crossings: ReadonlySet<number>, point: boolean): void {
    const { state } = this;
    const before = { ...this.row(none), either: this.withLimits(at) };
    const series = this.seriesDue(at);
    const jumps = this.jumps(at, point);
    const changed = this.changes(at);
    const input = this.changes(at, true);
    const due = this.clocksDue();
    const isTuned = this.tunes(at);
    const isEvent = series.size + crossings.size + due.size > 0 || jumps || input || isTuned;
    const isHeld = !this.follows && (!this.program.takesSlopes || point || this.stops(at));
    if (this.follows || (isHeld && (isEvent || point || changed))) this.setContinuous(at, this.pieceEnd(at));
    if (!isEvent) {
      this.setDiscrete(at);
      // A clocked input waits for its Clock. The row shows the value that the importer has.
      const { m } = this.shown();
      if (point) this.add(at, true, [{ ...before, state: { ...before.state, m } }]);
      return;
    }
    this.setDiscrete(at, due);
    const active = this.eventOf(due, { ...nothingDue, series, crossings, input });
    const ticks = [...due].map((k) => isDecimal(this.program.clocks[k]));
    const isTick = series.size === 0 && ticks.length > 0 && !ticks.includes(false);
    const isNamed = jumps || changed || isTick;
    this.add(at, point || isNamed, [before, this.row(active)]);
    if (isTuned) this.requireFuture();
    const grows = [...state.x, ...state.d].some((value) => !(Math.abs(value) <= mostValue));
    if (grows) throw new NotPosed('values grow');
  }

  /** Reports whether a row ends a step: an input jumps, or a Clock ticks. */
  private stops(at: number): boolean {
    const { file, state, drivesTunables } = this;
    const clocks = this.firstTunable + (drivesTunables ? state.p.length : 0);
    return !file.empty && file.stops(at, state.u.length, clocks);
  }

  /** Returns the end of a part of a step, over which a unit has one slope of its inputs. */
  private pieceEnd(at: number): number {
    let next = this.splits ? this.file.next(at) : this.end;
    while (next < this.end && !this.stops(next)) next = this.file.next(next);
    return Math.min(next, this.end);
  }

  /** Reports whether a continuous input jumps, as the unit sees it. */
  private jumps(at: number, point: boolean): boolean {
    const { file, state } = this;
    if (file.empty || (!this.splits && !point)) return false;
    const after = this.splits ? at - 0.5 : at - this.experiment.step;
    return state.u.some((_, k) => file.jumps(k, after, at));
  }

  /** Reports whether a discrete input changes, or with `isSeen` one that the unit sees at once. */
  private changes(at: number, isSeen = false): boolean {
    const { file, state } = this;
    if (file.empty) return false;
    const differs = [...this.given, ...state.w, ...state.s].some(
      (value, k) => !(isSeen && this.isClocked(k)) && file.held(state.u.length + k, at) !== value,
    );
    return differs || (!isSeen && this.tunes(at));
  }

  /** Reports whether the file changes a tunable parameter. */
  private tunes(at: number): boolean {
    const { file, state, firstTunable } = this;
    return this.drivesTunables && state.p.some((value, k) => file.held(firstTunable + k, at) !== value);
  }

  private get drivesTunables(): boolean {
    return this.experiment.drivesTunables === true && !this.file.empty;
  }

  /** Column of the first tunable parameter. */
  private get firstTunable(): number {
    const { u, m, w, s } = this.state;
    return u.length + m.length + w.length + s.length;
  }

  /** Drops a case in which a new interval would already have ended. */
  private requireFuture(): void {
    if (this.program.clocks.length > 0 && this.clocks.next() <= this.t)
      throw new NotPosed('a tick of the new interval is in the past');
  }

  private setContinuous(at: number, end = at): void {
    const { file, state, program } = this;
    if (file.empty) return;
    for (let k = 0; k < state.u.length; k++) {
      state.u[k] = file.continuous(k, at);
      state.slope[k] = 0;
      if (this.follows) state.slope[k] = file.slope(k, at);
      else if (program.takesSlopes && end > at)
        state.slope[k] = (file.continuousBefore(k, end) - state.u[k]) / seconds(end - at);
    }
  }

  /** Sets discrete inputs, and clocked ones if their Clock is active. */
  private setDiscrete(at: number, active: ReadonlySet<number> = none): void {
    const { file, state } = this;
    if (file.empty) return;
    const [u, m, w] = [state.u.length, state.m.length, state.w.length];
    for (let k = 0; k < m; k++) {
      this.given[k] = file.held(u + k, at);
      if (!this.isClocked(k) || [...active].some((clock) => this.program.clocks[clock].takes === k))
        state.m[k] = this.given[k];
    }
    for (let k = 0; k < w; k++) state.w[k] = file.held(u + m + k, at);
    for (let k = 0; k < state.s.length; k++) state.s[k] = file.held(u + m + w + k, at);
    if (this.drivesTunables) state.p = state.p.map((_, k) => file.held(this.firstTunable + k, at));
  }

  /** Reports whether a discrete input belongs to a Clock. */
  private isClocked(input: number): boolean {
    return this.program.clocks.some(({ takes }) => takes === input);
  }

  /** Gives new discrete inputs to a unit without Event Mode, which handles them itself. */
  private change(): void {
    const changed = this.changes(this.t, true);
    this.setContinuous(this.t);
    this.setDiscrete(this.t);
    if (changed) this.event(new Set(), { ...nothingDue, input: true });
  }

  /** Handles what is due at the end of the step before, with the inputs of this step. */
  private catchUp(): void {
    const [series, ticks] = [this.seriesDue(this.t), this.clocksDue()];
    const input = this.changes(this.t, true);
    this.setContinuous(this.t);
    this.setDiscrete(this.t, ticks);
    if (series.size + ticks.size > 0 || input) this.event(ticks, { ...nothingDue, series, input });
  }

  /** Returns the values with the left limits of the file instead of held continuous inputs. */
  private withLimits(at: number): UnitState {
    const state = this.shown();
    if (!this.file.empty) state.u = state.u.map((_, k) => this.file.continuousBefore(k, at));
    return state;
  }

  private withNewInputs(): UnitState {
    const state = copyState(this.state);
    if (this.file.empty) return state;
    state.u = state.u.map((_, k) => this.file.continuous(k, this.t));
    state.m = state.m.map((_, k) => this.file.held(state.u.length + k, this.t));
    return state;
  }

  /** Sets tunable parameters at a communication point, after its rows. */
  private tune(step: number): void {
    const { state } = this;
    const before = [...state.p];
    for (const set of this.experiment.sets) if (set.step === step) state.p[set.parameter] = set.value;
    if (state.p.every((value, k) => value === before[k])) return;
    if (this.handlesEvents) {
      this.event(new Set(), nothingDue);
      this.requireFuture();
      const last = this.instants.at(-1) as Instant;
      this.instants[this.instants.length - 1] = { ...last, optional: [this.row(none)] };
    }
  }

  /** Handles an instant: an event, or one model partition after another. Returns the active Clocks. */
  private eventOf(clocks: ReadonlySet<number>, causes: Due): ReadonlySet<number> {
    if (!this.schedules) return this.event(clocks, causes);
    const active = new Set<number>();
    // Clocks without a priority tick in the order of the description.
    for (const clock of [...clocks].sort((one, other) => one - other))
      for (const other of this.event(new Set([clock]), nothingDue)) active.add(other);
    return active;
  }

  /** Runs one event to its end. Returns the Clocks that were active. */
  private event(clocks: ReadonlySet<number>, causes: Due): ReadonlySet<number> {
    const { program, state } = this;
    const active = new Set(clocks);
    const starts = new Map<number, number>();
    causes.series.forEach((series) => {
      this.come[series]++;
    });
    const assigned = new Set<number>();
    let due: Due | undefined = { ...causes, clocks };
    for (let passes = 0; due !== undefined; passes++) {
      if (passes === mostPasses) throw new NotPosed('an event does not settle');
      const result: PassResult = pass(program, state, due);
      for (const rule of result.ran)
        for (const { target } of program.rules[rule].assignments)
          if (target[0] === 'x') assigned.add(target[1]);
      result.ticks.forEach((clock) => {
        active.add(clock);
      });
      result.starts.forEach((interval, clock) => {
        starts.set(clock, interval);
      });
      result.stops.forEach((series) => {
        this.come[series] = program.series[series].count;
      });
      due = nextPass(program, result);
    }
    program.crossings.forEach(({ state: k, level }, i) => {
      if (Math.abs(state.x[k] - level) > clear) return;
      const slope = derivatives(program, state)[k] * (state.above[i] ? 1 : -1);
      if (!causes.crossings.has(i) || slope < 0.05 || assigned.has(k))
        throw new NotPosed('a state stays near its level at an event');
    });
    this.clocks.after(this.t, active, starts, state.p);
    return active;
  }

  private clocksDue(): Set<number> {
    const { program, file, state } = this;
    const due = new Set(this.clocks.due(this.t));
    // A tick between communication points comes at the next one, unless the step can end there.
    const after = this.t - (this.splits ? 0.5 : this.experiment.step);
    let column = this.firstTunable + (this.drivesTunables ? state.p.length : 0);
    program.clocks.forEach(({ kind }, k) => {
      if (kind === 'triggered' && !file.empty && file.ticks(column++, after, this.t)) due.add(k);
    });
    return due;
  }

  private timeOf(series: number): number {
    const { first, interval, count } = this.program.series[series];
    const n = this.come[series];
    return n < count ? this.experiment.start + first + n * interval : Number.POSITIVE_INFINITY;
  }

  private nextSeries(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.come.map((_, k) => this.timeOf(k)));
  }

  private seriesDue(at: number): Set<number> {
    return new Set(this.come.flatMap((_, k) => (this.timeOf(k) === at ? [k] : [])));
  }

  private row(active: ReadonlySet<number>): Row {
    return { state: this.shown(), active };
  }

  /** Returns the values, with inputs as the importer has them. */
  private shown(): UnitState {
    const state = copyState(this.state);
    state.m = state.m.map((value, k) => (this.isClocked(k) ? this.given[k] : value));
    return state;
  }

  private add(at: number, named: boolean, rows: readonly Row[], optional: readonly Row[] = []): void {
    // A third of a second has no decimals that a user could ask for.
    const decimal = Number.isInteger(at / 3);
    const known = named && decimal ? 'exactly' : Number.isInteger(at) ? 'rounded' : 'located';
    this.instants.push({ time: seconds(at), known, rows, optional });
  }
}

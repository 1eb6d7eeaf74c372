import { toldInternalStep, usableExperiment } from '../../description/default-experiment.ts';
import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import {
  type FmiApi,
  type FmiCall,
  FmuGoneError,
  type InstantiateOptions,
  io,
  type LogMessage,
  type NumericType,
  type Status,
  status,
  statusNames,
} from '../../host/instance/fmi-api.ts';
import { type Cause, crashIn, refusalOf } from '../result/cause.ts';
import { interfaceTable } from '../standard/interface-kinds.ts';
import { accessorName, functionName } from './calls/call-names.ts';
import { type Phase, requirePhase } from './calls/fmi-phases.ts';
import type { ProcessFootprint, Target } from './check-target.ts';
import type { CpuBudget } from './process/time-budget.ts';
import { CallRefused, RuleSkipped, SimulationEnded, StatesUnsettled } from './rule-skipped.ts';
import type { Value } from './values/element-value-text.ts';
import { namesText, valuesText } from './values/message-text.ts';
import { sameValues } from './values/value-difference.ts';
import { startOf } from './values/variable-selection.ts';

export type { Value } from './values/element-value-text.ts';
export { CallRefused, RuleSkipped, SimulationEnded, StatesUnsettled, sameValues };

/** Values of a variable and how the FMU answered. */
export interface Reading {
  status: Status;
  values: Value[];
}

/** A variable and the values that it is to have. */
export interface Setting {
  readonly variable: Variable;
  readonly values: readonly Value[];
}

/** Times of an experiment [s]. */
export interface Experiment {
  startTime: number;
  stopTime?: number;
  tolerance?: number;
}

/**
 * One loaded FMU that a rule calls. Records every call, so that a finding can show its cause.
 *
 * @example
 * const probe: Probe = await context.open();
 * if (probe.instantiate()) console.log(probe.read(variable).values);
 * for (const call of probe.script) console.log(call);
 */
export class Probe {
  readonly script: string[] = [];
  readonly calls: FmiApi;
  readonly footprint: ProcessFootprint | undefined;
  readonly description: ModelDescription;
  readonly target: Target;
  /** All log messages of the FMU, each with the call that caused it. */
  readonly log: (LogMessage & { call: string })[] = [];
  time = 0;
  /** The last call was refused, or the FMU died in it. */
  trouble: Cause | undefined;
  /** The refused call that a rule could not go on after. */
  refusal: Cause | undefined;
  private readonly budget: CpuBudget | undefined;
  /** True if the initialization ends in Event Mode. */
  events = false;
  /** There is an instance that has not been freed. */
  private alive = false;
  /** Parameters and start values that are others than the description's now. */
  private readonly chosen = new Set<string>();

  constructor(target: Target, calls: FmiApi, footprint?: ProcessFootprint, budget?: CpuBudget) {
    this.target = target;
    this.description = target.description;
    this.calls = calls;
    this.footprint = footprint;
    this.budget = budget;
    if (footprint !== undefined) budget?.open(footprint);
  }

  /** True if the check has chosen parameter values or states. They need not be consistent with each other. */
  get hasChosenParameters(): boolean {
    return this.chosen.size > 0;
  }

  /** Notes that the check has chosen values of the continuous states. The FMU may not support them. */
  chooseStates(): void {
    this.chosen.add('states');
  }

  /** Writes a call down, makes it, and writes down what it answered. */
  record<R>(name: string, operands: string, make: () => R, answer: (result: R) => string): R {
    const line = `${name}(${operands})`;
    this.script.push(`${line} → …`);
    const result = this.live(name, make);
    for (const message of this.calls.takeLog()) this.log.push({ ...message, call: name });
    this.script[this.script.length - 1] = `${line} → ${answer(result)}`;
    return result;
  }

  /** Makes a call, and notes that the FMU died in it. */
  private live<R>(name: string, make: () => R): R {
    this.trouble = undefined;
    this.refusal = undefined;
    this.budget?.look();
    try {
      return make();
    } catch (error) {
      if (error instanceof FmuGoneError) this.trouble = crashIn(name, error.reason);
      throw error;
    }
  }

  /** Returns the answer to a call as text. Records a refused call with the FMU's log message. */
  private answered(name: string, answer: Status | false): string {
    const word = answer === false ? 'NULL' : statusNames[answer];
    if (answer === false || (answer > status.warning && answer !== status.pending)) {
      const logMessage = this.log
        .filter((m) => m.call === name && m.status >= status.warning)
        .at(-1)?.message;
      this.trouble = refusalOf(name, logMessage, word);
    }
    return word;
  }

  private status(call: string, operands: string, make: () => Status): Status {
    const name = functionName(this.target.fmi, call);
    return this.record(name, operands, make, (s) => this.answered(name, s));
  }

  /**
   * Ends the rule if the FMU's CPU time is used up. Call this before calls that bypass the probe.
   */
  checkBudget(): void {
    this.budget?.look();
  }

  /**
   * Ends the FMU's process and keeps the record of calls. A rule that opens many FMUs closes each
   * before the next.
   */
  close(): void {
    if (this.footprint !== undefined) this.budget?.close(this.footprint);
    this.calls.close();
  }

  /** Returns a probe of another instance in this process, of a target with this binary. */
  beside(target: Target): Probe {
    return Object.assign(new Probe(target, this.calls), { script: this.script, log: this.log });
  }

  private get instantiation(): string {
    const { fmi, kind } = this.target;
    return fmi === 2 ? 'fmi2Instantiate' : `fmi3Instantiate${interfaceTable[kind].element}`;
  }

  instantiate(options: Partial<InstantiateOptions> = {}): boolean {
    const all: InstantiateOptions = {
      instanceName: 'check',
      token: this.description.instantiationToken,
      loggingOn: true,
      ...(this.needsEventMode ? { eventModeUsed: true } : {}),
      ...options,
    };
    this.events = this.target.kind === 'modelExchange' || all.eventModeUsed === true;
    const name = this.instantiation;
    const { instanceName, ...rest } = all;
    this.chosen.clear();
    return this.record(
      name,
      `${JSON.stringify(instanceName)}, ${JSON.stringify(rest)}`,
      () => (this.alive = this.calls.instantiate(all)),
      (isInstantiated) => (isInstantiated ? 'an instance' : this.answered(name, false)),
    );
  }

  free(): void {
    this.record(
      functionName(this.target.fmi, 'freeInstance'),
      '',
      () => this.calls.freeInstance(),
      () => 'done',
    );
    this.alive = false;
  }

  /** Ends what lives, and forgets what was done: the process is used from the beginning. */
  beginAgain(): void {
    if (this.alive) this.free();
    this.script.length = 0;
    this.log.length = 0;
    this.calls.registers.fill(0);
  }

  /** A function that takes its operands from the registers, with the ones given set. */
  do(
    op: Exclude<FmiCall['op'], 'get' | 'set'>,
    operands: Partial<Record<keyof typeof io, number>> = {},
  ): Status {
    for (const [name, value] of Object.entries(operands))
      this.calls.registers[io[name as keyof typeof io]] = value;
    const text = Object.entries(operands).map(([name, value]) => `${name} = ${value}`);
    const whole = needsDoubles(op) ? { op, doubles: this.vectorFor(op) } : { op };
    if (op === 'reset') this.chosen.clear();
    return this.status(op, text.join(', '), () => this.calls.call(whole as FmiCall));
  }

  private readonly vectors = new Map<string, Float64Array>();

  /** The buffer that a call on states or indicators reads or fills. */
  vectorFor(op: string): Float64Array {
    const key = /^(get|set)ContinuousStates$/.test(op) ? 'states' : op;
    let vector = this.vectors.get(key);
    if (vector === undefined) {
      const count = op === 'getEventIndicators' ? this.indicatorCount : this.stateCount;
      vector = this.calls.doubles(count);
      this.vectors.set(key, vector);
    }
    return vector;
  }

  get stateCount(): number {
    const { continuousStateDerivatives, variables } = this.description;
    return continuousStateDerivatives.reduce((n, { variable }) => n + elementCount(variables[variable]), 0);
  }

  get indicatorCount(): number {
    const { eventIndicators, numberOfEventIndicators, variables } = this.description;
    return (
      numberOfEventIndicators ??
      eventIndicators.reduce((n, { variable }) => n + elementCount(variables[variable]), 0)
    );
  }

  /** Makes a call and records it with its operands. */
  query<R extends Status | { status: Status }>(
    call: string,
    operands: string,
    make: (calls: FmiApi) => R,
  ): R {
    const name = functionName(this.target.fmi, call);
    return this.record(
      name,
      operands,
      () => make(this.calls),
      (r) => this.answered(name, typeof r === 'number' ? r : r.status),
    );
  }

  /** The value of a register. */
  flag(name: keyof typeof io): number {
    return this.calls.registers[io[name]];
  }

  read(variable: Variable): Reading {
    return this.readAs(variable.type, [variable.valueReference], elementCount(variable), variable.name);
  }

  /** Gets values of any references as any type: also what no FMU should grant. */
  readAs(
    type: Variable['type'],
    references: number[],
    count: number,
    what: string = references.join(' '),
  ): Reading {
    const vrs = Uint32Array.from(references);
    const name = accessorName(this.target.fmi, 'Get', type);
    return this.record(
      name,
      what,
      (): Reading => {
        if (type === 'String') return this.calls.getStrings(vrs, count);
        if (type === 'Binary') return this.calls.getBinaries(vrs, count);
        const values = this.calls.values(type as NumericType, vrs, count);
        const answer = this.calls.get(values);
        return { status: answer, values: Array.from(values.view as Iterable<number | bigint>) };
      },
      (r) =>
        `${this.answered(name, r.status)}${r.status <= status.warning ? ` ${valuesText(r.values)}` : ''}`,
    );
  }

  write(variable: Variable, values: readonly Value[]): Status {
    return this.writeTogether([{ variable, values }]);
  }

  /** Sets variables of one type in one call. */
  writeTogether(settings: readonly Setting[]): Status {
    for (const { variable, values } of settings.filter((s) => isModelled(s.variable))) {
      const isStart = sameValues(values, startOf(variable) ?? []);
      this.chosen[isStart ? 'delete' : 'add'](`${variable.type} ${variable.valueReference}`);
    }
    const variables = settings.map(({ variable }) => variable);
    return this.writeAs(
      variables[0].type,
      variables.map((v) => v.valueReference),
      settings.flatMap(({ values }) => values),
      namesText(variables),
    );
  }

  writeAs(
    type: Variable['type'],
    references: number[],
    values: readonly Value[],
    what: string = references.join(' '),
  ): Status {
    const vrs = Uint32Array.from(references);
    const name = accessorName(this.target.fmi, 'Set', type);
    return this.record(
      name,
      `${what} = ${valuesText(values)}`,
      (): Status => {
        if (type === 'String') return this.calls.setStrings(vrs, values as string[]);
        if (type === 'Binary') return this.calls.setBinaries(vrs, values as Uint8Array[]);
        const buffer = this.calls.values(type as NumericType, vrs, values.length);
        const isBigInt = buffer.view instanceof BigInt64Array || buffer.view instanceof BigUint64Array;
        values.forEach((value, i) => {
          (buffer.view as unknown as (number | bigint)[])[i] = isBigInt
            ? BigInt(value as number | bigint)
            : Number(value);
        });
        return this.calls.set(buffer);
      },
      (s) => this.answered(name, s),
    );
  }

  /**
   * Reads all readable variables of a list, by name, with one call for each type. If a call is
   * refused, reads halves of the list, down to single variables. Omits variables that cannot be
   * read.
   */
  snapshot(variables: readonly Variable[]): Map<string, Value[]> {
    const all = new Map<string, Value[]>();
    for (const type of new Set(variables.map((v) => v.type)))
      this.readInto(
        all,
        variables.filter((v) => v.type === type),
      );
    return all;
  }

  /** Variables of one type, in one call. */
  private readInto(all: Map<string, Value[]>, same: readonly Variable[]): void {
    const counts = same.map(elementCount);
    const count = counts.reduce((sum, n) => sum + n, 0);
    const references = same.map((v) => v.valueReference);
    const { status: answer, values } = this.readAs(same[0].type, references, count, namesText(same));
    let at = 0;
    if (answer <= status.warning)
      for (const [i, { name }] of same.entries()) all.set(name, values.slice(at, (at += counts[i])));
    else if (same.length > 1) {
      const half = same.length >> 1;
      this.readInto(all, same.slice(0, half));
      this.readInto(all, same.slice(half));
    }
  }

  /** Ends the rule unless the answer is ok or warning. */
  expect(answer: Status, call: string): void {
    if (answer > status.warning) this.refuse(functionName(this.target.fmi, call), statusNames[answer]);
  }

  /** Ends a rule that cannot continue, with the FMU's log message. */
  refuse(name: string, answer: string): never {
    const logMessage = this.log
      .filter((m) => m.call === name && m.status >= status.warning)
      .at(-1)
      ?.message.trim();
    const words = logMessage === undefined || logMessage === '' ? '' : `: ${logMessage}`;
    this.refusal = this.trouble ?? refusalOf(name, logMessage, answer);
    throw new CallRefused(
      `${name} answered ${answer}${words}`,
      this.refusal,
      answer,
      this.hasChosenParameters,
    );
  }

  /** Makes the call and expects it to succeed. */
  requireCall(op: Parameters<Probe['do']>[0], operands: Parameters<Probe['do']>[1] = {}): void {
    this.expect(this.do(op, operands), op);
  }

  /**
   * Instantiates the FMU and goes to the state by the shortest path. Goes to `step` with Event Mode
   * off if the FMU allows it.
   */
  reach(
    phase: Phase,
    options: Partial<InstantiateOptions> = {},
    experiment: Experiment = this.experiment,
  ): void {
    requirePhase('reach', phase);
    const eventModeUsed = this.target.kind === 'coSimulation' && (phase === 'event' || this.needsEventMode);
    if (!this.instantiate({ eventModeUsed, ...options })) this.refuse(this.instantiation, 'NULL');
    this.goToPhase(phase, experiment);
  }

  /** Goes from Instantiated to the state. */
  goToPhase(phase: Phase, experiment: Experiment = this.experiment): void {
    requirePhase('goToPhase', phase);
    if (phase === 'instantiated') return;
    if (phase === 'configuration') {
      this.requireCall('enterConfigurationMode');
      return;
    }
    this.initialize(experiment);
    if (phase === 'initialization') return;
    this.leaveInitialization(phase);
  }

  /** Goes from Initialization Mode to the state. */
  leaveInitialization(phase: Phase): void {
    requirePhase('leaveInitialization', phase);
    this.requireCall('exitInitializationMode');
    if (phase === 'event') return;
    if (this.events) {
      this.settleEvents();
      this.requireCall(this.target.kind === 'modelExchange' ? 'enterContinuousTimeMode' : 'enterStepMode');
    }
    if (phase === 'terminated') this.requireCall('terminate');
  }

  /** FMUs with clocks require Event Mode (FMI 3.0.2, 2.3.1, eventModeUsed). */
  private get needsEventMode(): boolean {
    return (
      this.target.kind === 'coSimulation' &&
      this.description.coSimulation?.hasEventMode === true &&
      this.description.variables.some((v) => v.type === 'Clock')
    );
  }

  initialize({ startTime, stopTime, tolerance }: Experiment): void {
    const operands = {
      toleranceDefined: Number(tolerance !== undefined),
      tolerance: tolerance ?? 0,
      startTime,
      stopTimeDefined: Number(stopTime !== undefined),
      stopTime: stopTime ?? 0,
    };
    if (this.target.fmi === 2) this.requireCall('setupExperiment', operands);
    this.requireCall('enterInitializationMode', this.target.fmi === 2 ? {} : operands);
    this.time = startTime;
  }

  get experiment(): Experiment {
    const { startTime = 0, tolerance } = usableExperiment(this.description);
    return { startTime, tolerance };
  }

  /** A communication step that suits the FMU [s]. */
  get stepSize(): number {
    const { stepSize, startTime = 0, stopTime } = usableExperiment(this.description);
    const fixed = toldInternalStep(this.description);
    const wanted = stepSize ?? (stopTime === undefined ? 0.01 : (stopTime - startTime) / 100);
    if (fixed === undefined) return wanted;
    // Not more than an FMU computes in a moment, however long its experiment is.
    return Math.min(100, Math.max(1, Math.round(wanted / fixed))) * fixed;
  }

  /** Iterates events until the FMU reports that its discrete states are settled. */
  settleEvents(): void {
    for (let pass = 0; pass < 100; pass++) {
      this.requireCall('updateDiscreteStates');
      this.requireNotTerminated();
      if (this.flag('newDiscreteStatesNeeded') === 0) return;
    }
    throw new StatesUnsettled('the discrete states do not settle in 100 event iterations');
  }

  /**
   * Ends the rule if the FMU has requested the end of the simulation. After that only terminate,
   * reset and free may follow.
   */
  private requireNotTerminated(): void {
    if (this.flag('terminate') === 1)
      throw new SimulationEnded(`the FMU requests the end of the simulation at ${this.time} s`);
  }

  /** Makes calls that the FMU may refuse. Returns true if it has granted all of them. */
  attempt(calls: () => void): boolean {
    try {
      calls();
      return true;
    } catch (error) {
      if (!(error instanceof RuleSkipped)) throw error;
      return false;
    }
  }

  /**
   * Restores the importer's time after a restored FMU state. FMI 3.0 requires no further call
   * (3.0.2, 2.2.7.4). In FMI 2.0 the FMU state does not contain the time (2.0.5, 2.1.8), so with
   * model exchange this sets it.
   */
  restoreTime(time: number): void {
    this.time = time;
    if (this.target.kind === 'modelExchange' && this.target.fmi === 2) this.requireCall('setTime', { time });
  }

  /**
   * Makes one communication step. With model exchange makes a step of explicit Euler, with the
   * events at its end.
   */
  advance(h: number = this.stepSize, noSetStatePrior = true): void {
    if (this.target.kind === 'modelExchange') this.advanceEuler(h);
    else if (this.target.kind === 'coSimulation') this.advanceStep(h, noSetStatePrior);
    else throw new RuleSkipped('scheduled execution does not have steps');
  }

  private advanceStep(h: number, noSetStatePrior: boolean): void {
    this.requireCall('doStep', {
      time: this.time,
      step: h,
      noSetStatePrior: Number(noSetStatePrior),
      returnTime: Number.POSITIVE_INFINITY,
    });
    this.time = this.nextStepStart(this.time + h);
    this.requireNotTerminated();
    if (this.flag('eventNeeded') === 0) return;
    this.requireCall('enterEventMode');
    this.settleEvents();
    this.requireCall('enterStepMode');
  }

  /**
   * Returns the start of the next step after a step to `wanted`. This is `wanted`, even if the FMU
   * reports another lastSuccessfulTime, unless the FMU has ended the step early (FMI 3.0.2, 4.2.1).
   */
  nextStepStart(wanted: number): number {
    const last = this.flag('lastTime');
    return this.flag('early') !== 0 && last >= this.time && Number.isFinite(last) ? last : wanted;
  }

  /** A step to this time, and not beyond it by the rounding of a sum. */
  advanceTo(time: number): void {
    let h = time - this.time;
    // The FMU adds them again.
    if (this.time + h > time) h -= Number.EPSILON * Math.max(Math.abs(time), Math.abs(h));
    this.advance(h);
  }

  private advanceEuler(h: number): void {
    const x = this.vectorFor('getContinuousStates');
    const dx = this.vectorFor('getContinuousStateDerivatives');
    if (x.length > 0) {
      this.requireCall('getContinuousStates');
      this.requireCall('getContinuousStateDerivatives');
    }
    this.time += h;
    this.requireCall('setTime', { time: this.time });
    for (let i = 0; i < x.length; i++) x[i] += h * dx[i];
    if (x.length > 0) this.requireCall('setContinuousStates');
    if (this.indicatorCount > 0) this.requireCall('getEventIndicators');
    this.requireCall('completedIntegratorStep', { noSetStatePrior: 1 });
    this.requireNotTerminated();
    if (this.flag('enterEventMode') === 0) return;
    this.requireCall('enterEventMode');
    this.settleEvents();
    this.requireCall('enterContinuousTimeMode');
  }
}

/** Returns true if the variable describes the model: inputs and dimensions do not. */
function isModelled({ causality, type }: Variable): boolean {
  return causality !== 'input' && causality !== 'structuralParameter' && type !== 'Clock';
}

function needsDoubles(op: string): boolean {
  return /ContinuousStates$|Derivatives$|EventIndicators$/.test(op) && !/^getNumber/.test(op);
}

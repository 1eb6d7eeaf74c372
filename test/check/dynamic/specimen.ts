import { allowedIn, type Phase } from '../../../fmu-sdk/check/behaviour/calls/fmi-phases.ts';
import type { Value } from '../../../fmu-sdk/check/behaviour/fmu-probe.ts';
import { startOf } from '../../../fmu-sdk/check/behaviour/values/variable-selection.ts';
import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { elementCount } from '../../../fmu-sdk/description/description.ts';
import { resizeVariables } from '../../../fmu-sdk/description/variables/resize.ts';
import {
  type FmiApi,
  type FmiCall,
  type InstantiateOptions,
  type InterfaceKind,
  io,
  type LogMessage,
  type MemoryWatch,
  type NumericType,
  registerCount,
  type Status,
  status,
  type Values,
} from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { arrays2, arrays3 } from '../../../fmu-sdk/host/wasm/array-classes.ts';
import { fakeDescription, type Given } from '../../host/fmi-driver/fake-description.ts';

/** ẋ = −k x + u, y = 2 x, z = g u: a unit that keeps every rule, with a variable of every sort. */
const common: Given[] = [
  { name: 'time', valueReference: 0, causality: 'independent' },
  { name: 'u', valueReference: 1, causality: 'input', start: ['0.5'] },
  { name: 'y', valueReference: 2, causality: 'output', initial: 'calculated', unit: 'm' },
  { name: 'z', valueReference: 3, causality: 'output', initial: 'calculated' },
  { name: 'x', valueReference: 4, initial: 'exact', start: ['1'] },
  { name: 'der(x)', valueReference: 5, derivative: 4, initial: 'calculated' },
  { name: 'k', valueReference: 6, causality: 'parameter', variability: 'fixed', start: ['1.5'] },
  { name: 'g', valueReference: 7, causality: 'parameter', variability: 'tunable', start: ['3'] },
  { name: 'c', valueReference: 8, variability: 'constant', initial: 'exact', start: ['42'] },
  {
    name: 'n',
    valueReference: 9,
    type: 'Int32',
    causality: 'parameter',
    variability: 'fixed',
    min: '0',
    max: '10',
    start: ['3'],
  },
  { name: 'b', valueReference: 10, type: 'Boolean', causality: 'input', start: ['true'] },
  {
    name: 'e',
    valueReference: 11,
    type: 'Enumeration',
    declaredType: 'E',
    causality: 'parameter',
    variability: 'fixed',
    start: ['2'],
  },
  {
    name: 's',
    valueReference: 12,
    type: 'String',
    causality: 'parameter',
    variability: 'fixed',
    start: ['ab'],
  },
  { name: 'q', valueReference: 16, causality: 'calculatedParameter', variability: 'fixed' },
];

const ofFmi3: Given[] = [
  {
    name: 'm',
    valueReference: 13,
    type: 'UInt64',
    causality: 'structuralParameter',
    variability: 'fixed',
    min: '1',
    start: ['2'],
  },
  {
    name: 'a',
    valueReference: 14,
    causality: 'parameter',
    variability: 'fixed',
    dimensions: [2],
    dimensionReferences: [13],
    start: ['1', '2'],
  },
  {
    name: 'w',
    valueReference: 15,
    type: 'Binary',
    causality: 'parameter',
    variability: 'fixed',
    start: ['0a'],
  },
];

const clock: Given = {
  name: 'tick',
  valueReference: 20,
  type: 'Clock',
  causality: 'input',
  intervalVariability: 'constant',
  intervalDecimal: 0.1,
  priority: 1,
};

export function specimenDescription(fmi: 2 | 3, kind: InterfaceKind): ModelDescription {
  const variables = [
    ...common,
    ...(fmi === 3 ? ofFmi3 : []),
    ...(kind === 'scheduledExecution' ? [clock] : []),
  ];
  const abilities = { providesDirectionalDerivatives: true, providesAdjointDerivatives: fmi === 3 };
  const description = fakeDescription(fmi, variables, kind === 'modelExchange' ? ['der(x)'] : [], {
    coSimulation: { ...abilities, hasEventMode: false },
    modelExchange: abilities,
  });
  const index = (name: string): number => variables.findIndex((v) => v.name === name);
  const kinds = ['coSimulation', 'modelExchange', 'scheduledExecution'] as const;
  for (const other of kinds) if (other !== kind) delete description[other];
  return {
    ...description,
    instantiationToken: '{specimen}',
    outputs: [
      { variable: index('y'), dependencies: [index('x')] },
      { variable: index('z'), dependencies: [index('u')] },
    ],
    initialUnknowns: [
      { variable: index('y'), dependencies: [index('x')] },
      { variable: index('z'), dependencies: [index('u'), index('g')] },
    ],
    types: [
      {
        type: 'Enumeration',
        name: 'E',
        items: [
          { name: 'one', value: 1 },
          { name: 'two', value: 2 },
        ],
      },
    ],
    logCategories: [{ name: 'error' }],
    defaultExperiment: { startTime: 0, stopTime: 1, stepSize: 0.01 },
  };
}

/** The specimen: strict about states, references, sizes and causalities. */
export class Specimen implements FmiApi {
  readonly registers: Float64Array = new Float64Array(registerCount);
  private phase: Phase | 'none' = 'none';
  private description: ModelDescription;
  private values_ = new Map<number, Value[]>();
  private time = 0;
  private stopTime = Number.POSITIVE_INFINITY;
  private logging = false;
  private log: LogMessage[] = [];
  private readonly savedStates = new Map<number, string>();
  private handles = 0;

  constructor(
    readonly fmi: 2 | 3,
    readonly kind: InterfaceKind,
    private readonly original: ModelDescription = specimenDescription(fmi, kind),
  ) {
    this.description = original;
  }

  private refuse(message: string): Status {
    if (this.logging) this.log.push({ status: status.error, category: 'error', message });
    return status.error;
  }

  getVersion(): string {
    return `${this.fmi}.0`;
  }

  getTypesPlatform(): string {
    return this.fmi === 2 ? 'default' : '';
  }

  instantiate({ token, loggingOn = false, eventModeUsed = false }: InstantiateOptions): boolean {
    this.logging = true;
    if (token !== '{specimen}') return this.refuse('another token') === status.ok;
    if (eventModeUsed) return this.refuse('there is no event mode') === status.ok;
    this.logging = loggingOn;
    this.phase = 'instantiated';
    this.start();
    return true;
  }

  private start(): void {
    this.description = this.original;
    this.time = 0;
    this.values_ = new Map(this.description.variables.map((v) => [v.valueReference, startOf(v) ?? [0]]));
  }

  freeInstance(): void {
    this.phase = 'none';
    this.savedStates.clear();
  }

  setDebugLogging(on: boolean): Status {
    this.logging = on;
    return status.ok;
  }

  private find(type: string, reference: number): Variable | undefined {
    return this.description.variables.find(
      (v) =>
        v.valueReference === reference && (v.type === type || (this.fmi === 2 && isInteger(v.type, type))),
    );
  }

  private number(reference: number): number {
    return Number(this.values_.get(reference)?.[0]);
  }

  private current(v: Variable): Value[] {
    const [x, u, k, g] = [4, 1, 6, 7].map((r) => this.number(r));
    const computed: Record<string, number> = {
      time: this.time,
      y: 2 * x,
      z: g * u,
      'der(x)': -k * x + u,
      q: 2 * k,
    };
    return v.name in computed ? [computed[v.name]] : (this.values_.get(v.valueReference) ?? []);
  }

  values(type: NumericType, valueReferences: Uint32Array, count: number = valueReferences.length): Values {
    const array = (this.fmi === 2 ? arrays2[type] : arrays3[type]) ?? Float64Array;
    const view = new array(new ArrayBuffer(count * array.BYTES_PER_ELEMENT), 0, count);
    return { type, valueReferences, view, offset: 0, length: count };
  }

  get({ type, valueReferences, view, offset, length }: Values): Status {
    if (this.phase === 'none') return this.refuse('there is no instance');
    const all: Value[] = [];
    for (const reference of valueReferences) {
      const variable = this.find(type, reference);
      if (variable === undefined) return this.refuse(`no ${type} has the reference ${reference}`);
      all.push(...this.current(variable));
    }
    if (all.length !== length) return this.refuse(`${length} values are wanted of ${all.length}`);
    all.forEach((x, i) => {
      (view as { [i: number]: number | bigint })[offset + i] =
        typeof view[offset + i] === 'bigint' ? BigInt(x as number) : Number(x);
    });
    return status.ok;
  }

  set({ type, valueReferences, view, offset, length }: Values): Status {
    let at = offset;
    for (const reference of valueReferences) {
      const variable = this.find(type, reference);
      if (variable === undefined) return this.refuse(`no ${type} has the reference ${reference}`);
      if (!this.maySet(variable)) return this.refuse(`${variable.name} cannot be set in ${this.phase}`);
      const size = elementCount(variable);
      const values = Array.from({ length: size }, (_, i) => view[at + i]);
      if (variable.type === 'Enumeration' && ![1, 2].includes(Number(values[0])))
        return this.refuse(`${variable.name} has no item ${values[0]}`);
      at += size;
      this.values_.set(reference, values as Value[]);
    }
    return at === offset + length ? status.ok : this.refuse(`${length} values were given`);
  }

  private maySet(v: Variable): boolean {
    const { phase } = this;
    if (v.causality === 'structuralParameter') return phase === 'configuration';
    if (v.causality === 'input') return phase !== 'none' && phase !== 'terminated';
    if (v.causality === 'parameter')
      return (
        phase === 'instantiated' ||
        phase === 'initialization' ||
        (v.variability === 'tunable' && phase !== 'terminated')
      );
    return v.name === 'x' && (phase === 'instantiated' || phase === 'initialization');
  }

  getStrings(valueReferences: Uint32Array): { status: Status; values: string[] } {
    return this.getTexts('String', valueReferences) as { status: Status; values: string[] };
  }

  setStrings(valueReferences: Uint32Array, values: readonly string[]): Status {
    return this.setTexts('String', valueReferences, values);
  }

  getBinaries(valueReferences: Uint32Array): { status: Status; values: Uint8Array[] } {
    return this.getTexts('Binary', valueReferences) as { status: Status; values: Uint8Array[] };
  }

  setBinaries(valueReferences: Uint32Array, values: readonly Uint8Array[]): Status {
    return this.setTexts('Binary', valueReferences, values);
  }

  private getTexts(type: string, references: Uint32Array): { status: Status; values: Value[] } {
    const variable = this.find(type, references[0]);
    if (variable === undefined) return { status: this.refuse('no such text'), values: [] };
    return { status: status.ok, values: this.values_.get(references[0]) ?? [] };
  }

  private setTexts(type: string, references: Uint32Array, values: readonly Value[]): Status {
    const variable = this.find(type, references[0]);
    if (variable === undefined || !this.maySet(variable)) return this.refuse('no such text to set');
    this.values_.set(references[0], [...values]);
    return status.ok;
  }

  doubles(length: number): Float64Array {
    return new Float64Array(length);
  }

  batch(ops: readonly FmiCall[]): () => Status {
    return () => Math.max(...ops.map((op) => this.call(op))) as Status;
  }

  call(op: FmiCall): Status {
    if (op.op === 'get' || op.op === 'set') return this[op.op](op.values);
    const { phase, registers: r } = this;
    if (phase === 'none') return this.refuse('there is no instance');
    const counts = op.op.startsWith('getNumberOf');
    // Of FMI 2.0 alone: who makes the calls answers for units of FMI 3.0.
    if (op.op === 'setupExperiment' && this.fmi === 3) return status.ok;
    const allowed: readonly string[] = allowedIn(this.fmi, this.kind, phase);
    if (!counts && !allowed.includes(op.op)) return this.refuse(`${op.op} is not allowed in ${phase}`);
    if ('doubles' in op) return this.vector(op.op, op.doubles);
    switch (op.op) {
      case 'setupExperiment':
        this.stopTime = r[io.stopTimeDefined] ? r[io.stopTime] : Number.POSITIVE_INFINITY;
        this.time = r[io.startTime];
        break;
      case 'enterInitializationMode':
        if (this.fmi === 3) {
          this.stopTime = r[io.stopTimeDefined] ? r[io.stopTime] : Number.POSITIVE_INFINITY;
          this.time = r[io.startTime];
        }
        this.phase = 'initialization';
        break;
      case 'exitInitializationMode':
        this.phase = (
          { coSimulation: 'step', modelExchange: 'event', scheduledExecution: 'clockActivation' } as const
        )[this.kind];
        break;
      case 'enterConfigurationMode':
        this.phase = 'configuration';
        break;
      case 'exitConfigurationMode':
        this.description = resizeVariables(this.original, new Map([[13, this.number(13)]]));
        if (this.values_.get(14)?.length !== this.number(13))
          this.values_.set(
            14,
            Array.from({ length: this.number(13) }, (_, i) => i),
          );
        this.phase = 'instantiated';
        break;
      case 'enterEventMode':
        this.phase = 'event';
        break;
      case 'enterContinuousTimeMode':
        this.phase = 'continuousTime';
        break;
      case 'terminate':
        this.phase = 'terminated';
        break;
      case 'reset':
        this.start();
        this.phase = 'instantiated';
        break;
      case 'setTime':
        this.time = r[io.time];
        break;
      case 'getNumberOfContinuousStates':
        r[io.count] = this.kind === 'modelExchange' ? 1 : 0;
        break;
      case 'getNumberOfEventIndicators':
        r[io.count] = 0;
        break;
      case 'completedIntegratorStep':
        r[io.enterEventMode] = 0;
        r[io.terminate] = 0;
        break;
      case 'updateDiscreteStates':
        for (const name of [
          'newDiscreteStatesNeeded',
          'terminate',
          'nominalsChanged',
          'valuesChanged',
          'nextEventTimeDefined',
        ] as const)
          r[io[name]] = 0;
        break;
      case 'doStep':
        return this.step(r[io.time], r[io.step]);
      default:
        return this.refuse(`${op.op} is not served`);
    }
    return status.ok;
  }

  private vector(op: string, doubles: Float64Array): Status {
    if (op === 'setContinuousStates') this.values_.set(4, [doubles[0]]);
    else if (op === 'getContinuousStates') doubles[0] = this.number(4);
    else if (op === 'getContinuousStateDerivatives')
      doubles[0] = -this.number(6) * this.number(4) + this.number(1);
    else if (op === 'getNominalsOfContinuousStates') doubles[0] = 1;
    return status.ok;
  }

  private step(t: number, h: number): Status {
    if (!(h > 0)) return this.refuse(`the step ${h} is not greater than 0`);
    if (Math.abs(t - this.time) > 1e-9) return this.refuse(`the unit is at ${this.time}, not at ${t}`);
    if (t + h > this.stopTime * (1 + 1e-12)) return this.refuse('the step goes beyond the stop time');
    this.values_.set(4, [this.number(4) + h * (-this.number(6) * this.number(4) + this.number(1))]);
    this.time = t + h;
    const r = this.registers;
    r[io.lastTime] = this.time;
    for (const name of ['eventNeeded', 'terminate', 'early'] as const) r[io[name]] = 0;
    return status.ok;
  }

  getState(): { status: Status; handle: number } {
    if (!this.description[this.kind]?.canGetAndSetFMUState)
      return { status: this.refuse('no state'), handle: 0 };
    const handle = ++this.handles;
    this.savedStates.set(handle, this.text());
    return { status: status.ok, handle };
  }

  private text(): string {
    const values = [...this.values_].map(([r, v]) => [
      r,
      v.map((x) => (typeof x === 'bigint' ? `${x}n` : x instanceof Uint8Array ? [...x] : x)),
    ]);
    // JSON has no infinity.
    return JSON.stringify({ phase: this.phase, time: this.time, stop: `${this.stopTime}`, values });
  }

  setState(handle: number): Status {
    const text = this.savedStates.get(handle);
    if (text === undefined) return this.refuse('there is no such state');
    const { phase, time, stop, values } = JSON.parse(text) as {
      phase: Phase;
      time: number;
      stop: string;
      values: [number, (number | string | number[])[]][];
    };
    this.phase = phase;
    this.time = time;
    this.stopTime = Number(stop);
    this.values_ = new Map(
      values.map(([r, v]) => [
        r,
        v.map(
          (x): Value =>
            Array.isArray(x)
              ? Uint8Array.from(x)
              : typeof x === 'string' && /^\d+n$/.test(x)
                ? BigInt(x.slice(0, -1))
                : x,
        ),
      ]),
    );
    return status.ok;
  }

  freeState(handle: number): Status {
    return this.savedStates.delete(handle) ? status.ok : this.refuse('there is no such state');
  }

  serializeState(handle: number): { status: Status; bytes: Uint8Array } {
    const can = this.description[this.kind]?.canSerializeFMUState;
    if (!can || !this.savedStates.has(handle))
      return { status: this.refuse('no state'), bytes: new Uint8Array() };
    return { status: status.ok, bytes: new TextEncoder().encode(this.savedStates.get(handle)) };
  }

  deserializeState(bytes: Uint8Array): { status: Status; handle: number } {
    const text = new TextDecoder().decode(bytes);
    try {
      JSON.parse(text);
    } catch {
      return { status: this.refuse('the bytes are no state'), handle: 0 };
    }
    const handle = ++this.handles;
    this.savedStates.set(handle, text);
    return { status: status.ok, handle };
  }

  /** ∂z/∂u = g, everything else 0. */
  directionalDerivative(u: Uint32Array, k: Uint32Array, seed: Float64Array, out: Float64Array): Status {
    if (!this.description[this.kind]?.providesDirectionalDerivatives) return this.refuse('no derivatives');
    u.forEach((unknown, i) => {
      out[i] = k.reduce((sum, known, j) => sum + this.partial(unknown, known) * seed[j], 0);
    });
    return status.ok;
  }

  /** ∂y/∂x = 2, ∂z/∂u = g, ∂ẋ/∂u = 1, ∂ẋ/∂x = −k. */
  private partial(unknown: number, known: number): number {
    if (unknown === 2) return known === 4 ? 2 : 0;
    if (unknown === 3) return known === 1 ? this.number(7) : 0;
    if (unknown !== 5) return 0;
    return known === 4 ? -this.number(6) : Number(known === 1);
  }

  adjointDerivative(u: Uint32Array, k: Uint32Array, seed: Float64Array, out: Float64Array): Status {
    if (!this.description[this.kind]?.providesAdjointDerivatives) return this.refuse('no derivatives');
    k.forEach((known, j) => {
      out[j] = u.reduce((sum, unknown, i) => sum + this.partial(unknown, known) * seed[i], 0);
    });
    return status.ok;
  }

  getInterval(clocks: Uint32Array): { status: Status; intervals: Float64Array; qualifiers: Int32Array } {
    return {
      status: status.ok,
      intervals: Float64Array.from(clocks, () => 0.1),
      qualifiers: Int32Array.from(clocks, () => 1),
    };
  }

  activateModelPartition(reference: number): Status {
    return reference === 20 ? status.ok : this.refuse(`${reference} is no clock`);
  }

  takeLog(): LogMessage[] {
    return this.log.splice(0);
  }

  /** Other instances by number. Each consists of its fields. */
  private readonly others = new Map<number, Record<string, unknown>>();
  private present = 0;

  readonly watch: MemoryWatch = {
    guard: () => status.ok,
    trespasses: () => [],
    select: (instance) => {
      const { phase, description, values_, time, stopTime, logging } = this;
      this.others.set(this.present, { phase, description, values_, time, stopTime, logging });
      this.present = instance;
      Object.assign(this, this.others.get(instance) ?? { phase: 'none' });
      return status.ok;
    },
    allocated: () => 0,
  };

  close(): void {}

  // What no rule asks of it.
  setInterval = (): Status => this.refuse('not served');
  setShift = (): Status => this.refuse('not served');
  setIntervalFraction = (): Status => this.refuse('not served');
  setShiftFraction = (): Status => this.refuse('not served');
  setInputDerivatives = (): Status => this.refuse('not served');
  getOutputDerivatives = (): Status => this.refuse('not served');
  getShift = (): never => notServed();
  getIntervalFraction = (): never => notServed();
  getShiftFraction = (): never => notServed();
  getStepStatus = (): { status: Status; value: number } => ({
    status: this.refuse('not served'),
    value: 0,
  });
  getVariableDependencies = (): never => notServed();
  intermediate = (): never => notServed();
  takeClockUpdate = (): boolean => false;
}

function isInteger(variable: string, requestedType: string): boolean {
  return variable === 'Enumeration' && requestedType === 'Int32';
}

function notServed(): never {
  throw new Error('not served');
}

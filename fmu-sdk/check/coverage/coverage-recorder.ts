import {
  type FmiApi,
  type FmiCall,
  io,
  type Status,
  status,
  type Values,
} from '../../host/instance/fmi-api.ts';
import { type Mode, maskOf } from '../../standard/fmi-modes.ts';
import { accessorName, functionName } from '../behaviour/calls/call-names.ts';
import type { Target } from '../behaviour/check-target.ts';
import { keyOf } from '../relations/situation.ts';
import { type AllowedCall, allowedCalls } from './allowed-calls.ts';
import { InstanceRecord } from './instance-record.ts';
import { regionOf } from './value-region.ts';

/** Most values whose regions are recorded: FMUs may have a million. */
const mostRegions = 200;

/** Bits of a variable. */
export const seen = { read: 1, set: 2, readRefused: 4, setRefused: 8 } as const;

/**
 * Records what all rules together do to one target. Each first time of anything adds 1 to `size`,
 * which therefore shows whether the coverage grows.
 */
export class CoverageRecorder {
  size = 0;
  readonly allowed: readonly AllowedCall[];
  /** Modes in which each function was granted, and refused, as sums of bits. */
  readonly granted: Uint32Array;
  readonly refused: Uint32Array;
  /** Modes that an instance was in. */
  entered = 0;
  /** Bits of `seen`, by index of the variable. */
  readonly variables: Uint8Array;
  /** Events by kind, ticks of each Clock by index of the variable. */
  readonly events: Map<string, number> = new Map();
  readonly ticks: Map<number, number> = new Map();
  /** Signs of each event indicator: 1 for above 0, 2 for the other. */
  readonly signs: number[] = [];
  /** Mode of the state that was serialized last. */
  serializedIn: Mode | undefined;
  steps = 0;
  isInitialized = false;
  /** The FMU has announced the time of an event. */
  hasNextEvent = false;
  regions = 0;
  private readonly regionBits = new Map<number, number>();
  private readonly functionByName = new Map<string, number>();
  private readonly functionByOp = new Map<string, number>();
  private readonly byReference = new Map<string, Map<number, number[]>>();
  private readonly nominals: Float64Array;

  constructor(readonly target: Target) {
    const { variables } = target.description;
    this.allowed = allowedCalls(target);
    for (const [i, { name }] of this.allowed.entries()) this.functionByName.set(name, i);
    this.granted = new Uint32Array(this.allowed.length);
    this.refused = new Uint32Array(this.allowed.length);
    this.variables = new Uint8Array(variables.length);
    this.nominals = Float64Array.from(variables, ({ nominal, start }) =>
      Math.abs(Number(nominal ?? (Number(start?.[0]) || 1))),
    );
    for (const [i, variable] of variables.entries()) {
      const [type] = keyOf(variable).split(' ');
      const known = this.byReference.get(type) ?? new Map<number, number[]>();
      this.byReference.set(type, known);
      known.set(variable.valueReference, [...(known.get(variable.valueReference) ?? []), i]);
    }
  }

  /** Returns the index of a function by the name of a call in `FmiApi`. */
  functionOf(op: string): number {
    let index = this.functionByOp.get(op);
    if (index === undefined) {
      index = this.functionByName.get(functionName(this.target.fmi, op)) ?? -1;
      this.functionByOp.set(op, index);
    }
    return index;
  }

  /** Returns the index of a getter or setter by the type of its values. */
  accessorOf(access: 'Get' | 'Set', type: string): number {
    const op = access + type;
    let index = this.functionByOp.get(op);
    if (index === undefined) {
      index = this.functionByName.get(accessorName(this.target.fmi, access, type)) ?? -1;
      this.functionByOp.set(op, index);
    }
    return index;
  }

  /** Records a call in the instance's mode. Returns true if it was granted. */
  noteCall(instance: InstanceRecord, index: number, answer: Status): boolean {
    const isGranted = answer <= status.warning;
    const { bit } = instance;
    if (index >= 0 && bit !== 0) {
      const into =
        isGranted || answer === status.discard || answer === status.pending ? this.granted : this.refused;
      if ((into[index] & bit) === 0) {
        into[index] |= bit;
        if (into === this.granted && (this.allowed[index].modes & bit) !== 0) this.size++;
      }
    }
    // What may follow an error is not known.
    if (answer === status.error || answer === status.fatal) instance.lose();
    return isGranted;
  }

  /** Records a call that takes its operands from the registers. */
  noteOp(instance: InstanceRecord, call: FmiCall, answer: Status, registers: Float64Array): void {
    const { op } = call;
    if (op === 'get' || op === 'set') {
      this.noteValues(instance, op, call.values, answer);
      return;
    }
    const index = this.functionOf(op);
    const isAllowed = index >= 0 && (this.allowed[index].standard & instance.bit) !== 0;
    if (!this.noteCall(instance, index, answer)) return;
    if (isAllowed) this.noteProgress(instance, call, registers);
    instance.follow(op, isAllowed);
    this.noteMode(instance);
  }

  noteMode({ bit }: InstanceRecord): void {
    if ((this.entered & bit) === bit) return;
    this.entered |= bit;
    this.size++;
  }

  /** Records steps and events. */
  private noteProgress(instance: InstanceRecord, call: FmiCall, registers: Float64Array): void {
    switch (call.op) {
      case 'exitInitializationMode':
        this.isInitialized = true;
        break;
      case 'doStep':
        this.steps++;
        instance.time = registers[io.time] + registers[io.step];
        instance.isAsked = registers[io.eventNeeded] === 1;
        break;
      case 'setTime':
        if (registers[io.time] > instance.time && instance.time !== Number.NEGATIVE_INFINITY) this.steps++;
        instance.time = registers[io.time];
        break;
      case 'enterInitializationMode':
        instance.time = registers[io.startTime];
        break;
      case 'completedIntegratorStep':
        instance.isAsked = registers[io.enterEventMode] === 1;
        break;
      case 'updateDiscreteStates':
        instance.nextEvent =
          registers[io.nextEventTimeDefined] === 1 ? registers[io.nextEventTime] : Number.POSITIVE_INFINITY;
        this.hasNextEvent ||= instance.nextEvent !== Number.POSITIVE_INFINITY;
        break;
      case 'enterEventMode':
        this.noteEvent(instance);
        break;
      case 'getEventIndicators':
        this.noteSigns(instance, call.doubles);
        break;
      case 'getContinuousStates':
        for (let i = 0; i < call.doubles.length && i < mostRegions; i++)
          this.noteRegion(-1 - i, call.doubles[i], 1);
        break;
      default:
    }
  }

  /** Records why Event Mode was entered: several reasons may hold, or only the importer's. */
  private noteEvent(instance: InstanceRecord): void {
    const isTime = instance.time >= instance.nextEvent;
    if (isTime) this.count('time');
    if (instance.hasCrossed) this.count('state');
    if (instance.isAsked && !isTime) this.count('step');
    if (!isTime && !instance.hasCrossed && !instance.isAsked) this.count('input');
    instance.isAsked = false;
    instance.hasCrossed = false;
    instance.signs = undefined;
  }

  private count(kind: string): void {
    const known = this.events.get(kind);
    if (known === undefined) this.size++;
    this.events.set(kind, (known ?? 0) + 1);
  }

  private noteSigns(instance: InstanceRecord, indicators: Float64Array): void {
    instance.signs ??= Uint8Array.from(indicators, (z) => Number(z > 0));
    for (let i = 0; i < indicators.length; i++) {
      const sign = Number(indicators[i] > 0);
      if (instance.signs[i] !== sign) instance.hasCrossed = true;
      instance.signs[i] = sign;
      const bit = sign === 1 ? 1 : 2;
      if (((this.signs[i] ?? 0) & bit) === 0) {
        this.signs[i] = (this.signs[i] ?? 0) | bit;
        this.size++;
      }
    }
  }

  /** Records numbers that were read or set. */
  noteValues(instance: InstanceRecord, op: 'get' | 'set', values: Values, answer: Status): void {
    const { type, valueReferences, view } = values;
    const { bit } = instance;
    const index = this.accessorOf(op === 'get' ? 'Get' : 'Set', type);
    const isGranted = this.noteCall(instance, index, answer);
    if (bit === 0) return;
    this.noteVariables(op, type, valueReferences, isGranted);
    if (!isGranted) return;
    if (type === 'Clock') this.noteTicks(op, valueReferences, view);
    else if (op === 'get' && type === 'Float64' && view.length === valueReferences.length)
      this.noteRegions(valueReferences, view as Float64Array);
  }

  /** Marks variables as read or set. A refusal of several does not tell which one was refused. */
  noteVariables(op: 'get' | 'set', type: string, references: Uint32Array, isGranted: boolean): void {
    const known = this.byReference.get(type === 'Enumeration' ? 'Int32' : type);
    if (known === undefined || (!isGranted && references.length > 1)) return;
    const bit =
      op === 'get' ? (isGranted ? seen.read : seen.readRefused) : isGranted ? seen.set : seen.setRefused;
    for (let k = 0; k < references.length; k++) {
      const indexes = known.get(references[k]);
      if (indexes === undefined) continue;
      for (const i of indexes)
        if ((this.variables[i] & bit) === 0) {
          this.variables[i] |= bit;
          if (isGranted) this.size++;
        }
    }
  }

  private noteTicks(op: 'get' | 'set', references: Uint32Array, view: ArrayLike<number | bigint>): void {
    for (let k = 0; k < references.length; k++) {
      if (!view[k]) continue;
      const index = this.byReference.get('Clock')?.get(references[k])?.[0];
      if (index === undefined) continue;
      const { causality } = this.target.description.variables[index];
      if ((causality === 'input') === (op === 'set')) this.noteTick(index);
    }
  }

  private noteTick(index: number): void {
    const known = this.ticks.get(index);
    if (known === undefined) this.size++;
    this.ticks.set(index, (known ?? 0) + 1);
  }

  /** Records an activated model partition. */
  noteActivation(clock: number): void {
    this.steps++;
    this.noteVariables('set', 'Clock', Uint32Array.of(clock), true);
    const index = this.byReference.get('Clock')?.get(clock)?.[0];
    if (index !== undefined) this.noteTick(index);
  }

  private noteRegions(references: Uint32Array, view: Float64Array): void {
    const known = this.byReference.get('Float64');
    if (known === undefined) return;
    for (let k = 0; k < references.length && k < mostRegions; k++) {
      const i = known.get(references[k])?.[0];
      if (i !== undefined) this.noteRegion(i, view[k], this.nominals[i]);
    }
  }

  private noteRegion(key: number, value: number, nominal: number): void {
    const bit = regionOf(value, nominal);
    const bits = this.regionBits.get(key) ?? 0;
    if ((bits & bit) !== 0) return;
    this.regionBits.set(key, bits | bit);
    this.regions++;
    this.size++;
  }

  /** Returns true if an instance was in the mode. */
  wasIn(mode: Mode): boolean {
    return (this.entered & maskOf([mode])) !== 0;
  }
}

/** Records of the instances of one process. Calls belong to the selected instance. */
export class ProcessRecord {
  private readonly instances: InstanceRecord[] = [];
  instance: InstanceRecord;

  constructor(
    readonly recorder: CoverageRecorder,
    readonly calls: FmiApi,
  ) {
    this.instance = this.at(0);
  }

  /** Selects an instance. The coverage does not include instances of another interface. */
  select(n: number, kind: Target['kind'] = this.recorder.target.kind): void {
    this.instance = kind === this.recorder.target.kind ? this.at(n) : new InstanceRecord(undefined);
  }

  private at(n: number): InstanceRecord {
    this.instances[n] ??= new InstanceRecord(this.recorder.target.kind);
    return this.instances[n];
  }

  /** Records a call by its name in `FmiApi`. */
  note(op: string, answer: Status): boolean {
    return this.recorder.noteCall(this.instance, this.recorder.functionOf(op), answer);
  }
}

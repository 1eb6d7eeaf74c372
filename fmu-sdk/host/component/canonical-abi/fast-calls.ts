import { type NumericType, io as r, type Status, status, type Values } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../instance/instance.ts';
import { type DoublesOf, Missing, type RunCalls } from '../translation/generated-bindings.ts';
import { accessors } from './wit-worlds.ts';

type Core = (...operands: (number | boolean)[]) => number;

/** A core function, and the function that frees its result, if needed. */
interface Method {
  call: Core;
  free: Core | undefined;
}

/**
 * Makes the calls of a run directly on the core module, by the Canonical ABI (WebAssembly Component
 * Model, CanonicalABI.md). Lists are copied to memory that the FMU allocates, and results are read
 * from its memory. This is much faster than the generated bindings.
 *
 * Finds the core functions by the names that `wit-component` gives them. Components with other
 * names use the bindings. Throws a RangeError for violations of the ABI.
 */
export class FastCalls implements RunCalls {
  private readonly memory: WebAssembly.Memory;
  private readonly allocate: Core;
  private readonly self: number;
  private readonly getters = {} as Record<NumericType, Method>;
  private readonly setters = {} as Record<NumericType, Method>;
  private readonly step: Method;
  private readonly completed: Method;
  private readonly timeSetter: Method;
  private readonly stateSetter: Method;
  private readonly doublesOf: Record<DoublesOf, Method>;
  /** The FMU's memory, until it grows. */
  private bytes = new Uint8Array();
  private words = new Uint32Array();
  private doubles = new Float64Array();

  private constructor(exports: WebAssembly.Exports, methods: ReadonlyMap<string, Method>, self: number) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.allocate = exports.cabi_realloc as unknown as Core;
    this.self = self;
    const method = (name: string): Method => methods.get(name) ?? absent(name);
    for (const [type, name] of Object.entries(accessors) as [NumericType, string][]) {
      this.getters[type] = method(`get-${name.toLowerCase()}`);
      this.setters[type] = method(`set-${name.toLowerCase()}`);
    }
    this.step = method('do-step');
    this.completed = method('completed-integrator-step');
    this.timeSetter = method('set-time');
    this.stateSetter = method('set-continuous-states');
    this.doublesOf = {
      getContinuousStates: method('get-continuous-states'),
      getContinuousStateDerivatives: method('get-continuous-state-derivatives'),
      getEventIndicators: method('get-event-indicators'),
    };
  }

  /**
   * Finds the FMU's functions. `self` is its number inside the component. Returns undefined for
   * other names.
   */
  static of(
    cores: readonly WebAssembly.Instance[],
    interfaceName: string,
    needed: readonly string[],
    self: number,
  ): FastCalls | undefined {
    const kind = interfaceName.slice(interfaceName.lastIndexOf('/') + 1).split('@')[0];
    const prefix = `${interfaceName}#[method]${kind}-instance.`;
    for (const { exports } of cores) {
      if (!(exports.memory instanceof WebAssembly.Memory) || typeof exports.cabi_realloc !== 'function')
        continue;
      const methods = new Map<string, Method>();
      for (const [name, call] of Object.entries(exports))
        if (name.startsWith(prefix))
          methods.set(name.slice(prefix.length), {
            call: call as unknown as Core,
            free: exports[`cabi_post_${name}`] as unknown as Core | undefined,
          });
      if (needed.every((name) => methods.has(name))) return new FastCalls(exports, methods, self);
    }
    return undefined;
  }

  get({ type, valueReferences, view }: Values): Status {
    const method = this.getters[type];
    const references = this.put(valueReferences);
    const answer = this.list(method, method.call(this.self, references, valueReferences.length), view);
    if (isFlag(type)) for (let i = 0; i < view.length; i++) view[i] = view[i] === 0 ? 0 : 1;
    return answer;
  }

  set({ type, valueReferences, view }: Values): Status {
    const references = this.put(valueReferences);
    const values = this.put(view);
    if (isFlag(type)) for (let i = 0; i < view.length; i++) this.bytes[values + i] = view[i] === 0 ? 0 : 1;
    return answered(
      this.setters[type].call(this.self, references, valueReferences.length, values, view.length),
    );
  }

  doStep(registers: Float64Array): Status {
    const at = this.place(
      this.step.call(
        this.self,
        registers[r.time],
        registers[r.step],
        Number(registers[r.noSetStatePrior] !== 0),
      ),
      24,
      8,
    );
    const { bytes } = this;
    const answer = bytes[at] === 0 ? status.ok : refused(bytes[at + 8]);
    if (answer === status.ok) {
      registers[r.lastTime] = this.doubles[(at + 8) >> 3];
      registers[r.eventNeeded] = Number(bytes[at + 16] !== 0);
      registers[r.terminate] = Number(bytes[at + 17] !== 0);
      registers[r.early] = Number(bytes[at + 18] !== 0);
    }
    this.step.free?.(at);
    return answer;
  }

  completedIntegratorStep(registers: Float64Array): Status {
    const method = this.completed;
    const at = this.place(method.call(this.self, Number(registers[r.noSetStatePrior] !== 0)), 3, 1);
    const { bytes } = this;
    const answer = bytes[at] === 0 ? status.ok : refused(bytes[at + 1]);
    if (answer === status.ok) {
      registers[r.enterEventMode] = Number(bytes[at + 1] !== 0);
      registers[r.terminate] = Number(bytes[at + 2] !== 0);
    }
    method.free?.(at);
    return answer;
  }

  setTime(time: number): Status {
    return answered(this.timeSetter.call(this.self, time));
  }

  getDoubles(name: DoublesOf, values: Float64Array): Status {
    const method = this.doublesOf[name];
    return this.list(method, method.call(this.self), values);
  }

  setContinuousStates(values: Float64Array): Status {
    return answered(this.stateSetter.call(this.self, this.put(values), values.length));
  }

  /** Copies numbers to memory that the FMU allocates and owns from then on. */
  private put(values: NumericArray): number {
    const size = values.BYTES_PER_ELEMENT;
    const length = values.length;
    const at = this.place(this.allocate(0, 0, size, size * length), size * length, size);
    if (values instanceof Float64Array)
      for (let i = 0; i < length; i++) this.doubles[(at >>> 3) + i] = values[i];
    else if (values instanceof Uint32Array)
      for (let i = 0; i < length; i++) this.words[(at >>> 2) + i] = values[i];
    else this.bytes.set(bytesOf(values), at);
    return at;
  }

  /** Copies the list of a `result<list<…>, status>` at an address. */
  private list(method: Method, returned: number, into: NumericArray): Status {
    const at = this.place(returned, 12, 4);
    if (this.bytes[at] !== 0) {
      const answer = refused(this.bytes[at + 4]);
      method.free?.(at);
      return answer;
    }
    const length = this.words[(at + 8) >>> 2];
    if (length !== into.length)
      throw new RangeError(`the FMU returned ${length} values, but ${into.length} were requested`);
    const size = into.BYTES_PER_ELEMENT;
    const from = this.place(this.words[(at + 4) >>> 2], size * length, size);
    if (into instanceof Float64Array)
      for (let i = 0; i < length; i++) into[i] = this.doubles[(from >>> 3) + i];
    else bytesOf(into).set(this.bytes.subarray(from, from + size * length));
    method.free?.(at);
    return status.ok;
  }

  /** Checks an address from the FMU after a call in which its memory may have grown. */
  private place(address: number, size: number, alignment: number): number {
    const { buffer } = this.memory;
    if (this.bytes.buffer !== buffer) {
      this.bytes = new Uint8Array(buffer);
      this.words = new Uint32Array(buffer);
      this.doubles = new Float64Array(buffer);
    }
    const at = address >>> 0;
    if (at % alignment !== 0 || at + size > this.bytes.length)
      throw new RangeError(
        `the FMU returned the address ${at} for ${size} bytes, outside its memory of ${this.bytes.length} bytes`,
      );
    return at;
  }
}

/** A function of another interface type. */
function absent(name: string): Method {
  const call = (): never => {
    throw new Missing(`${name}: the FMU's interface does not have this function.`);
  };
  return { call, free: undefined };
}

function isFlag(type: NumericType): boolean {
  return type === 'Boolean' || type === 'Clock';
}

function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Converts a status number of the ABI. It equals FMI's number up to `fatal`. */
function answered(value: number): Status {
  if (value > status.fatal || value < 0) throw new RangeError(`the FMU returned the invalid status ${value}`);
  return value as Status;
}

/** Converts the status that replaces a missing result, which cannot be ok. */
function refused(value: number): Status {
  return Math.max(answered(value), status.discard) as Status;
}

import { transpileBytes } from '@bytecodealliance/jco-transpile';

/**
 * An independent host: bindings that jco generates from the component alone. So it checks our glue
 * for the Canonical ABI independently. Nothing is written to disk.
 */

export type Status = 'ok' | 'warning' | 'discard' | 'error' | 'fatal';
type TypeName =
  | 'Float32'
  | 'Float64'
  | `${'Int' | 'Uint'}${8 | 16 | 32 | 64}`
  | 'Boolean'
  | 'String'
  | 'Binary'
  | 'Clock';
type References = readonly number[];
/** Values as jco passes them: bigint for 64-bit integers, and typed arrays for numeric results. */
export type Values = ArrayLike<Value> & Iterable<Value>;
type Value = number | bigint | boolean | string | Uint8Array;

type Accessors = { [T in TypeName as `get${T}`]: (references: References) => Values } & {
  [T in TypeName as `set${T}`]: (references: References, values: Values) => Status;
};

/**
 * The resource `co-simulation-instance` as jco presents it. An error `result` throws its status.
 */
export interface JcoInstance extends Accessors {
  setDebugLogging(on: boolean, categories: string[]): Status;
  enterInitializationMode(tolerance: number | undefined, start: number, stop: number | undefined): Status;
  exitInitializationMode(): Status;
  enterConfigurationMode(): Status;
  exitConfigurationMode(): Status;
  enterEventMode(): Status;
  enterStepMode(): Status;
  evaluateDiscreteStates(): Status;
  updateDiscreteStates(): unknown;
  terminate(): Status;
  reset(): Status;
  getFmuState(): Uint8Array;
  setFmuState(state: Uint8Array): Status;
  getDirectionalDerivative(unknowns: References, knowns: References, seed: number[]): Float64Array;
  getAdjointDerivative(unknowns: References, knowns: References, seed: number[]): Float64Array;
  setInputDerivatives(requests: [number, number][], values: number[]): Status;
  getOutputDerivatives(requests: [number, number][]): Float64Array;
  getNumberOfVariableDependencies(reference: number): bigint;
  getVariableDependencies(reference: number): unknown[];
  getIntervalDecimal(references: References): unknown[];
  getIntervalFraction(references: References): unknown[];
  setIntervalDecimal(references: References, intervals: number[]): Status;
  setShiftDecimal(references: References, shifts: number[]): Status;
  doStep(t: number, H: number, noSetStatePrior: boolean): DoStepResult;
}

export interface DoStepResult {
  lastSuccessfulTime: number;
  eventHandlingNeeded: boolean;
  terminateSimulation: boolean;
  earlyReturn: boolean;
}

export interface Message {
  instance: string;
  status: Status;
  category: string;
  message: string;
}

export interface Options {
  loggingOn?: boolean;
  eventModeUsed?: boolean;
  earlyReturnAllowed?: boolean;
  required?: number[];
  token?: string;
}

/**
 * One component instance: its log, its intermediate updates, and a function that creates a unit
 * instance in it.
 */
export interface JcoComponent {
  version: string;
  log: Message[];
  /** Times [s] of the intermediate updates. `answer` decides on early return. */
  updates: number[];
  answer: (time: number) => [boolean, number];
  instantiate(name: string, options?: Options): JcoInstance | undefined;
  drop(instance: JcoInstance): void;
}

type Instantiate = (getCore: (name: string) => WebAssembly.Module, imports: object) => Record<string, never>;

/** Translates a component once. Every call of the result creates a separate component instance. */
export async function jcoHost(component: Uint8Array, token: string): Promise<() => JcoComponent> {
  const { files } = await transpileBytes(component, { name: 'unit', instantiation: 'sync', wasiShim: false });
  const decode = (name: string): string => new TextDecoder().decode(files[name]);
  const script = decode('unit.js').replace(/^export /gm, '');
  const instantiate = new Function(`${script}\nreturn instantiate;`)() as Instantiate;
  const modules = new Map<string, WebAssembly.Module>();
  for (const [name, bytes] of Object.entries(files))
    if (name.endsWith('.wasm')) modules.set(name, new WebAssembly.Module(bytes as BufferSource));

  return () => {
    const log: Message[] = [];
    const updates: number[] = [];
    const host: JcoComponent = {
      version: '',
      log,
      updates,
      answer: () => [false, 0],
      instantiate: (name, o = {}) =>
        resource.instantiateCoSimulation(
          name,
          o.token ?? token,
          '/resources/',
          false,
          o.loggingOn ?? true,
          o.eventModeUsed ?? false,
          o.earlyReturnAllowed ?? false,
          o.required ?? [],
        ),
      drop: (instance) =>
        (instance as unknown as Record<symbol, () => void>)[Symbol.dispose ?? Symbol.for('dispose')](),
    };
    const exports = instantiate((name) => modules.get(name)!, {
      'fmi:fmi3/callbacks': {
        logMessage: (instance: string, status: Status, category: string, message: string) =>
          log.push({ instance, status, category, message }),
      },
      'fmi:fmi3/intermediate-update-callbacks': {
        intermediateUpdate: (time: number) => {
          updates.push(time);
          return host.answer(time);
        },
      },
    }) as unknown as {
      common: { getVersion(): string };
      coSimulation: {
        CoSimulationInstance: { instantiateCoSimulation(...args: unknown[]): JcoInstance | undefined };
      };
    };
    const resource = exports.coSimulation.CoSimulationInstance;
    host.version = exports.common.getVersion();
    return host;
  };
}

/** Returns the status of a query: `ok`, or the value that jco throws for `err(status)`. */
export function statusOf(query: () => unknown): Status {
  try {
    query();
    return 'ok';
  } catch (thrown) {
    if (typeof thrown === 'string') return thrown as Status;
    throw thrown;
  }
}

import { UserError } from '../../../util/user-error.ts';
import type { InterfaceKind } from '../../instance/fmi-api.ts';
import { entryLimit, memoryLimit, tableLimit } from '../../wasm/core-interface.ts';
import { type Bounded, boundMemories, objectLimit } from '../bounds/memory-bounds.ts';
import { CountingDecoder, claim, counted } from '../bounds/transfer-limits.ts';
import { emptyWasi } from '../wasi/empty-wasi.ts';
import { SeededRandom, virtualWasi } from '../wasi/virtual-wasi.ts';
import { isDraft } from '../wasi/wasi-draft.ts';
import { compile } from './check-modules.ts';
import type { Translation } from './component-translation.ts';

/** Functions that a component may call: the FMI callbacks, and its standard streams. */
export interface Callbacks {
  /** Simulation time [s], and random numbers. */
  now(): number;
  random: SeededRandom;
  write(stream: string, text: string): void;
  logMessage(instance: string, status: string, category: string, message: string): void;
  clockUpdate(): void;
  intermediateUpdate(
    time: number,
    setRequested: boolean,
    getAllowed: boolean,
    stepFinished: boolean,
    canReturnEarly: boolean,
  ): [boolean, number];
}

/** An instance of a component. */
export interface LinkedInstance {
  /** Exports by interface name. */
  exports: Readonly<Record<string, unknown>>;
  /** Core instances, in order of creation. */
  cores: readonly WebAssembly.Instance[];
}

type ImportObject = Record<string, Record<string, unknown>>;
type Instantiate = (
  getCore: (file: string) => WebAssembly.Module,
  imports: ImportObject,
  instantiateCore: (module: WebAssembly.Module, imports?: ImportObject) => WebAssembly.Instance,
) => Record<string, unknown>;

/** A component that can run. Links any number of instances. */
export interface Linkable {
  /** Returns the full name of an exported FMI interface, for any 3.x version. */
  interfaceOf(name: string): string | undefined;
  /** Reports whether the interface matches the draft in all functions that `fast-calls.ts` uses. */
  isDraft(kind: InterfaceKind): boolean;
  /**
   * Creates an instance of the component. `onResource` receives the number inside the FMU of each
   * resource it creates.
   */
  link(name: string, callbacks: Callbacks, onResource: (rep: number) => void): LinkedInstance;
}

const linkerOperands = ['TextDecoder', 'claim'];

const linkerCode = (script: string): string => `${counted(script)}\nreturn instantiate;`;

/** Converts the script of a translation to the text of a function (`Translation.linker`). */
export const linkerText = (script: string): string =>
  `function (${linkerOperands.join(', ')}) {\n${linkerCode(script)}\n}`;

/** A translated component, compiled. */
export class Program implements Linkable {
  /** Names of the exported interfaces. */
  readonly exports: readonly string[];
  /** Its FMI interfaces. See `Translation`. */
  private readonly declarations: string;
  private readonly instantiate: Instantiate;
  private readonly modules: ReadonlyMap<string, WebAssembly.Module>;
  private readonly bounds: ReadonlyMap<WebAssembly.Module, Bounded>;

  /** `name` is the FMU's name in messages. */
  constructor({ script, linker, cores, exports, declarations }: Translation, name: string) {
    this.exports = exports;
    this.declarations = declarations;
    const make = linker ?? new Function(...linkerOperands, linkerCode(script));
    this.instantiate = make(CountingDecoder, claim) as Instantiate;
    const bounded = boundMemories(cores, name);
    this.modules = new Map([...bounded].map(([file, { core }]) => [file, compile(core, name)]));
    this.bounds = new Map([...this.modules].map(([file, module]) => [module, bounded.get(file) as Bounded]));
  }

  interfaceOf(name: string): string | undefined {
    return this.exports.find((item) => item.startsWith(`${name}@3.`));
  }

  isDraft(kind: InterfaceKind): boolean {
    return isDraft(this.declarations, kind);
  }

  link(name: string, callbacks: Callbacks, onResource: (rep: number) => void): LinkedInstance {
    const cores: WebAssembly.Instance[] = [];
    const sum = { memory: 0, tables: 0, entries: 0, objects: 0 };
    const exports = this.instantiate(
      (file) => this.modules.get(file) as WebAssembly.Module,
      importsFor(callbacks),
      (module, imports = {}) => {
        const bound = this.bounds.get(module) as Bounded;
        for (const what of Object.keys(sum) as (keyof typeof sum)[]) sum[what] += bound[what];
        // An instance counts as an object, whatever it contains.
        sum.objects += instanceObjects;
        refuseBeyond(sum, name);
        const core = new WebAssembly.Instance(
          module,
          observeResources(imports, onResource) as WebAssembly.Imports,
        );
        cores.push(core);
        return core;
      },
    );
    return { exports, cores };
  }

  /**
   * Rejects a component that imports more than the FMI callbacks and empty WASI functions. Does not
   * run its code.
   */
  rejectForbiddenImports(name: string): void {
    const offered = importsFor({
      now: () => 0,
      random: new SeededRandom(),
      logMessage() {},
      write() {},
      clockUpdate() {},
      intermediateUpdate: () => [false, 0],
    });
    const refused = [...this.collectImports()].filter(([from, items]) =>
      [...items].some((item) => offered[from]?.[item] === undefined),
    );
    if (refused.length === 0) return;
    const list = refused.slice(0, 5).map(([from, items]) => `${from} (${[...items].slice(0, 5).join(', ')})`);
    throw new UserError(
      `load ${name}: its component imports ${list.join('; ')}. An FMU gets the FMI callbacks, ` +
        'empty WASI arguments, directories and streams, the simulation time as clock, and random numbers with a fixed seed, but neither files nor network. ' +
        'Ask its author for an export without these imports.',
    );
  }

  /**
   * Returns the functions and resources that the component imports, by interface. Stops before its
   * code would run.
   */
  private collectImports(): Map<string, Set<string>> {
    const imported = new Map<string, Set<string>>();
    const recorder = (from: string): Record<string, unknown> =>
      new Proxy(
        {},
        {
          get: (_, item) => {
            imported.set(from, (imported.get(from) ?? new Set()).add(String(item)));
            return class {};
          },
        },
      );
    const imports = new Proxy({}, { get: (_, from) => recorder(String(from)) });
    const stop = new Error();
    try {
      this.instantiate(
        (file) => this.modules.get(file) as WebAssembly.Module,
        imports as ImportObject,
        () => {
          throw stop;
        },
      );
    } catch (error) {
      if (error !== stop) throw error;
    }
    return imported;
  }
}

const instanceObjects = 1000;

/**
 * Rejects components beyond the limits. Counts the total of all instances, because modules may be
 * instantiated several times.
 */
function refuseBeyond({ memory, tables, entries, objects }: Omit<Bounded, 'core'>, name: string): void {
  if (memory > memoryLimit)
    throw new UserError(
      `instantiate ${name}: the memories of its component may grow to ${memory} bytes in total, but the limit is ${memoryLimit} bytes. Use a smaller FMU.`,
    );
  if (tables > tableLimit)
    throw new UserError(
      `instantiate ${name}: its component has ${tables} tables or more, but the limit is ${tableLimit}. Use a simpler FMU.`,
    );
  if (entries > entryLimit)
    throw new UserError(
      `instantiate ${name}: the tables of its component may grow to ${entries} entries in total, but the limit is ${entryLimit}. Use a simpler FMU.`,
    );
  if (objects > objectLimit)
    throw new UserError(
      `instantiate ${name}: its component has ${objects} instances, functions, globals and exports or more (an instance counts ${instanceObjects}), but the limit is ${objectLimit}. Use a simpler FMU.`,
    );
}

/**
 * Creates an object with only these entries, without inherited names (`constructor`, `__proto__`).
 */
function bare<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null), entries) as Record<string, T>;
}

function importsFor(callbacks: Callbacks): ImportObject {
  const { logMessage, clockUpdate, intermediateUpdate } = callbacks;
  // Partitions run one after the other, so preemption is impossible.
  const preemption = (): void => {};
  const all: ImportObject = {
    ...emptyWasi(callbacks.write),
    ...virtualWasi(callbacks.now, callbacks.random),
    'fmi:fmi3/callbacks': {
      logMessage,
      clockUpdate,
      lockPreemption: preemption,
      unlockPreemption: preemption,
    },
    'fmi:fmi3/intermediate-update-callbacks': { intermediateUpdate },
  };
  return bare(Object.fromEntries(Object.entries(all).map(([from, items]) => [from, bare(items)])));
}

/** Wraps the imports of a core instance to observe the creation of FMU resources. */
function observeResources(imports: ImportObject, onResource: (rep: number) => void): ImportObject {
  const heard: ImportObject = bare({});
  for (const [from, items] of Object.entries(imports)) {
    heard[from] = items;
    if (!/^\[export\]fmi:fmi3\//.test(from)) continue;
    heard[from] = bare(items);
    for (const [item, make] of Object.entries(items))
      if (item.startsWith('[resource-new]'))
        heard[from][item] = (rep: number): number => {
          onResource(rep);
          return (make as (rep: number) => number)(rep);
        };
  }
  return heard;
}

/** Cached programs of this thread, the most recently used last. */
const cachedPrograms = new Map<string, Program>();
const keptLimit = 16;

/** Returns the program of a translation. Equal components share one. */
export function programOf(translation: Translation, name: string): Program {
  const { key } = translation;
  const program = cachedPrograms.get(key) ?? new Program(translation, name);
  cachedPrograms.delete(key);
  cachedPrograms.set(key, program);
  if (cachedPrograms.size > keptLimit) cachedPrograms.delete(cachedPrograms.keys().next().value as string);
  return program;
}

import { wholeText } from '../../../util/utf8.ts';
import type { InterfaceKind } from '../../instance/fmi-api.ts';
import { compileCore } from '../../wasm/core-interface.ts';
import {
  abiTypeOf,
  type CoreMemory,
  camel,
  type Flat,
  lifted,
  unwrapped,
} from '../canonical-abi/canonical-abi.ts';
import { canonicalImports, methodExport } from '../canonical-abi/canonical-names.ts';
import {
  enumerations,
  interfaceName,
  methodsOf,
  resourceOf,
  type WitFunction,
  type WitKind,
} from '../canonical-abi/wit-interfaces.ts';
import { worlds } from '../canonical-abi/wit-worlds.ts';
import type { Callbacks, Linkable, LinkedInstance } from '../translation/component-program.ts';

type Core = Record<string, (...operands: Flat[]) => Flat>;

/** Interface types that fmukit FMUs have. */
export type FmukitKind = Exclude<InterfaceKind, 'scheduledExecution'>;

export function witKindOf(kind: FmukitKind): WitKind {
  return kind === 'coSimulation' ? 'co-simulation' : 'model-exchange';
}

/**
 * The component of a fmukit FMU, run without jco. Its core module contains the whole state machine,
 * and its wrapping is known. Therefore the core functions are called with the arguments that the
 * Canonical ABI defines.
 */
export class FmukitComponent implements Linkable {
  private readonly module: WebAssembly.Module;
  private readonly kind: FmukitKind;

  constructor(core: Uint8Array, kind: FmukitKind, name: string) {
    this.module = compileCore(core, name);
    this.kind = kind;
  }

  interfaceOf(name: string): string | undefined {
    return [interfaceName('common'), interfaceName(witKindOf(this.kind))].find((item) =>
      item.startsWith(`${name}@3.`),
    );
  }

  isDraft(kind: InterfaceKind): boolean {
    return kind === this.kind;
  }

  link(_name: string, callbacks: Callbacks, onResource: (rep: number) => void): LinkedInstance {
    let room: CoreMemory | undefined;
    let rep = 0;
    const imports = importsFor(callbacks, () => room as CoreMemory);
    for (const [module, item] of [canonicalImports.handle, canonicalImports.exchangeHandle])
      imports[module] = {
        [item]: (handle: number) => {
          rep = handle;
          onResource(handle);
          return handle;
        },
      };
    const kind = witKindOf(this.kind);
    const core = new WebAssembly.Instance(this.module, imports);
    const its = core.exports as unknown as Core;
    const { buffer } = core.exports.memory as WebAssembly.Memory;
    const allocate = (align: number, bytes: number): number => Number(its.cabi_realloc(0, 0, align, bytes));
    const coreMemory: CoreMemory = { buffer: buffer as ArrayBuffer, view: new DataView(buffer), allocate };
    room = coreMemory;
    const unit: Record<string | symbol, unknown> = {
      [Symbol.dispose ?? Symbol.for('dispose')]: () =>
        its[`${interfaceName(kind)}#[dtor]${resourceOf(kind)}`](rep),
    };
    const caller = (method: WitFunction): ((...operands: unknown[]) => unknown) =>
      callerOf(its[methodExport(kind, method.name, method.isStatic === true)], method, coreMemory, () =>
        method.isStatic === true ? [] : [rep],
      );
    for (const method of methodsOf[kind])
      if (method.isStatic !== true) unit[camel(method.name)] = caller(method);
    const instantiate = caller(methodsOf[kind].find(({ isStatic }) => isStatic) as WitFunction);
    const version = { name: 'get-version', params: [], result: 'string' };
    const getVersion = callerOf(its[`${interfaceName('common')}#get-version`], version, coreMemory, () => []);
    const world = worlds[this.kind];
    return {
      exports: {
        [interfaceName('common')]: { getVersion },
        [interfaceName(kind)]: {
          [world.resource]: {
            [world.instantiate]: (...operands: unknown[]) =>
              instantiate(...operands) === undefined ? undefined : unit,
          },
        },
      },
      cores: [core],
    };
  }
}

function callerOf(
  call: Core[string],
  { params, result = 'status' }: WitFunction,
  room: CoreMemory,
  self: () => Flat[],
): (...operands: unknown[]) => unknown {
  const types = params.map(([, type]) => abiTypeOf(type));
  return (...operands) => {
    const flat = types.flatMap((type, i) => type.flatten(operands[i], room));
    return unwrapped(lifted(result, call(...self(), ...flat), room));
  };
}

function importsFor(
  { logMessage, intermediateUpdate }: Callbacks,
  roomOf: () => CoreMemory,
): Record<string, Record<string, (...operands: never[]) => unknown>> {
  const text = (at: number, length: number): string =>
    wholeText(new Uint8Array(roomOf().buffer, at >>> 0, length));
  const [logModule, logItem] = canonicalImports.logMessage;
  const [updateModule, updateItem] = canonicalImports.intermediateUpdate;
  return {
    [logModule]: {
      [logItem]: (
        name: number,
        n: number,
        status: number,
        category: number,
        c: number,
        message: number,
        m: number,
      ) => logMessage(text(name, n), enumerations.status[status], text(category, c), text(message, m)),
    },
    [updateModule]: {
      [updateItem]: (
        time: number,
        set: number,
        get: number,
        finished: number,
        early: number,
        returned: number,
      ) => {
        const answer = intermediateUpdate(time, set !== 0, get !== 0, finished !== 0, early !== 0);
        abiTypeOf('tuple<bool, f64>').store(answer, returned >>> 0, roomOf());
      },
    },
  };
}

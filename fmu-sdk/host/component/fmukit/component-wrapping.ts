import { readSections, writeSections } from '../../../wasm/wasm-sections.ts';
import { isFmukitCore } from '../../wasm/core-interface.ts';
import { coreModuleOf } from '../../wasm/extract-core.ts';
import { canonicalExports } from '../canonical-abi/canonical-names.ts';
import { type WitKind, witKinds } from '../canonical-abi/wit-interfaces.ts';

/** Section of a component that holds a core module (WebAssembly Component Model, Binary.md). */
const coreModule = 1;

/**
 * SHA-256 of the wrapping that fmukit puts around each FMU's core module, by its interfaces: all
 * sections of the component except the core module.
 */
export const wrappings: ReadonlyMap<string, readonly WitKind[]> = new Map([
  ['2712829450ce20ce182ed60d7a158f6018d58b14325d5617550214eed8599a96', ['co-simulation']],
  ['4dd0a4cfc46b905592d51281b5fd591feab0822ec51a66523cf024238be75177', witKinds],
]);

/**
 * Returns the core module of a fmukit component. Its wrapping must match fmukit's byte for byte,
 * and the core must export the functions that the wrapping calls. Calls of the core functions then
 * equal calls of the component. Returns undefined for other components.
 */
export async function fmukitCoreOf(
  component: Uint8Array,
  kind: WitKind = 'co-simulation',
): Promise<Uint8Array | undefined> {
  try {
    const core = coreModuleOf(component);
    const kinds = wrappings.get(await wrappingOf(component));
    if (!kinds?.includes(kind)) return undefined;
    return isFmukitCore(core) && hasInterfaces(core, kinds) ? core : undefined;
  } catch {
    // Its defects are reported when it is treated as a third-party component.
    return undefined;
  }
}

/**
 * Returns the SHA-256 of a component except its first core module: kind, length and content of each
 * section.
 */
export async function wrappingOf(component: Uint8Array): Promise<string> {
  const sections = readSections(component);
  const first = sections.findIndex(({ id }) => id === coreModule);
  const around = sections.map(({ id, body }, i) => ({ id, body: i === first ? new Uint8Array() : body }));
  const digest = await crypto.subtle.digest('SHA-256', writeSections(around) as BufferSource);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hasInterfaces(core: Uint8Array, kinds: readonly WitKind[]): boolean {
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(core as BufferSource));
  const functions = new Set(exported.flatMap(({ name, kind }) => (kind === 'function' ? [name] : [])));
  return [...canonicalExports(kinds).keys()].every((name) => functions.has(name));
}

import type * as WasmTools from '@bytecodealliance/jco-transpile/wasm-tools';
import { readArtifact, storeArtifact } from '../../cache/artifact-cache.ts';
import { canonicalExports } from '../../host/component/canonical-abi/canonical-names.ts';
import { type WitKind, witText, witWorld } from '../../host/component/canonical-abi/wit-interfaces.ts';
import { readSections, uleb, writeSections } from '../../wasm/wasm-sections.ts';
import { fillShell, shellKey, shellOf } from './component-shell.ts';

const custom = 0;
/** Sections of a component that hold a core module or a component. */
const nested = [1, 4];
const exportSection = 7;

/**
 * Wraps a sealed core module, compiled from the generated component entry, as a component of the
 * world of its interfaces. The module stays unchanged, except for the names of its exports.
 *
 * Functions of the interface get the standard's names. The unit's other exports (`step`, `table`,
 * …) keep their names, so that a host can also run the module directly. The shell around it is
 * cached for modules with equal imports and exports.
 */
export async function componentFromCore(
  core: Uint8Array,
  kinds: readonly WitKind[] = ['co-simulation'],
): Promise<Uint8Array> {
  const named = strip(renameExports(core, canonicalExports(kinds)));
  const key = shellKey(named, witText(kinds));
  const before = readArtifact(key);
  if (before !== undefined) return fillShell(before, named);
  const component = await wrapCore(named, kinds);
  const shell = shellOf(component, named);
  if (shell !== undefined) storeArtifact(key, shell);
  return component;
}

async function wrapCore(core: Uint8Array, kinds: readonly WitKind[]): Promise<Uint8Array> {
  const tools = '@bytecodealliance/jco-transpile/wasm-tools';
  const { componentEmbed, componentNew } = (await import(tools)) as typeof WasmTools;
  const embedded = await componentEmbed({
    binary: core,
    witSource: witText(kinds),
    world: witWorld(kinds),
    stringEncoding: 'utf8',
    metadata: [],
  });
  return strip(await componentNew(embedded));
}

/** Removes names and producers from the component and everything nested in it. */
function strip(binary: Uint8Array): Uint8Array {
  const isComponent = binary[4] === 0x0d;
  const remaining = readSections(binary).filter(({ id }) => id !== custom);
  const out = writeSections(
    remaining.map(({ id, body }) => ({ id, body: isComponent && nested.includes(id) ? strip(body) : body })),
  );
  out.set(binary.subarray(0, 8));
  return out;
}

/**
 * Renames exports of a core module. `names` maps new names to old names, which must exist. An
 * export can get several names.
 */
function renameExports(core: Uint8Array, names: ReadonlyMap<string, string>): Uint8Array {
  const missing = new Set(names.values());
  const named = new Map<string, string[]>();
  for (const [name, old] of names) named.set(old, [...(named.get(old) ?? []), name]);
  const sections = readSections(core).map(({ id, body }) => {
    if (id !== exportSection) return { id, body };
    const parts: number[] = [];
    let written = 0;
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = body[at++];
        value += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) return value;
      }
    };
    const count = number();
    for (let i = 0; i < count; i++) {
      const length = number();
      const old = new TextDecoder().decode(body.subarray(at, at + length));
      at += length;
      missing.delete(old);
      const kind = body[at++];
      const index = uleb(number());
      for (const text of named.get(old) ?? [old]) {
        const name = new TextEncoder().encode(text);
        parts.push(...uleb(name.length), ...name, kind, ...index);
        written++;
      }
    }
    return { id, body: new Uint8Array([...uleb(written), ...parts]) };
  });
  if (missing.size > 0)
    throw new Error(
      `make component: the core module does not export ${[...missing].join(', ')}. Compile the generated component entry.`,
    );
  return writeSections(sections);
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../../cache/artifact-cache.ts';
import { packageRequire } from '../../util/package-files.ts';
import { readOutline } from '../../wasm/module-outline.ts';
import { readSections, type Section, writeSections } from '../../wasm/wasm-sections.ts';

/** Section of a component that holds a core module. */
const coreModule = 1;

/**
 * Returns the cache key of a component's shell. It depends on the module's imports and exports, on
 * the world, and on the package that makes components.
 */
export function shellKey(core: Uint8Array, world: string): string {
  const { imports, exports, functions, importedFunctions } = readOutline(core);
  const interfaceKey = JSON.stringify([imports, functions.slice(0, importedFunctions), exports]);
  return keyOf('component around a core module', [componentTool(), world, interfaceKey]);
}

/**
 * Returns a component with an empty section in place of its core module. Returns undefined unless
 * the component contains the module exactly once, unchanged.
 */
export function shellOf(component: Uint8Array, core: Uint8Array): Uint8Array | undefined {
  const sections = readSections(component);
  const places = sections.filter(({ id, body }) => id === coreModule && Buffer.compare(body, core) === 0);
  if (places.length !== 1) return undefined;
  return writeComponent(
    sections.map((section) => (section === places[0] ? { id: coreModule, body: new Uint8Array() } : section)),
    component,
  );
}

/** Builds the component of a core module from the shell of another module with the same key. */
export function fillShell(shell: Uint8Array, core: Uint8Array): Uint8Array {
  const isPlace = ({ id, body }: Section): boolean => id === coreModule && body.length === 0;
  return writeComponent(
    readSections(shell).map((section) => (isPlace(section) ? { id: coreModule, body: core } : section)),
    shell,
  );
}

/** Writes sections after the header of a component. */
function writeComponent(sections: readonly Section[], component: Uint8Array): Uint8Array {
  const out = writeSections(sections);
  out.set(component.subarray(0, 8));
  return out;
}

/** Returns the manifest of the package that makes components, including its version. */
function componentTool(): string {
  const name = '@bytecodealliance/jco-transpile';
  const folders = packageRequire.resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, 'package.json')).find(existsSync);
  return file === undefined ? 'none' : readFileSync(file, 'utf8');
}

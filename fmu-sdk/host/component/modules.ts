import { messageOf, UserError } from '../../error.ts';
import { readSections } from '../../wasm/sections.ts';

/** Largest component that is read [bytes]. */
const limit = 256 << 20;

const componentHeader = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];

/** Sections of a component that hold a core module or a component (WebAssembly Component Model, Binary.md). */
const coreModule = 1;
const component = 4;
/** Components inside components: tools that link libraries nest two or three. */
const deepest = 16;

/** Printable ASCII without quotes and backslash. */
const plainName = /^[ !#-&(-[\]-_a-~]*$/;

/**
 * The core modules of a component and of the components in it, compiled. The code that is generated from a
 * component puts their names between quotes as they are, so a name that could end the quotes is refused: it would run
 * as the host's own code.
 */
export function modulesOf(bytes: Uint8Array, name: string): WebAssembly.Module[] {
  if (bytes.length > limit)
    throw new UserError(
      `load ${name}: its component has ${bytes.length} bytes; the limit is ${limit} bytes. Use a smaller unit.`,
    );
  if (!componentHeader.every((byte, i) => bytes[i] === byte))
    throw new UserError(
      `load ${name}: its wasm is no WebAssembly component (of the format's version 0x0d). Ask its maker for one.`,
    );
  const modules = nested(bytes, name, deepest).map((core) => compile(core, name));
  for (const module of modules) {
    for (const { module: from, name: item } of WebAssembly.Module.imports(module)) refuseOdd(from, item);
    for (const { name: item } of WebAssembly.Module.exports(module)) refuseOdd(item);
  }
  return modules;

  function refuseOdd(...names: string[]): void {
    for (const each of names)
      if (!plainName.test(each))
        throw new UserError(
          `load ${name}: a core module in it has the name ${JSON.stringify(each)}, which has more than plain letters, ` +
            'digits and signs. Names like this can smuggle code into a host; do not use this unit.',
        );
  }
}

function nested(bytes: Uint8Array, name: string, depth: number): Uint8Array[] {
  if (depth === 0)
    throw new UserError(`load ${name}: components lie more than ${deepest} deep in its component.`);
  let sections: ReturnType<typeof readSections>;
  try {
    sections = readSections(bytes);
  } catch (error) {
    throw new UserError(`load ${name}: its component is cut short: ${messageOf(error)}. Get the file again.`);
  }
  return sections.flatMap(({ id, body }) => {
    if (id === coreModule) return [body];
    return id === component ? nested(body, name, depth - 1) : [];
  });
}

/** Compiles a core module; what this JavaScript engine cannot do is the usual reason of a refusal. */
export function compile(core: Uint8Array, name: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(core as BufferSource);
  } catch (error) {
    throw new UserError(
      `load ${name}: a core module of its component does not compile here: ${messageOf(error)}. ` +
        'If the file is whole, it needs a newer Node.js.',
    );
  }
}

import { messageOf, UserError } from '../../util/user-error.ts';
import { walkCode } from '../../wasm/code-complexity.ts';
import { readOutline } from '../../wasm/module-outline.ts';
import { readSections } from '../../wasm/wasm-sections.ts';

/** Largest component that is read [bytes]. */
const limit = 256 << 20;

const componentHeader = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];

/** Sections of a component that hold a core module or a component (WebAssembly Component Model, Binary.md). */
const coreModule = 1;
const component = 4;
/** Components inside components: tools that link libraries nest two or three. */
const deepest = 16;
const mostModules = 256;

/** Printable ASCII without quotes and backslash. */
const plainName = /^[ !#-&(-[\]-_a-~]*$/;

/**
 * Checks the core modules of a component and of the components in it, before an engine or a translator sees them: what
 * they ask for and what it would cost to compile them. The code that is generated from a component puts their names between
 * quotes as they are, so a name that could end the quotes is refused: it would run as the host's own code.
 */
export function checkModules(bytes: Uint8Array, name: string): void {
  if (bytes.length > limit)
    throw new UserError(
      `load ${name}: its component has ${bytes.length} bytes; the limit is ${limit} bytes. Use a smaller unit.`,
    );
  if (!componentHeader.every((byte, i) => bytes[i] === byte))
    throw new UserError(
      `load ${name}: its wasm is no WebAssembly component (of the format's version 0x0d). Ask its maker for one.`,
    );
  const cores = nested(bytes, name, deepest);
  if (cores.length > mostModules)
    throw new UserError(
      `load ${name}: its component has ${cores.length} core modules; the limit is ${mostModules}. Use a simpler unit.`,
    );
  for (const core of cores) for (const each of namesOf(core, name)) refuseOdd(each, name);
}

/** Names of what a core module imports and exports. */
function namesOf(core: Uint8Array, name: string): string[] {
  try {
    const outline = readOutline(core);
    walkCode(outline);
    return [
      ...outline.imports.flatMap((each) => [each.module, each.name]),
      ...outline.exports.map((each) => each.name),
    ];
  } catch (error) {
    throw new UserError(
      `load ${name}: a core module of its component is refused: ${messageOf(error)}. Use another unit.`,
    );
  }
}

function refuseOdd(each: string, name: string): void {
  if (plainName.test(each)) return;
  throw new UserError(
    `load ${name}: a core module in it has the name ${JSON.stringify(each.slice(0, 100))}, which has more than plain letters, ` +
      'digits and signs. Names like this can smuggle code into a host; do not use this unit.',
  );
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

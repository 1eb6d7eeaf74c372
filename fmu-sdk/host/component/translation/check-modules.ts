import { messageOf, UserError } from '../../../util/user-error.ts';
import { validateCode } from '../../../wasm/code-complexity.ts';
import { readOutline } from '../../../wasm/module-outline.ts';
import { readSections } from '../../../wasm/wasm-sections.ts';

/** Largest component that is read [bytes]. */
const limit = 256 << 20;

const componentHeader = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];

/**
 * Section numbers of core modules and nested components (WebAssembly Component Model, Binary.md).
 */
const coreModule = 1;
const component = 4;
/** Largest nesting depth of components. Tools that link libraries nest two or three. */
const deepest = 16;
const mostModules = 256;

/** Printable ASCII without quotes and backslash. */
const plainName = /^[ !#-&(-[\]-_a-~]*$/;

/**
 * Checks the core modules of a component and its nested components before an engine or translator
 * sees them: their imports, and the cost of compiling them.
 *
 * The generated JavaScript puts their names between quotes without escaping. Therefore names that
 * could end the quotes are rejected, because they would run as code of the host.
 */
export function checkModules(bytes: Uint8Array, name: string): void {
  if (bytes.length > limit)
    throw new UserError(
      `load ${name}: its component has ${bytes.length} bytes, but the limit is ${limit} bytes. Use a smaller FMU.`,
    );
  if (!componentHeader.every((byte, i) => bytes[i] === byte))
    throw new UserError(
      `load ${name}: expected a WebAssembly component (format version 0x0d), but its wasm file is something else. Ask the FMU's author for one.`,
    );
  const cores = nested(bytes, name, deepest);
  if (cores.length > mostModules)
    throw new UserError(
      `load ${name}: its component has ${cores.length} core modules, but the limit is ${mostModules}. Use a simpler FMU.`,
    );
  for (const core of cores) for (const text of namesOf(core, name)) refuseOdd(text, name);
}

/** Returns the names of a core module's imports and exports. */
function namesOf(core: Uint8Array, name: string): string[] {
  try {
    const outline = readOutline(core);
    validateCode(outline);
    return [
      ...outline.imports.flatMap((item) => [item.module, item.name]),
      ...outline.exports.map((item) => item.name),
    ];
  } catch (error) {
    throw new UserError(
      `load ${name}: a core module of its component is invalid: ${messageOf(error)}. Use another FMU.`,
    );
  }
}

function refuseOdd(text: string, name: string): void {
  if (plainName.test(text)) return;
  throw new UserError(
    `load ${name}: a core module in it has the name ${JSON.stringify(text.slice(0, 100))}. Only ASCII letters, ` +
      'digits and symbols without quotes and backslash are allowed. Such names can inject code into a host. Do not use this FMU.',
  );
}

function nested(bytes: Uint8Array, name: string, depth: number): Uint8Array[] {
  if (depth === 0)
    throw new UserError(
      `load ${name}: its component contains components nested more than ${deepest} deep. Use a simpler FMU.`,
    );
  let sections: ReturnType<typeof readSections>;
  try {
    sections = readSections(bytes);
  } catch (error) {
    throw new UserError(`load ${name}: its component is truncated: ${messageOf(error)}. Get the file again.`);
  }
  return sections.flatMap(({ id, body }) => {
    if (id === coreModule) return [body];
    return id === component ? nested(body, name, depth - 1) : [];
  });
}

/** Compiles a core module. It usually fails because this JavaScript engine lacks a feature. */
export function compile(core: Uint8Array, name: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(core as BufferSource);
  } catch (error) {
    throw new UserError(
      `load ${name}: a core module of its component does not compile here: ${messageOf(error)}. ` +
        'If the file is complete, it needs a newer Node.js.',
    );
  }
}

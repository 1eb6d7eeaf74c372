import { messageOf, UserError } from '../../util/user-error.ts';
import { readSections } from '../../wasm/wasm-sections.ts';
import { worlds } from '../component/canonical-abi/wit-worlds.ts';

/** Largest component that is read [bytes]. */
const limit = 256 << 20;

const componentHeader = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];
const moduleHeader = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** Sections of the component format (WebAssembly Component Model, Binary.md). */
const coreModule = 1;
const componentExport = 11;

/**
 * Returns the core module of an FMU's component: the first one in it, as wit-component writes it.
 * Reads only the outer sections and does not run code.
 *
 * @throws UserError for a truncated file, another format, or a component without a co-simulation
 * interface
 */
export function coreModuleOf(component: Uint8Array): Uint8Array {
  if (component.length > limit)
    throw new UserError(
      `read component: it has ${component.length} bytes, but the limit is ${limit} bytes. Use a smaller FMU.`,
    );
  if (!startsWith(component, componentHeader))
    throw new UserError(
      startsWith(component, moduleHeader)
        ? 'read component: expected a WebAssembly component, got a bare core module. Build the FMU again.'
        : `read component: these ${component.length} bytes are not a WebAssembly component. Get the file again.`,
    );
  const sections = sectionsOf(component).filter(({ id }) => id !== 0);
  // A component exports the interface last. If it is missing, the file was truncated between two
  // sections.
  const name = `${worlds.coSimulation.interface}@3.`;
  const last = sections.at(-1);
  if (
    last?.id !== componentExport ||
    !sections.some(({ id, body }) => id === componentExport && text(body).includes(name))
  )
    throw new UserError(
      `read component: it is truncated or does not export ${name}*. Use a co-simulation FMU of FMI-LS-WASM.`,
    );
  const core = sections.find(({ id }) => id === coreModule)?.body;
  if (core === undefined || !startsWith(core, moduleHeader))
    throw new UserError('read component: it lacks a core module. Build the FMU again.');
  return core;
}

function sectionsOf(component: Uint8Array): ReturnType<typeof readSections> {
  try {
    return readSections(component);
  } catch (error) {
    throw new UserError(`read component: ${messageOf(error)} of ${component.length}. Get the file again.`);
  }
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, i) => bytes[i] === byte);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

import type { ArchiveContent } from '../../fmu-sdk/archive/archive.ts';
import type { Binary, Host, RunMode } from '../../fmu-sdk/host/choice/host.ts';
import { coreHost } from '../../fmu-sdk/host/wasm/core-host.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** C sources of an FMU of another tool, and how it is to run. */
export interface SourceBinary extends Binary, RunMode {
  readonly form: 'sources';
  readonly archive: ArchiveContent;
}

/** Reports whether an archive has C sources. */
export function hasSources({ entries }: ArchiveContent): boolean {
  return entries.some(({ name }) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(name));
}

/** Finds C sources in FMUs of other tools, so that a pack can be made without a binary for this machine. */
export const sourceHost: Host<SourceBinary> = {
  name: 'sources',
  find: async (unit, driving) => {
    const { content } = unit.archive;
    if (!hasSources(content) || (await coreHost.find(unit, driving)) !== undefined) return undefined;
    return { form: 'sources', archive: content, ...driving };
  },
  open: ({ form }, { name }) => {
    throw new UserError(`instantiate ${name}: expected a binary, got ${form}. Compile them with fmu port.`);
  },
};

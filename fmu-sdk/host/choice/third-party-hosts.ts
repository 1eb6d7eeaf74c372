import { type Archive, archiveFromContent } from '../../archive/archive.ts';
import { zlib } from '../../archive/open-archive.ts';
import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { componentFormOf } from '../component/component-form.ts';
import { type ComponentBinary, openedComponent } from '../component/open-component.ts';
import { createDrivenInstance } from '../fmi-driver/create-driver.ts';
import type { FmiApi } from '../instance/fmi-api.ts';
import { isolateHint } from '../native/failure-reason.ts';
import { openLibrary } from '../native/open-native.ts';
import type { ServingLibrary } from '../native/process/kept-libraries.ts';
import { sandboxWords } from '../native/sandbox/sandbox-options.ts';
import { missingForWine } from '../native/wine/wine-launcher.ts';
import type { Host, HostOptions } from './host.ts';
import type { NativeBinary } from './native-binary.ts';
import { gatherNatives, mayRepeat, needsCopies, sharedProcess } from './native-groups.ts';
import { nativeLibrary, platformName, windowsLibrary } from './platform-name.ts';

export type { NativeBinary } from './native-binary.ts';
/** Runs third-party FMI-LS-WASM components. */
export const component: Host<ComponentBinary> = {
  ...openedComponent,
  find: async ({ archive, description }, driving) => {
    const path = `binaries/wasm32-wasip2/${description[driving.kind]?.modelIdentifier}.wasm`;
    if (!archive.has(path)) return undefined;
    const what = `${archive.file}: ${path}`;
    const component = await componentFormOf(await archive.bytes(path), driving.kind, what);
    const { byCalls, events, ...rest } = driving;
    const isSealed = driving.kind === 'coSimulation' && component.form === 'core';
    const eventOptions = isSealed && events === true ? { events } : {};
    const usesEventMode = events === true && description.coSimulation?.hasEventMode === true;
    const asSealed = isSealed && byCalls === true && !usesEventMode ? { asSealed: true } : {};
    return {
      form: 'component',
      component,
      ...rest,
      ...(byCalls && { byCalls }),
      ...eventOptions,
      ...asSealed,
    };
  },
};

/** Runs third-party shared libraries through their C functions. */
export const native: Host<NativeBinary> = {
  name: 'native',
  find: async ({ archive, description }, { events: _, ...driving }) => {
    const name = description[driving.kind]?.modelIdentifier ?? '';
    const binary = { form: 'native', archive: archive.content, ...driving } as const;
    if (nativeLibrary(archive, description, name) !== undefined) return binary;
    const library = windowsLibrary(archive, description, name);
    if (library === undefined || process.platform !== 'linux') return undefined;
    const missing = missingForWine();
    if (missing !== undefined) throw new UserError(withoutWine(archive, library, missing));
    // It always runs in a separate process.
    return { ...binary, windows: true, trusted: false };
  },
  open: async (binary, opening) => createDrivenInstance(await nativeCalls(binary, opening), binary, opening),
  gather: gatherNatives,
};

type NativeOpening = Pick<
  HostOptions,
  'callSeconds' | 'wallSeconds' | 'description' | 'rollback' | 'confined' | 'noticed' | 'kept'
> &
  Partial<Pick<HostOptions, 'shared' | 'name'>>;

/** Opens the functions of a shared library, if possible in a kept process. */
export async function nativeCalls(binary: NativeBinary, opening: NativeOpening): Promise<FmiApi> {
  const { callSeconds, wallSeconds, description, kept } = opening;
  const copied = needsCopies(binary, description, opening.rollback === true);
  const process = sharedProcess(opening.shared, opening.name);
  const isRepeatable = mayRepeat(binary, description);
  const isKept = kept !== undefined && process === undefined && !binary.trusted && !copied && isRepeatable;
  const limits = `${callSeconds} ${wallSeconds}`;
  const waiting = isKept ? kept.take(binary, limits) : undefined;
  if (waiting !== undefined) opening.confined?.(waiting.words);
  let words = waiting?.words ?? '';
  const load = (): Promise<ServingLibrary> =>
    openLibrary(archiveFromContent(binary.archive, zlib), description, binary.kind, {
      isolated: !binary.trusted,
      limits: { callSeconds, wallSeconds },
      allow: binary.allow,
      shared: isRepeatable ? opening.shared : undefined,
      copied,
      process,
      confined: (sandbox) => {
        words = sandboxWords(sandbox, binary.allow, binary.windows);
        opening.confined?.(words);
      },
      onIdleSeconds: (seconds) =>
        opening.noticed?.(
          process === undefined
            ? `its threads used ${seconds.toFixed(1)} s of CPU time between calls. Ask the FMU's author to stop them after each call.`
            : `threads in its process used ${seconds.toFixed(1)} s of CPU time between calls. Run each FMU in its own process ${isolateHint} to see whose they are.`,
        ),
    });
  const library = waiting?.library ?? (await (kept === undefined ? load() : kept.loaded(load)));
  if (binary.trusted) opening.confined?.('in this process and without a sandbox, because it is trusted');
  return library.calls(() => {
    const isGiven = isKept && kept.give({ binary, limits, library, words });
    return isGiven ? undefined : library.close();
  });
}

function withoutWine({ file, paths }: Archive, library: string, missing: string): string {
  const sources = paths.some((path) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(path));
  return (
    `load ${file}: on this machine (${platformName()}) only ${library} could run, under Wine, which needs ${missing}. Install it, ` +
    `${sources ? `compile its C sources with fmu port ${printableName(file)}, ` : ''}or ask its author for a binary for Linux or a WebAssembly component.`
  );
}

import { dirname } from 'node:path';
import { type Archive, archiveFromContent } from '../../archive/archive.ts';
import { zlib } from '../../archive/open-archive.ts';
import { type ModelDescription, majorVersion } from '../../description/description.ts';
import { signerOf } from '../../sign/signed-content.ts';
import { addon } from '../native/addon.ts';
import { type GroupLibrary, SharedProcess } from '../native/process/shared-process.ts';
import type { GatheredInstance, Gathering } from './host.ts';
import type { NativeBinary } from './native-binary.ts';
import { nativeLibrary } from './platform-name.ts';

/**
 * Lets isolated native FMUs of a system share a process, so that a step of all of them crosses to it
 * once. An FMU keeps a process of its own in these cases:
 *
 * - it is trusted, runs under Wine, or is to be isolated from others;
 * - it can be instantiated only once in a process;
 * - its process must be copied for rollback;
 * - libraries lie beside its library, whose names could be those of another FMU;
 * - no other FMU has its permissions and its signers.
 */
export function gatherNatives(
  instances: readonly GatheredInstance<NativeBinary>[],
  { shared, rollback = false }: Gathering,
): void {
  if (process.platform !== 'linux') return;
  const groups = new Map<string, { name: string; library: GroupLibrary }[]>();
  for (const instance of instances) {
    const library = libraryOf(instance, rollback);
    if (library === undefined) continue;
    const key = keyOf(instance.binary, library.archive);
    groups.set(key, [...(groups.get(key) ?? []), { name: instance.name, library }]);
  }
  const processes = new Map<string, SharedProcess>();
  for (const members of groups.values()) {
    if (members.length === 1) continue;
    const process = new SharedProcess(
      addon(),
      members.map(({ library }) => library),
    );
    for (const { name } of members) processes.set(name, process);
  }
  shared.set(SharedProcess, processes);
}

/** Returns the process that an instance shares with others, if any. */
export function sharedProcess(
  shared: Map<unknown, unknown> | undefined,
  name: string | undefined,
): SharedProcess | undefined {
  const processes = shared?.get(SharedProcess) as Map<unknown, SharedProcess> | undefined;
  return processes?.get(name);
}

/** Reports whether the library may have several instances in its process. */
export function mayRepeat({ kind, windows }: NativeBinary, description: ModelDescription): boolean {
  return windows !== true && description[kind]?.canBeInstantiatedOnlyOncePerProcess !== true;
}

/** Reports whether the process must be copied for rollback. */
export function needsCopies(
  { kind }: NativeBinary,
  description: ModelDescription,
  rollback: boolean,
): boolean {
  return rollback && description[kind]?.canGetAndSetFMUState !== true;
}

/** Returns the library of an FMU that may share its process. */
function libraryOf(
  { binary, description }: GatheredInstance<NativeBinary>,
  rollback: boolean,
): GroupLibrary | undefined {
  const mayShare =
    !binary.trusted &&
    binary.isolate !== 'each' &&
    mayRepeat(binary, description) &&
    !needsCopies(binary, description, rollback);
  if (!mayShare) return undefined;
  const archive = archiveFromContent(binary.archive, zlib);
  const path = nativeLibrary(archive, description, description[binary.kind]?.modelIdentifier ?? '');
  if (path === undefined || hasNeighbours(archive, path)) return undefined;
  return { archive, path, fmi: majorVersion(description) };
}

function hasNeighbours({ paths }: Archive, library: string): boolean {
  const folder = `${dirname(library)}/`;
  return paths.some((path) => path !== library && path.startsWith(folder) && /\.so(\.|$)/.test(path));
}

/** FMUs with equal keys may share a process. */
function keyOf({ allow = [] }: NativeBinary, { paths }: Archive): string {
  const signers = paths.flatMap((path) => signerOf(path) ?? []);
  return JSON.stringify([[...allow].sort(), signers.sort()]);
}

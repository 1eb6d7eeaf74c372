import { dirname } from 'node:path';
import { type Archive, archiveFromContent } from '../../archive/archive.ts';
import { zlib } from '../../archive/open-archive.ts';
import { type ModelDescription, majorVersion } from '../../description/description.ts';
import { signerOf } from '../../sign/signed-content.ts';
import { addon } from '../native/addon.ts';
import { uniqueNames } from '../native/headers/elf.ts';
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
 * - it has further libraries, whose names could be those of another FMU;
 * - its library shares variables with that of another FMU, as C++ libraries can;
 * - no other FMU has its permissions and its signers.
 */
export async function gatherNatives(
  instances: readonly GatheredInstance<NativeBinary>[],
  { shared, rollback = false }: Gathering,
): Promise<void> {
  if (process.platform !== 'linux') return;
  const groups = new Map<string, Member[]>();
  for (const instance of instances) {
    const library = libraryOf(instance, rollback);
    if (library === undefined) continue;
    const key = keyOf(instance.binary, library.archive);
    groups.set(key, [...(groups.get(key) ?? []), { name: instance.name, library }]);
  }
  const processes = new Map<string, SharedProcess>();
  for (const all of groups.values()) {
    const members = await apartVariables(all);
    if (members.length < 2) continue;
    const process = new SharedProcess(
      addon(),
      members.map(({ library }) => library),
    );
    for (const { name } of members) processes.set(name, process);
  }
  shared.set(SharedProcess, processes);
}

/** An instance that may share a process. */
interface Member {
  readonly name: string;
  readonly library: GroupLibrary;
}

/** Returns the members without those whose library shares a variable with the library of an earlier one. */
async function apartVariables(members: readonly Member[]): Promise<readonly Member[]> {
  const first = members[0].library;
  const isOne = members.every(
    ({ library }) => library.path === first.path && library.archive.content.zip === first.archive.content.zip,
  );
  if (isOne) return members;
  const owners = new Map<string, string>();
  const kept: Member[] = [];
  for (const member of members) {
    const { archive, path } = member.library;
    const owner = `${archive.content.path ?? archive.file}\n${path}`;
    const names = variablesOf(await archive.bytes(path));
    if (names === undefined || [...names].some((name) => (owners.get(name) ?? owner) !== owner)) continue;
    for (const name of names) owners.set(name, owner);
    kept.push(member);
  }
  return kept;
}

/** Returns the variables that a library shares with others of its process. Undefined if it does not list them. */
function variablesOf(library: Uint8Array): Set<string> | undefined {
  try {
    return uniqueNames(library);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
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
  if (path === undefined || hasLibraries(archive, path)) return undefined;
  return { archive, path, fmi: majorVersion(description) };
}

/** Reports whether an FMU is unpacked with further libraries. */
function hasLibraries({ paths }: Archive, library: string): boolean {
  const folder = `${dirname(library)}/`;
  const isUnpacked = (path: string): boolean => path.startsWith(folder) || path.startsWith('resources/');
  return paths.some((path) => path !== library && isUnpacked(path) && /\.so(\.|$)/.test(path));
}

/** FMUs with equal keys may share a process. */
function keyOf({ allow = [] }: NativeBinary, { paths }: Archive): string {
  const signers = paths.flatMap((path) => signerOf(path) ?? []);
  return JSON.stringify([[...allow].sort(), signers.sort()]);
}

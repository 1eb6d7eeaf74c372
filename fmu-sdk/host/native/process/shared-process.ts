import { totalmem } from 'node:os';
import type { Archive, ArchiveContent } from '../../../archive/archive.ts';
import type { FmiMajor } from '../../../standard/fmi-version.ts';
import { UserError } from '../../../util/user-error.ts';
import type { Addon, Handle, NativeLimits } from '../addon.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { isolateHint } from '../failure-reason.ts';
import { ProcessLoops, type ProcessMember } from '../loop/process-loop.ts';
import type { Memory } from '../shared-buffers.ts';
import { type Unpacked, unpackGroup } from '../unpack-library.ts';

/** The library of an FMU: its archive, its path there, and its FMI version. */
export interface GroupLibrary {
  readonly archive: Archive;
  readonly path: string;
  readonly fmi: FmiMajor;
}

/** Starts the process of the group. */
type Start = (files: Unpacked, libraries: readonly string[]) => Promise<Handle>;

interface StartedProcess {
  readonly first: Handle;
  readonly files: ReadonlyMap<ArchiveContent, ReadonlyMap<string, Unpacked>>;
}

/** Largest number of FMUs that each add their limit of files to that of the process. */
const mostFileLimits = 8;

/**
 * Isolated FMUs of a system that run in one process. The host is protected from them as from an FMU
 * in a process of its own. They are not protected from each other.
 *
 * Call order: `enter` once for each FMU, then `joined` with its memory.
 */
export class SharedProcess {
  private readonly members: ProcessMember[] = [];
  private started: Promise<StartedProcess> | undefined;
  private entered = 0;
  private hasIdleTime = false;
  /** The FMU with which the process ended. */
  private culprit: EngineClient | undefined;
  /** Loops over its FMUs. */
  readonly loops: ProcessLoops;

  constructor(
    private readonly addon: Addon,
    /** Libraries of all its FMUs, one for each instance. */
    private readonly libraries: readonly GroupLibrary[],
  ) {
    this.loops = new ProcessLoops(addon, this.members);
  }

  /** Number of its FMUs. */
  get size(): number {
    return this.libraries.length;
  }

  get block(): ArrayBuffer | undefined {
    return this.members[0]?.line.block;
  }

  takesIdleTime(): boolean {
    const isFirst = !this.hasIdleTime;
    this.hasIdleTime = true;
    return isFirst;
  }

  /** Returns the limits of a process of several FMUs with these limits. */
  limits(of: NativeLimits): NativeLimits {
    return {
      ...of,
      memoryBytes: Math.max(of.memoryBytes, Math.min(this.size * of.memoryBytes, totalmem())),
      fileBytes: Math.min(this.size, mostFileLimits) * of.fileBytes,
    };
  }

  /**
   * Returns the next FMU of the process, and its files. All files are unpacked before the first code
   * of an FMU runs, because the FMUs could otherwise redirect them.
   */
  async enter(
    { archive, path }: GroupLibrary,
    start: Start,
  ): Promise<{ unit: Handle; number: number; files: Unpacked }> {
    this.started ??= this.begin(start);
    const { first, files } = await this.started;
    const number = this.entered++;
    const own = files.get(archive.content)?.get(path);
    const unit = number === 0 ? first : this.addon.join(first);
    if (unit === undefined || own === undefined)
      throw new UserError(
        `load ${archive.file}: it cannot join the process of the other FMUs. Run every FMU in its own ${isolateHint}.`,
      );
    return { unit, number, files: own };
  }

  private async begin(start: Start): Promise<StartedProcess> {
    const { folder, files } = await unpackGroup(this.libraries);
    const all = [...files.values()].flatMap((byPath) => [...byPath.values()]);
    const first = await start(
      { ...all[0], folder },
      all.map(({ library }) => library),
    );
    return { first, files };
  }

  /** Adds an FMU to the loops. */
  joined(number: number, unit: Handle, line: EngineClient, memory: Memory): void {
    this.members[number] = { number, unit, line, memory };
  }

  /** Records that the process ended in a call of this FMU, unless it had ended before. */
  ended(line: EngineClient): void {
    this.culprit ??= line;
  }

  /** Returns the other FMU with which the process ended, if one did. */
  endedBy(line: EngineClient): EngineClient | undefined {
    return this.culprit === line ? undefined : this.culprit;
  }
}

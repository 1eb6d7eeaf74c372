import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  opendirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';

/** Opens the folder itself and works without read permission. A link is rejected (open(2)). */
const onlyFolder = 0x200000 | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Default number of entries to remove in one call. This takes seconds. */
const many = 1_000_000;

/**
 * Result of a removal: removed, limit reached before the end, or some entries cannot be removed.
 */
export type RemovalResult = 'gone' | 'unfinished' | 'refused';

/**
 * Removes a folder with its contents. Moves nested folders up before emptying them, so that any
 * depth works and no path gets longer. Removes links without following them. Mounted folders cannot
 * be moved and stay.
 *
 * @param most largest number of entries to remove
 */
export function removeTree(path: string, most: number = many): RemovalResult {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'gone';
    if (stats.isDirectory()) {
      const { result } = new TreeRemoval(path, most);
      if (result !== 'gone') return result;
      rmdirSync(path);
    } else unlinkSync(path);
    return 'gone';
  } catch {
    return existsSync(path) ? 'refused' : 'gone';
  }
}

class TreeRemoval {
  readonly result: RemovalResult;
  private remaining: number;
  private moved = 0;

  constructor(path: string, most: number) {
    this.remaining = most;
    this.result = withFolder(path, (top) => {
      // A scan can miss folders that were moved up during it. Repeats until nothing is left or
      // nothing more can be removed.
      for (;;) {
        const { seenCount: seen, removedCount: gone } = this.pass(top);
        if (seen === 0) return 'gone';
        if (this.remaining <= 0) return 'unfinished';
        if (gone === 0) return 'refused';
      }
    });
  }

  /** Removes as many entries of the top folder as possible. */
  private pass(top: string): { seenCount: number; removedCount: number } {
    let seenCount = 0;
    let removedCount = 0;
    forEachName(top, (name) => {
      seenCount++;
      if (this.remaining > 0 && this.remove(top, name)) removedCount++;
      return this.remaining > 0;
    });
    return { seenCount, removedCount };
  }

  private remove(top: string, name: Buffer): boolean {
    const entry = inside(top, name);
    try {
      if (!lstatSync(entry).isDirectory()) unlinkSync(entry);
      else {
        // The move fails for a mounted folder.
        const movedFolder = this.moveUp(top, entry);
        if (!withFolder(movedFolder, (folder) => this.flatten(top, folder))) return false;
        rmdirSync(movedFolder);
      }
      this.remaining--;
      return true;
    } catch (error) {
      return isGone(error);
    }
  }

  /** Removes the files of a folder, and moves its folders up. */
  private flatten(top: string, folder: string): boolean {
    let whole = true;
    forEachName(folder, (name) => {
      const entry = inside(folder, name);
      try {
        if (lstatSync(entry).isDirectory()) this.moveUp(top, entry);
        else unlinkSync(entry);
        this.remaining--;
      } catch (error) {
        if (!isGone(error)) whole = false;
      }
      return this.remaining > 0;
    });
    return whole && this.remaining > 0;
  }

  /** Moves a folder into the top folder, under an unused name. */
  private moveUp(top: string, entry: Buffer): Buffer {
    withFolder(entry, () => true);
    for (;;) {
      const target = inside(top, Buffer.from(`.fmukit-${this.moved++}`));
      try {
        renameSync(entry, target);
        return target;
      } catch (error) {
        if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw error;
        this.remaining--;
        if (this.remaining <= 0) throw error;
      }
    }
  }
}

/** Reports whether the entry is missing because another process removed it. */
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Opens a folder and passes a path that refers to its descriptor. The path stays valid if the
 * folder is moved or replaced.
 */
function withFolder<T>(path: string | Buffer, action: (folder: string) => T): T {
  if (process.platform !== 'linux') return action(path.toString());
  const handle = openSync(path, onlyFolder);
  try {
    const folder = `/proc/self/fd/${handle}`;
    chmodSync(folder, 0o700);
    return action(folder);
  } finally {
    closeSync(handle);
  }
}

/** Passes the names in a folder one by one, as bytes, until `action` returns false. */
function forEachName(folder: string, action: (name: Buffer) => boolean): void {
  const names = opendirSync(folder, { encoding: 'buffer' as BufferEncoding });
  try {
    for (let entry = names.readSync(); entry !== null; entry = names.readSync())
      if (!action(entry.name as unknown as Buffer)) return;
  } finally {
    names.closeSync();
  }
}

function inside(folder: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), name]);
}

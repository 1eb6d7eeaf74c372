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

/** A handle on a folder itself, whatever may be done in it; a link in its place is refused (open(2)). */
const onlyFolder = 0x200000 | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Entries that are removed at one go, when nothing else is said: seconds. */
const many = 1_000_000;

/** What has become of it: gone; not all of it, because that was enough for now; not all of it, because something refuses. */
export type Removal = 'gone' | 'unfinished' | 'refused';

/**
 * Removes a folder with all that is in it. It may be as deep as it likes: a folder inside is moved up before it is emptied,
 * so that no path grows. Links are removed, never followed; what is mounted inside cannot be moved, and stays.
 *
 * @param most entries that are removed at the most
 */
export function removeTree(path: string, most: number = many): Removal {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'gone';
    if (found.isDirectory()) {
      const { result } = new Emptying(path, most);
      if (result !== 'gone') return result;
      rmdirSync(path);
    } else unlinkSync(path);
    return 'gone';
  } catch {
    return existsSync(path) ? 'refused' : 'gone';
  }
}

class Emptying {
  readonly result: Removal;
  private left: number;
  private moved = 0;

  constructor(path: string, most: number) {
    this.left = most;
    this.result = within(path, (top) => {
      // What was moved up while the folder was read may not have been seen: until nothing is there, or nothing goes.
      for (;;) {
        const { seen, gone } = this.pass(top);
        if (seen === 0) return 'gone';
        if (this.left <= 0) return 'unfinished';
        if (gone === 0) return 'refused';
      }
    });
  }

  /** Removes what it can of the uppermost folder. */
  private pass(top: string): { seen: number; gone: number } {
    let seen = 0;
    let gone = 0;
    each(top, (name) => {
      seen++;
      if (this.left > 0 && this.remove(top, name)) gone++;
      return this.left > 0;
    });
    return { seen, gone };
  }

  private remove(top: string, name: Buffer): boolean {
    const entry = inside(top, name);
    try {
      if (!lstatSync(entry).isDirectory()) unlinkSync(entry);
      else {
        // Where it was mounted, this is refused.
        const own = this.raise(top, entry);
        if (!within(own, (folder) => this.flatten(top, folder))) return false;
        rmdirSync(own);
      }
      this.left--;
      return true;
    } catch (error) {
      return isGone(error);
    }
  }

  /** Removes the files of a folder, and moves its folders up. */
  private flatten(top: string, folder: string): boolean {
    let whole = true;
    each(folder, (name) => {
      const entry = inside(folder, name);
      try {
        if (lstatSync(entry).isDirectory()) this.raise(top, entry);
        else unlinkSync(entry);
        this.left--;
      } catch (error) {
        if (!isGone(error)) whole = false;
      }
      return this.left > 0;
    });
    return whole && this.left > 0;
  }

  /** Moves a folder into the uppermost one, under a name that nothing has. */
  private raise(top: string, entry: Buffer): Buffer {
    within(entry, () => true);
    for (;;) {
      const target = inside(top, Buffer.from(`.fmukit-${this.moved++}`));
      try {
        renameSync(entry, target);
        return target;
      } catch (error) {
        if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw error;
        this.left--;
        if (this.left <= 0) throw error;
      }
    }
  }
}

/** Whether it is no more there: somebody else has removed it meanwhile. */
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Opens a folder for its owner, and gives it by a path that stays with it, wherever it is moved or what takes its place. */
function within<T>(path: string | Buffer, action: (folder: string) => T): T {
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

/** Names in a folder, as bytes and one after the other, until `action` says no. */
function each(folder: string, action: (name: Buffer) => boolean): void {
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

import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Permission bits: writable by the group, writable by all others, and sticky. */
const [group, others, sticky] = [0o020, 0o002, 0o1000];

/**
 * Returns why other users could replace a file or folder, or undefined. Looks at its owner and at all
 * folders above it, without links. If nobody else can replace any of them, the path stays what it is.
 */
export function foreignHands(path: string): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const real = realpathSync(path);
  const reason = ownReason(statSync(real));
  if (reason !== undefined) return reason;
  for (let at = real; dirname(at) !== at; ) {
    at = dirname(at);
    const above = statSync(at);
    if (above.uid !== own && above.uid !== 0) return `the folder ${at} above it belongs to another user`;
    if (isOpen(above) && (above.mode & sticky) === 0)
      return `other users may exchange what is in the folder ${at} (chmod go-w)`;
  }
  return undefined;
}

/** Returns why other users could change an open file or a folder itself, or undefined. */
export function ownReason(stats: Pick<Stats, 'uid' | 'mode' | 'gid'>): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  if (stats.uid !== own && stats.uid !== 0) return 'it belongs to another user';
  return isOpen(stats) ? 'other users may write to it (chmod go-w)' : undefined;
}

/** Reports whether others may write. The user's own group counts as the user. */
function isOpen({ mode, gid }: Pick<Stats, 'mode' | 'gid'>): boolean {
  return (mode & others) !== 0 || ((mode & group) !== 0 && gid !== process.getgid?.() && gid !== 0);
}

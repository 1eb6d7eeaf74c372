import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nameText } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/**
 * The `.fmu` files of this folder and below that differ from a revision of git: changed, added, and those that git does not know
 * yet and does not ignore. In the order of their names; paths from this folder.
 */
export function unitsChangedSince(revision: string): string[] {
  // A name that begins with - would be an option.
  const commit = git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  )[0].trimEnd();
  const changed = git('diff', '--name-only', '--relative', '-z', '--diff-filter=d', commit, '--', '*.fmu');
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z', '--', '*.fmu');
  return [...new Set([...changed, ...unknown])].filter((file) => existsSync(file)).sort();

  function git(...args: string[]): string[] {
    const { status, stdout, stderr, error } = spawnSync('git', args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (error !== undefined)
      throw new UserError(
        `check --since: git cannot be started (${error.message}). Install git, or name files.`,
      );
    if (status !== 0)
      throw new UserError(
        `check --since ${nameText(revision)}: ${nameText(stderr.trim()) || 'git knows no such revision here'}. Name a revision, such as origin/main or HEAD~1, of the repository that you stand in.`,
      );
    return stdout.split('\0').filter((name) => name !== '');
  }
}

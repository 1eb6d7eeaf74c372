import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/**
 * Returns the `.fmu` files in and below this folder that differ from a git revision. The list
 * includes added files and untracked files that git does not ignore. It is sorted, with paths
 * relative to this folder.
 */
export function fmusChangedSince(revision: string): string[] {
  // Git would read a name that begins with - as an option.
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
        `check --since: git does not start (${error.message}). Install git, or name files.`,
      );
    if (status !== 0)
      throw new UserError(
        `check --since ${printableName(revision)}: ${printableName(stderr.trim()) || 'git does not find this revision here'}. Name a revision of this repository, such as origin/main or HEAD~1.`,
      );
    return stdout.split('\0').filter((name) => name !== '');
  }
}

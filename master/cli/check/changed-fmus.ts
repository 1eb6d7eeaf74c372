import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Matches settings that name programs which git runs to compare files. */
const filterKey = /^filter\..+\.(clean|smudge|process|required)$/s;

/**
 * Returns variables of the environment with which git runs no program that the repository names:
 * filters, file monitors, hooks, and transports for missing objects. The settings of the user stay.
 *
 * @param settings output of `git config --show-scope -z --list`
 */
function withoutProgramsOf(settings: string): NodeJS.ProcessEnv {
  const words = settings.split('\0');
  const own = words.flatMap((scope, k) => {
    const [key] = (words[k + 1] ?? '').split('\n');
    return k % 2 === 0 && /^(local|worktree)$/.test(scope) && filterKey.test(key) ? [key] : [];
  });
  const values: [key: string, value: string][] = [
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ...own.map((key): [string, string] => [key, key.endsWith('.required') ? 'false' : '']),
  ];
  const first = Number(process.env.GIT_CONFIG_COUNT ?? 0) || 0;
  return {
    ...Object.fromEntries(
      values.flatMap(([key, value], k) => [
        [`GIT_CONFIG_KEY_${first + k}`, key],
        [`GIT_CONFIG_VALUE_${first + k}`, value],
      ]),
    ),
    GIT_CONFIG_COUNT: String(first + values.length),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

/**
 * Returns the `.fmu` files in and below this folder that differ from a git revision. The list
 * includes added files and untracked files that git does not ignore. It is sorted, with paths
 * relative to this folder. Git runs
 * no program of the repository.
 */
export function fmusChangedSince(revision: string): string[] {
  let safe: NodeJS.ProcessEnv = {};
  safe = withoutProgramsOf(git('config', '--show-scope', '-z', '--list').join('\0'));
  // Git would read a name that begins with - as an option.
  const commit = git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  )[0].trimEnd();
  const changed = git(
    ...['diff', '--name-only', '--relative', '-z', '--diff-filter=d', '--ignore-submodules'],
    ...['--no-ext-diff', '--no-textconv', commit, '--', '*.fmu'],
  );
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z', '--', '*.fmu');
  return [...new Set([...changed, ...unknown])].filter((file) => existsSync(file)).sort();

  function git(...args: string[]): string[] {
    const { status, stdout, stderr, error } = spawnSync('git', args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, ...safe },
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

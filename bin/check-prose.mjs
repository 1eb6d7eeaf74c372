// Holds Markdown, comments, help texts and test titles to the style guide (docs/contributing/style.md).
// `node bin/check-prose.mjs [FILES]` prints each finding as file:line; `--count` prints only their numbers.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { checkAllFiles, checkFile, kindOf } from './prose/check.mjs';
import { cspell, markdownlint } from './prose/tools.mjs';
import { root } from './setup/ensure.mjs';

const args = process.argv.slice(2);
const counts = args.includes('--count');
const named = args.filter((arg) => !arg.startsWith('--'));

/** The spelling of comments is checked where the package's own sources are. */
const isSpelled = (path) => kindOf(path) === 'source' && /^(public|fmu-sdk|master)\//.test(path);

/** Returns all files that git knows or would add, and that are there. */
function repositoryFiles() {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout, status } = spawnSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  // Outside a clone nothing can be checked.
  if (status !== 0) return [];
  return stdout.split('\n').filter((path) => kindOf(path) !== 'other' && existsSync(join(root, path)));
}

/** Returns a file's path from the root of the repository. */
function pathOf(name) {
  const file = resolve(name);
  if (!existsSync(file) || !statSync(file).isFile()) {
    process.stderr.write(`check-prose: ${name}: no such file.\n`);
    process.exit(2);
  }
  return relative(root, file).replaceAll('\\', '/');
}

const paths = named.length > 0 ? named.map(pathOf) : [...new Set(repositoryFiles())];
const markdown = paths.filter((path) => kindOf(path) === 'markdown');
const tools = Promise.all([markdownlint(markdown), cspell([...markdown, ...paths.filter(isSpelled)])]);
const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const own = [
  ...files.flatMap(({ path, text }) => checkFile(path, text)),
  ...(named.length > 0 ? [] : checkAllFiles(files)),
];
const findings = [...own, ...(await tools).flat()].sort(
  (a, b) => a.path.localeCompare(b.path) || a.line - b.line,
);

// A reader such as head may close the pipe early.
process.stdout.on('error', () => process.exit());
if (!counts)
  for (const { path, line, rule, message } of findings)
    process.stdout.write(`${path}:${line}: ${message} (${rule})\n`);
if (findings.length > 0 || counts) process.stdout.write(table(findings));
process.exitCode = findings.length === 0 ? 0 : 1;

/** Returns the number of findings of each rule, in all and by top folder. */
function table(all) {
  const byRule = new Map();
  for (const { rule, path } of all) {
    const folders = byRule.get(rule) ?? new Map();
    const top = path.includes('/') ? path.split('/')[0] : '.';
    byRule.set(rule, folders.set(top, (folders.get(top) ?? 0) + 1));
  }
  const lines = [...byRule].sort().map(([rule, folders]) => {
    const sum = [...folders.values()].reduce((a, b) => a + b, 0);
    const parts = [...folders].sort().map(([folder, n]) => `${folder} ${n}`);
    return `${String(sum).padStart(6)}  ${rule.padEnd(20)} ${parts.join(', ')}`;
  });
  return `${[...lines, `${String(all.length).padStart(6)}  findings in ${paths.length} files`].join('\n')}\n`;
}

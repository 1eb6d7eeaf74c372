// markdownlint-cli2 and cspell on files of the repository, each in its own process; their output as findings.
import { spawn } from 'node:child_process';
import { root } from '../setup/ensure.mjs';

/** Returns what markdownlint finds in Markdown files (.markdownlint-cli2.jsonc). */
export async function markdownlint(files) {
  if (files.length === 0) return [];
  // A leading colon takes a file by its name and not as a pattern.
  const names = files.map((file) => `:${file}`);
  const output = await run([
    'node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs',
    '--no-globs',
    ...names,
  ]);
  const line = /^(.+?):(\d+)(?::\d+)? (?:error )?(MD\d+)\/\S+ (.*)$/gm;
  return [...output.matchAll(line)].map(([, path, at, rule, message]) => ({
    path,
    line: Number(at),
    rule: `markdownlint ${rule}`,
    message,
  }));
}

/** Returns the words that cspell does not know (cspell.json). */
export async function cspell(files) {
  if (files.length === 0) return [];
  const options = [
    '--no-progress',
    '--no-summary',
    '--no-color',
    '--no-must-find-files',
    '--relative',
    '--file-list',
    'stdin',
  ];
  const output = await run(['node_modules/cspell/bin.mjs', 'lint', ...options], files.join('\n'));
  return [...output.matchAll(/^(.+?):(\d+):\d+ - (.*)$/gm)].map(([, path, at, message]) => ({
    path: path.replace(/^\.\//, ''),
    line: Number(at),
    rule: 'cspell',
    message: `${message}. Correct it, or add a technical word to cspell.json.`,
  }));
}

/**
 * Runs a Node program in the root of the repository and returns its output. Throws when it fails
 * without findings.
 */
function run(args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject).on('close', (code) => {
      if (code === 0 || code === 1) resolve(output);
      else reject(new Error(`${args[0]}: exit code ${code}\n${output}`));
    });
    child.stdin.end(input);
  });
}

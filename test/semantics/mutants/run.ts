import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { removeTemporaryFolders, temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { campaign } from '../campaign.ts';
import { type Mutant, mutants } from './mutants.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Parts of the repository that a copy of the product needs to run cases. */
const parts = [
  ...['fmu-sdk', 'master', 'public', 'schemas', 'bin/setup', 'package.json', 'tsconfig.json'],
  ...[
    'test/semantics',
    'test/host/fmi-driver',
    'test/fixtures/temporary-folder.ts',
    'test/fixtures/program-unit',
  ],
  // Building the exported unit needs it.
  'dist/builder.cjs',
  'dist/checks',
  'dist/trial.cjs',
];
/** Cases after which a mutant counts as not found. */
const most = 6000;
const seed = 1;
/** Cases of an exported unit. */
const written = 200;

/** Puts each fault into a copy of the product, and reports whether the random cases find it. */
export async function runMutants(only: string | undefined): Promise<boolean> {
  const wanted = mutants.filter(({ name }) => only === undefined || new RegExp(only).test(name));
  const known = await withCopy(undefined, (url) => failing(url, 2000));
  process.stdout.write(`without a fault: ${known.size} differences in 2000 cases\n`);
  let all = true;
  for (const mutant of wanted) {
    const outcome = await judgeMutant(mutant, known).catch((error: Error) => error.message);
    if (!outcome.startsWith('found')) all = false;
    process.stdout.write(`${mutant.name}: ${outcome} (${mutant.fault})\n`);
  }
  removeTemporaryFolders();
  return all && known.size === 0;
}

/** Returns the first case that finds a mutant, apart from these cases. */
export function judgeMutant(mutant: Mutant, ignored: ReadonlySet<number> = new Set()): Promise<string> {
  return withCopy(mutant, (url) => (mutant.isWritten ? firstWritten(url) : firstFinding(url, ignored)));
}

/** Runs cases by the exported unit in TypeScript, in a process of its own. */
async function firstWritten(url: URL): Promise<string> {
  const program = fileURLToPath(new URL('semantics.mjs', url));
  const args = [program, '--written', '--seed', String(seed), '--cases', String(written)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const first = /^case \d+: .*$/m.exec(stdout)?.[0];
  if (first !== undefined) return `found by ${first}`;
  return stdout.startsWith('0 differences') ? `not found in ${written} cases` : stderr;
}

async function failing(url: URL, to: number): Promise<Set<number>> {
  const findings = await campaign({ seed, from: 0, to, root: url, threads: 2 });
  return new Set(findings.map(({ number }) => number));
}

async function firstFinding(url: URL, ignored: ReadonlySet<number>): Promise<string> {
  const to = ignored.size > 0 ? 2000 : most;
  const [first] = await campaign({ seed, from: 0, to, root: url, first: true, ignored });
  return first === undefined ? `not found in ${to} cases` : `found by case ${first.number}: ${first.fault}`;
}

let copied: string | undefined;

/** Returns a copy of the product. Mutants share it, because it is compiled at first use. */
function copyOfProduct(): string {
  if (copied !== undefined && existsSync(copied)) return copied;
  copied = temporaryFolder('semantics');
  for (const part of parts) cpSync(join(root, part), join(copied, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copied, 'node_modules'), 'junction');
  return copied;
}

/** Puts a fault into the copy of the product, and takes it back afterwards. */
async function withCopy<T>(mutant: Mutant | undefined, use: (url: URL) => Promise<T>): Promise<T> {
  const folder = copyOfProduct();
  const url = new URL('test/semantics/', pathToFileURL(`${folder}/`));
  if (mutant === undefined) return use(url);
  const file = join(folder, mutant.file);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(mutant.text)) throw new Error(`${mutant.name} does not fit ${mutant.file}`);
  writeFileSync(file, text.replaceAll(mutant.text, mutant.instead));
  try {
    return await use(url);
  } finally {
    writeFileSync(file, text);
  }
}

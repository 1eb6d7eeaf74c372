import { packageFolder } from '../fmu-sdk/util/package-files.ts';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import { script } from '../master/cli/script.ts';
import { papers } from './claims/index.ts';
import { writePage } from './paper-page.ts';
import { showProgress } from './paper-progress.ts';
import { Lab } from './paper-runs.ts';
import { type Checked, select, study } from './paper-study.ts';
import { text, toRecord } from './print-claims.ts';

/**
 * `npm run papers`: checks published statements against our own runs, and prints the verdicts.
 *
 * Exit code 0: all claims were checked, with any verdicts. 1: an error that the message explains.
 * 2: wrong usage.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const { only, json } = await script(
    'papers',
    argv,
    '$0 [--only claim …] [--json]\n\nCheck every published statement against our own runs.',
  )
    .option('only', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'check only claims whose name begins with this: rahikainen2020, jaiswal2021a/work',
    })
    .option('json', { type: 'boolean', default: false, describe: 'print findings as JSON' })
    .example('npm run papers', 'all claims: the paper’s number, ours, verdict')
    .example('$0 --only rahikainen2020 --json', 'one paper, for a program')
    .parseAsync();
  try {
    process.stdout.write(`${await findings(only, json)}\n`);
  } catch (error) {
    const why = error instanceof UserError ? error.message : (error as Error).stack;
    process.stderr.write(`${why}\n`);
    process.exitCode = 1;
  }
}

async function findings(only: readonly string[], json: boolean): Promise<string> {
  const claims = select(papers, only);
  if (claims.length === 0)
    throw new UserError(
      `papers: no claim's name begins with ${only.join(' or ')}. Choose from ${papers.map((p) => p.key).join(', ')}. Without --only all claims are checked.`,
    );
  const progress = showProgress(claims.length);
  const lab = new Lab({
    root: packageFolder,
    cache: `${packageFolder}/results/papers`,
    onRun: progress.runs,
  });
  try {
    const checked = await study(lab, claims, () => progress.claim());
    const files = await pages(checked, lab);
    return json
      ? JSON.stringify(checked.map(toRecord), undefined, 2)
      : [text(checked), ...files.map((file) => `page ${file}`)].join('\n');
  } finally {
    progress.stop();
    await lab.dispose();
  }
}

/** A page for each paper whose claims were all checked, with its figures: they need all runs. */
async function pages(checked: readonly Checked[], lab: Lab): Promise<string[]> {
  const folder = `${packageFolder}/results/papers`;
  const files: string[] = [];
  for (const paper of papers) {
    const paperClaims = checked.filter((candidate) => candidate.paper === paper);
    if (paperClaims.length < paper.claims.length) continue;
    files.push(writePage(folder, paperClaims, (await paper.figures?.(folder, lab)) ?? []));
  }
  return files;
}

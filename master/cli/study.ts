import { SingleBar } from 'cli-progress';
import { UserError } from '../../fmu-sdk/error.ts';
import type { Checked } from '../study/study.ts';
import { type Command, print } from './command.ts';

interface Args {
  only: string[];
  json: boolean;
}

export const studyCommand: Command<Args> = {
  command: 'study <what>',
  describe: 'Check every published statement against our own runs',
  builder: (yargs) =>
    yargs
      .positional('what', {
        choices: ['papers'],
        demandOption: true,
        describe: 'papers',
      })
      .option('only', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'claims whose name begins with this: rahikainen2020, jaiswal2021a/work',
      })
      .option('json', { type: 'boolean', default: false, describe: 'findings as JSON' })
      .example('$0 study papers', 'all claims: the paper’s number, ours, verdict')
      .example('$0 study papers --only rahikainen2020 --json', 'one paper, for a program'),
  handler: async ({ only, json }) => {
    const { papers } = await import('../study/claims/index.ts');
    const { Lab } = await import('../study/lab.ts');
    const { nameOf, select, study } = await import('../study/study.ts');
    const claims = select(papers, only);
    if (claims.length === 0)
      throw new UserError(
        `study: no claim's name begins with ${only.join(' or ')}. There are ${papers.map((p) => p.key).join(', ')}; without --only all are checked.`,
      );
    const progress = showProgress(claims.length);
    const lab = new Lab({ root: process.cwd(), cache: 'results/study', onRun: progress.runs });
    try {
      const checked = await study(lab, claims, () => progress.claim());
      progress.stop();
      print(
        json
          ? JSON.stringify(
              checked.map((c) => plain(c, nameOf(c.paper, c.claim))),
              undefined,
              2,
            )
          : text(checked),
      );
    } finally {
      progress.stop();
      await lab.dispose();
    }
  },
};

/** Claims done, and the runs behind them; lines off a terminal. */
function showProgress(total: number): {
  claim(): void;
  runs(count: { fresh: number; cached: number }): void;
  stop(): void;
} {
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: '{bar} {value}/{total} claims, {fresh} runs, {cached} kept from before',
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  bar?.start(total, 0, { fresh: 0, cached: 0 });
  let [done, fresh, cached] = [0, 0, 0];
  return {
    claim: () => {
      done++;
      bar?.increment();
      if (bar === undefined && (done % 10 === 0 || done === total))
        process.stderr.write(`${done}/${total} claims, ${fresh} runs, ${cached} kept from before\n`);
    },
    runs: (count) => {
      ({ fresh, cached } = count);
      bar?.update({ fresh, cached });
    },
    stop: () => bar?.stop(),
  };
}

function plain({ paper, claim, finding }: Checked, name: string): Record<string, unknown> {
  return {
    name,
    paper: paper.citation,
    where: claim.where,
    statement: claim.statement,
    published: claim.published,
    ...finding,
  };
}

/** The findings for people: under each paper its claims, then how many came to which verdict. */
function text(checked: readonly Checked[]): string {
  const papers = [...new Set(checked.map((c) => c.paper))];
  const blocks = papers.map((paper) => {
    const own = checked.filter((c) => c.paper === paper);
    return [`${paper.key}  ${paper.citation}`, ...own.map(block)].join('\n\n');
  });
  return [...blocks, counts(checked)].join('\n\n');
}

function block({ claim, finding }: Checked): string {
  const why = finding.verdict === 'reproduced' || finding.why === undefined ? '' : `: ${finding.why}`;
  return [
    `  ${claim.name} (${claim.where}): ${claim.statement}`,
    `    paper    ${claim.published}`,
    `    ours     ${finding.ours}`,
    `    verdict  ${finding.verdict}${why}`,
  ].join('\n');
}

function counts(checked: readonly Checked[]): string {
  const verdicts = ['reproduced', 'trend only', 'not reproduced'] as const;
  const of = (verdict: string): number => checked.filter((c) => c.finding.verdict === verdict).length;
  return `${checked.length} claim${checked.length === 1 ? '' : 's'}: ${verdicts.map((v) => `${of(v)} ${v}`).join(', ')}.`;
}

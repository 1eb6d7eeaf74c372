import { type Checked, nameOf } from './paper-study.ts';

/** A finding for a program. */
export function toRecord({ paper, claim, finding }: Checked): Record<string, unknown> {
  return {
    name: nameOf(paper, claim),
    paper: paper.citation,
    where: claim.where,
    statement: claim.statement,
    published: claim.published,
    fitted: claim.fitted,
    ...finding,
  };
}

/** The findings for people: under each paper its claims, then how many came to which verdict. */
export function text(checked: readonly Checked[]): string {
  const papers = [...new Set(checked.map((c) => c.paper))];
  const blocks = papers.map((paper) => {
    const paperClaims = checked.filter((c) => c.paper === paper);
    return [`${paper.key}  ${paper.citation}`, ...paperClaims.map(block)].join('\n\n');
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
    ...(claim.fitted === undefined ? [] : [`    fitted   ${claim.fitted}`]),
  ].join('\n');
}

/** Counts claims by verdict, and the reproduced claims with a fitted part. */
export function counts(checked: readonly Checked[]): string {
  const verdicts = ['reproduced', 'trend only', 'not reproduced'] as const;
  const of = (verdict: string): Checked[] => checked.filter((c) => c.finding.verdict === verdict);
  const fitted = of('reproduced').filter(({ claim }) => claim.fitted !== undefined).length;
  const words = verdicts.map((verdict) => {
    const countText = `${of(verdict).length} ${verdict}`;
    return verdict === 'reproduced' && fitted > 0 ? `${countText} (${fitted} of them fitted)` : countText;
  });
  return `${checked.length} claim${checked.length === 1 ? '' : 's'}: ${words.join(', ')}.`;
}

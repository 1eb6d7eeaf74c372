import type { Claim, Finding, Paper } from './paper-claim.ts';
import type { Lab } from './paper-runs.ts';

/** A claim with what became of it. */
export interface Checked {
  paper: Paper;
  claim: Claim;
  finding: Finding;
}

/**
 * Claims whose name, "<paper>" or "<paper>/<claim>", begins with one of `only`. All when it is
 * empty.
 */
export function select(papers: readonly Paper[], only: readonly string[]): { paper: Paper; claim: Claim }[] {
  return papers
    .flatMap((paper) => paper.claims.map((claim) => ({ paper, claim })))
    .filter(
      ({ paper, claim }) => only.length === 0 || only.some((name) => nameOf(paper, claim).startsWith(name)),
    );
}

export function nameOf(paper: Paper, claim: Claim): string {
  return `${paper.key}/${claim.name}`;
}

/**
 * Checks claims, as many at once as the lab has runners. The findings in the order of the claims.
 */
export async function study(
  lab: Lab,
  claims: readonly { paper: Paper; claim: Claim }[],
  onDone: (checked: Checked) => void = () => {},
): Promise<Checked[]> {
  return Promise.all(
    claims.map(async ({ paper, claim }) => {
      const checked = { paper, claim, finding: await claim.check(lab) };
      onDone(checked);
      return checked;
    }),
  );
}

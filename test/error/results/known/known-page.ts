import type { JudgedLimit, JudgedSystem } from './judged-system.ts';
import { limits } from './judged-system.ts';

/** Returns the page of systems whose truth is known. */
export function knownPage(judged: readonly JudgedSystem[], failed: readonly string[]): string {
  const later = judged.filter(({ of }) => of.isLater);
  const count = (of: (item: JudgedSystem['of']) => boolean | undefined): number =>
    judged.filter((item) => of(item.of) === true).length;
  const groups: [string, readonly JudgedSystem[]][] = [
    ['all', judged],
    ['made after the method was fixed', later],
    ['with events', judged.filter(({ of }) => of.hasEvents)],
    ['stiff', judged.filter(({ of }) => of.isStiff)],
    ['native FMUs', judged.filter(({ of }) => of.isNative)],
  ];
  return `# Error bands of ${judged.length} systems with a known truth

Command: \`node test/error/results/known-truth.mjs\`. It runs all systems and writes this page.

Do [error bands](../explain/results/error-bands.md) hold the true error? The page judges one run of
each system. ${count(({ hasEvents }) => hasEvents)} systems have events, ${count(({ isStiff }) => isStiff)} are stiff, and ${count(({ isNative }) => isNative)} are of native FMUs that the test compiles
from C. ${later.length} systems were made after the method was fixed.

The truth is a closed form, a monolithic run with located events, or a run with the smallest step that
packaged FMUs allow. The scheme is \`jacobi\` with linear extrapolation, for the feed-through pair
\`newton\`.

## Result

| systems | number | points | inside | claimed | wrong claims | median band | cost | cost of a long run |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${groups.map(([name, items]) => groupRow(name, items)).join('\n')}

- *Inside*: points whose true error lies inside the band. Wanted: at least 95 %.
- *Claimed*: points in stretches that follow an order. *Wrong claims*: points among all where the
  true error has another order. Wanted: at most 2 %.
- *Median band*: band in true errors where an order is claimed. Wanted: at most 5.
- *Cost*: CPU time of \`simulate\` with bands in that of the plain run, median and largest. Wanted: at
  most 2.2. Each system counts with the median of five measurements. FMUs are loaded from their file.
- *Cost of a long run*: the same with a tenth of the step, if the FMUs allow it.

The steps add up to 1.75. Many runs judged here take milliseconds, so the set-up of three runs counts.
An FMU with native code starts a process for each run. FMUs of fmukit are opened once. An FMU whose
internal step stays needs equal time in each run.
${failed.length === 0 ? '' : `\nThese systems have no bands, because their runs diverge: ${failed.join(', ')}.\n`}
## \`--within\`

${withinText(judged)}

## All systems

| system | truth | later | inside | claimed | wrong claims | median band | cost | long |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${judged.map(systemRow).join('\n')}

${limits.map((limit) => limitTable(limit, judged)).join('\n\n')}
`;
}

const sum = (items: readonly JudgedSystem[], of: (item: JudgedSystem) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function groupRow(name: string, items: readonly JudgedSystem[]): string {
  const points = sum(items, (item) => item.points);
  const share = (of: (item: JudgedSystem) => number): string => percent(sum(items, of) / points);
  const costs = [items.map(({ cost }) => cost), items.flatMap(({ longCost }) => longCost ?? [])];
  const [usual, long] = costs.map((list) =>
    list.length === 0 ? '' : `${short(medianOf(list))}, ${short(Math.max(...list))}`,
  );
  const ratios = items.flatMap((item) => item.ratios);
  return `| ${name} | ${items.length} | ${points} | ${share((item) => item.inside)} | ${share((item) => item.claimed)} | ${share((item) => item.wrong)} | ${short(medianOf(ratios))} | ${usual} | ${long} |`;
}

function systemRow({ of, points, inside, claimed, wrong, ratios, cost, longCost }: JudgedSystem): string {
  return `| ${of.name} | ${of.truth} | ${of.isLater ? 'yes' : ''} | ${percent(inside / points)} | ${percent(claimed / points)} | ${percent(wrong / points)} | ${ratios.length === 0 ? '' : short(medianOf(ratios))} | ${short(cost)} | ${longCost === undefined ? '' : short(longCost)} |`;
}

function withinText(judged: readonly JudgedSystem[]): string {
  const rows = limits.map((_, k) => {
    const all = judged.flatMap(({ within }) => within?.[k] ?? []);
    const met = all.filter((item) => item.met);
    const kept = met.filter(({ error, limit }) => error <= limit);
    const shares = met.flatMap(({ work, advised }) => (advised === undefined ? [] : [work / advised]));
    const floors = met.flatMap(({ least, advised }) =>
      advised === undefined || least === undefined ? [] : [least / advised],
    );
    const [work, floor] = [shares, floors].map((list) => (list.length === 0 ? '' : short(medianOf(list))));
    return `| ${share(limits[k])} | ${met.length} of ${all.length} | ${kept.length} of ${met.length} | ${work} | ${floor} | ${shares.length} |`;
  });
  const judgedCount = judged.filter(({ within }) => within !== undefined).length;
  return `This part has ${judgedCount} of ${judged.length} systems. The limit is a share of the range of each
column. *Kept*: the largest true error is within the limit.
*Work*: steps of FMUs of \`--within\` in those of \`fmu advise\` for an equal error, in the median.
Wanted: at most 0.1. *One run*: the work of one plain run within the limit by the coupling of the
system, if its step were known. The systems of linear units are compared.

| limit | reached | kept | work | one run | compared |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

\`--within\` begins with eight times the step, and runs that a later band needs again count once. It
tries \`iterative-gauss-seidel\` with order 2 if the coupling of the system needs much smaller steps.
Its bands count if its differences follow an order in nine tenths of the time.
\`fmu advise\` looks at fewer times. The first step of \`jacobi\` holds its inputs, and this error of
order 1 decides the largest one of many columns.

Limits can break in systems whose force jumps at an event. All runs of a band can show it one
row late, so no difference tells.

A packaged run with the step of its truth shows the error 0, so its error is not known.`;
}

function limitTable(limit: number, judged: readonly JudgedSystem[]): string {
  const rows = judged.flatMap(({ of, within = [] }) =>
    within.filter((item) => item.limit === limit).map((item) => limitRow(of.name, item)),
  );
  return `### \`--within ${limit}\`

| system | reached | largest true error | work | work of advise |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

function limitRow(name: string, { met, error, work, advised, limit }: JudgedLimit): string {
  const broken = met && error > limit ? ', broken' : '';
  return `| ${name} | ${met ? 'yes' : 'no'}${broken} | ${share(error)} | ${work} | ${advised ?? ''} |`;
}

const short = (x: number): string => String(Number(x.toPrecision(2)));
const share = (x: number): string =>
  Number.isFinite(x) ? Number(x.toPrecision(2)).toExponential().replace('e+0', '') : '';
const percent = (x: number): string => `${Number((100 * x).toPrecision(3))} %`;

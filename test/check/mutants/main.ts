import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { script } from '../../../master/cli/script.ts';
import { judgeMutant, judgeUnit, type Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { mutantsOfRegions } from './region3.ts';
import { mutants2 } from './table2.ts';
import { mutants3 } from './table3.ts';
import { mutantsOfClocks } from './ticker3.ts';

export const mutants: readonly Mutant[] = [...mutants3, ...mutants2, ...mutantsOfClocks, ...mutantsOfRegions];

const results = join(dirname(fileURLToPath(import.meta.url)), '../../../results/mutants.jsonl');

type Row = Pick<Verdict, 'name' | 'found' | 'rules'>;

/**
 * Runs `npm run mutants`: every mutant with the rules on its fault, with all others if those find
 * nothing, and the unchanged FMUs with all rules. Saves results in `results/mutants.jsonl` and
 * reuses them unless `--again` is given. `--part 1/2` runs every second mutant, so that two
 * processes can run in parallel.
 */
export async function main(args: string[]): Promise<void> {
  const values = await script(
    'mutants',
    args,
    '$0 [--only REGEX] [--part 1/2] [--again]\n\nCheck small FMUs in C with one fault each, and report the faults that no rule finds. Results are stored in results/mutants.jsonl.',
  )
    .option('only', {
      type: 'string',
      default: '.',
      describe: 'only mutants whose name matches this regular expression',
    })
    .option('part', {
      type: 'string',
      default: '1/1',
      describe: 'only a part of the mutants: 1/2 in one process, 2/2 in another',
    })
    .option('again', { type: 'boolean', default: false, describe: 'ignore stored results' })
    .example('npm run mutants', 'check all mutants')
    .example('$0 --only ^clock --again', 'check some mutants again')
    .check(({ only, part }) => {
      new RegExp(only);
      const [k, n] = (/^(\d+)\/(\d+)$/.exec(part) ?? []).slice(1).map(Number);
      if (!(k >= 1 && k <= n))
        throw new Error(`--part ${part}: expected the number of the part and of all parts, such as 1/2.`);
      return true;
    })
    .parseAsync();
  if (values.again) rmSync(results, { force: true });
  mkdirSync(dirname(results), { recursive: true });
  const [part, parts] = values.part.split('/').map(Number);
  const done = new Map(rowsOf().map((row) => [row.name, row]));
  const wanted = mutants.filter(({ name }) => new RegExp(values.only).test(name));
  for (const mutant of wanted.filter((_, i) => i % parts === part - 1)) {
    if (done.has(mutant.name)) continue;
    const about = await judgeMutant(mutant, true);
    const { name, found, rules } = about.found === 'yes' ? about : await judgeMutant(mutant);
    keep({ name, found, rules });
    console.log(`${found.padEnd(12)} ${name}: ${mutant.fault} (${rules.join(', ')})`);
  }
  for (const unit of part === 1 ? [...new Set(wanted.map((mutant) => mutant.unit))] : []) {
    if (done.has(unit)) continue;
    const findings = await judgeUnit(unit);
    keep({
      name: unit,
      found: findings.length === 0 ? 'no' : 'by accident',
      rules: findings.map(({ rule }) => rule),
    });
    console.log(`${unit} as it is: ${findings.length} findings`);
  }
  printSummary(wanted, new Map(rowsOf().map((row) => [row.name, row])));
}

function rowsOf(): Row[] {
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Row);
}

function keep(row: Row): void {
  appendFileSync(results, `${JSON.stringify(row)}\n`);
}

/** Prints counts and undetected mutants. Mutants without a rule on their fault are controls. */
function printSummary(wanted: readonly Mutant[], rows: ReadonlyMap<string, Row>): void {
  const faults = wanted.filter(({ name, rules }) => rules.length > 0 && rows.has(name));
  const detected = faults.filter(({ name }) => rows.get(name)?.found === 'yes');
  console.log(`${detected.length} of ${faults.length} mutants found by a rule that is about the fault`);
  for (const { name, fault, survives } of faults.filter((candidate) => !detected.includes(candidate)))
    console.log(
      `  ${rows.get(name)?.found}: ${name}, ${fault}${survives === undefined ? '' : `: ${survives}`}`,
    );
}

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { script } from '../../../../master/cli/script.ts';
import { differs } from './compile.ts';
import { diffOf, type Generated, mutantsOfUnit, sampleOrder, sourcesOf } from './generate.ts';
import { type Baseline, baselineOf, judge, type Verdict } from './judge.ts';
import { printScore, type Scored } from './score.ts';
import { type Unit, unitsOfReference, unitsOfRepository } from './units.ts';

const results = join(dirname(fileURLToPath(import.meta.url)), '../../../../results');
const [tableFile, rowsFile] = [join(results, 'mutate-table.json'), join(results, 'mutate.jsonl')];

/** A row of the table of drawn mutants. Those of the holdout have no diff. */
interface TableRow extends Pick<Generated, 'id' | 'operator' | 'fn' | 'third'> {
  diff?: string;
}

type ResultRow = ({ id: string } & Verdict) | ({ unit: string } & Baseline);

/**
 * Runs `npm run mutate`: draws mutants that operators made of C sources, checks each with the rules
 * on behaviour, and prints how many are found. Saves the drawn mutants in `mutate-table.json` and
 * the verdicts in `mutate.jsonl` in the folder `results`, and reuses both unless `--again` is
 * given.
 */
export async function main(args: string[]): Promise<void> {
  const values = await optionsOf(args);
  const units = [...unitsOfRepository(), ...(values.reference ? unitsOfReference(values.reference) : [])];
  mkdirSync(results, { recursive: true });
  if (values.again) for (const file of [tableFile, rowsFile]) rmSync(file, { force: true });
  const wanted = new RegExp(values.only);
  const mutants = drawn(
    units.flatMap(mutantsOfUnit).filter(({ id }) => wanted.test(id)),
    values.count,
  );
  if (values.show !== undefined) return show(mutants, values.show);
  const [part, parts] = values.part.split('/').map(Number);
  for (const mutant of mutants.filter((_, k) => k % parts === part - 1)) await judgeOnce(mutant);
  const verdicts = new Map(rowsOf().flatMap((row) => ('id' in row ? [[row.id, row] as const] : [])));
  const scored = mutants.flatMap((mutant): Scored[] => {
    const verdict = verdicts.get(mutant.id);
    return verdict === undefined ? [] : [{ mutant, verdict }];
  });
  printScore(scored, mutants.length);
}

function optionsOf(args: string[]) {
  return script(
    'mutate',
    args,
    '$0 [--reference FOLDER] [--count 150] [--only REGEX] [--part 1/2] [--again]\n\nMake faults in the C sources of FMUs by operators, check the FMUs, and report the faults that no rule finds. A third of the faults, the holdout, is only counted.',
  )
    .option('reference', {
      type: 'string',
      describe: 'folder with the sources of github.com/modelica/Reference-FMUs, which are mutated too',
    })
    .option('count', { type: 'number', default: 150, describe: 'number of mutants' })
    .option('only', {
      type: 'string',
      default: '.',
      describe: 'only mutants whose name matches this regular expression',
    })
    .option('show', {
      type: 'string',
      describe: 'print the diffs of drawn mutants that match this expression',
    })
    .option('part', {
      type: 'string',
      default: '1/1',
      describe: 'only a part of the mutants: 1/2 in one process, 2/2 in another',
    })
    .option('again', { type: 'boolean', default: false, describe: 'ignore stored results' })
    .example('$0 --count 40', 'check 40 mutants of the FMUs in test/check/mutants/c')
    .example(
      '$0 --reference ../Reference-FMUs --part 1/2',
      'one half of 150 mutants, also of the Reference FMUs',
    )
    .example('$0 --only /forget-field --count 30 --again', 'check some mutants of one operator again')
    .check(({ only, part, count }) => {
      new RegExp(only);
      const [k, n] = (/^(\d+)\/(\d+)$/.exec(part) ?? []).slice(1).map(Number);
      if (!(k >= 1 && k <= n))
        throw new Error(`--part ${part}: expected the number of the part and of all parts, such as 1/2.`);
      if (!(count >= 1)) throw new Error(`--count ${count}: expected a number of mutants from 1.`);
      return true;
    })
    .parseAsync();
}

/**
 * Returns the first mutants of the sample that compile and differ from the unchanged FMU. The table
 * keeps them, because finding them takes long.
 */
function drawn(all: readonly Generated[], count: number): Generated[] {
  const byId = new Map(all.map((mutant) => [mutant.id, mutant]));
  const table = existsSync(tableFile) ? (JSON.parse(readFileSync(tableFile, 'utf8')) as TableRow[]) : [];
  const known = table.flatMap(({ id }) => byId.get(id) ?? []);
  if (known.length >= count) return known.slice(0, count);
  const mutants: Generated[] = [];
  for (const mutant of sampleOrder(all)) {
    if (mutants.length === count) break;
    if (known.includes(mutant) || differs(mutant)) mutants.push(mutant);
  }
  const rows = mutants.map(rowOf);
  writeFileSync(tableFile, `${JSON.stringify(rows, undefined, 2)}\n`);
  return mutants;
}

function rowOf(mutant: Generated): TableRow {
  const { id, operator, fn, third } = mutant;
  return { id, operator, fn, third, ...(third === 'open' && { diff: diffOf(mutant) }) };
}

/** Prints the diffs of mutants. The holdout stays unseen. */
function show(mutants: readonly Generated[], pattern: string): void {
  for (const mutant of mutants.filter(({ id, third }) => third === 'open' && new RegExp(pattern).test(id)))
    console.log(`${mutant.id}\n${diffOf(mutant)}\n`);
}

function rowsOf(): ResultRow[] {
  const lines = existsSync(rowsFile) ? readFileSync(rowsFile, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as ResultRow);
}

function keep(row: ResultRow): void {
  appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
}

/** Checks a mutant if there is no verdict on it. */
async function judgeOnce(mutant: Generated): Promise<void> {
  const rows = rowsOf();
  if (rows.some((row) => 'id' in row && row.id === mutant.id)) return;
  const baseline = await storedBaseline(mutant.unit, rows);
  const verdict = await judge(mutant.unit, sourcesOf(mutant), baseline);
  keep({ id: mutant.id, ...verdict });
  if (mutant.third === 'open')
    console.log(`${verdict.found.padEnd(10)} ${mutant.id} (${verdict.rules.join(', ')})`);
}

async function storedBaseline(unit: Unit, rows: readonly ResultRow[]): Promise<Baseline> {
  const stored = rows.find(
    (row): row is { unit: string } & Baseline => 'unit' in row && row.unit === unit.name,
  );
  if (stored !== undefined) return stored;
  const baseline = await baselineOf(unit);
  keep({ unit: unit.name, ...baseline });
  return baseline;
}

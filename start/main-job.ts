import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SingleBar } from 'cli-progress';
import { writeAtomically } from '../fmu-sdk/util/files/atomic-write.ts';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import { table } from '../master/cli/command.ts';
import { writeRunReport } from '../master/cli/run/run-report.ts';
import { script } from '../master/cli/script.ts';
import { withElapsedTime } from '../master/cli/terminal/terminal.ts';
import { renderReport } from '../master/report/index.ts';
import { SystemRunner } from '../master/run/worker/system-runner.ts';
import { loadSystem, resolveSystem } from '../master/system/load-system.ts';
import type { SystemFile } from '../master/system/system.ts';
import { buildUnits, unitsOf } from './build-units.ts';
import { finalError, header, type Outcome, row } from './case-outcome.ts';
import { type Case, type CraneKind, casesOf, reference } from './crane-cases.ts';
import { cranePage } from './start-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'results');
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

const cases = (['single', 'double'] as const).flatMap((crane) => [reference(crane), ...casesOf(crane)]);

/**
 * The main job: builds the units of the cranes, runs the crane's work cycle in every coupling, prints a table,
 * writes the page.
 */
export async function start(argv: readonly string[]): Promise<void> {
  await script(
    'start',
    argv,
    "$0\n\nInstall what is missing, build the cranes' units, run their work cycle in every coupling: table, CSVs, and the pages results/crane.html and results/couplings.html.",
  ).parseAsync();
  const begin = performance.now();
  try {
    await buildNeeded();
    const outcomes = await runAll();
    for (const crane of ['single', 'double'] as const) print(`\n${report(crane, outcomes)}`);
    writeAtomically(join(results, 'couplings.html'), renderReport(cranePage(outcomes)));
    await withElapsedTime('writing the pages', () => livePage(join(results, 'crane.html')));
    print(
      '\nResults in results/: one CSV a run. crane.html shows the moving crane and runs its units again.',
    );
    print('couplings.html compares all runs.');
    print(`Done in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
  } catch (error) {
    process.stderr.write(`fmu: ${error instanceof UserError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Builds the units of the cases. `npm run build:units` builds the others. */
async function buildNeeded(): Promise<void> {
  const units = [...new Set(cases.flatMap((item) => unitsOf(systemOf(item))))];
  await counted('building units', units.length, (one) => buildUnits(units, one));
}

async function runAll(): Promise<Outcome[]> {
  mkdirSync(results, { recursive: true });
  const runner = new SystemRunner();
  const outcomes: Outcome[] = [];
  try {
    await counted('running work cycles', cases.length, async (one) => {
      for (const item of cases) {
        outcomes.push(await runCase(item, runner));
        one();
      }
    });
  } finally {
    await runner.dispose();
  }
  return outcomes;
}

/** The page of the crane as its system file has it. */
async function livePage(page: string): Promise<void> {
  const runner = new SystemRunner();
  try {
    const system = await loadSystem(join(root, 'systems/crane-double-force.json'));
    writeRunReport(page, system, await runner.run(system, { collect: true }), []);
  } finally {
    await runner.dispose();
  }
}

const fileOf = ({ base }: Case): string => join(root, 'systems', `${base}.json`);
const systemOf = (item: Case): SystemFile => JSON.parse(readFileSync(fileOf(item), 'utf8')) as SystemFile;

async function runCase(item: Case, runner: SystemRunner): Promise<Outcome> {
  const file = fileOf(item);
  const json = systemOf(item);
  item.edit(json);
  const system = await resolveSystem(json, file);
  try {
    return {
      case: item,
      result: await runner.run(system, { output: join(results, `${item.name}.csv`), collect: true }),
    };
  } catch (error) {
    if (error instanceof UserError) return { case: item, failure: error.message };
    throw error;
  }
}

function report(crane: CraneKind, outcomes: readonly Outcome[]): string {
  const craneOutcomes = outcomes.filter((o) => o.case.crane === crane);
  const truth = craneOutcomes[0];
  const failures = craneOutcomes.flatMap((o) =>
    o.failure === undefined ? [] : `${o.case.title}: ${o.failure.split('\n')[0]}`,
  );
  const rows = craneOutcomes.map((o) => row(o, finalError(o, truth)));
  const text = table([header(crane), ...rows], [1, 2, 3, 4, 5, 6]);
  return [
    `${crane === 'single' ? 'Single' : 'Double'}-actuator crane, 12 s work cycle, H = 1 ms, h = 0.1 ms`,
    text,
    ...failures,
  ].join('\n');
}

/**
 * Shows the progress that `action` counts: a bar on a terminal, or a line with a point for each
 * second elsewhere.
 */
async function counted(
  what: string,
  total: number,
  action: (one: () => void) => Promise<void>,
): Promise<void> {
  if (!process.stderr.isTTY) return withElapsedTime(`${what} (${total})`, () => action(() => {}));
  const bar = new SingleBar({
    format: `${what} {bar} {value}/{total}  {duration_formatted}`,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(total, 0);
  try {
    await action(() => bar.increment());
  } finally {
    bar.stop();
  }
}

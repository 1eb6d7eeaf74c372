import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnit } from '../fmu-sdk/build/build-unit.ts';
import { writeAtomically } from '../fmu-sdk/util/files/atomic-write.ts';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import { script } from '../master/cli/script.ts';
import { renderReport } from '../master/report/index.ts';
import type { RunResult } from '../master/run/worker/run-protocol.ts';
import { SystemRunner } from '../master/run/worker/system-runner.ts';
import { resolveSystem } from '../master/system/load-system.ts';
import type { SystemFile } from '../master/system/system.ts';
import { mechanismPage, type Shown, shown } from './mechanism-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the four mechanisms of Zhang, Zhang, Zanoni & Masarati 2022, runs each alone, and writes
 * results/mechanisms.html, in which they move.
 */
export async function mechanisms(argv: readonly string[]): Promise<void> {
  const only = await wanted(argv);
  const runner = new SystemRunner();
  try {
    const results: [Shown, RunResult][] = [];
    for (const group of shown.filter(({ unit }) => only.includes(unit))) {
      process.stdout.write(`${group.unit} …\n`);
      await buildUnit(join(root, 'units', group.unit), join(root, 'dist'));
      results.push([group, await run(group, runner)]);
    }
    mkdirSync(join(root, 'results'), { recursive: true });
    writeAtomically(join(root, 'results/mechanisms.html'), renderReport(mechanismPage(results)));
    process.stdout.write('results/mechanisms.html\n');
  } catch (error) {
    process.stderr.write(`fmu: ${error instanceof UserError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await runner.dispose();
  }
}

/** Returns the named mechanisms, or all. Ends the process for an unknown name. */
async function wanted(argv: readonly string[]): Promise<string[]> {
  const names = shown.map(({ unit }) => unit);
  const { _: only } = await script(
    'mechanisms',
    argv,
    `$0 [mechanism …]\n\nRun all flexible mechanisms or the named ones, and write results/mechanisms.html with moving drawings: ${names.join(', ')}.`,
    names.length,
  )
    .example('npm run mechanisms', 'all of them')
    .example(`$0 ${names[0]}`, 'one of them')
    .check(({ _: positionals }) => {
      const none = positionals.filter((candidate) => !names.includes(`${candidate}`));
      if (none.length > 0) throw new Error(`${none.join(', ')}: there are ${names.join(', ')}.`);
      return true;
    })
    .parseAsync();
  return only.length > 0 ? only.map(String) : names;
}

async function run({ unit, parameters, start, stop, step }: Shown, runner: SystemRunner): Promise<RunResult> {
  const file: SystemFile = {
    name: unit,
    units: { unit: { fmu: `dist/${unit}.fmu`, parameters } },
    connections: [],
    algorithm: { scheme: 'jacobi', step },
    startTime: start,
    stopTime: stop,
  } as SystemFile;
  return await runner.run(await resolveSystem(file, join(root, `${unit}.json`)), { collect: true });
}

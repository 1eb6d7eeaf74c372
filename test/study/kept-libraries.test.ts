import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { RunExecutor } from '../../master/study/execution/run-executor.ts';
import type { Entry } from '../../master/study/journal-entry.ts';
import { configuration, type Plan, readPlan } from '../../master/study/plan/study-plan.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { PortionComputer } from '../../master/study/threads/portion-computer.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { makeOde } from '../fixtures/c/ode.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('kept-libraries');
const runs = 10;

/** Ways in which the library of `sticky.c` keeps data, in the order of its numbers. */
const ways = ['nothing', 'end value', 'number', 'sign', 'cache', 'parity', 'file', 'environment', 'third'];
const lies = ways.filter((way) => way !== 'nothing' && way !== 'file');

/** Writes a study of a decay over 0.1 s, 0.2 s, … that ends at different times. */
async function decays(way: string): Promise<string> {
  const name = way.replace(' ', '-');
  const fmu = await makeOde({
    name: 'sticky',
    source: 'hostile/sticky.c',
    n: 1,
    output: 0,
    defines: [`KEEPS=${ways.indexOf(way)}`],
    depends: undefined,
    stopTime: 1,
    step: 0.01,
  });
  writeFileSync(join(folder, `${name}.fmu`), fmu);
  const study = {
    name,
    system: `${name}.fmu`,
    vary: [{ set: 'stopTime', from: 0.1, to: 0.1 * runs, count: runs }],
    metrics: { end: { final: 'x[0]' } },
  };
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(study));
  return file;
}

/** Computes every run in a new process, where all ways are equal. */
async function singleRuns(): Promise<unknown[]> {
  const plan = await readPlan(await decays('nothing'));
  const executor = new RunExecutor(plan, { cells: new Int32Array(5) });
  const ends: unknown[] = [];
  for (let run = 0; run < runs; run++)
    ends.push((await executor.kept.afresh(() => executor.outcome(configuration(plan, run)))).metrics[0]);
  return ends;
}

describe.skipIf(noCompiler !== undefined)('a native FMU in a study', () => {
  let expected: unknown[] = [];
  beforeAll(async () => {
    expected = await singleRuns();
  });

  it.each(ways)('gives the bits of single runs if its library keeps: %s', async (way) => {
    const file = await decays(way);
    await runStudy(file, { output: join(folder, 'results', way), workers: 1 });
    const rows: { end: string }[] = parse(readFileSync(join(folder, 'results', `${way}.csv`)), {
      columns: true,
    });
    expect(rows.map(({ end }) => Number(end))).toEqual(expected);
  });

  /** Computes a study in portions, as a worker does. Returns its results and the number of repeated runs. */
  async function inPortions(way: string, length: number): Promise<{ ends: unknown[]; again: number }> {
    const plan = await readPlan(await decays(way));
    const executor = new RunExecutor(plan, { cells: new Int32Array(5) });
    const ends: unknown[] = [];
    let again = 0;
    // Runs that take no time make every load worth avoiding.
    const entryOf = async (run: number): Promise<Entry> => ({
      ...{ hash: '', contents: '', times: { wall: 0, cpu: 0 } },
      outcome: await executor.outcome(configuration(plan, run)),
    });
    const portions = new PortionComputer(executor, entryOf, ({ runs: computed, entries, isAgain }) => {
      again += Number(isAgain);
      for (const [k, run] of computed.entries()) ends[run] = entries[k].outcome.metrics[0];
    });
    for (let begin = 0; begin < runs; begin = begin === 0 ? 1 : begin + length) {
      const portion = [...Array(begin === 0 ? 1 : length).keys()].map((k) => begin + k);
      await portions.compute(portion.filter((run) => run < runs));
    }
    return { ends, again };
  }

  it.each([2, 3, 4, 9])(
    'gives the bits of single runs in portions of %d runs if every other is wrong',
    async (length) => {
      expect((await inPortions('parity', length)).ends).toEqual(expected);
    },
  );

  it('gives the bits of single runs if a later portion shows that an earlier one was wrong', async () => {
    // Portions of two, whose instances are 1 2, 3 4 and 5 6. The third instance and the sixth are wrong.
    const { ends, again } = await inPortions('third', 2);
    expect(ends).toEqual(expected);
    expect(again).toBeGreaterThan(2);
  });

  it('keeps its process and gives the same bits', async () => {
    const plan = await readPlan(await decays('nothing'));
    const { kept, ends } = await keptRuns(plan);
    expect(kept).toBe(runs - 2);
    expect(ends).toEqual(expected);
  });

  it.each(lies)('differs from a new process if its library keeps: %s', async (way) => {
    const plan = await readPlan(await decays(way));
    const { ends } = await keptRuns(plan);
    expect(ends).not.toEqual(expected);
  });

  it('gets a new process after it has left a file in its working folder', async () => {
    expect((await keptRuns(await readPlan(await decays('file')))).kept).toBe(0);
  });
});

/** Makes all runs in one row, and counts those in a kept library. */
async function keptRuns(plan: Plan): Promise<{ kept: number; ends: unknown[] }> {
  const executor = new RunExecutor(plan, { cells: new Int32Array(5) });
  const { kept: rule } = executor;
  const ends: unknown[] = [];
  let kept = 0;
  for (let run = 0; run < runs; run++) {
    // A long row always pays.
    rule.begin(1e9);
    ends.push((await executor.outcome(configuration(plan, run))).metrics[0]);
    if (rule.mustConfirm) kept++;
    rule.took(1);
  }
  return { kept, ends };
}

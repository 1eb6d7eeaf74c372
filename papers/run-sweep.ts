import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { referencedFiles } from '../master/study/plan/study-configuration.ts';
import { readStudyFile } from '../master/study/plan/study-file.ts';
import { runStudy } from '../master/study/run-study.ts';
import { readSystemFile } from '../master/system/load-system.ts';
import type { SystemFile } from '../master/system/system.ts';

/** A run of a study as its table has it: texts by the names of columns. */
export type Row = Readonly<Record<string, string>>;

export interface SweepOptions {
  /** A study.json, whose systems are in files. */
  file: string;
  /** Files of its results, without their ending. */
  output: string;
  /** Builds units of a system that are older than what they are made from. */
  fresh(system: SystemFile, file: string): Promise<void>;
  /** Receives the number of computed runs and of cached runs. */
  onRuns(fresh: number, cached: number): void;
}

/** Runs a study as `fmu study` does, and reads its table. */
export async function sweep({ file, output, fresh, onRuns }: SweepOptions): Promise<Row[]> {
  for (const path of referencedFiles(readStudyFile(file).value).systems) {
    const system = resolve(dirname(file), path);
    await fresh(readSystemFile(system).value, system);
  }
  let [reached, reportedRuns] = [Number.POSITIVE_INFINITY, 0];
  const { runs, before } = await runStudy(file, {
    output,
    onProgress: ({ done }) => {
      const more = Math.max(0, done - reached);
      reached = done;
      reportedRuns += more;
      if (more > 0) onRuns(more, 0);
    },
  });
  // The sweep has not reported its start before its first report.
  onRuns(runs - before - reportedRuns, before);
  return parse(readFileSync(`${output}.csv`), { columns: true });
}

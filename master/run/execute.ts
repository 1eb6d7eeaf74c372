import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import { type Activity, cell, nobody } from '../coupling/coupling.ts';
import { CsvRecorder } from '../recorder/csv.ts';
import { closeAll, openInstances } from './open-instances.ts';
import type { Job, ResultColumn, RunResult } from './protocol.ts';
import { Session } from './session.ts';

/** `x.csv` while it is being written, and `x.partial.csv` when the run ended early. */
export const partName = (csv: string): string => `${csv}.part`;
export const partialName = (csv: string): string => csv.replace(/(\.csv)?$/i, '.partial.csv');

/** Runs one job in this thread, recording as it goes; a run that fails leaves its good rows in `x.partial.csv`. */
export async function execute(job: Job, activity: Activity): Promise<RunResult> {
  const instances = await openInstances(job.system, activity);
  try {
    return run(new Session(job.system, activity, instances), job, activity);
  } finally {
    closeAll(instances, activity);
  }
}

function run(session: Session, job: Job, activity: Activity): RunResult {
  session.start();
  const file = job.csv === undefined ? undefined : openCsv(job.csv);
  const csv = new CsvRecorder(session.columns, (text) => {
    if (file !== undefined) writeSync(file, text);
  });
  const rows = job.collect ? collector(session) : undefined;
  const record = (): void => {
    activity.cells[cell.unit] = nobody;
    session.checkFinite();
    if (file !== undefined) csv.record(session.time());
    rows?.record();
  };
  const begin = performance.now();
  let whole = false;
  try {
    record();
    while (!session.done && activity.cells[cell.stop] === 0) {
      session.advance(job.system.record.every);
      record();
    }
    whole = session.done;
  } catch (error) {
    const kept = job.csv === undefined ? '' : `\nThe rows up to then are in ${partialName(job.csv)}.`;
    if (error instanceof UserError) throw new UserError(error.message + kept);
    throw error;
  } finally {
    csv.flush();
    if (file !== undefined && job.csv !== undefined) closeCsv(file, job.csv, whole);
  }
  return {
    ...summarize(session),
    outcome: whole ? 'finished' : 'interrupted',
    wallSeconds: (performance.now() - begin) / 1000,
    csv: job.csv === undefined || whole ? job.csv : partialName(job.csv),
    columns: rows?.columns() ?? [],
  };
}

function openCsv(csv: string): number {
  try {
    mkdirSync(dirname(csv), { recursive: true });
    return openSync(partName(csv), 'w');
  } catch (error) {
    throw new UserError(`record ${csv}: ${messageOf(error)}. Name a file that can be written.`);
  }
}

function closeCsv(file: number, csv: string, whole: boolean): void {
  closeSync(file);
  renameSync(partName(csv), whole ? csv : partialName(csv));
  if (whole) rmSync(partialName(csv), { force: true });
}

function collector(session: Session): { record(): void; columns(): ResultColumn[] } {
  const rows = Math.floor(session.steps / session.system.record.every) + 2;
  const columns = [{ name: 'time', unit: 's', read: () => session.time() }, ...session.columns];
  const data = columns.map(() => new Float64Array(rows));
  let n = 0;
  return {
    record: () => {
      for (let k = 0; k < columns.length; k++) data[k][n] = Number(columns[k].read());
      n++;
    },
    columns: () => columns.map(({ name, unit }, k) => ({ name, unit, data: data[k].slice(0, n) })),
  };
}

function summarize(session: Session): Omit<RunResult, 'outcome' | 'wallSeconds' | 'csv' | 'columns'> {
  const { system } = session;
  return {
    name: system.name,
    step: system.step,
    order: system.order,
    coupled: system.connections.length > 0,
    startTime: system.startTime,
    time: session.time(),
    steps: session.n,
    endedBy: session.ended && system.units[session.ended.unit].name,
    loops: system.loops,
    bonds: system.bonds.map(({ name, unit }, i) => {
      const { energy, magnitude } = session.residuals[i];
      return { name, unit, energy, magnitude };
    }),
    balance: {
      drift: session.balance.drift,
      largest: session.balance.largest,
      empty: session.balance.empty,
      unitsWithout: system.units
        .filter((unit) => unit.description.variables.every((v) => v.energy === undefined))
        .map((unit) => unit.name),
    },
  };
}

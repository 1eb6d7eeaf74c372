import { fits, isFields, isSize, isText } from '../../../fmu-sdk/util/json/field-checks.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Entry, entryOf } from '../journal-entry.ts';

/** Task of a worker: runs of a study. */
export interface Portion {
  study: string;
  runs: number[];
}

/** Answer of a worker: lines for the journal, with their run numbers. */
export interface PortionResult {
  runs: number[];
  lines: string[];
}

/** Study with all files that it reads, for other machines: relative paths and hashes. */
export interface Bundle {
  /** Path of the study file in the bundle. */
  study: string;
  files: Record<string, string>;
}

/** Largest number of runs in a portion. */
export const maxRuns = 512;

const isStudyId = (value: unknown): boolean => isText(value) && /^[0-9a-f]{24}$/.test(value);
const isHash = (value: unknown): boolean => isText(value) && /^[0-9a-f]{64}$/.test(value);
const areRuns = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= maxRuns && value.every(isSize);

/** Checks the form of a task from Redis. */
export function portionOf(data: unknown): Portion {
  if (fits(data, { study: isStudyId, runs: areRuns })) return data as Portion;
  throw new UserError(
    'worker: expected the id of a study and numbers of runs, got an invalid task. Start the study again.',
  );
}

/**
 * Parses an answer from Redis and checks its form. An entry is undefined if its line is damaged.
 */
export function computedOf(text: string): { runs: number[]; entries: (Entry | undefined)[] } {
  const data = parsed(text);
  const areLines = (lines: unknown): boolean => Array.isArray(lines) && lines.every(isText);
  if (fits(data, { runs: areRuns, lines: areLines })) {
    const { runs, lines } = data as PortionResult;
    if (runs.length === lines.length) return { runs, entries: lines.map((line) => entryOf(line.trimEnd())) };
  }
  throw new UserError(
    'study, queue: a worker sent an invalid result. Update the worker to the version that runs here.',
  );
}

/** Parses the files of a study from Redis and checks their form. */
export function bundleOf(text: string): Bundle {
  const data = parsed(text);
  const areFiles = (files: unknown): boolean => isFields(files) && Object.values(files).every(isHash);
  if (fits(data, { study: isText, files: areFiles })) return data as unknown as Bundle;
  throw new UserError(
    `worker: expected the files of a study, got ${printableName(text)}. Start the study again.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

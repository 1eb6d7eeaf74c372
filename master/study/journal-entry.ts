import { type Check, fits, isSize, isText } from '../../fmu-sdk/util/json/field-checks.ts';
import { verdictWords } from '../verdict/verdict.ts';
import { crc32 } from './crc32.ts';
import type { Outcome, RunEnding, Times } from './execution/run-outcome.ts';

/** Journal entry of a run. */
export interface Entry {
  /** Hash of all that decides the outcome (`Configuration.hash`), and hash of file contents. */
  readonly hash: string;
  readonly contents: string;
  readonly outcome: Outcome;
  readonly times: Times;
}

const endings: readonly RunEnding[] = ['finished', 'ended', 'diverged', 'failed', 'refused', 'stopped'];
/** Characters of the checksum and the space after it. */
const headLength = 9;

const isOneOf =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isDuration: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
/** An integer that a double cannot hold exactly is decimal text. */
const isMetric: Check = (value) => Number.isFinite(value) || (isText(value) && /^-?\d{1,20}$/.test(value));

const isLargest: Check = (value) =>
  fits(value, { step: orNull(Number.isFinite), bound: isOneOf(['', 'from', 'to']), runs: isSize });

const isOutcome: Check = (value) =>
  fits(value, {
    ending: isOneOf(endings),
    verdict: isOneOf(['', ...verdictWords]),
    message: isText,
    time: orNull(Number.isFinite),
    steps: orNull(isSize),
    metrics: (metrics) => Array.isArray(metrics) && metrics.every(orNull(isMetric)),
    errors: (errors) => errors === undefined || (Array.isArray(errors) && errors.every(orNull(isDuration))),
    largest: (largest) => largest === undefined || isLargest(largest),
  });

const isHash: Check = (value) => isText(value) && /^[0-9a-f]{0,64}$/.test(value);

const isEntry = (value: unknown): value is Entry =>
  fits(value, {
    hash: isHash,
    contents: isHash,
    outcome: isOutcome,
    times: (times) => fits(times, { wall: isDuration, cpu: isDuration }),
  });

/** Formats an entry as a line, after a checksum that reveals incomplete lines. */
export function lineOf(entry: Entry): string {
  const json = JSON.stringify(entry);
  return `${crc32(json)} ${json}\n`;
}

/** Parses a line without its line feed. Returns undefined for an invalid line. */
export function entryOf(line: string): Entry | undefined {
  const json = line.slice(headLength);
  if (line[headLength - 1] !== ' ' || crc32(json) !== line.slice(0, headLength - 1)) return undefined;
  try {
    const entry: unknown = JSON.parse(json);
    return isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

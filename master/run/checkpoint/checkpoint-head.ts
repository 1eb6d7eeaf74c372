import type { RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import { type Check, fits, isFields, isSize, isText } from '../../../fmu-sdk/util/json/field-checks.ts';
import { type Verdict, verdictWords } from '../../verdict/verdict.ts';
import type { SavedRows } from './saved-rows.ts';
import type { Fingerprint } from './system-fingerprint.ts';

/**
 * Header of a checkpoint: one line of JSON after the first line. After it follow the SHA-256 of the
 * content and the deflated state.
 */
export interface CheckpointHead {
  /** Version of fmukit that wrote the checkpoint. */
  readonly fmukit: string;
  /** Platform on which native units ran: `process.platform` and `process.arch`. */
  readonly platform: string;
  readonly system: string;
  readonly time: number;
  readonly steps: number;
  readonly fingerprint: Fingerprint;
  /** Verdict on the run up to the checkpoint. */
  readonly verdict: Verdict;
  /** Results up to the checkpoint. Missing without a result file. */
  readonly rows?: SavedRows;
  /** JSON data of the caller that started the run. */
  readonly said: unknown;
  /** Size of the inflated state [bytes]. */
  readonly bytes: number;
}

/** Largest size of a state [bytes], and largest number of digits of a row count. */
const [mostStateBytes, mostDigits] = [2 ** 32, 20];

const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isUnit: Check = (value) =>
  fits(value, { name: isText, sha256: isHash, native: (flag) => typeof flag === 'boolean' });

const isFingerprint: Check = (value) =>
  fits(value, {
    units: (units) => Array.isArray(units) && units.every(isUnit),
    parts: (parts) => isFields(parts) && Object.values(parts).every(isHash),
  });

const isCounter: Check = (value) =>
  fits(value, {
    at: isSize,
    digits: (digits) => isSize(digits) && (digits as RowCounter['digits']) <= mostDigits,
    from: isSize,
    each: (each) => isSize(each) && (each as RowCounter['each']) > 0,
  });

const isRows: Check = (value) =>
  fits(value, { bytes: isSize, sha256: isHash, count: (count) => count === undefined || isCounter(count) });

const isWord: Check = (value) => (verdictWords as readonly unknown[]).includes(value);

/** JSON writes an infinite number as null. */
const isNumber: Check = (value) => value === null || typeof value === 'number';

const isGround: Check = (value) =>
  fits(value, {
    rule: isText,
    subject: isText,
    word: isWord,
    value: isNumber,
    limit: isNumber,
    unit: isText,
    text: isText,
  });

const isVerdict: Check = (value) =>
  fits(value, {
    word: isWord,
    reason: isText,
    next: (next) => next === undefined || isText(next),
    grounds: (grounds) => Array.isArray(grounds) && grounds.every(isGround),
  });

/** Fields of a header, in the order in which a message names the first wrong one. */
const fields: Readonly<Record<keyof CheckpointHead, Check>> = {
  fmukit: isText,
  platform: isText,
  system: isText,
  time: Number.isFinite,
  steps: isSize,
  fingerprint: isFingerprint,
  verdict: isVerdict,
  rows: (rows) => rows === undefined || isRows(rows),
  said: () => true,
  bytes: (bytes) => isSize(bytes) && (bytes as number) > 0 && (bytes as number) <= mostStateBytes,
};

/** Returns the header of a checkpoint, or what is wrong with it. */
export function headFrom(data: unknown): CheckpointHead | string {
  if (!isFields(data)) return 'its header is not an object';
  const wrong = Object.entries(fields).find(([name, check]) => !check(data[name]));
  return wrong === undefined
    ? (data as unknown as CheckpointHead)
    : `its header lacks a valid field "${wrong[0]}"`;
}

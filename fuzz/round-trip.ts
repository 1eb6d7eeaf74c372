import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import { Broken } from './fuzz-target.ts';

/**
 * Writes an accepted value, reads it again, and requires an equal value. The written text must be
 * accepted.
 */
export function roundTrip<T>(value: T, write: (value: T) => string, read: (text: string) => T): void {
  const text = write(value);
  let again: T;
  try {
    again = read(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new Broken(`what is written is not read: ${error.message}`);
  }
  const place = differing(value, again);
  if (place !== undefined) throw new Broken(`another value is read than was written, at ${place}`);
}

/** Returns the path of the first difference of two values, by keys from the root. */
function differing(a: unknown, b: unknown): string | undefined {
  if (isDeepStrictEqual(a, b)) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return '.';
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [x, y] = [a, b].map((of) => (of as Record<string, unknown>)[key]);
    const inside = differing(x, y);
    if (inside !== undefined) return `/${key.replace(/^\d+$/, 'n')}${inside}`;
  }
  return '.';
}

/** Copies a value as plain data, without undefined fields, and without the fields of one name. */
export function toPlainData(of: unknown, without?: string): unknown {
  if (Array.isArray(of)) return of.map((item) => toPlainData(item, without));
  if (typeof of !== 'object' || of === null) return of;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(of))
    if (key !== without && value !== undefined) copy[key] = toPlainData(value, without);
  return copy;
}

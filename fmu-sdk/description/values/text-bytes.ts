import type { ValueDeclaration } from './value-declaration.ts';
import { rangeOf } from './value-range.ts';

/**
 * Returns one element of a String (as UTF-8) or Binary variable, from text (hexadecimal for a
 * Binary) or, for a Binary, from bytes. Throws an Error that contains the given value and the
 * accepted values.
 */
export function bytesOf(v: ValueDeclaration, input: unknown): Uint8Array {
  const bytes = v.type === 'String' ? utf8(v, input) : binary(v, input);
  if (v.maxSize !== undefined && bytes.length > v.maxSize)
    throw new Error(
      `${bytes.length} bytes were given, expected ${rangeOf(v)}. Give fewer bytes, or ask its author for a larger "maxSize".`,
    );
  return bytes;
}

function utf8(v: ValueDeclaration, input: unknown): Uint8Array {
  if (typeof input !== 'string')
    throw new Error(
      `${JSON.stringify(input, jsonSafe) ?? 'nothing'} was given, expected ${rangeOf(v)}. Give it in quotation marks.`,
    );
  if (input.includes('\0') || /\p{Surrogate}/u.test(input))
    throw new Error(
      `${JSON.stringify(input)} was given, but a String ends at a zero and has whole characters only. Remove them, or use a Binary.`,
    );
  return new TextEncoder().encode(input);
}

function binary(v: ValueDeclaration, input: unknown): Uint8Array {
  if (input instanceof Uint8Array) return input;
  if (typeof input !== 'string' || !/^([0-9a-fA-F]{2})*$/.test(input))
    throw new Error(
      `${JSON.stringify(input, jsonSafe) ?? 'nothing'} was given, expected ${rangeOf(v)}. Give them as text, such as "00ff".`,
    );
  return Uint8Array.from(input.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function jsonSafe(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

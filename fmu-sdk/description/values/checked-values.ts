import { elementOf } from './element-value.ts';
import { bytesOf } from './text-bytes.ts';
import type { Declared } from './value-declaration.ts';

/** Elements of a variable, flat: numbers (bigint for integers of 64 bits), or bytes of a String or Binary. */
export type Elements = (number | bigint)[] | Uint8Array[];

/**
 * All elements of a variable from what was given for it: one value, or a list with one for each element, row by row.
 * This is the only way in for a value from outside: a start value, a parameter, a map, an input file, the command line,
 * SSP, `unit.json`. Throws an Error whose message says what was given, what the variable takes, and what to do.
 */
export function valuesOf(v: Declared, given: unknown): Elements {
  const size = v.dimensions.reduce((n, d) => n * d, 1);
  const list = isList(v, given) ? Array.from(given) : [given];
  if (list.length !== size)
    throw new Error(
      `${list.length} value${list.length === 1 ? ' was' : 's were'} given for ${size} element${size === 1 ? '' : 's'}` +
        `${v.dimensions.length === 0 ? '' : ` [${v.dimensions.join(',')}]`}. Give one for each.`,
    );
  const each = <T>(take: (v: Declared, value: unknown) => T): T[] =>
    list.map((value, i) => {
      if (size === 1) return take(v, value);
      try {
        return take(v, value);
      } catch (error) {
        throw new Error(`element ${i + 1} of ${size}: ${(error as Error).message}`);
      }
    });
  return v.type === 'String' || v.type === 'Binary' ? each(bytesOf) : each(elementOf);
}

/** Bytes are one element of a Binary. */
function isList({ type }: Declared, given: unknown): given is Iterable<unknown> {
  return (
    Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView) && type !== 'Binary')
  );
}

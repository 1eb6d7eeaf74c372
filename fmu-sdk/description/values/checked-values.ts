import { withNoun } from '../../util/printable.ts';
import { checkValue } from './element-value.ts';
import { bytesOf } from './text-bytes.ts';
import type { ValueDeclaration } from './value-declaration.ts';

/**
 * Elements of a variable, flat: numbers (bigint for 64-bit integers), or bytes of a String or
 * Binary.
 */
export type Elements = (number | bigint)[] | Uint8Array[];

/**
 * Returns all elements of a variable from one value, or from a list with one value for each
 * element, row by row.
 *
 * All values from outside pass through this function: start values, parameters, maps, input files,
 * the command line, SSP and `unit.json`. Throws an Error that contains the given value, the
 * accepted values and the next step.
 */
export function checkValues(v: ValueDeclaration, input: unknown): Elements {
  const size = v.dimensions.reduce((n, d) => n * d, 1);
  const list = isList(v, input) ? Array.from(input) : [input];
  if (list.length !== size)
    throw new Error(
      `${list.length} value${list.length === 1 ? ' was' : 's were'} given for ${withNoun(size, 'element')}` +
        `${v.dimensions.length === 0 ? '' : ` [${v.dimensions.join(',')}]`}. Give one for each.`,
    );
  const visit = <T>(take: (v: ValueDeclaration, value: unknown) => T): T[] =>
    list.map((value, i) => {
      if (size === 1) return take(v, value);
      try {
        return take(v, value);
      } catch (error) {
        throw new Error(`element ${i + 1} of ${size}: ${(error as Error).message}`);
      }
    });
  return v.type === 'String' || v.type === 'Binary' ? visit(bytesOf) : visit(checkValue);
}

/** Bytes are one element of a Binary. */
function isList({ type }: ValueDeclaration, input: unknown): input is Iterable<unknown> {
  return (
    Array.isArray(input) || (ArrayBuffer.isView(input) && !(input instanceof DataView) && type !== 'Binary')
  );
}

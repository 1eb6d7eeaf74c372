import type { FmiType } from '../../../fmu-sdk/description/description.ts';
import { boolean, number } from '../../../fmu-sdk/description/tables/attribute-codec.ts';
import { numberFrom, wholeFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { isFloatType, isInteger } from '../../../fmu-sdk/description/values/float-types.ts';
import type { ValueDeclaration } from '../../../fmu-sdk/description/values/value-declaration.ts';
import { printableName, withArticle } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ParameterValue, ScalarValue } from '../../system/system.ts';
import { type Change, isLost } from '../connections/connection-chain.ts';
import type { Parameter, Transformation } from '../ssd/system-structure.ts';

type Linear = Extract<Transformation, { kind: 'linear' }>;
type ValueMap = Extract<Transformation, { kind: 'map' }>;

/** Transformation of a value, both as decimal text, item name or other text. */
type Step = (word: string) => string;

/**
 * Returns a parameter's value for a variable, after all transformations. Without a change, all
 * digits are preserved. Invalid values are refused together with the system.
 */
export function valueFor(
  { type, values }: Parameter,
  change: Change,
  to: ValueDeclaration,
  place: string,
): ParameterValue {
  if (!accepts(to.type, type))
    throw new UserError(
      `${place}: the parameter is ${withArticle(type)}, but the variable is ${withArticle(to.type)}. Use a parameter of the variable's type.`,
    );
  const steps = change.map((step) =>
    step.kind === 'map' ? mapped(step, type, to, place) : scaled(step, type, place),
  );
  const one = (text: string): ScalarValue =>
    scalarOf(
      steps.reduce((word, step) => step(word), text),
      type,
      to,
      place,
    );
  return values.length === 1 ? one(values[0]) : values.map(one);
}

/**
 * Reports whether a variable accepts parameters of a type. Numbers go to wider types and to items
 * with this number, texts to items with this name.
 */
function accepts(to: FmiType, type: FmiType): boolean {
  if (to === type) return true;
  if (to === 'Enumeration') return type === 'String' || isNumeric(type);
  return isNumeric(to) && isNumeric(type);
}

function isNumeric(type: FmiType): boolean {
  return isFloatType(type) || isInteger(type);
}

function scalarOf(word: string, type: FmiType, to: ValueDeclaration, place: string): ScalarValue {
  if (type === 'Boolean') return boolean.read(word) ?? word;
  if (isFloatType(type)) return numberFrom(word) ?? word;
  const whole = isInteger(type) ? wholeFrom(word) : undefined;
  if (whole === undefined) return word;
  if (isFloatType(to.type) && BigInt(Number(whole)) !== whole)
    throw new UserError(
      `${place}: ${word} is not exact as a Float64. The nearest value is ${BigInt(Number(whole))}. Use a value that is exact.`,
    );
  // The number identifies the item, even if a name looks like a number.
  return to.type === 'Enumeration' ? whole : word;
}

function scaled({ factor, offset }: Linear, type: FmiType, place: string): Step {
  const whole = isInteger(type);
  if (!whole && !isFloatType(type))
    throw new UserError(
      `${place}: only numbers support a factor and an offset, but the parameter is ${withArticle(type)} with factor ${factor} and offset ${offset}. Remove the LinearTransformation.`,
    );
  const exact = (word: string, value: number): number => {
    if (whole && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      throw new UserError(
        `${place}: ${word} exceeds 9007199254740991 and cannot be converted exactly. Give it without a conversion.`,
      );
    return value;
  };
  return (word) => {
    const parsedNumber = numberFrom(word);
    if (parsedNumber === undefined) return word;
    const product = factor * exact(word, parsedNumber);
    const value = product + offset;
    if (isLost(product, factor, parsedNumber))
      throw new UserError(
        `${place}: ${word} times ${factor} is too small for a Float64. Use a larger value.`,
      );
    return number.write(exact(String(value), value));
  };
}

/**
 * Returns the transformation of a map. Different notations of a value are equal: `1` and `true`,
 * `01` and `+1`, an item's name and its number.
 */
function mapped({ of, entries }: ValueMap, type: FmiType, to: ValueDeclaration, place: string): Step {
  const words = wordsOf(of, type, to);
  if (words === undefined)
    throw new UserError(
      `${place}: the parameter is ${withArticle(type)}, but its map is for ${kinds[of]}. Use ${kinds[of]}, or another map.`,
    );
  const known = new Map<string, string>();
  for (const [source, target] of entries) {
    const [from, by] = [words.source(source), words.target(target)];
    if (from === undefined || by === undefined)
      throw new UserError(
        `${place}: the map has "${printableName(source)}" → "${printableName(target)}", but "${printableName(from === undefined ? source : target)}" is not valid for ${kinds[of]} there. Correct the entry.`,
      );
    if (known.has(from))
      throw new UserError(
        `${place}: the map has the source "${printableName(source)}" twice. Keep one entry for each source.`,
      );
    known.set(from, by);
  }
  return (word) => known.get(words.value(word) ?? word) ?? word;
}

const kinds: Record<ValueMap['of'], string> = {
  Boolean: 'booleans',
  Integer: 'whole numbers',
  Enumeration: 'items of an enumeration',
};

type Read = (word: string) => string | undefined;

/** Normalize the ends of a map and its value: one word for each value, or undefined if invalid. */
interface Normalization {
  source: Read;
  target: Read;
  value: Read;
}

/** Returns the normalization. Undefined if the map does not support the type. */
function wordsOf(of: ValueMap['of'], type: FmiType, { items }: ValueDeclaration): Normalization | undefined {
  const item: Read = (word) => {
    const whole = wholeFrom(word.trim());
    return items.find(({ value }) => whole !== undefined && BigInt(value) === whole)?.name;
  };
  const named: Read = (word) => items.find(({ name }) => name === word)?.name ?? item(word);
  if (of === 'Boolean') return type === 'Boolean' ? sameWord(booleanWord) : undefined;
  if (type === 'Enumeration')
    return of === 'Integer'
      ? // Numbers without an item cannot be a source.
        { source: (word) => item(word) ?? wholeWord(word), target: item, value: named }
      : // A source may be an item of another enumeration.
        { source: (word) => named(word) ?? word, target: named, value: named };
  return of === 'Integer' && isInteger(type) ? sameWord(wholeWord) : undefined;
}

function sameWord(read: Read): Normalization {
  return { source: read, target: read, value: read };
}

function booleanWord(word: string): string | undefined {
  return boolean.read(word)?.toString();
}

function wholeWord(word: string): string | undefined {
  return wholeFrom(word.trim())?.toString();
}

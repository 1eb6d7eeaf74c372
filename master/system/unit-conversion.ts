import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { type Conversion, conversionOf, parseUnitOfMeasure } from '../../fmu-sdk/description/si-units.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';

/** `30 [mm]` → what stands before the last bracket, and what is in it; the bracket is the text's end. */
export function splitUnit(text: string): { before: string; unitOfMeasure?: string } {
  const bracket = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  const unitOfMeasure = text.slice(bracket + 1, -1);
  return bracket < 0 || unitOfMeasure.includes(']')
    ? { before: text }
    : { before: text.slice(0, bracket).trimEnd(), unitOfMeasure };
}

/**
 * The same of a number, behind which its unit of measure may also stand without brackets: `30[mm]`, `30 mm`, and `30mm` where it is known,
 * so that what is no number at all (`0x10`) is refused as such.
 */
export function splitQuantity(text: string): { before: string; unitOfMeasure?: string } {
  const [, number, space, unitOfMeasure] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(\s*)([^\s\d.,[\]][^,[\]]*)$/i.exec(text) ?? [];
  const isOne = number !== undefined && (space !== '' || parseUnitOfMeasure(unitOfMeasure) !== undefined);
  return isOne ? { before: number, unitOfMeasure } : splitUnit(text);
}

/**
 * From a text, as a user writes a number in `unitOfMeasure`, to the value in the variable's own unit, as its unit definition says
 * it. Without a unit, or in its own, a text stays as it is, with all its digits; so does what is no number, which is
 * refused as what it is. Throws an Error whose message says why a conversion cannot be; so does the text's, where the nearest number is 0
 * and it is not.
 */
export function converterTo(
  variable: Variable,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
): (text: string) => string | number {
  if (unitOfMeasure === undefined || unitOfMeasure === variable.unitOfMeasure) return (text) => text;
  const rule = ruleTo(variable, description, unitOfMeasure);
  return (text) => {
    const x = numberFrom(text);
    const converted = x === undefined ? text : rule.factor * x + rule.offset;
    if (converted === 0 && x !== 0 && rule.offset === 0)
      throw new Error(`${text} ${unitOfMeasure} is too small a number in ${variable.unitOfMeasure ?? '1'}.`);
    return converted;
  };
}

function ruleTo(variable: Variable, description: ModelDescription, unitOfMeasure: string): Conversion {
  const own = variable.unitOfMeasure ?? '1';
  if (!isFloatType(variable.type))
    throw new Error(
      `a value of the type ${variable.type} is not converted from ${unitOfMeasure}. Give it without a unit of measure.`,
    );
  const to = description.unitsOfMeasure.find((u) => u.name === own)?.base ?? parseUnitOfMeasure(own);
  const from = parseUnitOfMeasure(unitOfMeasure);
  if (from === undefined || to === undefined)
    throw new Error(
      `${from === undefined ? unitOfMeasure : own} is no unit of measure that can be converted. Give it in ${own}.`,
    );
  const rule = conversionOf(from, to);
  if (rule === undefined)
    throw new Error(`a value in ${unitOfMeasure} cannot be converted to ${own}. Give it in ${own}.`);
  // A difference of temperatures has no zero of its own.
  return variable.relativeQuantity === true ? { ...rule, offset: 0 } : rule;
}

import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { type Conversion, conversionOf, parseUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { isFloatType } from '../../../fmu-sdk/description/values/float-types.ts';

/**
 * Splits `30 [mm]` into the text before the last bracket and its content. The bracket must end the
 * text.
 */
export function splitUnit(text: string): { before: string; unitOfMeasure?: string } {
  const bracket = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  const unitOfMeasure = text.slice(bracket + 1, -1);
  return bracket < 0 || unitOfMeasure.includes(']')
    ? { before: text }
    : { before: text.slice(0, bracket).trimEnd(), unitOfMeasure };
}

/**
 * Splits a number and its unit of measure, also without brackets: `30[mm]`, `30 mm`, and `30mm` for
 * a known unit of measure. A text such as `0x10` is not split, so that the error shows it whole.
 */
export function splitQuantity(text: string): { before: string; unitOfMeasure?: string } {
  const [, number, space, unitOfMeasure] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(\s*)([^\s\d.,[\]][^,[\]]*)$/i.exec(text) ?? [];
  const isOne = number !== undefined && (space !== '' || parseUnitOfMeasure(unitOfMeasure) !== undefined);
  return isOne ? { before: number, unitOfMeasure } : splitUnit(text);
}

/**
 * Returns a function from a text in `unitOfMeasure` to a value in the variable's unit of measure. The
 * FMU's own definitions of units of measure and display units come before the usual ones. Without a
 * conversion, the text stays as it is, with all digits. A text that is not a number is refused
 * later. Throws an Error if a conversion is impossible. The returned function throws if a nonzero
 * number would become 0.
 */
export function converterTo(
  variable: Variable,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
): (text: string) => string | number {
  if (unitOfMeasure === undefined || unitOfMeasure === variable.unit) return (text) => text;
  const rule = ruleTo(variable, description, unitOfMeasure.trim());
  return (text) => {
    const x = numberFrom(text);
    if (x === undefined) return text;
    if (rule.inverse) return rule.factor / x;
    const converted = rule.factor * x + rule.offset;
    if (converted === 0 && x !== 0 && rule.offset === 0)
      throw new Error(`${text} ${unitOfMeasure} is too small for a number in ${variable.unit ?? '1'}.`);
    return converted;
  };
}

/** Conversion from x to factor · x + offset, or to factor / x. */
interface Rule extends Conversion {
  inverse: boolean;
}

function ruleTo(variable: Variable, description: ModelDescription, unitOfMeasure: string): Rule {
  const variableUnit = variable.unit ?? '1';
  if (!isFloatType(variable.type))
    throw new Error(
      `${variable.type} values cannot be converted from ${unitOfMeasure}. Remove the unit of measure.`,
    );
  const rule =
    displayRule(variableUnit, description, unitOfMeasure) ??
    baseRule(variableUnit, description, unitOfMeasure);
  // Temperature differences do not have an offset.
  return variable.relativeQuantity === true ? { ...rule, offset: 0 } : rule;
}

/** Returns the way back from a display unit of the variable's unit of measure (FMI 3.0.2, 2.4.3). */
function displayRule(
  variableUnit: string,
  { unitsOfMeasure }: ModelDescription,
  unitOfMeasure: string,
): Rule | undefined {
  const own = unitsOfMeasure.find(({ name }) => name === variableUnit);
  const display = own?.displayUnits?.find(({ name }) => name === unitOfMeasure);
  if (display === undefined || display.factor === 0) return undefined;
  const { factor, offset, inverse } = display;
  if (inverse) return { factor, offset: 0, inverse };
  return { factor: 1 / factor, offset: -offset / factor, inverse };
}

/** Returns the conversion by the SI forms of both units of measure. */
function baseRule(variableUnit: string, { unitsOfMeasure }: ModelDescription, unitOfMeasure: string): Rule {
  const baseOf = (unit: string) =>
    unitsOfMeasure.find(({ name }) => name === unit)?.base ?? parseUnitOfMeasure(unit);
  const from = baseOf(unitOfMeasure);
  const to = baseOf(variableUnit);
  if (from === undefined || to === undefined)
    throw new Error(
      `${from === undefined ? unitOfMeasure : variableUnit} is not a known unit of measure. Use ${variableUnit}.`,
    );
  const rule = conversionOf(from, to);
  if (rule === undefined)
    throw new Error(
      `a value in ${unitOfMeasure} cannot be converted to ${variableUnit}. Use ${variableUnit}.`,
    );
  return { ...rule, inverse: false };
}

/**
 * Returns a function that normalizes other notations in tables: 0, 1, True, FALSE for Booleans and
 * 3.0 for integers.
 */
export function normalizer(type: string): (text: string) => string {
  if (type === 'Boolean' || type === 'Clock') return (text) => booleans.get(text.toLowerCase()) ?? text;
  if (type === 'Enumeration' || /^U?Int/.test(type)) return (text) => text.replace(/^([+-]?\d+)\.0*$/, '$1');
  return (text) => text;
}

const booleans: ReadonlyMap<string, string> = new Map([
  ...['0', '0.0', 'false'].map((text) => [text, 'false'] as const),
  ...['1', '1.0', 'true'].map((text) => [text, 'true'] as const),
]);

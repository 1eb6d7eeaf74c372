import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { findElement, type NamedElement } from '../../fmu-sdk/description/tables/element-index.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';
import { settableByName } from '../../fmu-sdk/description/variables/alias-sets.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { converterTo, normalizer, splitQuantity, splitUnit } from './connections/unit-conversion.ts';
import { knownValues, resizedBy, type UnitValues, withElement } from './element-values.ts';
import type { ParameterValue } from './system.ts';

/**
 * Splits `name=value`. Throws a UserError for any other text. `example` describes the expected
 * text.
 */
export function splitSetOption(text: string, example: string): { name: string; value: string } {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UserError(`set ${text}: say ${example}.`);
  return { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

/**
 * Parses the values of one unit by the name of a variable or array element (`C[2]`, `A[2,1]`).
 * Other elements of the array keep the value in `previous` or their start value, or are null if
 * only the FMU knows them. `label` is the name as the user wrote it. An unknown name becomes a
 * start value, which is refused later.
 */
export function setValuesOf(
  description: ModelDescription,
  texts: Iterable<readonly [name: string, text: string, label: string]>,
  previous: Partial<UnitValues> = {},
): UnitValues {
  const values = { parameters: new Map<string, ParameterValue>(), start: new Map<string, ParameterValue>() };
  const names = namesAfterResize(description, [...texts], previous);
  const tracker = new SetTracker();
  for (const [name, text, label] of texts) {
    const { variable, element } = named(names, name, label);
    tracker.add(
      variable === undefined ? name : `${variable.type} ${variable.valueReference}`,
      element,
      label,
    );
    const section = /parameter$/i.test(variable?.causality ?? '') ? 'parameters' : 'start';
    const value = parseValue(label, text, variable, description);
    if (variable === undefined || element === undefined) values[section].set(name, value);
    else {
      const whole = values[section].get(variable.name) ?? ownProperty(previous[section], variable.name);
      values[section].set(variable.name, replaced(label, whole, { variable, element }, value));
    }
  }
  return { parameters: Object.fromEntries(values.parameters), start: Object.fromEntries(values.start) };
}

/** Returns the variables by name, with the dimensions that the values set. */
function namesAfterResize(
  description: ModelDescription,
  texts: readonly (readonly [name: string, text: string, label: string])[],
  { parameters = {} }: Partial<UnitValues>,
): Map<string, Variable> {
  const names = settableByName(description);
  const set = texts.map(([name, text]) => [name, text.trim()] as const);
  const given = [...knownValues(names, parameters), ...knownValues(names, Object.fromEntries(set))];
  return settableByName(resizedBy(description, given));
}

/** Set variables and elements, to detect repeated values under any name or index. */
class SetTracker {
  private readonly labels = new Map<string, Map<number | undefined, string>>();

  add(variable: string, element: number | undefined, label: string): void {
    const labels = this.labels.get(variable) ?? new Map<number | undefined, string>();
    this.labels.set(variable, labels);
    const before = labels.get(element);
    if (before !== undefined)
      throw new UserError(
        `set ${label}: it is set twice${before === label ? '' : `, as ${before} too`}. Remove one of them.`,
      );
    const [one] = labels.values();
    if (element === undefined && one !== undefined)
      throw new UserError(
        `set ${label}: this would overwrite ${one}, which is set before it. Set the whole array first, or set all elements in it.`,
      );
    labels.set(element, label);
  }
}

/** Returns an own property of a record. A variable may have the name toString. */
function ownProperty(
  values: Record<string, ParameterValue> | undefined,
  name: string,
): ParameterValue | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Finds a variable by its name, or an element of an array by its index. */
function named(names: ReadonlyMap<string, Variable>, name: string, label: string): Partial<NamedElement> {
  try {
    return findElement(names, name) ?? {};
  } catch (error) {
    throw new UserError(`set ${label}: ${messageOf(error)}`);
  }
}

/** Returns an array with one element replaced. */
function replaced(
  label: string,
  whole: ParameterValue | undefined,
  { variable, element = 0 }: NamedElement,
  value: ParameterValue,
): ParameterValue {
  try {
    return withElement(variable, whole, element, value);
  } catch (error) {
    throw new UserError(`set ${label}: ${messageOf(error)}`);
  }
}

/**
 * Parses one value, or several separated by commas, with or without brackets. `[unit]` after a
 * value converts it. After the last value only, or after the brackets, it converts all values.
 * After a number the brackets are optional. All digits are preserved.
 */
function parseValue(
  label: string,
  text: string,
  variable: Variable | undefined,
  description: ModelDescription,
): ParameterValue {
  // An unknown variable is refused later.
  if (variable === undefined || variable.type === 'String' || variable.type === 'Binary') return text;
  const [, inside = text, ofAll] = /^\[(.*?)\](\[[^\][]*\])?$/s.exec(text.trim()) ?? [];
  const split = isFloatType(variable.type) ? splitQuantity : splitUnit;
  const parts = inside.split(',').map((part) => split(part.trim()));
  const alone = parts.slice(0, -1).every((part) => part.unitOfMeasure === undefined)
    ? parts.at(-1)?.unitOfMeasure
    : undefined;
  if (variable.dimensions.length === 0 && /^-?\d+,\d+[^,]*$/.test(inside))
    throw new UserError(
      `set ${label}: expected one number, got "${inside}". Write ${inside.replace(',', '.')}.`,
    );
  const normalize = normalizer(variable.type);
  const values = parts.map(({ before, unitOfMeasure }) =>
    convertText(
      label,
      variable,
      description,
      unitOfMeasure ?? ofAll?.slice(1, -1) ?? alone,
      normalize(before.trim()),
    ),
  );
  return values.length === 1 ? values[0] : values;
}

function convertText(
  label: string,
  variable: Variable,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
  text: string,
): string | number {
  try {
    return converterTo(variable, description, unitOfMeasure)(text);
  } catch (error) {
    throw new UserError(`set ${label}: "${text} [${unitOfMeasure}]" was given; ${messageOf(error)}`);
  }
}

import {
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import { converterTo, splitUnit } from './convert.ts';
import { plainText } from './input-columns.ts';
import type { ParameterValue } from './system.ts';

/** `name=value` in two; a UserError where it is no such text. `example` says what to write. */
export function divideSet(text: string, example: string): { name: string; value: string } {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UserError(`set ${text}: say ${example}.`);
  return { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

/** Values of one unit that were given as texts: its parameters, and start values of everything else. */
export interface SetValues {
  parameters: Record<string, ParameterValue>;
  start: Record<string, ParameterValue>;
}

/**
 * The values of one unit from their texts, by name of the variable. `label` is the name as the user wrote it. A name that the
 * unit does not have is a start value, and refused as such.
 */
export function setValuesOf(
  description: ModelDescription,
  texts: Iterable<readonly [name: string, text: string, label: string]>,
): SetValues {
  const parameters = new Map<string, ParameterValue>();
  const start = new Map<string, ParameterValue>();
  const names = variablesByName(description);
  for (const [name, text, label] of texts) {
    if (parameters.has(name) || start.has(name))
      throw new UserError(`set ${label}: it is set twice. Say it once.`);
    const variable = names.get(name);
    const section = /parameter$/i.test(variable?.causality ?? '') ? parameters : start;
    section.set(name, parseValue(label, text, variable, description));
  }
  return { parameters: Object.fromEntries(parameters), start: Object.fromEntries(start) };
}

/** Several values with commas between, or one text; `[unit]` at the end converts numbers. All digits are kept. */
function parseValue(
  label: string,
  text: string,
  variable: Variable | undefined,
  description: ModelDescription,
): ParameterValue {
  // A variable that is not there is refused as such.
  if (variable === undefined || variable.type === 'String' || variable.type === 'Binary') return text;
  const { before: list, unit } = splitUnit(text.trimEnd());
  const convert = conversion(label, variable, description, unit);
  const plain = plainText(variable.type);
  const values = list.split(',').map((part) => convert(plain(part.trim())));
  return values.length === 1 ? values[0] : values;
}

function conversion(
  label: string,
  variable: Variable,
  description: ModelDescription,
  unit: string | undefined,
): (text: string) => string | number {
  try {
    return converterTo(variable, description, unit);
  } catch (error) {
    throw new UserError(`set ${label}: ${messageOf(error)}`);
  }
}

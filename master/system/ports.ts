import type { JsonPath } from '../../fmu-sdk/json/json-file.ts';
import type { Context } from './context.ts';
import { nearest } from './nearest.ts';
import type { Port } from './system.ts';

/** The variable that `unit.variable` names. */
export function findPort({ units, variables, refuse }: Context, text: string, path: JsonPath): Port {
  const names = units.map(({ name }) => name);
  const [unitName, variableName] = divide(text, names);
  const unit = names.indexOf(unitName);
  if (unit < 0) refuse(path, `there is no unit "${unitName}" in the system. ${nearest(unitName, names)}`);
  const variable = variables[unit].get(variableName);
  if (variable !== undefined) return { unit, variable };
  const hint = nearest(variableName, [...variables[unit].keys()]);
  return refuse(path, `${unitName} has no variable "${variableName}". ${hint}`);
}

/** `unit.variable` in two. Both may have dots: of the units that the text begins with, the longest is meant. */
function divide(text: string, names: readonly string[]): [unit: string, variable: string] {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1))
    if (names.includes(text.slice(0, dot))) return [text.slice(0, dot), text.slice(dot + 1)];
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
}

import { attribute, childrenNamed, type XmlElement } from '../../xml/parse.ts';
import type { Fmu } from '../fmu/fmu.ts';
import type { Variable } from './variable.ts';

/** Why rules that look up variables do not apply. */
export function noModel(_: XmlElement, fmu: Fmu): string | undefined {
  return fmu.model === undefined ? 'there is no model description to compare with' : undefined;
}

/** The variable that has this name, or an alias of this name. */
export function variableNamed(fmu: Fmu, name: string): Variable | undefined {
  const own = fmu.model?.byName.get(name)?.[0];
  if (own !== undefined) return own;
  return fmu.model?.variables.find(({ element }) =>
    childrenNamed(element, 'Alias').some((alias) => attribute(alias, 'name') === name),
  );
}

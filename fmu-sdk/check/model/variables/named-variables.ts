import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import type { Model } from '../checked-model.ts';
import { oncePer } from '../once-per.ts';
import type { Variable } from './model-variable.ts';

/** Why rules that look up variables do not apply. */
export function noModel(_: XmlElement, fmu: FmuContent): string | undefined {
  return fmu.model === undefined
    ? 'the model description is missing, so that a comparison is not possible'
    : undefined;
}

/** The variable that has this name, or an alias of this name. */
export function variableNamed(fmu: FmuContent, name: string): Variable | undefined {
  const { model } = fmu;
  return model && (model.byName.get(name)?.[0] ?? aliasesOf(model).get(name));
}

const aliasesOf = oncePer(({ variables }: Model) => {
  const aliases = new Map<string, Variable>();
  for (const variable of variables)
    for (const alias of childrenNamed(variable.element, 'Alias')) {
      const name = attribute(alias, 'name');
      if (name !== undefined && !aliases.has(name)) aliases.set(name, variable);
    }
  return aliases;
});

import { tag, writeXml } from '../util/xml/write-xml.ts';
import { toolAnnotationsTag } from './annotations/annotations.ts';
import { type ModelDescription, majorVersion } from './description.ts';
import { structureTag2 } from './model-structure.ts';
import { attributesOf } from './tables/attribute-fields.ts';
import * as tables from './tables/element-tables.ts';
import { interfaceTags2 } from './tables/interface-elements.ts';
import { unitsTag } from './unit-definitions.ts';
import { variableTag2 } from './variables/fmi2-variables.ts';
import { scalarDescription } from './variables/scalar-description.ts';
import { typesTag2 } from './variables/type-definitions.ts';
import { experimentTag, logCategoriesTag } from './write-model-description.ts';

/**
 * Writes `modelDescription.xml` of FMI 2.0 (schema fmi2ModelDescription.xsd). Writes a description
 * of FMI 2.0 unchanged, and one of FMI 3.0 in scalars.
 */
export function writeModelDescription2(description: ModelDescription): string {
  const d = majorVersion(description) === 2 ? description : scalarDescription(description);
  const indexes = new Map<number, number>();
  d.variables.forEach((v, i) => {
    if (v.type === 'Float64' && !indexes.has(v.valueReference)) indexes.set(v.valueReference, i + 1);
  });
  return writeXml(
    tag('fmiModelDescription', attributesOf(d, tables.head2), [
      ...interfaceTags2(d),
      unitsTag(d.unitsOfMeasure),
      typesTag2(d.types),
      logCategoriesTag(d),
      experimentTag(d),
      toolAnnotationsTag('VendorAnnotations', d.annotations),
      tag(
        'ModelVariables',
        {},
        d.variables.map((v) =>
          variableTag2(v, v.derivative === undefined ? undefined : indexes.get(v.derivative)),
        ),
      ),
      structureTag2(d),
    ]),
  );
}

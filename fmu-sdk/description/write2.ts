import { tag, writeXml } from '../xml/write.ts';
import { toolAnnotationsTag } from './annotations.ts';
import { type ModelDescription, majorVersion } from './description.ts';
import { attributesOf } from './fields.ts';
import { interfaceTags2 } from './interfaces.ts';
import { structureTag2 } from './model-structure.ts';
import { scalarDescription } from './scalars.ts';
import * as tables from './tables.ts';
import { typesTag2 } from './types.ts';
import { unitsTag } from './units-of-measure.ts';
import { variableTag2 } from './variables2.ts';
import { experimentTag, logCategoriesTag } from './write.ts';

/**
 * `modelDescription.xml` of FMI 2.0 (schema fmi2ModelDescription.xsd): of a description that was read from FMI 2.0 as
 * it is, of one of FMI 3.0 in scalars.
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

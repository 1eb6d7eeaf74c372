import { fmiTypes } from '../standard/variable-types.ts';
import { valueText } from '../util/printable.ts';
import { UserError } from '../util/user-error.ts';
import { listTag, type Tag, tag, writeXml } from '../util/xml/write-xml.ts';
import { annotationsTag } from './annotations/annotations.ts';
import type { ModelDescription } from './description.ts';
import { structureTag3 } from './model-structure.ts';
import { attributesOf } from './tables/attribute-fields.ts';
import * as tables from './tables/element-tables.ts';
import { interfaceTags3 } from './tables/interface-elements.ts';
import { unitsTag } from './unit-definitions.ts';
import { variableTag3 } from './variables/fmi3-variables.ts';
import { typesTag3 } from './variables/type-definitions.ts';

export { writeTerminals } from './terminals/terminals-and-icons.ts';

/**
 * `modelDescription.xml` of FMI 3.0 (schema fmi3ModelDescription.xsd).
 *
 * @example
 * const description = readModelDescription(xml, 'modelDescription.xml');
 * description.description = 'A lag, described anew';
 * const written = writeModelDescription(description);
 */
export function writeModelDescription(d: ModelDescription): string {
  rejectInvalidDescription(d);
  return writeXml(
    tag('fmiModelDescription', attributesOf(d, tables.head3), [
      ...interfaceTags3(d),
      unitsTag(d.unitsOfMeasure),
      typesTag3(d.types),
      logCategoriesTag(d),
      experimentTag(d),
      tag('ModelVariables', {}, d.variables.map(variableTag3)),
      structureTag3(d),
      annotationsTag(d.annotations),
    ]),
  );
}

/** Rejects invalid values of untyped callers, which could not be read again. */
function rejectInvalidDescription(d: ModelDescription): void {
  if (!Array.isArray(d?.variables) || !Array.isArray(d.outputs))
    throw new UserError(
      'write: expected a model description, got another value. Give one from readModelDescription.',
    );
  for (const field of ['modelName', 'instantiationToken'] as const)
    if (typeof d[field] !== 'string')
      throw new UserError(
        `write ${valueText(d.modelName)}: expected text for ${field}, got ${valueText(d[field])}. Give it, or a description from readModelDescription.`,
      );
  for (const { name, type, valueReference } of d.variables) {
    if (!fmiTypes.includes(type))
      throw new UserError(
        `write ${d.modelName}: ${valueText(name)} is of type ${valueText(type)}, which FMI 3.0 does not have. Give one that it has.`,
      );
    if (!(Number.isInteger(valueReference) && valueReference >= 0 && valueReference < 2 ** 32))
      throw new UserError(
        `write ${d.modelName}: ${valueText(name)} has the value reference ${valueText(valueReference)}. Give a whole number below 2³².`,
      );
  }
}

export function logCategoriesTag(d: ModelDescription): Tag | undefined {
  return listTag(
    'LogCategories',
    d.logCategories.map((category) =>
      tag('Category', attributesOf(category, tables.named), [annotationsTag(category.annotations)]),
    ),
  );
}

export function experimentTag({ defaultExperiment }: ModelDescription): Tag | undefined {
  return (
    defaultExperiment &&
    tag('DefaultExperiment', attributesOf(defaultExperiment, tables.experiment), [
      annotationsTag(defaultExperiment.annotations),
    ])
  );
}

/** Manifest of a layered standard (FMI 3.0, 2.6). */
export function writeLayeredStandard(name: string, release: string, description: string): string {
  return writeXml(
    tag('fmiLayeredStandardManifest', {
      'xmlns:fmi-ls': 'http://fmi-standard.org/fmi-ls-manifest',
      'fmi-ls:fmi-ls-name': name,
      'fmi-ls:fmi-ls-version': release,
      'fmi-ls:fmi-ls-description': description,
    }),
  );
}

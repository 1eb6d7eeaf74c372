import type { UnitOfMeasure } from '../../fmu-sdk/description/description.ts';
import { unitsOfMeasure } from '../../fmu-sdk/description/si-units.ts';
import type { Document } from '../../fmu-sdk/description/tables/document-lists.ts';
import * as tables from '../../fmu-sdk/description/tables/element-tables.ts';
import { baseUnitTag, readBaseUnit } from '../../fmu-sdk/description/unit-definitions.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import type { XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';
import { type Tag, tag } from '../../fmu-sdk/util/xml/write-xml.ts';
import { child, children } from './ssd/ssp-xml.ts';

/** Reads the units of measure of a `<Units>` element, by name. */
export function readUnits(document: Document, list: XmlElement | undefined): Map<string, UnitOfMeasure> {
  const units = new Map<string, UnitOfMeasure>();
  for (const e of children(list, 'Unit')) {
    const unit = readUnit(document, e);
    const before = units.get(unit.name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(unit))
      document.refuse(
        e,
        `the unit of measure "${printableName(unit.name)}" is defined twice with different content`,
      );
    units.set(unit.name, unit);
  }
  return units;
}

function readUnit(document: Document, e: XmlElement): UnitOfMeasure {
  const unit: UnitOfMeasure = document.fill({ name: '' }, e, tables.unit, ['name']);
  const base = child(e, 'BaseUnit');
  return base === undefined ? unit : { ...unit, base: readBaseUnit(document, base) };
}

/**
 * Returns a unit of measure by the document's definition, or by parsing its name. Undefined for an
 * empty name.
 */
export function unitNamed(
  name: string | undefined,
  defined: ReadonlyMap<string, UnitOfMeasure>,
): UnitOfMeasure | undefined {
  if (name === undefined || name === '') return undefined;
  const known = defined.get(name);
  if (known !== undefined) return known;
  const innerName = inBrackets.exec(name)?.[1];
  return { ...unitsOfMeasure([(innerName ?? name).trim()])[0], name };
}

/** Unit of measure in brackets (`[m]`), copied from column titles of tables. */
const inBrackets = /^\[([^\]]+)\]$/;

/**
 * Returns a note on units of measure in brackets: the line of the first one, and how it is read.
 */
export function bracketNote(xml: string): string | undefined {
  const match = /\bunit="\[([^"\]]+)\]"/.exec(xml);
  if (match === null) return undefined;
  const line = xml.slice(0, match.index).split('\n').length;
  return `has in line ${line} the unit of measure "[${match[1]}]", which is read as ${match[1]}`;
}

export function unitTag({ name, base }: UnitOfMeasure): Tag {
  return tag('ssc:Unit', { name }, [base && baseUnitTag('ssc:BaseUnit', base)]);
}

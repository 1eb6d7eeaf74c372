import type { UnitOfMeasure } from '../../fmu-sdk/description/description.ts';
import type { Document } from '../../fmu-sdk/description/document.ts';
import { unitsOfMeasure } from '../../fmu-sdk/description/si.ts';
import * as tables from '../../fmu-sdk/description/tables.ts';
import { baseUnitTag, readBaseUnit } from '../../fmu-sdk/description/units-of-measure.ts';
import type { XmlElement } from '../../fmu-sdk/xml/parse.ts';
import { type Tag, tag } from '../../fmu-sdk/xml/write.ts';
import { child } from './xml.ts';

export function readUnit(document: Document, e: XmlElement): UnitOfMeasure {
  const unit: UnitOfMeasure = document.fill({ name: '' }, e, tables.unit, ['name']);
  const base = child(e, 'BaseUnit');
  return base === undefined ? unit : { ...unit, base: readBaseUnit(document, base) };
}

/** The unit of that name: as the document defines it, else as its name says; none for an empty name. */
export function unitNamed(
  name: string | undefined,
  defined: ReadonlyMap<string, UnitOfMeasure>,
): UnitOfMeasure | undefined {
  return name === undefined || name === '' ? undefined : (defined.get(name) ?? unitsOfMeasure([name])[0]);
}

export function unitTag({ name, base }: UnitOfMeasure): Tag {
  return tag('ssc:Unit', { name }, [base && baseUnitTag('ssc:BaseUnit', base)]);
}

import { childNamed, childrenNamed, type XmlElement } from '../util/xml/parse-xml.ts';
import { listTag, type Tag, tag } from '../util/xml/write-xml.ts';
import { annotated, annotationsTag } from './annotations/annotations.ts';
import type { BaseUnit, DisplayUnit, UnitOfMeasure } from './description.ts';
import { attributesOf } from './tables/attribute-fields.ts';
import type { Document } from './tables/document-lists.ts';
import * as tables from './tables/element-tables.ts';

const one: BaseUnit = { kg: 0, m: 0, s: 0, A: 0, K: 0, mol: 0, cd: 0, rad: 0, factor: 1, offset: 0 };

/** `<UnitDefinitions>` */
export function readUnits(document: Document, list: XmlElement | undefined): UnitOfMeasure[] {
  return childrenNamed(list, 'Unit').map((e) => {
    const unit: UnitOfMeasure = document.fill({ name: '' }, e, tables.unit, ['name']);
    const base = childNamed(e, 'BaseUnit');
    if (base !== undefined) unit.base = readBaseUnit(document, base);
    const displayUnits = childrenNamed(e, 'DisplayUnit').map((d): DisplayUnit => {
      const display: DisplayUnit = { name: '', factor: 1, offset: 0, inverse: false };
      return annotated(document.fill(display, d, tables.displayUnit, ['name']), document, d);
    });
    if (displayUnits.length > 0) unit.displayUnits = displayUnits;
    return annotated(unit, document, e);
  });
}

/** `<BaseUnit>` of FMI and of SSP. */
export function readBaseUnit(document: Document, e: XmlElement): BaseUnit {
  const base = document.fill({ ...one }, e, tables.baseUnit);
  if (base.factor === 0) document.refuseAttribute(e, 'factor', 'a number that is not 0');
  return base;
}

export function baseUnitTag(name: string, base: BaseUnit): Tag {
  return tag(name, attributesOf(base, tables.baseUnit, { ...one }));
}

/** Defaults are left out. */
export function unitsTag(units: readonly UnitOfMeasure[]): Tag | undefined {
  return listTag('UnitDefinitions', units.map(unitTag));
}

function unitTag(unit: UnitOfMeasure): Tag {
  return tag('Unit', { name: unit.name }, [
    unit.base && baseUnitTag('BaseUnit', unit.base),
    ...(unit.displayUnits ?? []).map((d) =>
      tag('DisplayUnit', attributesOf(d, tables.displayUnit, { factor: 1, offset: 0, inverse: false }), [
        annotationsTag(d.annotations),
      ]),
    ),
    annotationsTag(unit.annotations),
  ]);
}

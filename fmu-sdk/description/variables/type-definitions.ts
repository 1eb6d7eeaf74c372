import { childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { listTag, type Tag, tag } from '../../util/xml/write-xml.ts';
import { annotated, annotationsTag } from '../annotations/annotations.ts';
import {
  type EnumerationItem,
  type FmiType,
  fmiTypes,
  type TypeDefinition,
  type TypedElement,
} from '../description.ts';
import { attributesOf } from '../tables/attribute-fields.ts';
import type { Document } from '../tables/document-lists.ts';
import * as tables from '../tables/element-tables.ts';
import { isValue } from '../value-text.ts';
import { type Fmi2Type, fmi2Type, fmi2Types } from './fmi2-types.ts';

/** `<TypeDefinitions>` of FMI 3.0. */
export function readTypes3(document: Document, list: XmlElement | undefined): TypeDefinition[] {
  return (list?.children ?? []).map((e) => {
    const type = e.name.replace(/Type$/, '') as FmiType;
    if (!fmiTypes.includes(type) || `${type}Type` !== e.name)
      document.refuse(e, `<${e.name}> is not a type definition of FMI 3.0`);
    const definition: TypeDefinition = document.fill({ type, name: '' }, e, tables.type3, ['name']);
    return readTypeAttributes(document, definition, e, e);
  });
}

/** `<TypeDefinitions>` of FMI 2.0. */
export function readTypes2(document: Document, list: XmlElement | undefined): TypeDefinition[] {
  return childrenNamed(list, 'SimpleType').map((e) => {
    const inner =
      e.children.find((child) => Object.hasOwn(fmi2Types, child.name)) ??
      document.refuse(e, '<SimpleType> lacks a type');
    const definition: TypeDefinition = { type: fmi2Types[inner.name as Fmi2Type], name: '' };
    document.fill(definition, e, tables.named, ['name']);
    return readTypeAttributes(document, document.fill(definition, inner, tables.type2), inner, e);
  });
}

function readTypeAttributes(
  document: Document,
  definition: TypeDefinition,
  inner: XmlElement,
  outer: XmlElement,
): TypeDefinition {
  checkBounds(document, definition, inner);
  if (definition.type === 'Enumeration')
    definition.items = childrenNamed(inner, 'Item').map((e) => {
      const item: EnumerationItem = document.fill({ name: '', value: 0 }, e, tables.item, ['name', 'value']);
      return annotated(item, document, e);
    });
  return annotated(definition, document, outer);
}

/** Notes or rejects a start value that is invalid for its variable. */
export function reportIgnoredStart(document: Document, e: XmlElement, of: string, why: string): undefined {
  document.reportHarmless(e, `a start value ${of}`, 'has', `${why}, so it is ignored`);
}

/** Rejects bounds and nominal values that are not values of the type. */
export function checkBounds(document: Document, typed: TypedElement, element: XmlElement): void {
  for (const field of ['min', 'max', 'nominal'] as const) {
    const value = typed[field];
    if (value !== undefined && !isValue(typed.type, value))
      document.refuseAttribute(element, field, `a value of the type ${typed.type}`);
  }
}

export function typesTag3(types: readonly TypeDefinition[]): Tag | undefined {
  return listTag(
    'TypeDefinitions',
    types.map((t) =>
      tag(`${t.type}Type`, attributesOf(t, tables.type3), [annotationsTag(t.annotations), ...itemTags(t)]),
    ),
  );
}

/** Returns the type definitions of FMI 2.0. Omits types that FMI 2.0 does not have. */
export function typesTag2(types: readonly TypeDefinition[]): Tag | undefined {
  return listTag(
    'TypeDefinitions',
    types.flatMap((t) => {
      const name = fmi2Type(t.type);
      if (name === undefined) return [];
      const inner = tag(name, attributesOf(t, tables.type2), itemTags(t));
      return tag('SimpleType', { name: t.name, description: t.description }, [inner]);
    }),
  );
}

function itemTags({ items = [] }: TypeDefinition): Tag[] {
  return items.map((item) =>
    tag('Item', attributesOf(item, tables.item), [annotationsTag(item.annotations)]),
  );
}

import { attributesOf } from '../../../fmu-sdk/description/tables/attribute-fields.ts';
import type { Document } from '../../../fmu-sdk/description/tables/document-lists.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import type { XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { type Tag, tag } from '../../../fmu-sdk/util/xml/write-xml.ts';
import * as tables from '../ssd/ssp-tables.ts';
import { children, localName, unknownAttributes } from '../ssd/ssp-xml.ts';
import type { Transformation } from '../ssd/system-structure.ts';

/**
 * Reads the transformation inside a connection or a mapping entry, if any. Refuses unknown content.
 */
export function readTransformation(document: Document, parent: XmlElement): Transformation | undefined {
  const [first, second] = children(parent).filter((e) => /Transformation$/.test(localName(e)));
  if (first === undefined) return undefined;
  if (second !== undefined)
    document.refuse(second, `<${parent.name}> has a second transformation, but may have only one`);
  if (localName(first) === 'LinearTransformation') {
    refuseOthers(document, first, tables.linear);
    return { kind: 'linear', ...document.fill({ factor: 1, offset: 0 }, first, tables.linear) };
  }
  const of = /^(Boolean|Integer|Enumeration)MappingTransformation$/.exec(localName(first))?.[1];
  if (of === undefined) document.refuse(first, `<${first.name}> is not a transformation of SSP`);
  refuseOthers(document, first, {}, 'MapEntry');
  const entries = children(first).map((entry): [string, string] => {
    refuseOthers(document, entry, tables.mapEntry);
    const needed = ['source', 'target'];
    const { source, target } = document.fill({ source: '', target: '' }, entry, tables.mapEntry, needed);
    return [source, target];
  });
  return { kind: 'map', of: of as 'Boolean' | 'Integer' | 'Enumeration', entries };
}

/** Refuses unknown attributes and child elements, because ignoring them would change the value. */
function refuseOthers(document: Document, e: XmlElement, table: object, inside?: string): void {
  const [unknown] = unknownAttributes(e, Object.keys(table));
  if (unknown !== undefined)
    document.refuse(
      e,
      `<${e.name}> has the attribute ${printableName(unknown)}, which SSP does not define there`,
    );
  const alien = children(e).find((inner) => localName(inner) !== inside);
  if (alien !== undefined)
    document.refuse(alien, `<${alien.name}> is inside <${e.name}>, where SSP does not define it`);
}

export function transformationTag(transformation: Transformation): Tag {
  if (transformation.kind === 'linear')
    return tag('ssc:LinearTransformation', attributesOf(transformation, tables.linear));
  return tag(
    `ssc:${transformation.of}MappingTransformation`,
    {},
    transformation.entries.map(([source, target]) => tag('ssc:MapEntry', { source, target })),
  );
}

import type { Document } from '../../fmu-sdk/description/document.ts';
import { attributesOf } from '../../fmu-sdk/description/fields.ts';
import type { XmlElement } from '../../fmu-sdk/xml/parse.ts';
import { type Tag, tag } from '../../fmu-sdk/xml/write.ts';
import type { Transformation } from './structure.ts';
import * as tables from './tables.ts';
import { children, localName } from './xml.ts';

/** The transformation inside a connection or a mapping entry, if it has one. */
export function readTransformation(document: Document, parent: XmlElement): Transformation | undefined {
  for (const e of parent.children) {
    const name = localName(e);
    if (name === 'LinearTransformation') {
      const numbers = document.fill({ factor: 1, offset: 0 }, e, tables.linear);
      return { kind: 'linear', ...numbers };
    }
    const of = /^(Boolean|Integer|Enumeration)MappingTransformation$/.exec(name)?.[1];
    if (of === undefined) continue;
    const entries = children(e, 'MapEntry').map((entry): [string, string] => {
      const { source, target } = document.fill({ source: '', target: '' }, entry, tables.mapEntry, [
        'source',
        'target',
      ]);
      return [source, target];
    });
    return { kind: 'map', of: of as 'Boolean' | 'Integer' | 'Enumeration', entries };
  }
  return undefined;
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

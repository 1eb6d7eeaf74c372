import type { Document } from '../../../fmu-sdk/description/tables/document-lists.ts';
import type { XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import * as tables from '../ssd/ssp-tables.ts';
import { children } from '../ssd/ssp-xml.ts';

/**
 * Reads sizes from the `<Dimension>` elements of a connector or parameter. Returns an empty list if
 * one of them lacks a size.
 */
export function readSizes(document: Document, e: XmlElement): number[] {
  const sizes = children(e, 'Dimension').map(
    (d) => document.fill<{ size?: number }>({}, d, tables.dimension).size,
  );
  return sizes.every((size) => size !== undefined) ? sizes : [];
}

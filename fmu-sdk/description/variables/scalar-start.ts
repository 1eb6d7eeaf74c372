import { attribute, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { Variable } from '../description.ts';
import type { Document } from '../tables/document-lists.ts';
import { isInRange, isValue } from '../value-text.ts';
import { reportIgnoredStart } from './type-definitions.ts';

/** Reads `start` of `<Real>`, `<Integer>`, … inside `<ScalarVariable>` of FMI 1.0 and 2.0. */
export function readScalarStart(document: Document, variable: Variable, inner: XmlElement): void {
  const start = attribute(inner, 'start');
  if (start === undefined) return;
  const { type } = variable;
  const value = type === 'String' ? start : start.trim();
  if (!isValue(type, value)) document.refuseAttribute(inner, 'start', `a value of the type ${inner.name}`);
  if (isInRange(type, value)) variable.start = [value];
  else reportIgnoredStart(document, inner, `of ${inner.name}`, 'which is outside of the range of its type');
}

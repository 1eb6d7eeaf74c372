import { wordsOf } from '../../fmu-sdk/description/codec.ts';
import { Document } from '../../fmu-sdk/description/document.ts';
import { isValue } from '../../fmu-sdk/description/value-text.ts';
import { attribute, type XmlElement } from '../../fmu-sdk/xml/parse.ts';
import type { MappingEntry, Parameter, ParameterSet } from './structure.ts';
import * as tables from './tables.ts';
import { readTransformation } from './transformation.ts';
import { typeOf } from './types.ts';
import { readUnit, unitNamed } from './units-of-measure.ts';
import { checkVocabulary } from './vocabulary.ts';
import { child, children, localName } from './xml.ts';

/** Reads an SSV file. `note` is told of faults that do no harm, which else are refused. */
export function readParameterFile(
  xml: string | Uint8Array,
  file: string,
  note?: (words: string) => void,
): ParameterSet {
  const document = new Document(xml, file, 'ParameterSet', undefined, note);
  checkVocabulary(document);
  return readParameterSet(document, document.root);
}

/** Reads an SSM file, likewise. */
export function readMappingFile(
  xml: string | Uint8Array,
  file: string,
  note?: (words: string) => void,
): MappingEntry[] {
  const document = new Document(xml, file, 'ParameterMapping', undefined, note);
  checkVocabulary(document);
  return readMapping(document, document.root);
}

/** A `<ParameterSet>`; its units are its own. */
export function readParameterSet(document: Document, e: XmlElement): ParameterSet {
  const defined = children(child(e, 'Units'), 'Unit').map((unit) => readUnit(document, unit));
  const units = new Map(defined.map((unit) => [unit.name, unit]));
  const parameters = children(child(e, 'Parameters'), 'Parameter').map((p): Parameter => {
    const name = attribute(p, 'name') ?? document.refuseAttribute(p, 'name', 'add it');
    const typed =
      p.children.find((inner) => typeOf(localName(inner)) !== undefined) ??
      document.refuse(p, `the parameter ${name} has no type`);
    const type = typeOf(localName(typed)) as Parameter['type'];
    const values = valuesOf(document, typed, type);
    const unit = unitNamed(attribute(typed, 'unit'), units);
    return { name, type, values, ...(unit !== undefined && { unit }) };
  });
  return { name: attribute(e, 'name') ?? '', parameters };
}

/** Numbers as a list; what may hold spaces as one value, or several `<Value>`. */
function valuesOf(document: Document, e: XmlElement, type: Parameter['type']): string[] {
  const several = children(e, 'Value').map(
    (v) => attribute(v, 'value') ?? document.refuseAttribute(v, 'value', 'add it'),
  );
  if (several.length > 0) return several;
  const value = attribute(e, 'value') ?? document.refuseAttribute(e, 'value', 'add it');
  if (type === 'String' || type === 'Binary' || type === 'Enumeration') return [value];
  const words = wordsOf(value);
  if (words.length === 0 || !words.every((word) => isValue(type, word)))
    document.refuseAttribute(e, 'value', `values of the type ${type}`);
  return words;
}

/** A `<ParameterMapping>`. */
export function readMapping(document: Document, e: XmlElement): MappingEntry[] {
  return children(e, 'MappingEntry').map((entry) => {
    const fields: MappingEntry = { source: '', target: '', suppressUnitConversion: false };
    document.fill(fields, entry, tables.mappingEntry, ['source', 'target']);
    const transformation = readTransformation(document, entry);
    return transformation === undefined ? fields : { ...fields, transformation };
  });
}

import type { UnitOfMeasure } from '../../../fmu-sdk/description/description.ts';
import { isFloat, wordsOf } from '../../../fmu-sdk/description/tables/attribute-codec.ts';
import { Document } from '../../../fmu-sdk/description/tables/document-lists.ts';
import { isValue } from '../../../fmu-sdk/description/value-text.ts';
import { wholeFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { integerRanges, isInteger } from '../../../fmu-sdk/description/values/float-types.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { attribute, type XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { readSizes } from '../connections/connector-dimensions.ts';
import { checkVocabulary } from '../ssd/check-vocabulary.ts';
import * as tables from '../ssd/ssp-tables.ts';
import { typeOf } from '../ssd/ssp-types.ts';
import { child, children, localName } from '../ssd/ssp-xml.ts';
import type { MappingEntry, Parameter, ParameterSet } from '../ssd/system-structure.ts';
import { readUnits, unitNamed } from '../ssp-units.ts';
import { readTransformation } from './value-transformation.ts';

/** Reads an SSV file. `note` receives notes on harmless errors, which are refused without it. */
export function readParameterFile(
  xml: string | Uint8Array,
  file: string,
  note?: (words: string) => void,
): ParameterSet {
  const document = new Document(xml, file, 'ParameterSet', undefined, note);
  checkVocabulary(document);
  return readParameterSet(document, document.root);
}

/** Reads an SSM file, like `readParameterFile`. */
export function readMappingFile(
  xml: string | Uint8Array,
  file: string,
  note?: (words: string) => void,
): MappingEntry[] {
  const document = new Document(xml, file, 'ParameterMapping', undefined, note);
  checkVocabulary(document);
  return readMapping(document, document.root);
}

/** Reads a `<ParameterSet>`, which defines its own units of measure. */
export function readParameterSet(document: Document, e: XmlElement): ParameterSet {
  noteVersion(document, e);
  const units = readUnits(document, child(e, 'Units'));
  const parameters = new Map<string, Parameter>();
  for (const p of children(child(e, 'Parameters'), 'Parameter')) {
    const parameter = readParameter(document, p, units);
    const { name } = parameter;
    const before = parameters.get(name);
    if (before !== undefined) noteOther(document, p, before, parameter);
    parameters.set(name, parameter);
  }
  return { name: attribute(e, 'name') ?? '', parameters: [...parameters.values()] };
}

/** Reports a repeated name. The last value applies. */
function noteOther(document: Document, e: XmlElement, a: Parameter, b: Parameter): void {
  const same = JSON.stringify(a) === JSON.stringify(b);
  const why = same ? 'with the same value' : 'with another value, so the last one applies';
  document.reportHarmless(
    e,
    `a second parameter of the same name ${why}`,
    'has',
    `as "${printableName(b.name)}" there`,
  );
}

function readParameter(
  document: Document,
  p: XmlElement,
  units: ReadonlyMap<string, UnitOfMeasure>,
): Parameter {
  const name = attribute(p, 'name') ?? document.refuseAttribute(p, 'name', 'add it');
  const [typed, second] = p.children.filter((inner) => typeOf(localName(inner)) !== undefined);
  if (typed === undefined) document.refuse(p, `the parameter ${name} lacks a type`);
  if (second !== undefined)
    document.refuse(second, `the parameter ${name} has a second value, but may have only one`);
  const type = typeOf(localName(typed)) as Parameter['type'];
  const values = valuesOf(document, typed, type);
  checkSize(document, p, name, values.length);
  const unit = unitNamed(attribute(typed, 'unit'), units);
  return { name, type, values, ...(unit !== undefined && { unit }) };
}

/** Refuses dimensions with a different number of elements. Missing dimensions are accepted. */
function checkSize(document: Document, p: XmlElement, name: string, count: number): void {
  const sizes = readSizes(document, p);
  const size = sizes.reduce((a, b) => a * b, 1);
  if (sizes.length > 0 && size !== count)
    document.refuse(p, `the parameter ${name} has ${count} values, but the dimensions [${sizes}]`);
}

/** Reports versions other than 1.0 and 2.0, which are read as 2.0. */
function noteVersion(document: Document, e: XmlElement): void {
  const version = attribute(e, 'version');
  if (version !== undefined && !/^(1\.\d+(-.*)?|2\.0)$/.test(version.trim()))
    document.reportHarmless(
      e,
      `the version "${printableName(version)}" of <${localName(e)}>`,
      'has',
      'which is read as 2.0',
    );
}

/**
 * Returns numbers as a list, and a text with spaces as one value, or several `<Value>` elements.
 */
function valuesOf(document: Document, e: XmlElement, type: Parameter['type']): string[] {
  const several = children(e, 'Value').map(
    (v) => attribute(v, 'value') ?? document.refuseAttribute(v, 'value', 'add it'),
  );
  if (several.length > 0 && attribute(e, 'value') !== undefined)
    document.refuseAttribute(e, 'value', 'a missing value, because there are <Value> elements');
  if (several.length > 0) return several;
  const value = attribute(e, 'value') ?? document.refuseAttribute(e, 'value', 'add it');
  if (type === 'String' || type === 'Binary' || type === 'Enumeration') return [value];
  const words = wordsOf(value);
  if (words.length === 0 || !words.every((word) => isValue(type, word)))
    document.refuseAttribute(e, 'value', `values of the type ${type}`);
  // SSP 1.0 has one type for all integers, so the variable checks its own range.
  if (!words.every((word) => isWithin(type, word)))
    document.reportHarmless(e, `values beyond the type ${type}`, 'has', 'which are accepted unchanged');
  return words;
}

/** Reports whether a number is in the range of its type. */
function isWithin(type: Parameter['type'], word: string): boolean {
  if (type === 'Float32') return Number.isFinite(Math.fround(Number(word))) || !isFloat(word);
  if (!isInteger(type)) return true;
  const [min, max] = integerRanges[type];
  const whole = wholeFrom(word);
  return whole !== undefined && whole >= min && whole <= max;
}

/** Reads a `<ParameterMapping>`. */
export function readMapping(document: Document, e: XmlElement): MappingEntry[] {
  noteVersion(document, e);
  return children(e, 'MappingEntry').map((entry) => {
    const fields: MappingEntry = { source: '', target: '', suppressUnitConversion: false };
    document.fill(fields, entry, tables.mappingEntry, ['source', 'target']);
    const transformation = readTransformation(document, entry);
    return transformation === undefined ? fields : { ...fields, transformation };
  });
}

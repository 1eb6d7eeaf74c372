import type { Document } from '../../../fmu-sdk/description/tables/document-lists.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import type { XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { isOfSsp, localName, unknownAttributes } from './ssp-xml.ts';

/**
 * Content of an element: attributes in addition to `id` and `description`, children that occur
 * once, and children that may repeat.
 */
interface Content {
  attributes: readonly string[];
  once: readonly string[];
  often: readonly string[];
}

const types =
  'Real Float64 Float32 Integer Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String Enumeration Binary Clock';
const transformations =
  'LinearTransformation BooleanMappingTransformation IntegerMappingTransformation EnumerationMappingTransformation';
const about = 'author fileversion copyright license generationTool generationDateAndTime';
const notes = 'MetaData Signature Annotations';

/**
 * Elements of SSP 1.0 and 2.0 (SSD, SSV, SSM). An element name with several meanings has the
 * content of all of them.
 */
const vocabulary = new Map<string, Content>([
  content(
    'SystemStructureDescription',
    `version name ${about}`,
    'System Enumerations Units DefaultExperiment',
    notes,
  ),
  content('System', 'name', 'Connectors ParameterBindings Elements Connections', notes),
  content('Component', 'name type source implementation', 'Connectors ParameterBindings', notes),
  content('Connectors', '', '', 'Connector'),
  content('Connector', 'name kind', '', `${types} Dimension Annotations`),
  content('ParameterBindings', '', '', 'ParameterBinding'),
  content('ParameterBinding', 'type source sourceBase prefix', 'ParameterValues ParameterMapping', notes),
  content('ParameterValues', '', 'ParameterSet', ''),
  content('ParameterSet', `version name ${about}`, 'Parameters Enumerations Units', notes),
  content('Parameters', '', '', 'Parameter'),
  content('Parameter', 'name', '', `${types} Dimension Annotations`),
  content(
    'ParameterMapping',
    `type source sourceBase version ${about}`,
    'ParameterMapping',
    `MappingEntry ${notes}`,
  ),
  content('MappingEntry', 'source target suppressUnitConversion', '', `${transformations} Annotations`),
  content('Elements', '', '', 'Component System SignalDictionaryReference'),
  content('Connections', '', '', 'Connection'),
  content(
    'Connection',
    'startElement startConnector startIndices endElement endConnector endIndices suppressUnitConversion',
    '',
    `${transformations} Annotations`,
  ),
  content('Enumerations', '', '', 'Enumeration'),
  content('Enumeration', 'name value', '', 'Item Value Annotations'),
  content('Item', 'name value', '', ''),
  content('Units', '', '', 'Unit'),
  content('Unit', 'name', 'BaseUnit', 'Annotations'),
  content('BaseUnit', 'kg m s A K mol cd rad factor offset', '', ''),
  content('Dimension', 'size sizeConnector', '', ''),
  content('Value', 'value', '', ''),
  content('DefaultExperiment', 'startTime stopTime', '', 'Annotations'),
  content(
    'Clock',
    'name value intervalVariability intervalDecimal shiftDecimal supportsFraction resolution intervalCounter shiftCounter priority',
    '',
    '',
  ),
  ...['Real', 'Float64', 'Float32'].map((name) => content(name, 'value unit', '', '')),
  ...types
    .split(' ')
    .filter((name) => /^(U?Int|Boolean)/.test(name))
    .map((name) => content(name, 'value', '', '')),
  content('String', 'value', '', 'Value'),
  content('Binary', 'value mime-type', '', 'Value'),
]);

function content(name: string, attributes: string, once: string, often: string): [string, Content] {
  const words = (text: string): string[] => (text === '' ? [] : text.split(' '));
  return [
    name,
    { attributes: ['id', 'description', ...words(attributes)], once: words(once), often: words(often) },
  ];
}

/** Elements that do not affect values: notes of tools, drawings, signatures. */
const free = /^(Annotations|MetaData|Signature|SignalDictionaries|GraphicalElements)$|Geometry$/;

/**
 * Reports attributes and elements in SSP's namespaces that SSP does not define, because they may be
 * misspelt. Refuses repeated elements that may occur only once, except lists of bindings.
 */
export function checkVocabulary(document: Document, e: XmlElement = document.root): void {
  const known = vocabulary.get(localName(e));
  if (known === undefined) return;
  for (const name of unknownAttributes(e, known.attributes))
    document.reportHarmless(
      e,
      `the attribute ${printableName(name)} of <${localName(e)}>`,
      'has',
      passedOver,
    );
  const met = new Set<string>();
  for (const inner of e.children) {
    const name = localName(inner);
    if (!isOfSsp(inner.namespace) || free.test(name)) continue;
    if (!known.once.includes(name) && !known.often.includes(name))
      document.reportHarmless(
        inner,
        `<${printableName(name)}> inside of <${localName(e)}>`,
        'has',
        passedOver,
      );
    if (known.once.includes(name) && met.has(name)) noteSecond(document, e, inner);
    met.add(name);
    checkVocabulary(document, inner);
  }
}

/** Accepts repeated lists of bindings, which OMSimulator writes in a clear order. */
function noteSecond(document: Document, e: XmlElement, inner: XmlElement): void {
  if (localName(inner) !== 'ParameterBindings')
    document.refuse(inner, `<${e.name}> has a second <${inner.name}>, but may have only one`);
  document.reportHarmless(inner, `a second <${inner.name}>`, 'has', 'which is appended to the first');
}

const passedOver = 'which SSP does not define there, so it is ignored';

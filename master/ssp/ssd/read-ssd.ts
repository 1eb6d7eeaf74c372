import type { UnitOfMeasure } from '../../../fmu-sdk/description/description.ts';
import { Document } from '../../../fmu-sdk/description/tables/document-lists.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { attribute, type XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { readSizes } from '../connections/connector-dimensions.ts';
import { readMapping, readParameterSet } from '../parameters/parameter-files.ts';
import { readTransformation } from '../parameters/value-transformation.ts';
import { extensionType } from '../ssp-annotation.ts';
import { readUnits, unitNamed } from '../ssp-units.ts';
import { checkVocabulary } from './check-vocabulary.ts';
import * as tables from './ssp-tables.ts';
import { typeOf } from './ssp-types.ts';
import { child, children, localName } from './ssp-xml.ts';
import type {
  Connector,
  ParameterBinding,
  Source,
  SspComponent,
  SspConnection,
  SspElement,
  SspSystem,
  SystemStructure,
} from './system-structure.ts';

type Units = ReadonlyMap<string, UnitOfMeasure>;

/**
 * Reads an SSD of SSP 1.0 or 2.0. `file` names it in errors. `note` receives notes on harmless
 * errors, which are refused without it.
 */
export function readSystemStructure(
  xml: string | Uint8Array,
  file: string,
  note?: (words: string) => void,
): SystemStructure {
  const document = new Document(xml, file, 'SystemStructureDescription', undefined, note);
  checkVocabulary(document);
  const { root } = document;
  const head: Pick<SystemStructure, 'version' | 'name' | 'description'> = { version: '1.0', name: '' };
  document.fill(head, root, tables.root, ['version', 'name']);
  const units = readUnits(document, child(root, 'Units'));
  const system = child(root, 'System') ?? document.refuse(root, '<System> is missing');
  const experiment = child(root, 'DefaultExperiment');
  const extension = children(child(root, 'Annotations'), 'Annotation').find(
    (e) => attribute(e, 'type') === extensionType,
  );
  const json = extension?.children[0] && attribute(extension.children[0], 'json');
  return {
    ...head,
    system: readSystem(document, system, units),
    units: [...units.values()],
    ...(experiment && document.fill({}, experiment, tables.experiment)),
    ...(json !== undefined && { extension: json }),
  };
}

function readElement(document: Document, e: XmlElement, units: Units): SspElement {
  return {
    name: attribute(e, 'name') ?? document.refuseAttribute(e, 'name', 'add it'),
    connectors: children(child(e, 'Connectors'), 'Connector').map((c) => readConnector(document, c, units)),
    bindings: children(e, 'ParameterBindings').flatMap((list) =>
      children(list, 'ParameterBinding').map((b) => readBinding(document, b)),
    ),
  };
}

function readSystem(document: Document, e: XmlElement, units: Units): SspSystem {
  const id = attribute(e, 'id');
  const system: SspSystem = {
    ...readElement(document, e, units),
    ...(id !== undefined && { id }),
    elements: children(child(e, 'Elements')).map((inner) => {
      const kind = localName(inner);
      if (kind === 'System') return readSystem(document, inner, units);
      if (kind === 'Component') return readComponent(document, inner, units);
      return document.refuse(
        inner,
        `<${inner.name}> is not supported because signal dictionaries cannot run`,
      );
    }),
    connections: children(child(e, 'Connections'), 'Connection').map((c) => readConnection(document, c)),
  };
  const names = new Set<string>();
  for (const { name } of system.elements) {
    if (names.has(name)) document.refuse(e, `two elements of ${system.name} are named "${name}"`);
    names.add(name);
  }
  return system;
}

function readComponent(document: Document, e: XmlElement, units: Units): SspComponent {
  const component: SspComponent = {
    ...readElement(document, e, units),
    type: 'application/x-fmu-sharedlibrary',
    implementation: 'any',
  };
  return document.fill(component, e, tables.component);
}

function readConnector(document: Document, e: XmlElement, units: Units): Connector {
  const connector: Connector = { name: '', kind: 'unspecified', dimensions: [] };
  document.fill(connector, e, tables.connector, ['name', 'kind']);
  const typed =
    e.children.find(
      (inner) => typeOf(localName(inner)) !== undefined && attribute(inner, 'name') === undefined,
    ) ?? child(e, 'Enumeration');
  if (typed !== undefined) {
    connector.type = typeOf(localName(typed));
    const unit = unitNamed(attribute(typed, 'unit'), units);
    if (unit !== undefined) connector.unit = unit;
    const enumeration = attribute(typed, 'name');
    if (enumeration !== undefined) connector.enumeration = enumeration;
  }
  connector.dimensions = readSizes(document, e);
  return connector;
}

function readConnection(document: Document, e: XmlElement): SspConnection {
  const fields = document.fill<tables.Ends>(
    { startConnector: '', endConnector: '', suppressUnitConversion: false },
    e,
    tables.connection,
    ['startConnector', 'endConnector'],
  );
  // A missing element stands for the system of the connection. Some tools write an empty attribute.
  const elementOf = (end: 'startElement' | 'endElement'): string | undefined => {
    if (fields[end] === '') document.reportHarmless(e, `an empty ${end}`, 'has', 'which is read as missing');
    return fields[end] || undefined;
  };
  return {
    start: {
      element: elementOf('startElement'),
      connector: fields.startConnector,
      indices: fields.startIndices,
    },
    end: { element: elementOf('endElement'), connector: fields.endConnector, indices: fields.endIndices },
    suppressUnitConversion: fields.suppressUnitConversion,
    transformation: readTransformation(document, e),
    place: `${document.file}:${e.line}`,
  };
}

function readBinding(document: Document, e: XmlElement): ParameterBinding {
  const fields = document.fill<tables.Binding>({}, e, tables.binding);
  const mapping = child(e, 'ParameterMapping');
  return {
    prefix: fields.prefix ?? '',
    values:
      givenBy(document, e, child(child(e, 'ParameterValues'), 'ParameterSet'), readParameterSet) ??
      document.refuse(e, 'a parameter binding needs a source or an inline parameter set'),
    ...(mapping !== undefined && {
      mapping:
        givenBy(document, mapping, child(mapping, 'ParameterMapping'), readMapping) ??
        readMapping(document, mapping),
    }),
  };
}

/**
 * Returns the inline content or the source, but refuses both together. Undefined if both are
 * missing.
 */
function givenBy<T>(
  document: Document,
  e: XmlElement,
  inside: XmlElement | undefined,
  read: (document: Document, inside: XmlElement) => T,
): Source | T | undefined {
  const { source, sourceBase = 'SSD', type } = document.fill<tables.Binding>({}, e, tables.binding);
  if (type !== undefined && !/^application\/x-ssp-parameter-(set|mapping)\b/.test(type.trim()))
    document.reportHarmless(
      e,
      `the type "${printableName(type)}" of <${localName(e)}>`,
      'has',
      'which is read as the SSP type',
    );
  if (source && inside !== undefined)
    document.refuse(
      e,
      `<${e.name}> has the source "${printableName(source)}" and also an inline <${inside.name}>, but may have only one of them`,
    );
  // An empty source counts as missing.
  if (source) return { uri: source, base: sourceBase, place: `${document.file}:${e.line}` };
  return inside && read(document, inside);
}

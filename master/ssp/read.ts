import type { UnitOfMeasure } from '../../fmu-sdk/description/description.ts';
import { Document } from '../../fmu-sdk/description/document.ts';
import { attribute, type XmlElement } from '../../fmu-sdk/xml/parse.ts';
import { extensionType } from './extension.ts';
import { readMapping, readParameterSet } from './parameter-files.ts';
import type {
  Connector,
  ParameterBinding,
  Source,
  SspComponent,
  SspConnection,
  SspElement,
  SspSystem,
  SystemStructure,
} from './structure.ts';
import * as tables from './tables.ts';
import { readTransformation } from './transformation.ts';
import { typeOf } from './types.ts';
import { readUnit, unitNamed } from './units-of-measure.ts';
import { checkVocabulary } from './vocabulary.ts';
import { child, children, localName } from './xml.ts';

type Units = ReadonlyMap<string, UnitOfMeasure>;

/** Reads an SSD of SSP 1.0 or 2.0; `file` names it in errors. `note` is told of faults that do no harm, which else are refused. */
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
  const units = children(child(root, 'Units'), 'Unit').map((e) => readUnit(document, e));
  const byName = new Map(units.map((unit) => [unit.name, unit]));
  const system = child(root, 'System') ?? document.refuse(root, 'it has no <System>');
  const experiment = child(root, 'DefaultExperiment');
  const extension = children(child(root, 'Annotations'), 'Annotation').find(
    (e) => attribute(e, 'type') === extensionType,
  );
  const json = extension?.children[0] && attribute(extension.children[0], 'json');
  return {
    ...head,
    system: readSystem(document, system, byName),
    units,
    ...(experiment && document.fill({}, experiment, tables.experiment)),
    ...(json !== undefined && { extension: json }),
  };
}

function readElement(document: Document, e: XmlElement, units: Units): SspElement {
  return {
    name: attribute(e, 'name') ?? document.refuseAttribute(e, 'name', 'add it'),
    connectors: children(child(e, 'Connectors'), 'Connector').map((c) => readConnector(document, c, units)),
    bindings: children(child(e, 'ParameterBindings'), 'ParameterBinding').map((b) =>
      readBinding(document, b),
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
        `<${inner.name}> is not read here: signal dictionaries are no part of what runs`,
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
  connector.dimensions = children(e, 'Dimension').flatMap(
    (d) => document.fill<{ size?: number }>({}, d, tables.dimension).size ?? [],
  );
  return connector;
}

function readConnection(document: Document, e: XmlElement): SspConnection {
  const fields = document.fill<tables.Ends>(
    { startConnector: '', endConnector: '', suppressUnitConversion: false },
    e,
    tables.connection,
    ['startConnector', 'endConnector'],
  );
  // Left out, it is the system that the connection stands in; some tools write it empty.
  const elementOf = (end: 'startElement' | 'endElement'): string | undefined => {
    if (fields[end] === '') document.harmless(e, `an empty ${end}`, 'has', 'which is read as left out');
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
  const inlineSet = child(child(e, 'ParameterValues'), 'ParameterSet');
  const values = sourceOf(document, e) ?? (inlineSet && readParameterSet(document, inlineSet));
  return {
    prefix: fields.prefix ?? '',
    values: values ?? document.refuse(e, 'a parameter binding needs a source or a parameter set inside'),
    ...(mapping !== undefined && {
      mapping:
        sourceOf(document, mapping) ?? readMapping(document, child(mapping, 'ParameterMapping') ?? mapping),
    }),
  };
}

function sourceOf(document: Document, e: XmlElement): Source | undefined {
  const { source, sourceBase = 'SSD' } = document.fill<tables.Binding>({}, e, tables.binding);
  if (source === undefined) return undefined;
  return { uri: source, base: sourceBase, place: `${document.file}:${e.line}` };
}

import { attributesOf } from '../../../fmu-sdk/description/tables/attribute-fields.ts';
import { listTag, type Tag, tag, writeXml } from '../../../fmu-sdk/util/xml/write-xml.ts';
import { transformationTag } from '../parameters/value-transformation.ts';
import { extensionType } from '../ssp-annotation.ts';
import { unitTag } from '../ssp-units.ts';
import * as tables from './ssp-tables.ts';
import { nameOfType1 } from './ssp-types.ts';
import {
  type Connector,
  type End,
  isSource,
  isSystem,
  type MappingEntry,
  type Parameter,
  type ParameterBinding,
  type ParameterSet,
  type SspComponent,
  type SspConnection,
  type SspSystem,
  type SystemStructure,
} from './system-structure.ts';

const base = 'http://ssp-standard.org/SSP1/SystemStructure';

/** Returns the text of an SSD. Inline parameter sets and mappings stay inline. */
export function writeSystemStructure(of: SystemStructure): string {
  const { version, name, description, startTime, stopTime } = of;
  return writeXml(
    tag(
      'ssd:SystemStructureDescription',
      {
        'xmlns:ssd': `${base}Description`,
        'xmlns:ssc': `${base}Common`,
        'xmlns:ssv': `${base}ParameterValues`,
        'xmlns:ssm': `${base}ParameterMapping`,
        version,
        name,
        description,
      },
      [
        systemTag(of.system, version),
        listTag('ssd:Units', of.units.map(unitTag)),
        startTime === undefined && stopTime === undefined
          ? undefined
          : tag('ssd:DefaultExperiment', attributesOf(of, tables.experiment)),
        // As an attribute, because SSP 1.0 allows no text here.
        of.extension === undefined
          ? undefined
          : tag('ssd:Annotations', {}, [
              tag('ssc:Annotation', { type: extensionType }, [tag('system', { json: of.extension })]),
            ]),
      ],
    ),
  );
}

type Version = SystemStructure['version'];

function systemTag(system: SspSystem, version: Version): Tag {
  return tag('ssd:System', { id: system.id, name: system.name }, [
    ...elementTags(system, version),
    listTag(
      'ssd:Elements',
      system.elements.map((e) => (isSystem(e) ? systemTag(e, version) : componentTag(e, version))),
    ),
    listTag('ssd:Connections', system.connections.map(connectionTag)),
  ]);
}

function componentTag(component: SspComponent, version: Version): Tag {
  const { name, type, source, implementation } = component;
  const attributes = {
    name,
    type,
    source,
    implementation: implementation === 'any' ? undefined : implementation,
  };
  return tag('ssd:Component', attributes, elementTags(component, version));
}

function elementTags(
  { connectors, bindings }: SspSystem | SspComponent,
  version: Version,
): (Tag | undefined)[] {
  return [
    listTag(
      'ssd:Connectors',
      connectors.map((c) => connectorTag(c, version)),
    ),
    listTag(
      'ssd:ParameterBindings',
      bindings.map((b) => bindingTag(b, version)),
    ),
  ];
}

function connectorTag({ name, kind, type, unit, enumeration, dimensions }: Connector, version: Version): Tag {
  const typed =
    type &&
    tag(`ssc:${version === '1.0' ? nameOfType1(type) : type}`, { name: enumeration, unit: unit?.name });
  return tag('ssd:Connector', { name, kind }, [
    typed,
    ...dimensions.map((size) => tag('ssc:Dimension', { size })),
  ]);
}

function connectionTag({ start, end, suppressUnitConversion, transformation }: SspConnection): Tag {
  const ends = (
    prefix: 'start' | 'end',
    { element, connector, indices }: End,
  ): Record<string, string | undefined> => ({
    [`${prefix}Element`]: element,
    [`${prefix}Connector`]: connector,
    [`${prefix}Indices`]: indices?.join(' '),
  });
  const attributes = {
    ...ends('start', start),
    ...ends('end', end),
    suppressUnitConversion: suppressUnitConversion ? 'true' : undefined,
  };
  return tag('ssd:Connection', attributes, [transformation && transformationTag(transformation)]);
}

function bindingTag({ prefix, values, mapping }: ParameterBinding, version: Version): Tag {
  const attributes = (source: typeof values | typeof mapping): Record<string, string | undefined> =>
    source !== undefined && isSource(source)
      ? { source: source.uri, sourceBase: source.base === 'SSD' ? undefined : source.base }
      : {};
  return tag('ssd:ParameterBinding', { ...attributes(values), prefix: prefix || undefined }, [
    isSource(values) ? undefined : tag('ssd:ParameterValues', {}, [parameterSetTag(values, version)]),
    mapping &&
      tag(
        'ssd:ParameterMapping',
        attributes(mapping),
        isSource(mapping) ? [] : [mappingTag(mapping, version)],
      ),
  ]);
}

function parameterSetTag({ name, parameters }: ParameterSet, version: Version): Tag {
  const units = new Map(parameters.flatMap(({ unit }) => (unit === undefined ? [] : [[unit.name, unit]])));
  return tag('ssv:ParameterSet', { version, name }, [
    tag(
      'ssv:Parameters',
      {},
      parameters.map((p) => parameterTag(p, version)),
    ),
    listTag('ssv:Units', [...units.values()].map(unitTag)),
  ]);
}

function parameterTag(
  { name, type, values, unit, sizes = [values.length] }: Parameter,
  version: Version,
): Tag {
  const typeName = `ssv:${version === '1.0' ? nameOfType1(type) : type}`;
  const numeric = !/^(String|Binary|Enumeration)$/.test(type);
  const single = numeric || values.length === 1;
  const typed = single
    ? tag(typeName, { value: values.join(' '), unit: unit?.name })
    : tag(
        typeName,
        {},
        values.map((value) => tag('ssv:Value', { value })),
      );
  const array = values.length > 1 ? sizes.map((size) => tag('ssc:Dimension', { size })) : [];
  return tag('ssv:Parameter', { name }, [typed, ...array]);
}

function mappingTag(entries: readonly MappingEntry[], version: Version): Tag {
  return tag(
    'ssm:ParameterMapping',
    { version },
    entries.map(({ source, target, suppressUnitConversion, transformation }) =>
      tag(
        'ssm:MappingEntry',
        { source, target, suppressUnitConversion: suppressUnitConversion ? 'true' : undefined },
        [transformation && transformationTag(transformation)],
      ),
    ),
  );
}

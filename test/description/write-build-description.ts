import { annotationsTag } from '../../fmu-sdk/description/annotations/annotations.ts';
import type {
  BuildDescription,
  NamedOption,
  SourceFileSet,
} from '../../fmu-sdk/description/build-configuration.ts';
import { attributesOf } from '../../fmu-sdk/description/tables/attribute-fields.ts';
import * as tables from '../../fmu-sdk/description/tables/element-tables.ts';
import { type Tag, tag, writeXml } from '../../fmu-sdk/util/xml/write-xml.ts';

/** Writes `buildDescription.xml` (schema fmi3BuildDescription.xsd), for the reader to read again. */
export function writeBuildDescription(of: BuildDescription): string {
  return writeXml(
    tag('fmiBuildDescription', { fmiVersion: '3.0' }, [
      ...of.configurations.map((c) =>
        tag('BuildConfiguration', attributesOf(c, tables.configuration), [
          ...c.sourceFileSets.map(setTag),
          ...c.libraries.map((library) => namedTag('Library', library, tables.library)),
          annotationsTag(c.annotations),
        ]),
      ),
      annotationsTag(of.annotations),
    ]),
  );
}

function setTag(set: SourceFileSet): Tag {
  return tag('SourceFileSet', attributesOf(set, tables.sourceFileSet), [
    ...set.files.map((file) => namedTag('SourceFile', file, tables.unit)),
    ...set.definitions.map((d) => {
      const options = d.options.map((option) => tag('Option', attributesOf(option, tables.option)));
      return namedTag('PreprocessorDefinition', d, tables.definition, options);
    }),
    ...set.includeDirectories.map((folder) => namedTag('IncludeDirectory', folder, tables.unit)),
    annotationsTag(set.annotations),
  ]);
}

function namedTag<T extends NamedOption>(
  name: string,
  of: T,
  table: tables.Table<T>,
  children: readonly Tag[] = [],
): Tag {
  return tag(name, attributesOf(of, table), [...children, annotationsTag(of.annotations)]);
}

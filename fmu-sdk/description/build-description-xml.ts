import { childrenNamed, type XmlElement } from '../util/xml/parse-xml.ts';
import { annotated } from './annotations/annotations.ts';
import type {
  BuildConfiguration,
  BuildDescription,
  Library,
  NamedOption,
  PreprocessorDefinition,
  SourceFileSet,
} from './build-configuration.ts';
import { Document } from './tables/document-lists.ts';
import * as tables from './tables/element-tables.ts';

/** Reads `buildDescription.xml`. Errors contain `file`. */
export function readBuildDescription(xml: string | Uint8Array, file: string): BuildDescription {
  const document = new Document(xml, file, 'fmiBuildDescription');
  const { root } = document;
  const configurations = childrenNamed(root, 'BuildConfiguration').map((e) => {
    const configuration: BuildConfiguration = {
      modelIdentifier: '',
      sourceFileSets: childrenNamed(e, 'SourceFileSet').map((set) => readSet(document, set)),
      libraries: childrenNamed(e, 'Library').map((library) =>
        readNamed<Library>(document, library, { name: '' }, tables.library),
      ),
    };
    return annotated(document.fill(configuration, e, tables.configuration, ['modelIdentifier']), document, e);
  });
  return annotated<BuildDescription>({ configurations }, document, root);
}

function readSet(document: Document, e: XmlElement): SourceFileSet {
  const fileSet: SourceFileSet = {
    files: childrenNamed(e, 'SourceFile').map((file) => readNamed(document, file, { name: '' }, tables.unit)),
    definitions: childrenNamed(e, 'PreprocessorDefinition').map((definition) => ({
      ...readNamed<PreprocessorDefinition>(
        document,
        definition,
        { name: '', options: [] },
        tables.definition,
      ),
      options: childrenNamed(definition, 'Option').map((option) => document.fill({}, option, tables.option)),
    })),
    includeDirectories: childrenNamed(e, 'IncludeDirectory').map((folder) =>
      readNamed(document, folder, { name: '' }, tables.unit),
    ),
  };
  return annotated(document.fill(fileSet, e, tables.sourceFileSet), document, e);
}

function readNamed<T extends NamedOption>(
  document: Document,
  e: XmlElement,
  into: T,
  table: tables.Table<T>,
): T {
  return annotated(document.fill(into, e, table, ['name']), document, e);
}

import { attribute, type XmlElement } from '../util/xml/parse-xml.ts';
import { type Component, readComponent } from './binary/component-binary.ts';
import { buildPath, descriptionPath, type FmuContent, isManifest, terminalsPath } from './fmu/fmu-content.ts';
import type { Document } from './fmu/xml-document.ts';
import { type Library, librariesOf } from './fmu-libraries.ts';
import type { Model } from './model/checked-model.ts';
import type { ZipDirectory } from './zip/central-directory.ts';

/** Subjects of rules on files, by the name in their `needs`. */
export interface Subjects {
  /** The FMU as it was given, whatever of it could be read. */
  unit: FmuContent;
  /** The directory of the zip archive. */
  archive: ZipDirectory;
  /** Every file of the FMU, with slashes. */
  files: readonly string[];
  /** Each XML file, also one that is not well-formed. */
  document: Document;
  /** The model description: variables, types, structure. */
  description: Model;
  /**
   * Root of the model description, whatever element it is, and of the other two files. For rules on
   * schemas.
   */
  descriptionXml: XmlElement;
  terminalsXml: XmlElement;
  buildXml: XmlElement;
  /** The root of terminalsAndIcons.xml. */
  terminals: XmlElement;
  /** The root of buildDescription.xml. */
  build: XmlElement;
  /** Each manifest of a layered standard. */
  manifest: Document & { root: XmlElement };
  /** Each native library that importers load. */
  library: Library;
  /** Each WebAssembly component that importers load. */
  component: Library & { component: Component };
}

/** Subjects with their files, or the reason why they are missing. */
type Found<S> = readonly { subject: S; file: string }[] | { skipped: string } | { inapplicable: string };

const unreadable = { skipped: 'the archive cannot be read' };
const onlyXml = { skipped: 'the input is an XML file, not the FMU' };

/** Finders of each subject in an FMU. */
export const subjectsOf: { readonly [N in keyof Subjects]: (unit: FmuContent) => Found<Subjects[N]> } = {
  unit: (unit) => [{ subject: unit, file: unit.file }],
  archive: ({ zip, file, refusals }) => {
    if (zip !== undefined) return [{ subject: zip, file }];
    const unread = refusals.length > 0;
    return {
      skipped: unread ? 'the archive does not have a readable directory' : 'the input is not an archive',
    };
  },
  files: ({ paths, file, unread }) => {
    if (unread) return unreadable;
    return paths === undefined ? onlyXml : [{ subject: paths, file }];
  },
  document: ({ documents }) =>
    documents.size === 0
      ? { skipped: 'no readable XML file was given' }
      : [...documents.values()].map((subject) => ({ subject, file: subject.path })),
  description: (unit) =>
    unit.model === undefined
      ? { skipped: whyNoModel(unit) }
      : [{ subject: unit.model, file: descriptionPath }],
  descriptionXml: (unit) =>
    unit.description === undefined && !unit.unread
      ? { skipped: `${descriptionPath} was not given` }
      : rootOf(unit, descriptionPath),
  terminalsXml: (unit) => rootOf(unit, terminalsPath),
  buildXml: (unit) => rootOf(unit, buildPath),
  terminals: (unit) => rootOf(unit, terminalsPath, 'fmiTerminalsAndIcons'),
  build: (unit) => rootOf(unit, buildPath, 'fmiBuildDescription'),
  manifest: ({ documents, paths, unread }) => {
    if (unread) return unreadable;
    const manifests = [...documents.values()].filter(({ path }) => isManifest(path));
    if (manifests.length === 0)
      return paths === undefined
        ? onlyXml
        : { inapplicable: 'the FMU does not have a manifest of a layered standard' };
    return manifests.flatMap(({ root, ...rest }) =>
      root === undefined ? [] : [{ subject: { root, ...rest }, file: rest.path }],
    );
  },
  library: (unit) =>
    binaries(unit, 'native library', (library) =>
      library.platform.system === 'wasip2' ? undefined : library,
    ),
  component: (unit) =>
    binaries(unit, 'WebAssembly component', (library) =>
      library.platform.system === 'wasip2'
        ? { ...library, component: readComponent(library.library.bytes) }
        : undefined,
    ),
};

/** Returns the reason why the model of an FMU cannot be checked. */
export function whyNoModel({ description, unread }: FmuContent): string {
  if (unread) return unreadable.skipped;
  if (description === undefined) return `${descriptionPath} is missing`;
  if (description.root === undefined) return `${descriptionPath} is not well-formed`;
  if (description.root.name !== 'fmiModelDescription') return 'the root is not fmiModelDescription';
  return `fmiVersion ${JSON.stringify(attribute(description.root, 'fmiVersion') ?? '')} is unknown`;
}

/** The root of an XML file that an FMU may lack, of this name where one is asked for. */
function rootOf({ documents, paths, unread }: FmuContent, path: string, name?: string): Found<XmlElement> {
  const document = documents.get(path);
  if (unread) return unreadable;
  if (document === undefined)
    return paths === undefined
      ? { skipped: `${path} was not given` }
      : { inapplicable: `the FMU does not contain ${path}` };
  if (document.root === undefined) return { skipped: `${path} is not well-formed` };
  if (name !== undefined && document.root.name !== name)
    return { skipped: `the root of ${path} is not ${name}` };
  return [{ subject: document.root, file: path }];
}

function binaries<S extends Library>(
  unit: FmuContent,
  what: string,
  pick: (library: Library) => S | undefined,
): Found<S> {
  if (unit.unread) return unreadable;
  if (unit.paths === undefined) return onlyXml;
  if (unit.version === undefined) return { skipped: 'a readable model description is missing' };
  const libraries = librariesOf(unit)
    .map(pick)
    .filter((candidate) => candidate !== undefined);
  if (libraries.length === 0) return { inapplicable: `the FMU does not have ${what}` };
  return libraries.map((subject) => ({ subject, file: subject.path }));
}

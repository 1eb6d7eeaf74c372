import { referencesFolder } from '../../archive/smoke-test/reference-standard.ts';
import { attribute } from '../../util/xml/parse-xml.ts';
import type { XmlElement } from '../../util/xml/xml-element.ts';
import { readLibrary, type SharedLibrary } from '../binary/shared-library.ts';
import { type Model, readModel } from '../model/checked-model.ts';
import { type FmiVersion, isLegacy, versionOf } from '../model/fmi-version.ts';
import { type Edition, type EditionFilter, editionOfDate, versionOfEdition } from '../standard/editions.ts';
import type { ZipDirectory } from '../zip/central-directory.ts';
import { type Document, readDocument } from './xml-document.ts';

export const descriptionPath = 'modelDescription.xml';
export const terminalsPath = 'terminalsAndIcons/terminalsAndIcons.xml';
export const buildPath = 'sources/buildDescription.xml';

/** The files of an FMU as they were found. */
export interface Files {
  /** File name as the user gave it. */
  readonly file: string;
  /** Paths of all files, with slashes. Undefined if only a model description was given. */
  readonly paths: readonly string[] | undefined;
  /** Contents of the files that rules read: descriptions, manifests and binaries. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** The archive's own directory, when the FMU is an archive. */
  readonly zip?: ZipDirectory;
  /** Why the archive, or a file in it, was not read. */
  readonly refusals: readonly string[];
  /** True if the archive is unreadable. `refusals` hold the reasons. */
  readonly unread?: boolean;
}

/** Returns true if rules need the content of the file. */
export function isRead(path: string): boolean {
  return (
    path === descriptionPath ||
    path === terminalsPath ||
    path === buildPath ||
    isManifest(path) ||
    isRelated(path) ||
    isLibrary(path)
  );
}

export function isManifest(path: string): boolean {
  return /^extra\/[^/]+\/(fmi-ls-manifest|manifest)\.xml$/.test(path);
}

/** Experiments that an FMU carries, and their results. */
export function isRelated(path: string): boolean {
  return path.startsWith(referencesFolder) && !isManifest(path);
}

export function isLibrary(path: string): boolean {
  return /^binaries\/[^/]+\/[^/]+\.(so|dll|dylib|wasm)$/.test(path);
}

/**
 * An FMU as the rules see it: everything is read once, by name.
 *
 * @example
 * const withoutSources = (unit: FmuContent): string | undefined =>
 *   unit.hasFolder('sources') ? undefined : 'the unit has no source code';
 */
export class FmuContent {
  readonly file: string;
  readonly paths: readonly string[] | undefined;
  readonly zip: ZipDirectory | undefined;
  readonly refusals: readonly string[];
  readonly unread: boolean;
  /** XML files, by path. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly libraries: ReadonlyMap<string, SharedLibrary>;
  /** Files of experiments and results, by path. */
  readonly related: ReadonlyMap<string, Uint8Array>;
  /** Version in the model description. Undefined without a readable model description. */
  readonly version: FmiVersion | undefined;
  /** Marks an FMU of FMI 1.0, which has a few rules of its own. */
  readonly isLegacy: boolean;
  readonly model: Model | undefined;
  private readonly sorted: readonly string[];
  private readonly known: ReadonlySet<string>;
  /** Edition to judge by. Undefined without a version. */
  readonly judging: EditionFilter | undefined;

  /** @param edition replaces the edition of the FMU. It applies only to FMUs of its version. */
  constructor(files: Files, edition?: Edition) {
    this.file = files.file;
    this.paths = files.paths;
    this.zip = files.zip;
    this.refusals = files.refusals;
    this.sorted = [...(files.paths ?? [])].sort();
    this.known = new Set(this.sorted);
    this.unread = files.unread ?? false;
    const all = [...files.contents];
    this.documents = new Map(
      all
        .filter(([path]) => path.endsWith('.xml') && !isRelated(path))
        .map(([path, bytes]) => [path, readDocument(path, bytes)]),
    );
    this.libraries = new Map(
      all.filter(([path]) => isLibrary(path)).map(([path, bytes]) => [path, readLibrary(bytes)]),
    );
    this.related = new Map(all.filter(([path]) => isRelated(path)));
    const root = this.description?.root;
    this.version = root?.name === 'fmiModelDescription' ? versionOf(root) : undefined;
    this.isLegacy = root !== undefined && isLegacy(root);
    this.model = root === undefined || this.version === undefined ? undefined : readModel(root, this.version);
    this.judging =
      root === undefined || this.version === undefined ? undefined : judgingOf(root, this.version, edition);
  }

  get description(): Document | undefined {
    return this.documents.get(descriptionPath);
  }

  has(path: string): boolean {
    return this.known.has(path);
  }

  /** Returns true if the folder, given without its last slash, contains files. */
  hasFolder(folder: string): boolean {
    const { sorted } = this;
    const begin = `${folder}/`;
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < begin) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(begin) ?? false;
  }

  /** Files below a folder (`'sources/'`), as they are named in it. */
  below(folder: string): string[] {
    return (this.paths ?? [])
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length));
  }
}

function judgingOf(root: XmlElement, version: FmiVersion, edition: Edition | undefined): EditionFilter {
  if (edition !== undefined && versionOfEdition(edition) === version) return { edition, isExplicit: true };
  return { edition: editionOfDate(version, attribute(root, 'generationDateAndTime')), isExplicit: false };
}

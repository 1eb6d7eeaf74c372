import { number } from '../../description/tables/attribute-codec.ts';
import { Document } from '../../description/tables/document-lists.ts';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { type Archive, textByteLimit } from '../archive.ts';
import { experimentTypes, referencesFolder, smokeTestRoles } from './reference-standard.ts';
import type { Experiment } from './smoke-experiment.ts';

/**
 * Reads the smoke tests in an archive (FMI-LS-REF): the experiments of every file with this role in
 * the manifest. Returns an empty list without a manifest. Throws a UserError for invalid or missing
 * files.
 */
export async function readSmokeTests(archive: Archive): Promise<Experiment[]> {
  const experiments: Experiment[] = [];
  for (const { role, type, path } of await relatedFiles(archive))
    if (smokeTestRoles.includes(role) && experimentTypes.includes(type))
      experiments.push(...(await readExperiments(archive, path())));
  return experiments;
}

/**
 * Returns the result files in an archive (FMI-LS-REF, role `result`) as experiments. The standard
 * leaves open which experiment a result file belongs to. Takes it for the default experiment.
 */
export async function readResultFiles(archive: Archive): Promise<Experiment[]> {
  return (await relatedFiles(archive))
    .filter(({ role, type }) => role === 'result' && type === 'text/csv')
    .map(({ source, path }) => ({ name: source, references: path() }));
}

/** A file that the manifest names. `path` throws a UserError if the archive lacks it. */
interface RelatedFile {
  readonly role: string;
  readonly type: string;
  readonly source: string;
  path(): string;
}

async function relatedFiles(archive: Archive): Promise<RelatedFile[]> {
  const manifest = `${referencesFolder}fmi-ls-manifest.xml`;
  if (!archive.has(manifest)) return [];
  const document = await readDocument(archive, manifest, 'fmiReferences');
  return childrenNamed(document.root, 'Related').map((related) => ({
    role: attribute(related, 'role') ?? document.refuseAttribute(related, 'role', 'add it'),
    type: attribute(related, 'type') ?? '',
    source: attribute(related, 'source') ?? '',
    path: () => pathOf(document, related, manifest, archive) as string,
  }));
}

async function readExperiments(archive: Archive, path: string): Promise<Experiment[]> {
  const document = await readDocument(archive, path, 'Experiments');
  return childrenNamed(document.root, 'Experiment').map((e) => {
    const name = attribute(e, 'name') ?? document.refuseAttribute(e, 'name', 'add it');
    const source = (child: string): string | undefined =>
      pathOf(document, childNamed(e, child), path, archive);
    return {
      name,
      startTime: numberOf(document, e, 'startTime'),
      stopTime: numberOf(document, e, 'stopTime'),
      stepSize: positive(document, e, 'stepSize'),
      tolerance: positive(document, e, 'tolerance'),
      parameters: source('Parameters'),
      stimuli: source('Stimuli'),
      references: source('References'),
    };
  });
}

async function readDocument(archive: Archive, path: string, root: string): Promise<Document> {
  return new Document(await archive.bytes(path, textByteLimit), `${archive.file}:${path}`, root);
}

function numberOf(document: Document, e: XmlElement, name: string): number | undefined {
  const text = attribute(e, name);
  if (text === undefined) return undefined;
  const value = number.read(text);
  return value !== undefined && Number.isFinite(value)
    ? value
    : document.refuseAttribute(e, name, 'a finite number');
}

function positive(document: Document, e: XmlElement, name: string): number | undefined {
  const value = numberOf(document, e, name);
  return value === undefined || value > 0 ? value : document.refuseAttribute(e, name, 'a number above 0');
}

/**
 * Returns the path in the archive that an element's `source` names, relative to its file. Returns
 * undefined without an element.
 */
function pathOf(
  document: Document,
  e: XmlElement | undefined,
  base: string,
  archive: Archive,
): string | undefined {
  if (e === undefined) return undefined;
  const source = attribute(e, 'source') ?? document.refuseAttribute(e, 'source', 'add it');
  const path = resolved(base, source);
  if (path !== undefined && archive.has(path)) return path;
  return document.refuseAttribute(e, 'source', 'a file in this archive, relative to this file');
}

/**
 * Resolves a relative URI of a file in an archive. Returns undefined for a URI outside the archive,
 * or for another kind of URI.
 */
function resolved(base: string, uri: string): string | undefined {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:|^\/|[?#]/.test(uri)) return undefined;
  const folders = base.split('/').slice(0, -1);
  let parts: string[];
  try {
    parts = decodeURIComponent(uri).split('/');
  } catch {
    return undefined;
  }
  for (const part of parts) {
    if (part === '..' && folders.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.') folders.push(part);
  }
  return folders.join('/');
}

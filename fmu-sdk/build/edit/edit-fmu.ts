import { type Archive, archiveFrom, textByteLimit } from '../../archive/archive.ts';
import { openArchive, zlib } from '../../archive/open-archive.ts';
import { readDescription } from '../../archive/read-description.ts';
import { majorVersion } from '../../description/description.ts';
import { signerOf } from '../../sign/signed-content.ts';
import { printableName, someNames, withNoun } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { XmlPatch } from '../../util/xml/xml-patch.ts';
import { documentationPage } from '../documentation-page.ts';
import { droppedPaths, removeSourceFiles } from './drop-entries.ts';
import { type BinaryFiles, type CodeEdits, differs, editBinaries } from './edit-binaries.ts';
import type { FmuEdits } from './edit-options.ts';
import { editTerminals, hideVariables } from './hide-variables.ts';
import { mergedFiles, type OpenFmu } from './merge-platforms.ts';
import { requireNoNewFindings } from './new-findings.ts';
import { editedResults } from './reference-results.ts';
import { rewriteArchive } from './rewrite-archive.ts';
import {
  describeVariables,
  type Editing,
  renameVariables,
  setExperiment,
  setStartValues,
  setUnits,
} from './variable-edits.ts';
import { variablesIn } from './variable-elements.ts';

const descriptionPath = 'modelDescription.xml';
const terminalsPath = 'terminalsAndIcons/terminalsAndIcons.xml';
const documentationPath = 'documentation/index.html';

/** Edited FMU, and what its user should know: sentences without a full stop. */
export interface EditedFmu {
  readonly fmu: Uint8Array;
  readonly notes: readonly string[];
}

/**
 * Edits an FMU of FMI 2.0 or 3.0. Nothing of it runs. All that no edit touches stays, byte for byte.
 * Value references and the instantiation token stay.
 *
 * Throws a UserError for an edit that is not possible, and for one after which the files of the FMU
 * have findings of `fmu check` that they did not have before.
 */
export async function editFmu(file: string, edits: FmuEdits): Promise<EditedFmu> {
  const operation = `edit ${file}`;
  const archive = await openArchive(file);
  const { description } = await readDescription(archive);
  if (majorVersion(description) === 1)
    throw new UserError(
      `${operation}: expected an FMU of FMI 2.0 or 3.0, got FMI ${description.fmiVersion}. Export it again in FMI 2.0 or 3.0.`,
    );
  const { rename = new Map(), hide = new Set(), drop = [], merge = [] } = edits;
  const notes: string[] = [];
  const changes: Changes = await mergedPlatforms({ archive, description }, merge, operation);
  const patch = await patchOf(archive, descriptionPath);
  const editing: Editing = { operation, patch, description, names: variablesIn(patch.root, description) };
  const code = editVariables(editing, edits);
  if (archive.has(terminalsPath) && rename.size + hide.size > 0) {
    const terminals = await patchOf(archive, terminalsPath);
    editTerminals({ operation, patch: terminals }, rename, hide);
    changes.set(terminalsPath, terminals.toBytes());
  }
  const results = await editedResults(archive, { rename, hide, hasNewStarts: code.start.length > 0 });
  for (const [path, bytes] of results.files) changes.set(path, bytes);
  if (results.removed !== undefined) notes.push(`removed the reference results, because ${results.removed}`);
  for (const path of droppedPaths(archive, drop, operation)) changes.set(path, undefined);
  if (drop.includes('sources')) removeSourceFiles(patch);
  const files = filesAfter(archive, changes);
  const binaries = await editBinaries(operation, files, editing, code);
  for (const [path, bytes] of binaries.files) changes.set(path, bytes);
  notes.push(...binaries.notes);
  changes.set(descriptionPath, patch.toBytes());
  await renewDocumentation(archive, changes);
  notes.push(...removeSignatures(archive, changes));
  const fmu = rewriteArchive(archive, changes);
  const edited = archiveFrom(file, fmu, zlib);
  notes.push(...(await mentions(edited, hide)));
  await requireNoNewFindings(operation, archive, edited, notes);
  return { fmu, notes };
}

/** Changed files by path. Undefined removes a file. */
type Changes = Map<string, Uint8Array | undefined>;

/** Edits the variables of a description. Returns the edits that its code needs, too. */
function editVariables(editing: Editing, edits: FmuEdits): CodeEdits {
  const { rename = new Map(), hide = new Set(), start = new Map() } = edits;
  renameVariables(editing, rename);
  describeVariables(editing, edits.describe ?? new Map());
  setUnits(editing, edits.units ?? new Map());
  setStartValues(editing, start);
  setExperiment(editing, edits.experiment ?? {});
  const changed = [...start].flatMap(([name, given]) => {
    const variable = editing.names.get(name)?.variable;
    return variable !== undefined && differs(editing.description, variable, given)
      ? [{ variable, given }]
      : [];
  });
  return { start: changed, hidden: hideVariables(editing, hide) };
}

async function mergedPlatforms(
  opened: OpenFmu,
  merge: readonly string[],
  operation: string,
): Promise<Changes> {
  const files: Changes = new Map();
  for (const other of merge) {
    const archive = await openArchive(other);
    const theirs = { archive, description: (await readDescription(archive)).description };
    for (const [path, bytes] of await mergedFiles(opened, theirs, operation)) files.set(path, bytes);
  }
  return files;
}

/** Returns the files that the edited FMU has. */
function filesAfter(archive: Archive, changes: Changes): BinaryFiles {
  const all = [...new Set([...archive.paths, ...changes.keys()])];
  return {
    file: archive.file,
    paths: all.filter((path) => !changes.has(path) || changes.get(path) !== undefined),
    read: async (path) => changes.get(path) ?? archive.bytes(path),
  };
}

/** Removes the signatures of the FMU before the edits. Returns a note about them. */
function removeSignatures({ paths }: Archive, changes: Changes): string[] {
  const signatures = paths.filter((path) => signerOf(path) !== undefined);
  for (const path of signatures) changes.set(path, undefined);
  if (signatures.length === 0) return [];
  return [`removed ${withNoun(signatures.length, 'signature')} of the FMU before the edits. Sign it again`];
}

async function patchOf(archive: Archive, path: string): Promise<XmlPatch> {
  return new XmlPatch(await archive.bytes(path, textByteLimit), `${archive.file}:${path}`);
}

/** Renews the documentation that fmukit generated. Another one stays. */
async function renewDocumentation(archive: Archive, changes: Changes): Promise<void> {
  if (!archive.has(documentationPath) || changes.has(documentationPath)) return;
  const { description } = await readDescription(archive);
  const before = new TextDecoder().decode(await archive.bytes(documentationPath));
  if (before !== documentationPage(description)) return;
  const edited = archiveFrom(archive.file, rewriteArchive(archive, changes), zlib);
  const page = documentationPage((await readDescription(edited)).description);
  changes.set(documentationPath, new TextEncoder().encode(page));
}

/** Largest file in which names are looked for [bytes], and shortest name [characters]. */
const mostText = 2 ** 22;
const shortestName = 3;

/** Names the files outside of binaries in which names of hidden variables remain. */
async function mentions(archive: Archive, hide: ReadonlySet<string>): Promise<string[]> {
  if (hide.size === 0) return [];
  const found: string[] = [];
  for (const path of archive.paths) {
    if (
      /^binaries\//.test(path) ||
      archive.content.entries.some((e) => e.name === path && e.bytes > mostText)
    )
      continue;
    const text = Buffer.from(await archive.bytes(path)).toString('latin1');
    const words = [...hide]
      .filter((name) => name.length >= shortestName)
      .map((name) => Buffer.from(name).toString('latin1'));
    if (words.some((word) => isMentioned(text, word))) found.push(printableName(path));
  }
  return found.length === 0
    ? []
    : [
        `names of hidden variables remain in ${someNames(found)}. Look at these files, or drop them with --drop`,
      ];
}

/** Returns true if a text contains a word that is not a part of a longer one. */
function isMentioned(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + word.length] ?? ' ')) return true;
  return false;
}

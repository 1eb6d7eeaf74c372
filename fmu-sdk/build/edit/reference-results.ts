import { parse } from 'csv-parse/sync';
import type { Archive } from '../../archive/archive.ts';
import { readResultFiles, readSmokeTests } from '../../archive/smoke-test/read-smoke-tests.ts';
import { referencesFolder } from '../../archive/smoke-test/reference-standard.ts';
import { csvField } from '../../util/csv-text.ts';
import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { utf8Text } from '../../util/utf8.ts';
import { attribute } from '../../util/xml/parse-xml.ts';
import { XmlPatch } from '../../util/xml/xml-patch.ts';

/** Names that change. Other start values change the results. */
interface Names {
  readonly rename: ReadonlyMap<string, string>;
  readonly hide: ReadonlySet<string>;
  readonly hasNewStarts: boolean;
}

/**
 * Edits the smoke tests and results inside an FMU (FMI-LS-REF): renames columns and parameters, and
 * removes columns of hidden variables. Removes all of them if they no longer hold: after other start
 * values, or if an experiment sets a hidden variable. Returns changed files by path, and the reason
 * of a removal.
 */
export async function editedResults(
  archive: Archive,
  { rename, hide, hasNewStarts }: Names,
): Promise<{ files: Map<string, Uint8Array | undefined>; removed?: string }> {
  const files = new Map<string, Uint8Array | undefined>();
  if (rename.size + hide.size === 0 && !hasNewStarts) return { files };
  const all = archive.paths.filter((path) => path.startsWith(referencesFolder));
  const remove = (why: string): { files: Map<string, undefined>; removed: string } => ({
    files: new Map(all.map((path) => [path, undefined])),
    removed: why,
  });
  try {
    const experiments = [...(await readSmokeTests(archive)), ...(await readResultFiles(archive))];
    if (experiments.length === 0) return { files };
    if (hasNewStarts) return remove('start values changed');
    for (const { parameters, stimuli, references } of experiments) {
      for (const path of [stimuli, references]) {
        if (path === undefined || files.has(path)) continue;
        const table = editedTable(await archive.bytes(path), rename, hide);
        if (path === stimuli && table.hidden) return remove('an experiment sets a hidden variable');
        files.set(path, table.bytes);
      }
      if (parameters === undefined || files.has(parameters)) continue;
      const patch = new XmlPatch(await archive.bytes(parameters), `${archive.file}:${parameters}`);
      for (const element of descendants(patch.root)) {
        const name = /(^|:)Parameter$/.test(element.name) ? attribute(element, 'name') : undefined;
        if (name === undefined) continue;
        const { variable, index } = split(name);
        if (hide.has(variable)) return remove('an experiment sets a hidden variable');
        patch.set(element, 'name', (rename.get(variable) ?? variable) + index);
      }
      files.set(parameters, patch.toBytes());
    }
    return { files };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return remove(`they cannot be read (${printableName(error.message)})`);
  }
}

function* descendants(element: XmlPatch['root']): Generator<XmlPatch['root']> {
  yield element;
  for (const child of element.children) yield* descendants(child);
}

/** Splits the name of an array element: `x[2,1]` into `x` and `[2,1]`. */
function split(name: string): { variable: string; index: string } {
  const [, variable = name, index = ''] = /^(.*?)((?:\[[\d, ]+\]|\([\d, ]+\))?)$/s.exec(name) ?? [];
  return { variable, index };
}

/** Renames and removes columns of a CSV file. Without a removed column all rows stay, byte for byte. */
function editedTable(
  bytes: Uint8Array,
  rename: ReadonlyMap<string, string>,
  hide: ReadonlySet<string>,
): { bytes: Uint8Array; hidden: boolean } {
  const text = utf8Text(bytes);
  const delimiter = /^[^\r\n]*;/.test(text) ? ';' : ',';
  const rows: string[][] = parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true });
  const titles = rows[0] ?? [];
  const isKept = titles.map((title) => !hide.has(title) && !hide.has(split(title).variable));
  const newTitles = titles.map((title) => {
    const { variable, index } = split(title);
    return rename.get(title) ?? (rename.get(variable) ?? variable) + index;
  });
  const line = (row: readonly string[]): string =>
    row
      .filter((_, i) => isKept[i])
      .map((field) => (field.includes(delimiter) && delimiter !== ',' ? `"${field}"` : csvField(field)))
      .join(delimiter);
  const end = /\r?\n/.exec(text) ?? { index: text.length, 0: '\n' };
  const hidden = isKept.includes(false);
  const rest = hidden
    ? end[0] +
      rows
        .slice(1)
        .map((row) => line(row) + end[0])
        .join('')
    : text.slice(end.index);
  const head =
    newTitles.every((title, i) => title === titles[i]) && !hidden
      ? text.slice(0, end.index)
      : line(newTitles);
  return { bytes: new TextEncoder().encode(head + rest), hidden };
}

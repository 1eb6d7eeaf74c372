import { existsSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { mostJsonBytes } from '../../../fmu-sdk/util/json/json-limits.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { utf8Text } from '../../../fmu-sdk/util/utf8.ts';

type DocumentKind = 'system' | 'study' | 'fit';
type FileKind = DocumentKind | 'unit' | 'FMU' | 'SSP' | 'result file';

/** Property by which a kind of document is recognized. */
const marks = { study: 'vary', fit: 'measured', system: 'units', unit: 'variables' } as const;

/** Kinds of files that are recognized by their ending. */
const endings: Readonly<Record<string, FileKind>> = {
  '.fmu': 'FMU',
  '.ssp': 'SSP',
  '.csv': 'result file',
  '.parquet': 'result file',
  '.mat': 'result file',
  '.npy': 'result file',
};

/** Properties that a document which names a system needs besides. */
const needs = { study: '"vary"', fit: '"measured" and "fit"' } as const;

/**
 * Explains the error about a document of another kind: a system instead of a study, a study instead
 * of a system. Returns any other error unchanged.
 */
export function explainDocument(file: string, wanted: DocumentKind, error: unknown): unknown {
  const got = kindOf(file);
  if (!(error instanceof UserError) || got === undefined || got === wanted) return error;
  const name = printableName(file);
  const operation = wanted === 'system' ? 'read' : wanted;
  const article = got === 'FMU' || got === 'SSP' ? 'an' : 'a';
  return new UserError(`${operation} ${name}: expected a ${wanted}, got ${article} ${got}. ${next()}`);

  function next(): string {
    if (got === 'study' || got === 'fit') return `Use fmu ${got} ${name}.`;
    if (got === 'result file') return `Use fmu report or fmu plot, or name the ${wanted} (.json).`;
    if (got === 'unit') return `Build it: fmu build ${dirname(name)}. Then name the FMU.`;
    if (wanted !== 'system')
      return `Write a ${wanted} with "system": "${name}", and with ${needs[wanted]} (docs/guide/studies.md).`;
    return `Use fmu run ${name}${got === 'FMU' ? ', or write a system that names it' : ''}.`;
  }
}

function kindOf(file: string): FileKind | undefined {
  if (!existsSync(file)) return undefined;
  const ending = extname(file).toLowerCase();
  if (Object.hasOwn(endings, ending)) return endings[ending];
  try {
    const document: unknown = JSON.parse(utf8Text(readRegularFile(file, mostJsonBytes)));
    if (typeof document !== 'object' || document === null) return undefined;
    return (['study', 'fit', 'system', 'unit'] as const).find((kind) => marks[kind] in document);
  } catch {
    return undefined;
  }
}

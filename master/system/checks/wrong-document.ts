import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { mostJsonBytes } from '../../../fmu-sdk/util/json/json-limits.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { utf8Text } from '../../../fmu-sdk/util/utf8.ts';

type DocumentKind = 'system' | 'study' | 'fit';

/** Property by which a kind of document is recognized. */
const marks: Readonly<Record<DocumentKind, string>> = { system: 'units', study: 'vary', fit: 'measured' };

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
  const operation = wanted === 'system' ? 'run' : wanted;
  const isArchive = got === 'FMU' || got === 'SSP';
  const article = isArchive ? 'an' : 'a';
  const command = isArchive ? 'run' : got;
  const next =
    wanted === 'system' || got === 'study' || got === 'fit'
      ? `Use fmu ${command} ${name}${got === 'FMU' ? ', or write a system that names it' : ''}.`
      : `Write a ${wanted} with "system": "${name}", and with ${needs[wanted]} (docs/guide/studies.md).`;
  return new UserError(`${operation} ${name}: expected a ${wanted}, got ${article} ${got}. ${next}`);
}

function kindOf(file: string): DocumentKind | 'FMU' | 'SSP' | undefined {
  if (!existsSync(file)) return undefined;
  const ending = extname(file).toLowerCase();
  if (ending === '.fmu') return 'FMU';
  if (ending === '.ssp') return 'SSP';
  try {
    const document: unknown = JSON.parse(utf8Text(readRegularFile(file, mostJsonBytes)));
    if (typeof document !== 'object' || document === null) return undefined;
    return (['study', 'fit', 'system'] as const).find((kind) => marks[kind] in document);
  } catch {
    return undefined;
  }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from '../../../master/study/crc32.ts';
import { Journal } from '../../../master/study/study-journal.ts';
import { MetricTypes, timesTable } from '../../../master/study/study-results.ts';
import { holds, reads, type Target, textOf } from '../../fuzz-target.ts';
import { mutateJson } from '../../mutate/mutate-json.ts';
import { isJson } from '../shared-inputs.ts';

let folder: string | undefined;

/** Returns the lines of a case: those of a list of entries, each with its checksum, or its bytes. */
function linesOf(bytes: Uint8Array): Uint8Array | string {
  if (!isJson(bytes)) return bytes;
  const entries: unknown = JSON.parse(textOf(bytes));
  if (!Array.isArray(entries) || !reads(() => JSON.stringify(entries))) return bytes;
  return entries
    .map((entry) => JSON.stringify(entry))
    .map((json) => `${crc32(json)} ${json}\n`)
    .join('');
}

/**
 * Journals of studies: a list of entries that get right checksums. What is accepted can be read
 * again at its place, and gives cells of the result table.
 */
export const journal: Target = {
  name: 'journal',
  about: 'journals of studies',
  mutate: mutateJson,
  hasForm: isJson,
  run: (bytes) => {
    folder ??= mkdtempSync(join(tmpdir(), 'fmukit-fuzz-'));
    const study = join(folder, 'case.study');
    mkdirSync(study, { recursive: true });
    writeFileSync(join(study, 'runs'), linesOf(bytes));
    const read = new Journal(study);
    try {
      const types = new MetricTypes(9);
      const ways = [...read.known].map(([hash, place]) => {
        const entry = read.at(place);
        holds(entry.hash === hash, 'the entry at a place is another one');
        const { outcome } = entry;
        types.take(outcome.metrics.slice(0, 9));
        const cells = [...timesTable.row(0, entry), outcome.time, outcome.steps, ...outcome.metrics];
        holds(
          cells.every((cell) => cell === null || typeof cell === 'number' || typeof cell === 'string'),
          'a cell of the table is neither a number nor a text',
        );
        holds(typeof outcome.message === 'string', 'its message is not a text');
        return `${outcome.ending} ${outcome.verdict} ${Math.min(3, outcome.metrics.length)} ${outcome.largest?.bound}`;
      });
      return `${ways.length > 0 ? 'accepted' : 'empty'} ${ways.slice(0, 3).join()}`;
    } finally {
      read.close();
    }
  },
  close: () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
};

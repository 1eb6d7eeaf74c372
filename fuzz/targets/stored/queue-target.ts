import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from '../../../master/study/crc32.ts';
import { bundleOf, computedOf, portionOf } from '../../../master/study/queue/queue-messages.ts';
import { hashOf, unpack } from '../../../master/study/queue/study-bundle.ts';
import { holds, type Target, textOf } from '../../fuzz-target.ts';
import { mutateJson } from '../../mutate/mutate-json.ts';
import { isJson } from '../shared-inputs.ts';

const content = Buffer.from('content of a file');

/** Returns what is in a folder, as paths. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/**
 * Messages between a study and its workers: a task, an answer or the list of files, as its keys
 * tell. What is unpacked lies inside of the folder.
 */
export const queue: Target = {
  name: 'queue',
  about: 'messages of the queue of studies',
  mutate: mutateJson,
  hasForm: isJson,
  run: async (bytes) => {
    const text = textOf(bytes);
    const data = parsed(text);
    const has = (name: string): boolean => Object.hasOwn(Object(data), name);
    if (has('study') && has('runs')) {
      const { study, runs } = portionOf(data);
      holds(/^[0-9a-f]{24}$/.test(study) && runs.every(Number.isSafeInteger), 'an odd task');
      return `accepted task ${Math.min(9, runs.length)}`;
    }
    if (has('lines')) {
      const { runs, entries } = computedOf(withLines(text));
      holds(runs.length === entries.length, 'an entry is missing');
      return `accepted answer ${entries.map((entry) => entry?.outcome.ending).join()}`;
    }
    const outer = mkdtempSync(join(tmpdir(), 'fmukit-fuzz-'));
    try {
      const folder = join(outer, 'inside');
      const bundle = bundleOf(text.replaceAll('"HASH"', JSON.stringify(hashOf(content))));
      const study = await unpack(bundle, folder, async () => content);
      holds(study.startsWith(`${folder}/`), 'the study is outside');
      const files = filesIn(outer);
      holds(
        files.every((file) => file.startsWith(`${folder}/`)),
        'a file is outside',
      );
      return `accepted files ${files.length} ${Object.keys(bundle.files).length}`;
    } finally {
      rmSync(outer, { recursive: true, force: true });
    }
  },
};

/** Characters that cannot nest deeper than `JSON.stringify` goes. */
const longest = 10_000;

/** Returns an answer whose entries are lines with right checksums. */
function withLines(text: string): string {
  if (text.length > longest) return text;
  const data = parsed(text) as { lines?: unknown } | undefined;
  if (!Array.isArray(data?.lines)) return text;
  const lines = data.lines.map((line: unknown) => {
    const json = JSON.stringify(line);
    return typeof line === 'string' ? line : `${crc32(json)} ${json}\n`;
  });
  return JSON.stringify({ ...data, lines });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

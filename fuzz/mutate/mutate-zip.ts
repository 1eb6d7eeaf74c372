import { crc32, deflateRawSync } from 'node:zlib';
import { zlib } from '../../fmu-sdk/archive/open-archive.ts';
import { readDirectory, storedBytes } from '../../fmu-sdk/archive/zip-directory.ts';
import { bytesOf } from '../fuzz-target.ts';
import type { Dice } from '../seeded-dice.ts';
import { oddText } from './dictionary.ts';
import { mutateBytes } from './mutate-bytes.ts';

/** An archive entry as written. Fields without a value follow from its content. */
interface Entry {
  name: Uint8Array;
  /** Name in the local header, if it differs. */
  localName?: Uint8Array;
  content: Uint8Array;
  method: number;
  /** Written in place of the compressed content. */
  stored?: Uint8Array;
  flags: number;
  madeBy: number;
  attributes: number;
  crc?: number;
  size?: number;
  storedSize?: number;
  offset?: number;
  extra: Uint8Array;
}

/** Fields of the end record that differ from the correct ones. */
interface End {
  count?: number;
  countHere?: number;
  disk?: number;
  size?: number;
  offset?: number;
  comment: Uint8Array;
}

/** Changes entries and records of an archive, sums and offsets put right. Now and then bytes. */
export function mutateZip(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  const entries = dice.once(8) ? undefined : parse(seed);
  if (entries === undefined) return mutateBytes(seed, dice, others);
  const end: End = { comment: new Uint8Array() };
  const donors = (others.length > 0 && dice.once(3) && parse(dice.of(others))) || entries;
  for (let n = dice.few(6); n > 0; n--) dice.of(changes)(entries, end, dice, donors);
  const out = writeZip(entries, end, dice.once(20) ? dice.below(64) : 0);
  return dice.once(16) ? mutateBytes(out, dice, others) : out;
}

/** Entries of archives that are mutated again and again. */
const parsed = new WeakMap<Uint8Array, { entries: readonly Entry[] | undefined }>();

function parse(zip: Uint8Array): Entry[] | undefined {
  const known = parsed.get(zip) ?? { entries: entriesIn(zip) };
  parsed.set(zip, known);
  return known.entries?.map((entry) => ({ ...entry }));
}

function entriesIn(zip: Uint8Array): Entry[] | undefined {
  try {
    return readDirectory(zip, 100).map((entry) => {
      const stored = storedBytes(zip, entry);
      const content = entry.method === 8 ? inflated(stored) : stored;
      return {
        ...makeEntry(bytesOf(entry.name), content ?? stored, entry.method),
        ...(content === undefined && { stored }),
      };
    });
  } catch {
    return undefined;
  }
}

const deflations = new WeakMap<Uint8Array, Uint8Array>();

function deflated(content: Uint8Array): Uint8Array {
  const known = deflations.get(content) ?? deflateRawSync(content);
  deflations.set(content, known);
  return known;
}

function inflated(stored: Uint8Array): Uint8Array | undefined {
  try {
    return zlib.inflate(stored, 65536) as Uint8Array;
  } catch {
    return undefined;
  }
}

export function makeEntry(name: Uint8Array, content: Uint8Array, method: number): Entry {
  return { name, content, method, flags: 0, madeBy: 20, attributes: 0, extra: new Uint8Array() };
}

/** APPNOTE 6.3, 4.3.7, 4.3.12 and 4.3.16. `before`: bytes in front of the archive. */
export function writeZip(entries: readonly Entry[], end: End, before = 0): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(before)];
  let at = before;
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  const placed = entries.map((entry) => {
    const stored = entry.stored ?? (entry.method === 8 ? deflated(entry.content) : entry.content);
    const offset = at;
    const fields = fieldsOf(entry, stored);
    const name = entry.localName ?? entry.name;
    add(
      record('IHHH', [0x04034b50, 20, entry.flags, entry.method], fields, [name.length, entry.extra.length]),
    );
    add(name);
    add(entry.extra);
    add(stored);
    return { entry, fields, offset: entry.offset ?? offset };
  });
  const directory = at;
  for (const { entry, fields, offset } of placed) {
    const { name, extra, madeBy, flags, method, attributes } = entry;
    const lengths = [name.length, extra.length, 0, 0, 0];
    add(record('IHHHH', [0x02014b50, madeBy, 20, flags, method], fields, lengths, [attributes, offset]));
    add(name);
    add(extra);
  }
  const { comment } = end;
  const count = end.count ?? entries.length;
  const out = new Uint8Array(22);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(4, end.disk ?? 0, true);
  view.setUint16(8, end.countHere ?? count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, end.size ?? at - directory, true);
  view.setUint32(16, end.offset ?? directory, true);
  view.setUint16(20, comment.length, true);
  add(out);
  add(comment);
  const whole = new Uint8Array(at);
  let to = 0;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}

function fieldsOf(entry: Entry, stored: Uint8Array): number[] {
  return [
    entry.crc ?? crc32(entry.content),
    entry.storedSize ?? stored.length,
    entry.size ?? entry.content.length,
  ];
}

/**
 * Head by its form (I: 32 bits, H: 16), date and time, three words of 32 bits, lengths of 16, words
 * of 32.
 */
function record(
  form: string,
  head: readonly number[],
  fields: readonly number[],
  lengths: readonly number[],
  tail: readonly number[] = [],
): Uint8Array {
  const all: [size: 2 | 4, value: number][] = [
    ...head.map((value, i): [2 | 4, number] => [form[i] === 'I' ? 4 : 2, value]),
    [2, 0],
    [2, 0x21],
    ...fields.map((value): [4, number] => [4, value]),
    ...lengths.map((value): [2, number] => [2, value]),
    ...tail.map((value): [4, number] => [4, value]),
  ];
  const out = new Uint8Array(all.reduce((n, [size]) => n + size, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [size, value] of all) {
    if (size === 2) view.setUint16(at, value & 0xffff, true);
    else view.setUint32(at, value >>> 0, true);
    at += size;
  }
  return out;
}

type Change = (entries: Entry[], end: End, dice: Dice, donors: readonly Entry[]) => void;

const names = [
  ...[
    'modelDescription.xml',
    'a',
    'A',
    'a/',
    'a/b',
    'a//b',
    './a',
    '../a',
    '/a',
    'a/../b',
    'C:a',
    'a\\b',
    '\0',
    '',
  ],
  ...[
    'CON',
    'a ',
    'a.',
    'é',
    'e\u0301',
    '\u212a',
    'K',
    'ß',
    'SS',
    'İ',
    `${'d/'.repeat(100)}x`,
    'x'.repeat(5000),
  ],
  ...['binaries/wasm32-wasip2/a.wasm', 'resources/x', '__proto__', 'constructor', '\x1b[2J', '\u202egnp.exe'],
];

const named: Change = (entries, _end, dice) => {
  const entry = dice.of(entries);
  if (entry === undefined) return;
  const name = dice.once(4)
    ? Uint8Array.from({ length: dice.few() }, () => dice.below(256))
    : bytesOf(dice.once(3) ? oddText(dice) : dice.of(names));
  if (dice.once(5)) entry.localName = name;
  else entry.name = name;
};

const field: Change = (entries, _end, dice) => {
  const entry = dice.of(entries);
  if (entry === undefined) return;
  const key = dice.of([
    'crc',
    'size',
    'storedSize',
    'offset',
    'method',
    'flags',
    'madeBy',
    'attributes',
  ] as const);
  entry[key] =
    key === 'attributes' ? (dice.of([0o120777, 0o100644, 0o040755, 0o020600, 0]) << 16) >>> 0 : dice.word();
  if (key === 'madeBy') entry.madeBy = dice.of([0x0314, 0x0014, dice.word()]);
  if (key === 'method' && dice.once(2)) entry.method = dice.of([0, 8]);
};

const zeros = [0, 1, 1000, 50_000, 300_000].map((length) => new Uint8Array(length));

const content: Change = (entries, _end, dice, donors) => {
  const entry = dice.of(entries);
  if (entry === undefined) return;
  const change = dice.below(5);
  if (change === 0) entry.content = mutateBytes(entry.content, dice, []);
  else if (change === 1) entry.content = dice.of(zeros);
  else if (change === 2) entry.stored = mutateBytes(deflated(entry.content), dice, []);
  else if (change === 3) entry.content = dice.of(donors)?.content ?? entry.content;
  else entry.extra = Uint8Array.from({ length: dice.below(40) }, () => dice.below(256));
};

const list: Change = (entries, _end, dice, donors) => {
  const at = dice.below(entries.length + 1);
  const entry = entries[at] ?? dice.of(donors);
  const change = dice.below(4);
  if (change === 0) entries.splice(at, 1);
  else if (entry === undefined) return;
  else if (change === 1) entries.splice(at, 0, { ...entry });
  else if (change === 2) entries.splice(at, 0, { ...(dice.of(donors) ?? entry) });
  else entries.reverse();
};

const ending: Change = (_entries, end, dice) => {
  const change = dice.below(3);
  if (change === 0) end.comment = bytesOf(dice.once(2) ? 'PK\x05\x06'.padEnd(22, '\0') : oddText(dice));
  else end[dice.of(['count', 'countHere', 'disk', 'size', 'offset'] as const)] = dice.word();
};

const changes: readonly Change[] = [named, named, field, field, content, content, list, list, ending];

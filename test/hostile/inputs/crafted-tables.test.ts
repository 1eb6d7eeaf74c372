import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readResults } from '../../../master/results/read-results.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('crafted-tables');
const largest = 2 ** 31 - 1;

async function errorOf(name: string, bytes: Uint8Array): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const error = await readResults(file).then(
    () => new Error('it was read'),
    (thrown: Error) => thrown,
  );
  expect(error.name).toBe('UserError');
  return error.message;
}

/** Returns a matrix of a MAT file of version 4. */
function matrix(name: string, [type, rows, columns]: readonly number[], values: Uint8Array): Buffer {
  const head = Buffer.alloc(20);
  for (const [k, word] of [type, rows, columns, 0, name.length + 1].entries()) head.writeInt32LE(word, 4 * k);
  return Buffer.concat([head, Buffer.from(`${name}\0`), values]);
}

const text = 51;
const aclass = matrix('Aclass', [text, 4, 9], Buffer.from('A1  t.  r1  a   j   e   c   t   o   '));
const words = (...values: number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
const reals = (values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);

/** Returns a MAT file of these names, each with a matrix and a place, and of so many rows. */
function mat(names: Buffer, info: readonly number[], rows: number): Buffer {
  return Buffer.concat([
    aclass,
    names,
    matrix('dataInfo', [20, 4, info.length / 4], words(...info)),
    matrix('data_1', [0, 2, 1], reals([1, 2])),
    matrix('data_2', [0, 1, rows], reals(Array.from({ length: rows }, (_, n) => n))),
  ]);
}

function npy(header: string): Buffer {
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(header.length, 8);
  return Buffer.concat([head, Buffer.from(header)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
const [whole, binary, list, record] = [5, 8, 9, 12];
type Field = readonly [id: number, type: number, bytes: Buffer];
const count = (id: number, value: number): Field => [id, whole, varint(2 * value)];
const nested = (id: number, ...fields: Field[]): Field => [id, record, struct(...fields)];
const listed = (id: number, items: Buffer[]): Field => [
  id,
  list,
  Buffer.concat([Buffer.from([0xf0 + record]), varint(items.length), ...items]),
];

/** Returns a struct of Thrift's compact protocol. */
function struct(...fields: Field[]): Buffer {
  const parts = fields.flatMap(([id, type, bytes], k) => [
    Buffer.from([(id - (fields[k - 1]?.[0] ?? 0)) * 16 + type]),
    bytes,
  ]);
  return Buffer.concat([...parts, Buffer.from([0])]);
}

/** Returns a Parquet file of this metadata. */
function file(body: Buffer, meta: Buffer): Buffer {
  const [magic, length] = [Buffer.from('PAR1'), Buffer.alloc(4)];
  length.writeUInt32LE(meta.length);
  return Buffer.concat([magic, body, meta, length, magic]);
}

/** Returns a Parquet file whose row groups all name one page of the values 0 and 1, packed by gzip. */
function parquet({ groups = 1, chunkValues = 2, pageValues = 2 }): Buffer {
  const page = gzipSync(reals([0, 1]));
  const about = nested(5, count(1, pageValues), count(2, 0));
  const head = struct(count(1, 0), count(2, 16), count(3, page.length), about);
  const time: Field = [4, binary, Buffer.concat([varint(4), Buffer.from('time')])];
  const schema = [struct(time), struct(count(1, 5), count(3, 0), time)];
  const chunk = struct(nested(3, count(4, 2), count(5, chunkValues), count(9, 4)));
  const group = struct(listed(1, [chunk]));
  const meta = struct(listed(2, schema), listed(4, new Array<Buffer>(groups).fill(group)));
  return file(Buffer.concat([head, page]), meta);
}

describe('a small file that declares a large table', () => {
  it('a MAT file with an empty matrix of 2³¹ names is refused', async () => {
    for (const size of [
      [text, 0, largest],
      [text, largest, 0],
    ]) {
      const message = await errorOf('names.mat', mat(matrix('name', size, Buffer.alloc(0)), [0, 2, 0, 0], 1));
      expect(message).toMatch(/names\.mat: the file is cut off/);
    }
  });

  it('a MAT file with more constants than memory holds is refused', async () => {
    const letters = Array.from({ length: 1000 }, (_, k) => String(k).padStart(4, 'x')).join('');
    const info = Array.from({ length: 1000 }, (_, k) => [1, k + 1, 0, 0]).flat();
    const bytes = Buffer.concat([
      mat(matrix('name', [text, 4, 1000], Buffer.from(letters)), info, 200_000),
      matrix('data_1', [0, 1000, 1], Buffer.alloc(8000)),
    ]);
    expect(await errorOf('constants.mat', bytes)).toMatch(/expected at most 100000000 values/);
  });

  it('a MAT file whose names share one quantity is read once', async () => {
    const path = join(folder, 'shared.mat');
    writeFileSync(
      path,
      mat(matrix('name', [text, 4, 3], Buffer.from('timea   b   ')), [0, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0], 3),
    );
    const { names, columns } = await readResults(path);
    expect(names).toEqual(['a', 'b']);
    expect(columns[0]).toEqual(Float64Array.of(0, 1, 2));
    expect(columns[1]).toBe(columns[0]);
  });

  it('an NPY file whose header repeats the beginning of an entry is refused', async () => {
    const many = "'descr':[".repeat(200_000);
    expect(await errorOf('many.npy', npy(many))).toMatch(/expected an array of records/);
    const spaces = `{'descr': [('time', '<f8')], 'shape': (5${' '.repeat(400_000)}x`;
    expect(await errorOf('spaces.npy', npy(spaces))).toMatch(/expected an array of records/);
  });

  it('a Parquet file with one page reads it', async () => {
    const path = join(folder, 'one.parquet');
    writeFileSync(path, parquet({}));
    expect((await readResults(path)).times).toEqual(Float64Array.of(0, 1));
  });

  it('a Parquet file whose row groups share their pages is refused', async () => {
    expect(await errorOf('shared.parquet', parquet({ groups: 500 }))).toMatch(/its pages overlap/);
  });

  it('a Parquet file with more values than memory holds is refused', async () => {
    const one = parquet({ chunkValues: largest });
    expect(await errorOf('many.parquet', one)).toMatch(/at most 100000000 values, got 2147483647/);
    const together = parquet({ chunkValues: 60_000_000, groups: 2 });
    expect(await errorOf('together.parquet', together)).toMatch(/values, got 120000000/);
  });

  it('a Parquet page with more values than its column is refused', async () => {
    expect(await errorOf('page.parquet', parquet({ pageValues: largest }))).toMatch(/time is damaged/);
  });

  it('a Parquet file whose metadata has millions of structs is refused', async () => {
    const empty = new Array<Buffer>(2 ** 21).fill(Buffer.from([0]));
    const bytes = file(Buffer.alloc(0), struct(listed(2, empty)));
    expect(await errorOf('structs.parquet', bytes)).toMatch(/more than 2097152 structs/);
  });
});

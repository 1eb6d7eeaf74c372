import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ParquetColumn } from '../../master/observe/formats/parquet/parquet-metadata.ts';
import { sinks } from '../../master/observe/formats/result-formats.ts';
import type { Column } from '../../master/observe/observer.ts';
import { readResults } from '../../master/results/read-results.ts';
import { readStudyTable } from '../../master/results/study-table.ts';
import { columnOf } from '../../master/results/time-table.ts';
import { writeCsv, writeParquet } from '../../master/study/write-table.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu } from '../run-fmu.ts';

const folder = temporaryFolder('binary-results');

/** Names that the formats quote: a text of CSV, of Python and of JSON. */
const awkward = `it's "ü" 😀`;

/** Writes 300 rows of a result file, with a 64-bit integer beyond 2⁵³. */
function record(ending: string): string {
  let now = 0;
  const columns: Column[] = [
    { name: 'car.z', unit: 'm', read: () => Math.sin(now) / 3 },
    { name: awkward, unit: '', read: () => (now % 2 === 0 ? 0 : -1e300) },
    { name: 'count', unit: '1', whole: 'Int64', read: () => 2n ** 60n + BigInt(now) },
  ];
  const file = join(folder, `run.${ending}`);
  const pieces: Buffer[] = [];
  const sink = sinks.all.find(({ extensions }) => extensions.includes(`.${ending}`));
  const open = sink?.open(columns, (bytes) => pieces.push(Buffer.from(bytes)));
  for (now = 0; now < 300; now++) open?.row(now / 100);
  open?.close();
  const whole = Buffer.concat(pieces);
  // A run writes the number of rows when it ends.
  if (open?.count?.digits === 0) whole.writeInt32LE(300, open.count.at);
  else if (open?.count) whole.write('300'.padStart(open.count.digits), open.count.at);
  writeFileSync(file, whole);
  return file;
}

/** Table of pyarrow 24 rows long: Snappy, dictionaries, missing values, pages of version 2. */
const ofOthers = [
  'UEFSMRUEFYACFY4BTBUgFQASAACAAQAAMgEABMA/CQ8A0A0IANgNCADgDQgA5A0IAOgNCADsDQgA8A0IAPINCAD0DQgA9g0I',
  'APgNCAD6DQgk/D8AAAAAAAD+PxUGFRgVGFwVIBUAFSAVEBUEFQASHAAAACABBAUQMlR2mLrc/hUEFVAVQEwVChUAEgAAKAAA',
  'BQEE8D8FBwwAAEAABQEACA0IJBBAAAAAAAAAAAAVBhUWFRZcFSAVBhUgFRAVBhUAEhwAAAAFfr8DBYhGaEREABUGFRIVElwV',
  'IBUAFSAVBhUEFQASHAAAACABAwAAAAVJkhUEFYABFVBMFRAVABIAAEAAAAkBAEAJBwABDQgAAg0IAAMNCAAEDQgABQ0IJAZA',
  'AAAAAAAAB0AVBhUOFQ5cFRAVABUQFRAVBBUAEhwAAAAQAQMDiMb6FQQVUBVATBUKFQASAAAoAAAFAQTwPwUHDAAAQAAFAQAI',
  'DQgkEEAAAAAAAAAAABUGFQ4VDlwVEBUCFRAVEBUEFQASHAAAAAPfAwOIxggVBhUQFRBcFRAVABUQFQYVBBUAEhwAAAAQAQIA',
  'AAADJBUEGUw1ABgGc2NoZW1hFQYAFQolAhgEdGltZQAVCiUCGAF4ABUAJQIYAm9uABYwGSwZPCYAHBUKGTUABhAZGAR0aW1l',
  'FQIWIBboAhb2ASa2ASYIKSwVBBUAFQIAFQAVEBUCADwpBhkmACAAAAAmABwVChk1AAYQGRgBeBUCFiAWsgEWogEm2gIm/gEp',
  'LBUEFQAVAgAVABUQFQIAPCkGGSYGGgAAACYAHBUAGRUGGRgCb24VAhYgFkIWQiagA0kcFQAVBhUCADwpBhkmACAAAAAW3AQW',
  'ICYIFtoDABk8JgAcFQoZNQAGEBkYBHRpbWUVAhYQFtwBFqwBJtAEJuIDKSwVBBUAFQIAFQAVEBUCADwpBhkmABAAAAAmABwV',
  'Chk1AAYQGRgBeBUCFhAWqgEWmgEm6gUmjgUpLBUEFQAVAgAVABUQFQIAPCkGGSYCDgAAACYAHBUAGRUGGRgCb24VAhYQFkAW',
  'QCaoBkkcFQAVBhUCADwpBhkmABAAAAAWxgMWECbiAxaGAwAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjUuMC4xGTwc',
  'AAAcAAAcAAAAtQEAAFBBUjE=',
].join('');

describe('a result file of a binary format', () => {
  it.each([
    ['parquet', true, 'm'],
    ['mat', false, 'm'],
    ['npy', true, ''],
  ])(
    'a .%s file gives the numbers of the CSV file, and its units of measure',
    async (ending, exact, unit) => {
      const reference = await readResults(record('csv'));
      const table = await readResults(record(ending));
      expect(table.names).toEqual(['car.z', awkward, 'count']);
      expect(table.times).toEqual(reference.times);
      expect(table.columns).toEqual(reference.columns);
      expect(table.rests?.[2]?.[1]).toBe(exact ? reference.rests?.[2]?.[1] : undefined);
      expect(columnOf(table, 0)).toEqual({ name: 'car.z', unit });
    },
  );

  it('the Parquet file of another tool is read with Snappy, dictionaries and missing values', async () => {
    const file = join(folder, 'others.parquet');
    writeFileSync(file, Buffer.from(ofOthers, 'base64'));
    const { names, times, columns } = await readResults(file);
    expect(names).toEqual(['x', 'on']);
    expect([...times]).toEqual(Array.from({ length: 24 }, (_, k) => k / 8));
    expect([...columns[0]]).toEqual(Array.from({ length: 24 }, (_, k) => (k % 7 === 0 ? Number.NaN : k % 5)));
    expect([...columns[1]]).toEqual(Array.from({ length: 24 }, (_, k) => (k % 3 === 0 ? 1 : 0)));
  });

  it.each(['parquet', 'mat', 'npy'])('a damaged .%s file is refused with its name', async (ending) => {
    const whole = ending === 'parquet' ? Buffer.from(ofOthers, 'base64') : readFileSync(record(ending));
    const file = join(folder, `damaged.${ending}`);
    const places = Array.from({ length: 60 }, (_, k) => (k * 7919) % whole.length);
    for (const place of places) {
      const damaged = Buffer.from(whole);
      damaged[place] ^= 1 << (place % 8);
      writeFileSync(file, place % 4 === 0 ? damaged.subarray(0, place) : damaged);
      await readResults(file).then(
        ({ times, columns }) => expect(columns.every(({ length }) => length === times.length)).toBe(true),
        (error) => expect(error).toMatchObject({ name: 'UserError', message: expect.stringContaining(file) }),
      );
    }
  });

  it('a study table in Parquet gives the page of its CSV file', async () => {
    const columns: ParquetColumn[] = [
      { name: 'run', type: 'Int64' },
      { name: 'k', type: 'Float64' },
      ...['ending', 'verdict'].map((name): ParquetColumn => ({ name, type: 'Text' })),
      { name: 'time', type: 'Float64', optional: true },
      { name: 'steps', type: 'Int64', optional: true },
      { name: 'peak', type: 'Float64', optional: true },
      { name: 'seed', type: 'Int64' },
      ...['version', 'contents', 'hash', 'message'].map((name): ParquetColumn => ({ name, type: 'Text' })),
    ];
    const rows = [1, 2, 3].map((k) => [
      k - 1,
      k / 7,
      'finished',
      'good',
      1,
      100,
      k === 2 ? null : k * k,
      1,
      '0.2.0',
      'aa',
      'bb',
      '',
    ]);
    writeCsv(join(folder, 'study.csv'), columns, rows);
    writeParquet(join(folder, 'study.parquet'), columns, rows, []);
    const [csv, binary] = await Promise.all(
      ['csv', 'parquet'].map((ending) => readStudyTable(join(folder, `study.${ending}`))),
    );
    expect(binary).toEqual(csv);
    expect(csv?.data.metrics[0].values).toEqual([1, null, 9]);
  });

  it('fmu report and fmu plot take a binary file and show its units of measure', () => {
    const file = record('parquet');
    const page = file.replace('.parquet', '.html');
    expect(fmu(['report', file]).out).toContain(page);
    expect(readFileSync(page, 'utf8')).toContain('car.z');
    expect(fmu(['plot', file, 'car.z']).out).toContain('.svg');
    expect(readFileSync(file.replace('.parquet', '.svg'), 'utf8')).toContain('car.z [m]');
  });
});

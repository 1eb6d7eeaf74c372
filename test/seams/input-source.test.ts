import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Registry } from '../../fmu-sdk/util/registry.ts';
import { type InputSource, inputRows } from '../../master/system/inputs/input-source.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Writers of files by format. A new format needs an entry here. */
const writers: Record<string, (rows: string[][]) => string> = {
  CSV: (rows) => rows.map((row) => row.map(quoted).join(',')).join('\r\n'),
};

const number = fc.oneof(
  fc.double({ noNaN: true }).map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String),
);
const titles = fc.constantFrom<string[]>(
  ['time', 'crane.s [mm]'],
  ['time', 'a.u[2,1]', 'b.n'],
  ['time', 'a.u "fast"', 'ü.ß'],
);

describe.each(inputSources.all)('input format $name', (source) => {
  const bytesOf = (rows: string[][]): Uint8Array => new TextEncoder().encode(writers[source.name](rows));
  const read = (content: Uint8Array): Promise<string[][]> =>
    inputRows(`in${source.extensions[0]}`, content, inputSources);

  it('an input format reproduces every title and every digit', async () => {
    await fc.assert(
      fc.asyncProperty(
        titles,
        fc.array(fc.array(number, { minLength: 3, maxLength: 3 })),
        async (head, body) => {
          const rows = [head, ...body.map((row) => row.slice(0, head.length))];
          expect(await read(bytesOf(rows))).toEqual(rows);
        },
      ),
    );
  });

  it('an input format refuses rows that are too short or too long', async () => {
    for (const row of [['0'], ['0', '1', '2']])
      await expect(read(bytesOf([['time', 'a.u'], ['0', '1'], row]))).rejects.toThrow(
        new RegExp(
          `^inputs in\\${source.extensions[0]}: .*Use a ${source.name} file with the columns time`,
          's',
        ),
      );
  });

  it('an input format matches its file extensions in upper and lower case', async () => {
    const rows = [['time', 'a.u']];
    for (const ending of source.extensions)
      expect(await inputRows(`x/IN${ending.toUpperCase()}`, bytesOf(rows), inputSources)).toEqual(rows);
  });
});

describe('an input file', () => {
  it('an input file matches one format, and a second one with its extension is refused', async () => {
    const mine = (name: string, ...extensions: string[]): InputSource => ({
      name,
      extensions,
      read: () => [],
    });
    expect(() => inputSources.with([mine('mine', '.x', '.CSV')])).toThrow(
      'register input format "mine": .csv is also the extension of "CSV". Choose another extension for one of them.',
    );
    expect(() => inputSources.with([mine('a', '.x'), mine('b', '.x')])).toThrow(
      'register input format "b": .x is also the extension of "a".',
    );
    expect(inputSources.with([mine('mine', '.old.csv', '.OLD.csv')]).all).toHaveLength(2);
  });

  it('an input file with an unknown extension is refused', async () => {
    await expect(inputRows('a.b/in.xlsx', new Uint8Array(0), inputSources)).rejects.toThrow(
      'inputs a.b/in.xlsx: unknown input format ".xlsx". Use a file that ends in .csv.',
    );
    const none = new Registry<InputSource>('input format', []);
    await expect(inputRows('in.csv', new Uint8Array(0), none)).rejects.toThrow(
      'Input files are not supported here.',
    );
  });

  it('an input file reports the reason of its format, and ragged rows', async () => {
    const source = (name: string, read: InputSource['read']): InputSource => ({
      name,
      extensions: [`.${name}`],
      read,
    });
    const customSources = inputSources.with([
      source('bad', () => {
        throw new Error('it ends in the middle');
      }),
      source('late', async () => [['time', 'a.u'], ['0', '1'], ['1']]),
    ]);
    await expect(inputRows('in.bad', new Uint8Array(0), customSources)).rejects.toThrow(
      'inputs in.bad: it ends in the middle. Use a bad file',
    );
    await expect(inputRows('in.late', new Uint8Array(0), customSources)).rejects.toThrow(
      'inputs in.late: row 2 has 1 fields, but there are 2 titles. Use a late file',
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readModelDescription } from '../../../fmu-sdk/description/read-model-description.ts';
import { parseUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { numberFrom, wholeFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { parseJsonFile } from '../../../fmu-sdk/util/json/json-file.ts';
import { nearest } from '../../../fmu-sdk/util/nearest-name.ts';
import { inXml, printable, printableLines, printableXml } from '../../../fmu-sdk/util/printable.ts';
import { parseXml } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { titleOf } from '../../../master/system/input-columns.ts';
import { csvInputs } from '../../../master/system/input-csv.ts';
import { splitQuantity, splitUnit } from '../../../master/system/unit-conversion.ts';
import { sources } from '../../house/sources.ts';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../run-fmu.ts';
import { description } from './units.ts';

/** CPU time of this process [s]. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function secondsOf(action: () => unknown): number {
  const begin = cpu();
  try {
    action();
  } catch {
    // Refused: how long it took is what counts.
  }
  return cpu() - begin;
}

/**
 * How many times the CPU time of size n that of size 4 n is: 4 where the time is linear, 16 where it is quadratic; 0
 * where it is too little to be measured, which at these sizes is linear. The least of three, as others are at work here too.
 */
function growth(of: (n: number) => unknown, n: number, measurable = 0.03): number {
  const seconds = (size: number): number => secondsOf(() => of(size));
  const large = [seconds(4 * n)];
  // The least of three is no more than the first.
  while (large.length < 3 && large[0] >= measurable) large.push(seconds(4 * n));
  const least = Math.min(...large);
  return least < measurable ? 0 : least / Math.min(...[1, 2, 3].map(() => seconds(n)));
}

const inputs: [what: string, of: (n: number) => unknown][] = [
  ['a number of digits', (n) => numberFrom(`${'1'.repeat(n)}x`)],
  ['a whole number', (n) => wholeFrom(`${'1'.repeat(n)}x`)],
  ['a title of spaces', (n) => titleOf(`a${' '.repeat(n)}[m`)],
  ['a title of brackets', (n) => titleOf(`a${' ['.repeat(n)}]`)],
  ['a value of spaces', (n) => splitUnit(`1${' '.repeat(n)}[mm`)],
  ['a value of digits', (n) => splitQuantity(`${'1'.repeat(n)}\n`)],
  ['a value of digits and spaces', (n) => splitQuantity(`1.${'1'.repeat(n)}${' '.repeat(n)}[`)],
  ['a unit of measure', (n) => parseUnitOfMeasure(`${'m.'.repeat(n)}?`)],
  ['a hint', (n) => nearest('x'.repeat(n), ['y'.repeat(n)])],
  ['printable text', (n) => printable('\u001b'.repeat(n))],
  ['printable lines', (n) => printableLines('\u202e\n'.repeat(n))],
  ['printable XML', (n) => printableXml(inXml('\u0000\u202e'.repeat(n)))],
  ['CSV', (n) => csvInputs.read(Buffer.from(`time,a\n0,${' '.repeat(n)}x\n`))],
  ['CSV of quotes', (n) => csvInputs.read(Buffer.from(`time,"${'""'.repeat(n)}\n`))],
  ['XML: instructions with comments', (n) => parseXml(`<?x ${'<!-- '.repeat(n)}?><a/>`)],
  ['XML: text', (n) => parseXml(`<a>${']] &amp;'.repeat(n)}</a>`)],
  ['XML: a tag', (n) => parseXml(`<a ${'b '.repeat(n)}/>`)],
  ['XML: elements', (n) => parseXml(`<a>${'<b c="d"/>'.repeat(n / 8)}</a>`)],
  ['JSON: brackets', (n) => parseJsonFile('x', '['.repeat(n), { schema: {} })],
  ['JSON: no JSON', (n) => parseJsonFile('x', 'x '.repeat(n), { schema: {} })],
  [
    'JSON: wide numbers',
    (n) => parseJsonFile('x', `[${'9007199254740993,'.repeat(n / 8)}1]`, { schema: { $id: 'any' } }),
  ],
  [
    'a description',
    (n) =>
      readModelDescription(
        description({
          variables: Array.from(
            { length: n / 64 },
            (_, i) => `<Float64 name="v${i}" valueReference="${i}"/>`,
          ).join(''),
        }),
        'x',
      ),
  ],
  [
    'start values',
    (n) =>
      readModelDescription(
        description({ variables: `<Float64 name="a" valueReference="1" start="${'1 '.repeat(n)}"/>` }),
        'x',
      ),
  ],
];

describe('time grows with the size of an input, not with its square', () => {
  it.each(inputs)('%s', (_, of) => {
    // What is quadratic in 200 000 characters takes tens of seconds.
    expect(growth(of, 50_000, 1)).toBeLessThan(9);
  });

  it('what is quadratic would be found', () => {
    expect(growth((n) => /^(.*?)\s+\[/.exec(' '.repeat(n / 10)), 40_000)).toBeGreaterThan(9);
  });
});

interface Expression {
  where: string;
  regex: RegExp;
}

/** Every regular expression that is written in a folder. */
function expressionsIn(folder: string): Expression[] {
  return sources(folder).flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022);
    const found: Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace('g', ''));
        found.push({ where: `${file}: ${node.text}`, regex });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Texts that a regular expression may go through again and again: pieces of it, and of everything. */
function pumps({ source }: RegExp): string[] {
  const words = source.match(/[A-Za-z<!-]{2,}/g) ?? [];
  const plain = [...'a10A "\'<>=./-_[](){},:;\\?*+@#\n\t'];
  return [...plain, ...plain.map((each) => `a${each}`), ...new Set(words)];
}

/** Those with which no text is matched here are matched with a text of the author's own, line by line. */
const ownText = /fmu-sdk\/build\/(lint|reference-run)\//;

describe('every regular expression', () => {
  const all = notEmpty(
    'regular expressions',
    ['fmu-sdk', 'master'].flatMap(expressionsIn).filter(({ where }) => !ownText.test(where)),
  );
  const slow = (regex: RegExp, text: (n: number) => string): boolean => {
    const at = (n: number): number => secondsOf(() => begun(regex).test(text(n)));
    return at(2_000) > 0.001 && growth((n) => begun(regex).test(text(n)), 2_000, 0.0075) > 9;
  };
  const first = (regex: RegExp): string | undefined =>
    pumps(regex).find((pump) => slow(regex, (n) => `${pump.repeat(n / pump.length)}\u0001`));

  it('takes time that is linear in the text', () => {
    const found = all.flatMap(({ where, regex }) => {
      const pump = first(regex);
      return pump === undefined ? [] : [`${where} of ${JSON.stringify(pump)}`];
    });
    expect(found).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it('that does not would be found', () => {
    for (const regex of [/^(\d+\.?\d*)$/, /\s+$/, /^\s*(x)*\s*$/])
      expect(first(regex), regex.source).toBeDefined();
  });
});

/** From the begin of a text: one that is sticky goes on where it was. */
function begun(regex: RegExp): RegExp {
  regex.lastIndex = 0;
  return regex;
}

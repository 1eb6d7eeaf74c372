import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readModelDescription } from '../../../fmu-sdk/description/read-model-description.ts';
import { parseUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { numberFrom, wholeFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { FreeNames } from '../../../fmu-sdk/util/free-names.ts';
import { parseJsonFile } from '../../../fmu-sdk/util/json/json-file.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printable, printableLines, printableXml, xmlText } from '../../../fmu-sdk/util/printable.ts';
import { parseXml } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { readPorts } from '../../../master/cli/edit/ports-table.ts';
import { splitQuantity, splitUnit } from '../../../master/system/connections/unit-conversion.ts';
import { titleOf } from '../../../master/system/inputs/input-columns.ts';
import { csvInputs } from '../../../master/system/inputs/input-csv.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { sources } from '../../house/counted/sources.ts';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../run-fmu.ts';
import { description } from './units.ts';

const folder = temporaryFolder('linear');

/** Returns the CPU time of this process [s]. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function secondsOf(action: () => unknown): number {
  const begin = cpu();
  try {
    action();
  } catch {
    // Rejected: only the time counts.
  }
  return cpu() - begin;
}

/**
 * Returns the ratio of CPU times for size 4 n and size n: 4 for linear time, 16 for quadratic time.
 * Returns 0 if the time is too short to measure, which means linear at these sizes. Uses the least
 * of three measurements because of other load. The sizes alternate: a slow stretch of the machine
 * then meets both.
 */
function growth(of: (n: number) => unknown, n: number, measurable = 0.03): number {
  const seconds = (size: number): number => secondsOf(() => of(size));
  let [large, small] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let repetition = 0; repetition < 3; repetition++) {
    large = Math.min(large, seconds(4 * n));
    // The least of three is at most the first.
    if (large < measurable) return 0;
    for (let each = 0; each < 3; each++) small = Math.min(small, seconds(n));
  }
  return large / small;
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
  ['a hint', (n) => nameHint('x'.repeat(n), ['y'.repeat(n)])],
  [
    'equal names',
    (n) => {
      const freeNames = new FreeNames();
      for (let i = 0; i < n; i++) freeNames.take('_', (k) => `_${k}`);
    },
  ],
  ['printable text', (n) => printable('\u001b'.repeat(n))],
  ['printable lines', (n) => printableLines('\u202e\n'.repeat(n))],
  ['printable XML', (n) => printableXml(xmlText('\u0000\u202e'.repeat(n)))],
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
    'titles of a table of ports',
    (n) => {
      const table = join(folder, 'ports.csv');
      writeFileSync(table, Array.from({ length: n }, (_, k) => `c${k}`).join());
      readPorts(table, readModelDescription(description(), 'x'));
    },
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

describe('the time for an input', () => {
  it.each(inputs)('the time for the input %s grows linearly with its size', (_, of) => {
    // Quadratic time for 200 000 characters would be tens of seconds.
    expect(growth(of, 50_000, 1)).toBeLessThan(9);
  });

  it('the measurement detects a quadratic algorithm', () => {
    expect(growth((n) => /^(.*?)\s+\[/.exec(' '.repeat(n / 10)), 40_000)).toBeGreaterThan(9);
  });
});

interface Expression {
  where: string;
  regex: RegExp;
}

/** Returns all regular expressions written in a folder. */
function expressionsIn(folder: string): Expression[] {
  return sources(folder).flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022);
    const expressions: Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace('g', ''));
        expressions.push({ where: `${file}: ${node.text}`, regex });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return expressions;
  });
}

/** Returns texts that a regular expression may scan repeatedly: pieces of it, and of everything. */
function pumps({ source }: RegExp): string[] {
  const words = source.match(/[A-Za-z<!-]{2,}/g) ?? [];
  const characters = [...'a10A "\'<>=./-_[](){},:;\\?*+@#\n\t'];
  return [...characters, ...characters.map((text) => `a${text}`), ...new Set(words)];
}

/** Expressions that match only texts of the author, line by line. */
const ownText = /fmu-sdk\/build\/(lint|reference-run)\//;

describe('the time of each regular expression', () => {
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

  it('the time of each regular expression grows linearly with the text', () => {
    const slowExpressions = all.flatMap(({ where, regex }) => {
      const pump = first(regex);
      return pump === undefined ? [] : [`${where} of ${JSON.stringify(pump)}`];
    });
    expect(slowExpressions).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it('the measurement detects a regular expression that is not linear', () => {
    for (const regex of [/^(\d+\.?\d*)$/, /\s+$/, /^\s*(x)*\s*$/])
      expect(first(regex), regex.source).toBeDefined();
  });
});

/**
 * Anchors an expression to the start of a text. A sticky one would continue at its last position.
 */
function begun(regex: RegExp): RegExp {
  regex.lastIndex = 0;
  return regex;
}

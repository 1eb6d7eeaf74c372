import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFmu } from '../../../fmu-sdk/check/check-fmu.ts';
import { jsonReport } from '../../../fmu-sdk/check/report/json-report.ts';
import { junitReport } from '../../../fmu-sdk/check/report/junit-report.ts';
import { sarifReport } from '../../../fmu-sdk/check/report/sarif-report.ts';
import { terminalReport } from '../../../fmu-sdk/check/report/terminal-report.ts';
import { fileRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { lastMessages } from '../../../fmu-sdk/host/instance/last-messages.ts';
import {
  printable,
  printableJson,
  printableLines,
  printableName,
  printableXml,
  shortened,
  someNames,
} from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { parseXml } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { tableLines, text } from '../../../master/cli/command.ts';
import { explainError } from '../../../master/cli/exit/explain-error.ts';
import { svgOf } from '../../../master/results/plot-results.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { sources } from '../../house/counted/sources.ts';
import { fmu, root } from '../../run-fmu.ts';
import { unseen } from './cases.ts';
import { description, unitOf } from './units.ts';

const folder = temporaryFolder('terminal');

describe('external text', () => {
  it('external text contains no character that a terminal obeys, hides or reorders', () => {
    for (let code = 0; code < 0x110000; code++) {
      const output = printable(String.fromCodePoint(code));
      if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(output)) expect(code).toBe('printable');
    }
    expect(printable(`\u001b[31m${unseen}\n\t\ud800`)).toBe(
      '\\u{1b}[31m\\u{7f}\\u{85}\\u{9b}31m\\u{61c}\\u{200b}\\u{200e}\\u{200f}\\u{2028}\\u{2029}\\u{202e}\\u{2066}\\u{2069}\\u{feff}\\n\\t\\u{d800}',
    );
    expect(printable('Größe [µm] 力 🚂')).toBe('Größe [µm] 力 🚂');
  });

  it('external text contains no command that a service for continuous integration obeys', () => {
    const commands =
      '##vso[task.setvariable variable=PATH]/x ##[add-mask]x ##teamcity[x]\n  ::error::x\n::stop-commands::y';
    const obeyed = /##\w*\[|^\s*::/m;
    for (const output of [printableLines(commands), text`${commands}`, new UserError(commands).message])
      expect(output).not.toMatch(obeyed);
    expect(printableLines('## a [b] C::d #[e] f: :g')).toBe('## a [b] C::d #[e] f: :g');
    const json = printableJson(JSON.stringify({ commands }));
    expect(json).not.toMatch(obeyed);
    expect(JSON.parse(json)).toEqual({ commands });
    const xml = printableXml(`<a>${commands}</a>`);
    expect(xml).not.toMatch(obeyed);
    expect(parseXml(xml).text).toBe(parseXml(`<a>${commands}</a>`).text);
  });

  it('the plot of a name with characters that XML forbids is valid XML', () => {
    const names = ['\uffff', '\ufffe', '\ud800', '\u0001'];
    const columns = names.map(() => Float64Array.of(0, 1));
    const table = { file: 'run.csv', names, times: Float64Array.of(0, 1), columns };
    expect(() => parseXml(svgOf([table], [], names.join('')))).not.toThrow();
  });

  it('external text fits into 4000 characters as a message, including escape sequences', () => {
    for (const text of ['x'.repeat(1e5), '\x1b'.repeat(3999), '\u{e0001}'.repeat(1e4)])
      expect(new UserError(`read ${text}: it is wrong.`).message.length).toBeLessThanOrEqual(4000);
  });

  it('shortened external text keeps its start and end, with the number of omitted characters', () => {
    expect(shortened('x'.repeat(1e6), 100)).toMatch(/^x{75} … \(999900 characters\) … x{25}$/);
    expect(printableName('x'.repeat(160))).toBe('x'.repeat(160));
    expect(someNames(['a', 'b', '\u001b', 'c'], 3)).toBe('a, b, \\u{1b}, … and 1 more');
  });

  it('external text occupies one line in a message, a cell, and a template', () => {
    const name = 'a\nfmu: all is well\u001b[2J';
    expect(new UserError(`set ${name}: no.`).message).toBe('set a\\nfmu: all is well\\u{1b}[2J: no.');
    expect(text`${name}!\n`).toBe('a\\nfmu: all is well\\u{1b}[2J!\n');
    expect(tableLines([[name, 'b']])).toEqual(['a\\nfmu: all is well\\u{1b}[2J  b']);
    expect(tableLines([['x'.repeat(1e6), 'b']])[0].length).toBeLessThan(500);
  });

  it('external text undergoes escaping only once, whichever code passes an error on', () => {
    const error = new UserError('a\u001b', { details: ['b\n', 'c'] });
    expect(error.message).toBe('a\\u{1b}\n  b\\n\n  c');
    expect(UserError.again(error.message).message).toBe(error.message);
    expect(new UserError(`x: ${messageOf(error)}`).message).toBe('x: a\\u{1b}  b\\n  c');
    expect(messageOf(Object.create(null))).toMatch(/not an Error/);
  });

  it('a message of a megabyte retains its start and end', () => {
    const { message } = new UserError(`open ${'x'.repeat(1e6)}: no. Get the file again.`);
    expect(message.length).toBeLessThan(5000);
    expect(message).toMatch(/^open x+ … \(\d+ characters\) … x+: no\. Get the file again\.$/);
  });
});

describe('messages of an FMU', () => {
  it('the last few messages of an FMU are shown, merged, with the number of earlier ones', () => {
    expect(lastMessages(['a', 'b', 'b\n', 'b', 'c'], 2)).toEqual({
      before: 1,
      lines: ['b (3 times)', 'c'],
    });
    expect(lastMessages(Array(1e5).fill('x'), 3)).toEqual({ before: 0, lines: ['x (100000 times)'] });
    expect(lastMessages(['x'.repeat(1e6)], 3).lines[0].length).toBeLessThan(600);
    expect(lastMessages([], 3)).toEqual({ before: 0, lines: [] });
  });

  it('messages of an FMU fill at most a page of the final report, however many there are', () => {
    const log = Array.from({ length: 1000 }, (_, i) => ({
      status: 3 as const,
      category: `\u001b]0;${unseen}`,
      message: `${i}\n${'x'.repeat(16_000)}`,
    }));
    const { message } = new FmuGoneError('it crashed.', log);
    expect(message.length).toBeLessThan(10_000);
    expect(message).toMatch(
      /^it crashed\. Its last messages:\n {2}\(990 before\)\n {2}\[error\] \\u\{1b\}\]0;/,
    );
    expect(printableLines(message)).toBe(message);
  });
});

describe('reports of a check', () => {
  const hostile = join(folder, 'hostile.fmu');
  writeFileSync(
    hostile,
    unitOf(
      description({
        head: `modelName="${unseen}" instantiationToken="t"`,
        variables:
          `<Float64 name="${unseen}&#10;x" valueReference="1" causality="output" start="1" description="&lt;/failure&gt;]]&gt;"/>`.repeat(
            2,
          ),
      }),
    ),
  );

  it('reports of a check contain printable characters only, and are valid JSON and XML', async () => {
    const results = [await checkFmu(hostile, { rules: fileRules })];
    const junit = junitReport(results);
    for (const report of [terminalReport(results), jsonReport(results), junit, sarifReport(results, '1')])
      expect(printableLines(report)).toBe(report);
    const back = JSON.parse(jsonReport(results)) as { units: { file: string }[] };
    expect(back.units[0].file).toBe(hostile);
    expect(jsonReport(results)).toContain('\\u202e');
    expect(parseXml(junit).name).toBe('testsuites');
    expect(junit).toContain('&#x202e;');
  });

  it('reports of a check are valid XML for a file whose name has control characters', () => {
    const results = [{ file: '\u0000\u001b\ud800\uffff\u202e', fmiVersion: undefined, verdicts: [] }];
    expect(parseXml(junitReport(results)).children[0].attributes.get('name')?.value).toBe(
      '\ufffd\ufffd\ufffd\ufffd\u202e',
    );
    expect(() => JSON.parse(sarifReport(results, '1'))).not.toThrow();
  });
});

describe('the command line', () => {
  it('the program writes to the terminal in one place only', () => {
    const doors = sources('master')
      .concat(sources('fmu-sdk'), sources('public'))
      .filter((file) =>
        /(process\.(stdout|stderr)\.write|console\.\w+)\(/.test(
          readFileSync(join(root, file), 'utf8').replace(/^\s*(\*|\/\/).*$/gm, ''),
        ),
      );
    expect(doors).toEqual(['master/cli/terminal/terminal.ts']);
  });

  it('the command line reports an internal defect in one line with code 70', () => {
    const { text: message, code } = explainError('run', new TypeError('x\nis undefined'));
    expect(code).toBe(70);
    expect(message).toMatch(
      /^run: TypeError: x\\nis undefined\. This is a defect of fmukit [\d.]+ \(Node v[\d.]+\), not an error in your input\..*FMUKIT_STACK=1.*report/,
    );
    expect(message).not.toMatch(/\n/);
  });

  it('the command line explains an error of the operating system, and the next step', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
      path: '/x/y.csv',
    });
    expect(explainError('run', error)).toEqual({
      text: 'run /x/y.csv: the disk is full (ENOSPC at write). Free some space, or choose a path on another disk.',
      code: 1,
    });
  });

  it('the command line ends with 1 and a message if the output cannot be written', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" bin/fmu.cjs check --list > /dev/full`],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stderr).toMatch(/^fmu: print: .*ENOSPC.*\. Choose a writable output\.\n$/);
    expect(status).toBe(1);
  });

  it.each([
    [
      'throws when it is loaded',
      'throw new Error("\\u001b[2Jno")',
      /use .*\.mjs: \\u\{1b\}\[2Jno \(line 1\)\. Name/,
    ],
    ['throws a value that is not an Error', 'throw null', /use .*\.mjs: null\. Name/],
    [
      'has an export that throws',
      'export default { get couplings() { throw new Error("no") } }',
      /cannot be read: no/,
    ],
    [
      'has an observer that throws',
      'export default { observers: [{ name: "mine",\nobserve: () => { throw new Error("no") } }] }',
      /use .*\.mjs: the module fails: no \(line 2\)\. Correct it/,
    ],
    [
      'has an observer that throws a value that is not an Error',
      'export default { observers: [{ name: "mine", observe: () => { throw { toString: 1 } } }] }',
      /use .*\.mjs: the module fails: the thrown value is not an Error/,
    ],
  ])('the command line names a user module that %s', (_, source, message) => {
    const module = join(folder, 'mine.mjs');
    writeFileSync(module, source);
    const args = ['run', 'dist/joystick.fmu', '--stop-time', '0.01', '--no-record', '--use', module];
    const { code, err } = fmu(args);
    expect(err).toMatch(message);
    expect(err.trim().split('\n').length).toBe(1);
    expect(code).toBe(1);
  });
});

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exporterOf } from '../../../fmu-sdk/check/corpus/exporter.ts';
import { findFmus } from '../../../fmu-sdk/check/corpus/find-fmus.ts';
import type { Score } from '../../../fmu-sdk/check/corpus/fmu-score.ts';
import { unfinished } from '../../../fmu-sdk/check/corpus/judge-fmu.ts';
import { judgeInProcess } from '../../../fmu-sdk/check/corpus/judge-process.ts';
import { SavedScores, savedScoresFile } from '../../../fmu-sdk/check/corpus/saved-scores.ts';
import { boardOf } from '../../../fmu-sdk/check/corpus/scoreboard.ts';
import { csvOf } from '../../../fmu-sdk/check/corpus/scoreboard-csv.ts';
import type { Severity } from '../../../fmu-sdk/check/severity.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('board');

function score(unit: string, tool: string, accused: [string, Severity, number][], cpuSeconds = 1): Score {
  const accusations = accused.map(([rule, severity, count]) => ({
    rule,
    severity,
    count,
    clause: 'FMI 2.0.5, 1',
    message: 'Says "no", twice.',
    expected: 'yes',
  }));
  const rules = { passed: 3, failed: accused.length, skipped: 1, inapplicable: 0 };
  return { unit, sha256: unit, tool, targets: ['x'], rules, accusations, cpuSeconds, memoryBytes: 2 };
}

describe('a scoreboard', () => {
  const scores = [
    score('a.fmu', 'Tool 1.0', [['area/one', 'violation', 3]], 4),
    score(
      'b.fmu',
      'Tool 2.0 (beta)',
      [
        ['area/one', 'violation', 1],
        ['area/two', 'advice', 1],
      ],
      2,
    ),
    score('c.fmu', 'Other Exporter v3', [], 9),
    { ...unfinished('d.fmu', 'its process ended with SIGSEGV'), tool: 'Tool 1.0', cpuSeconds: 1 },
  ];
  const board = boardOf(scores);

  it('the scoreboard has a row for each exporter, most FMUs first', () => {
    expect(
      board.exporters.map(({ exporter, units, run, clean, ended }) => [exporter, units, run, clean, ended]),
    ).toEqual([
      ['Tool', 3, 2, 0, 1],
      ['Other Exporter', 1, 1, 1, 0],
    ]);
    expect(board.exporters[0].accusations).toEqual({ violation: 2, robustness: 0, advice: 1 });
    expect(board.exporters[0].cpuSeconds).toEqual({ median: 2, most: 4 });
  });

  it('the scoreboard has a row for each rule and severity, with its FMUs, findings and exporters', () => {
    expect(board.rules).toEqual([
      { rule: 'area/one', severity: 'violation', units: 2, findings: 4, exporters: { Tool: 2 } },
      { rule: 'area/two', severity: 'advice', units: 1, findings: 1, exporters: { Tool: 1 } },
    ]);
    expect(board.total).toMatchObject({ units: 4, run: 3, clean: 1, ended: 1 });
  });

  it('the scoreboard is a table for spreadsheets, without formulas of others', () => {
    const lines = csvOf([...scores, score('=HYPERLINK("x").fmu', '', [['area/one', 'violation', 1]])]).split(
      '\r\n',
    );
    expect(lines[1]).toBe('a.fmu,Tool,,violation,area/one,3,"FMI 2.0.5, 1",,"Says ""no"", twice.",,yes');
    expect(lines.find((line) => line.startsWith('d.fmu'))).toContain('ended');
    expect(lines.at(-2)).toMatch(/^"'=HYPERLINK/);
  });

  it.each([
    ['Dymola Version 2021x (64-bit), 2020-10-09', 'Dymola'],
    ['OpenModelica Compiler OMCompiler v1.16.0', 'OpenModelica Compiler OMCompiler'],
    ['Reference FMUs (v0.0.36)', 'Reference FMUs'],
    ['20-sim 4.7.1', '20-sim'],
    ['MapleSim (1267140/1267140)', 'MapleSim'],
    ['', '(not said)'],
    [undefined, '(not said)'],
  ])('the exporter of %s is %s', (tool, exporter) => {
    expect(exporterOf(tool)).toBe(exporter);
  });
});

describe('a corpus', () => {
  it('a corpus contains every .fmu below a folder by its path, and links to files but not to folders', () => {
    const corpus = join(folder, 'corpus');
    mkdirSync(join(corpus, 'b/c'), { recursive: true });
    for (const name of ['b/c/y.fmu', 'x.FMU', 'a.fmu', 'no.zip']) writeFileSync(join(corpus, name), '');
    symlinkSync(corpus, join(corpus, 'again'));
    symlinkSync(join(corpus, 'a.fmu'), join(corpus, 'b/link.fmu'));
    symlinkSync(join(corpus, 'nowhere'), join(corpus, 'lost.fmu'));
    symlinkSync(corpus, join(corpus, 'folder.fmu'));
    expect(findFmus(corpus)).toEqual(['a.fmu', 'b/c/y.fmu', 'b/link.fmu', 'lost.fmu', 'x.FMU']);
    expect(() => findFmus(join(corpus, 'b/none'))).toThrow(/check --corpus .*Name a readable folder of FMUs/);
    mkdirSync(join(folder, 'empty'));
    expect(() => findFmus(join(folder, 'empty'))).toThrow(/got a folder without them/);
  });
});

describe('saved scores', () => {
  const file = (name: string): string => join(folder, name);

  it('saved scores serve the next run, except for an incomplete line', () => {
    const first = new SavedScores(file('board.json'), 'rules');
    first.add(score('a.fmu', 'Tool', []));
    first.add(score('b.fmu', 'Tool', []));
    const text = readFileSync(savedScoresFile(file('board.json')), 'utf8');
    writeFileSync(savedScoresFile(file('board.json')), text.slice(0, -10));
    const second = new SavedScores(file('board.json'), 'rules');
    expect([...second.scores.keys()]).toEqual(['a.fmu']);
    second.add(score('c.fmu', 'Tool', []));
    expect([...new SavedScores(file('board.json'), 'rules').scores.keys()]).toEqual(['a.fmu', 'c.fmu']);
  });

  it('saved scores of another check are not used', () => {
    new SavedScores(file('other.json'), 'rules').add(score('a.fmu', 'Tool', []));
    expect(new SavedScores(file('other.json'), 'other rules').scores.size).toBe(0);
  });

  it('saved scores that cannot be written cause an error with the next step', () => {
    expect(() => new SavedScores(file('none/board.json'), 'rules')).toThrow(/Name another file with --json/);
  });
});

describe('checking an FMU in a separate process', () => {
  const judged = (program: string, seconds = 100): Promise<Score> => {
    const file = join(folder, `child-${program.length}.mjs`);
    writeFileSync(file, program);
    return judgeInProcess(
      'x.fmu',
      { task: 1 },
      // CPU time limits a computing process, however busy the machine is.
      { program: file, arguments: [], seconds, wallSeconds: 1000 },
      new AbortController().signal,
    );
  };

  it('the score is the one that the process sends', async () => {
    const answer = `process.once('message', (m) => process.send({ unit: 'x', got: m }, () => process.exit(0)));`;
    expect(await judged(answer)).toEqual({ unit: 'x', got: { task: { task: 1 } } });
  });

  it('the score of a crashed process contains its last output', async () => {
    expect((await judged(`console.error('bad unit'); process.kill(process.pid, 'SIGSEGV');`)).ended).toBe(
      'its process ended with SIGSEGV: bad unit',
    );
  });

  it('a score that a process sends before it dies is kept, with the reason of its end', async () => {
    const half = `process.once('message', () => process.send({ unit: 'x', rules: 1, ended: 'half' }, () => { console.error('bad run'); process.exit(70); }));`;
    expect(await judged(half)).toEqual({
      unit: 'x',
      rules: 1,
      ended: 'its process ended with exit code 70: bad run',
    });
  });

  it.runIf(process.platform === 'linux')('a process that computes without end is ended', async () => {
    expect((await judged('for (;;);', 0.5)).ended).toBe('the check took more than 0.5 s of CPU time');
  });
});

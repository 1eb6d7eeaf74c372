import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleFiles } from '../../../bin/build/rules.mjs';
import { areaOf, behaviourRules, fileRules, standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { root } from '../../run-fmu.ts';

const sources = ['fmu-sdk', 'master'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.ts$/.test(path)),
);

interface Import {
  /** A file of the sources, or the name of a package. */
  to: string;
  /** Only when it is called for. */
  lazy: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const matches = [...text.matchAll(/(from|import\() ?'([^']+)'/g)];
  return matches.map(([, how, name]) => ({
    to: name.startsWith('.') ? join(dirname(file), name) : name,
    lazy: how === 'import(',
  }));
}

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** Every file and package that a file loads at once. */
function loaded(file: string, visited = new Set<string>()): Set<string> {
  for (const { to, lazy } of imports.get(file) ?? [])
    if (!lazy && !visited.has(to)) loaded(to, visited.add(to));
  return visited;
}

const catalogue = 'fmu-sdk/check/rule-catalogue.ts';

describe('the list of rules', () => {
  it('the generated list matches the folder of rules (node bin/generate.mjs)', () => {
    const text = readFileSync(join(root, 'fmu-sdk/check/rule-files.ts'), 'utf8');
    expect(text).toBe(ruleFiles(root));
  });

  it('every rule has only members that the check reads', () => {
    const known = new Set(
      'id title severity fmi2 fmi3 other ofAnyVersion interfaces explanation needs pass fail faults stage samplesRandomly'
        .split(' ')
        .concat('inapplicableReason', 'skipReason', 'check'),
    );
    const unknown = standardRules.flatMap((rule) =>
      Object.keys(rule).flatMap((member) => (known.has(member) ? [] : [`${rule.id}: ${member}`])),
    );
    expect(unknown).toEqual([]);
  });

  it('the catalogue needs no file system, so that it can be bundled', () => {
    const packages = [...loaded(catalogue)].filter((name) => !imports.has(name));
    expect(packages.filter((name) => name.startsWith('node:'))).toEqual([]);
  });

  it('the catalogue is loaded by the check and its option completion, and only when rules are needed', () => {
    const users = sources.filter((file) => imports.get(file)!.some(({ to }) => to === catalogue));
    expect(users.sort()).toEqual([
      'fmu-sdk/build/edit/new-findings.ts',
      'fmu-sdk/check/check-fmu.ts',
      'fmu-sdk/check/index.ts',
      'master/cli/check/handler.ts',
      'master/cli/check/judging-options.ts',
      'master/cli/completion/completion-values.ts',
    ]);
    expect(loaded('fmu-sdk/check/check-fmu.ts')).not.toContain(catalogue);
    const main = sources.filter((file) =>
      /^master\/cli\/(main|check\/command|completion\/command)\.ts$/.test(file),
    );
    expect(main.length).toBe(3);
    for (const file of main) expect(loaded(file)).not.toContain(catalogue);
  });
});

describe('the files of the check', () => {
  it('source files of the check do not import one another in a circle', () => {
    const checkFiles = sources.filter((file) =>
      /^(fmu-sdk\/check|master\/(cli\/check|report\/conformance))/.test(file),
    );
    const inCircle = checkFiles.filter((file) => {
      const visited = new Set<string>();
      const reach = (from: string): void => {
        for (const { to } of imports.get(from) ?? [])
          if (checkFiles.includes(to) && !visited.has(to)) {
            visited.add(to);
            reach(to);
          }
      };
      reach(file);
      return visited.has(file);
    });
    expect(checkFiles).toContain('fmu-sdk/check/rule.ts');
    expect(inCircle).toEqual([]);
  });
});

describe('the numbers of rules', () => {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');

  it('docs/explain/checking/rule-areas.md has the number of rules of each area', () => {
    const text = read('docs/explain/checking/rule-areas.md');
    const totals = [/Rules on files: (\d+)\./, /Rules on behaviour: (\d+)\./].map((pattern) =>
      Number(pattern.exec(text)![1]),
    );
    expect(totals).toEqual([fileRules.length, behaviourRules.length]);
    const rows = [...text.matchAll(/^\| `([a-z]+)` +\| (\d+) +\|/gm)].map(([, area, n]) => [area, Number(n)]);
    const counts = new Map<string, number>();
    for (const rule of standardRules) counts.set(areaOf(rule), (counts.get(areaOf(rule)) ?? 0) + 1);
    expect(new Map(rows as [string, number][])).toEqual(counts);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { isFullTest, spread } from '../width.ts';
import { installed, output, run } from './installed.ts';

/** Names that differ in another entry, or have a shorter description there. */
const different: Record<string, readonly string[]> = {
  'fmukit/browser': ['loadSystem', 'openFmu', 'readModelDescription', 'simulate'],
  'fmukit/browser/write': [],
  'fmukit/check': ['Fmu', 'InstantiateOptions', 'Opened', 'Platform', 'Value'],
};

let folder: string;
beforeAll(async () => {
  folder = join(await installed(), 'entries');
  mkdirSync(folder);
});

/** Returns the names in the report of an entry, and their kinds unless another report has them. */
const declared = (entry: string): Map<string, string> => {
  const report = readFileSync(join(root, `docs/api/${entry.replaceAll('/', '-')}.api.md`), 'utf8');
  const others = /^export (?:type )?\{([^}]*)\}/m.exec(report)?.[1].split(',') ?? [];
  return new Map([
    ...[...report.matchAll(/^export (?:abstract )?(function|class|interface|type|const) (\w+)/gm)].map(
      ([, kind, name]): [string, string] => [name, kind],
    ),
    ...others.map((name): [string, string] => [name.replace(/^.* as /, '').trim(), 'type']),
  ]);
};

/** Returns the compiler errors of a project, including installed declarations. */
function faultsOf(files: Readonly<Record<string, string>>, options: object): string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'ESNext.Disposable'],
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ['node'],
    ...options,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const tsc = '../node_modules/typescript/bin/tsc';
  const { out } = run(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], folder);
  return out.split('\n').filter((line) => line !== '');
}

describe('the entries of the package', () => {
  // The compiler reads all declarations for this test.
  it.skipIf(!isFullTest)('entries share one declaration for each name: rules, FMUs, runs, observers', () => {
    const mainNames = declared('fmukit');
    const same = (other: string, least: number): string => {
      const otherNames = declared(other);
      const names = [...mainNames.keys()].filter(
        (name) => otherNames.has(name) && !different[other].includes(name),
      );
      expect(names.length).toBeGreaterThanOrEqual(least);
      const type = (space: string, name: string): string =>
        mainNames.get(name) === 'const' || mainNames.get(name) === 'function'
          ? `typeof ${space}.${name}`
          : `${space}.${name}${{ Command: '<object>', Registry: '<{ name: string }>' }[name] ?? ''}`;
      return [
        `import type * as Here from 'fmukit';`,
        `import type * as There from '${other}';`,
        'const taken = <A, B>(there: (value: A) => void, here: (value: B) => void): unknown => [there, here];',
        ...names.map((name) => {
          const [a, b] = [type('Here', name), type('There', name)];
          return `taken<${a}, ${b}>((_: ${b}) => {}, (_: ${a}) => {}); // ${name}`;
        }),
      ].join('\n');
    };
    const rules = `import { checkFmu } from 'fmukit';
      import { standardRules } from 'fmukit/check';
      export const check = (file: string): unknown => checkFmu(file, { rules: standardRules });`;
    const files = {
      'browser.ts': same('fmukit/browser', 30),
      'browser-write.ts': same('fmukit/browser/write', 3),
      'check.ts': same('fmukit/check', 2),
      'rules.ts': rules,
    };
    expect(faultsOf(files, {})).toEqual([]);
  });

  it.skipIf(!isFullTest)('fmukit/browser needs only standard types of a page', () => {
    const page = `import { openFmu } from 'fmukit/browser';
      const bytes = new Uint8Array(await (await fetch('unit.fmu')).arrayBuffer());
      using unit = await (await openFmu(bytes)).instantiate();
      unit.initialize();`;
    const options = { lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'Bundler' };
    expect(faultsOf({ 'page.ts': page }, options)).toEqual([]);
  });

  it.each([
    ['fmukit', 'index', 11],
    ['fmukit/browser', 'browser', 11],
    ['fmukit/browser/write', 'browser-write', 1],
    ['fmukit/check', 'check', 11],
    ['fmukit/author', 'author', 11],
  ])('the declarations match the exported values: %s', (entry, file, least) => {
    const text = readFileSync(join(folder, `../node_modules/fmukit/dist/${file}.d.ts`), 'utf8');
    const declarationPattern = /^export declare (?:abstract )?(?:class|function|const|let|enum) (\w+)/gm;
    const declaredNames = [...text.matchAll(declarationPattern)].map(([, name]) => name);
    const renamed = [...text.matchAll(/^export \{(.+)\}/gm)].flatMap(([, names]) => names.split(','));
    const names = [...declaredNames, ...renamed.map((name) => name.replace(/^.* as /, '').trim())].filter(
      Boolean,
    );
    const program = `console.log(JSON.stringify(Object.keys(await import('${entry}'))))`;
    const exportedNames: unknown = JSON.parse(
      output(process.execPath, ['--input-type=module', '-e', program], folder),
    );
    expect(exportedNames).toEqual(names.sort());
    expect(names.length).toBeGreaterThanOrEqual(least);
  });

  it('entries export classes under their usual names', () => {
    const program = `for (const entry of ['fmukit', 'fmukit/check'])
      for (const [name, value] of Object.entries(await import(entry)))
        if (/^class\\b/.test(String(value)) && value.name !== name) console.log(entry, name, value.name);`;
    expect(output(process.execPath, ['--input-type=module', '-e', program], folder)).toBe('');
  });

  const operations: [operation: string, file: string, missing: string][] = [
    ['loadSystem', 'system.json', '"algorithm" is missing'],
    ['runStudy', 'study.json', '"system" is missing'],
    ['buildUnit', 'unit/unit.json', '"variables" is missing'],
  ];
  it.each(spread(operations, 1))(
    'an error names the missing part of a file that %s cannot read',
    (operation, file, missing) => {
      mkdirSync(join(folder, 'unit'), { recursive: true });
      writeFileSync(join(folder, file), '{ "name": "wrong" }');
      const argument = JSON.stringify(file.replace('/unit.json', ''));
      const program = `import { ${operation}, UserError } from 'fmukit';
      await ${operation}(${argument}${operation === 'buildUnit' ? ", 'dist'" : ''}).catch((error) => console.log(error instanceof UserError, error.message));`;
      const stdout = output(process.execPath, ['--input-type=module', '-e', program], folder);
      expect(stdout).toMatch(/^true check /);
      expect(stdout).toContain(missing);
    },
  );
});

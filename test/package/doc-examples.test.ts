import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Node } from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import ts from '../typescript.ts';
import { installed } from './installed.ts';
import { examplesIn, publicNames } from './public-names.ts';

/** Names that examples assume, with their types. `E` has the types of their entry. */
const presumed: Readonly<Record<string, string>> = {
  activity: "E.CouplingContext['activity']",
  context: 'E.CouplingContext',
  dx: 'Float64Array',
  element: 'Parameters<typeof E.defect>[0]',
  filter: 'E.Fmu',
  H: 'number',
  hasDescription: 'E.FileRule',
  inTurn: 'E.CouplingScheme',
  logs: 'E.BehaviourRule',
  mine: 'E.Rule',
  n: 'number',
  probe: "Awaited<ReturnType<Parameters<E.BehaviourRule['check']>[0]['open']>>",
  problem: "Parameters<E.Method['create']>[0]",
  result: 'E.CheckResult',
  results: 'readonly E.CheckResult[]',
  session: 'E.Session',
  simulator: 'E.Host',
  system: 'E.CheckedSystem',
  t: 'number',
  unit: 'E.FmuInstance',
  variable: 'NonNullable<Parameters<typeof E.quantity>[0]>',
  work: '() => Promise<void>',
  x: 'Float64Array',
  xml: 'string',
};

/** Names that examples of `fmukit/check` assume instead. */
const presumedInCheck: Readonly<Record<string, string>> = {
  context: "Parameters<E.BehaviourRule['check']>[0]",
};

/** Names that examples for authors in `doStep` assume: fields of the unit. */
const fields: Readonly<Record<string, string>> = {
  count: 'i32',
  inner: 'Runner',
  label: 'Bytes',
  p: 'f64',
  room: 'StaticArray<f64>',
  samples: 'StaticArray<f64>',
  switches: 'i32',
  x: 'f64',
  y: 'f64',
};
const lag = 'declare abstract class LagVariables extends Unit { T: f64; u: f64; y: f64; }';

/** Entries, with the environment of a user's project: Node, a page, or neither. */
const projects: Readonly<Record<string, { readonly lib: readonly string[]; readonly types: string[] }>> = {
  index: { lib: [], types: ['node'] },
  check: { lib: [], types: ['node'] },
  browser: { lib: ['lib.dom.d.ts'], types: [] },
  author: { lib: [], types: [] },
};

/** Invalid example, and the expected error. */
const wrong = 'const { passed } = await compareResults(5, await readResults("chain.csv"));';
const saidOfWrong =
  /Argument of type 'number' is not assignable to parameter of type 'string | RunResult | TimeTable'/;

/** Returns the names that a text uses and does not declare, except member names. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  const declaredNames = new Set<string>();
  const visit = (node: Node): void => {
    const declares = ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node);
    if (declares && ts.isIdentifier(node.name)) declaredNames.add(node.name.text);
    if (ts.isIdentifier(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest));
  for (const name of declaredNames) names.delete(name);
  return names;
}

/** Returns a module with an example and the imports that it needs. */
function moduleOf(entry: string, known: readonly string[], example: string): string {
  const [, imports, text] = /^((?:import .*\n+)*)([\s\S]*)$/.exec(example)!;
  const used = namesIn(text);
  const named = known.filter((name) => used.has(name) && !namesIn(imports).has(name));
  if (entry === 'author') {
    const imported = [...new Set([...named, 'Bytes', 'Runner', 'Unit'])].join(', ');
    const head = `import { ${imported} } from 'fmukit/author';\n${lag}`;
    if (/^export /m.test(text)) return `${head}\n${text}\n`;
    const members = Object.entries(fields).map(([name, type]) => `abstract ${name}: ${type};`);
    return `${head}
export abstract class Example extends Unit {
  ${members.join(' ')}
  override doStep(t: f64, h: f64): void {
${text}
  }
}
`;
  }
  const from = entry === 'index' ? 'fmukit' : `fmukit/${entry}`;
  const declared = entry === 'check' ? { ...presumed, ...presumedInCheck } : presumed;
  const free = Object.entries(declared).filter(([name]) => used.has(name));
  return `import type * as E from '${from}';
import { ${named.join(', ')} } from '${from}';
${imports}${free.map(([name, type]) => `declare const ${name}: ${type};`).join('\n')}
export async function example(): Promise<void> {
${text}
}
`;
}

/** Returns the compiler errors in the examples of an entry. */
function faultsOf(files: readonly string[], entry: string, folder: string): string[] {
  const { lib, types } = projects[entry];
  const program = ts.createProgram([...files], {
    noEmit: true,
    strict: true,
    noImplicitOverride: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', ...lib],
    types,
    typeRoots: [join(folder, 'node_modules/@types')],
  });
  return files.flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}

let folder: string;
beforeAll(async () => {
  folder = await installed();
});

describe('the examples in doc comments', () => {
  it.each(Object.keys(projects))(
    'doc examples of the entry %s compile without type errors in a strict NodeNext project',
    (entry) => {
      const declarations = join(folder, `node_modules/fmukit/dist/${entry}.d.ts`);
      const known = publicNames(declarations).map(({ name }) => name);
      const to = join(folder, 'doc-examples', entry);
      mkdirSync(to, { recursive: true });
      const write = (name: string, text: string): string => {
        const file = join(to, `${name}.ts`);
        writeFileSync(file, moduleOf(entry, known, text));
        return file;
      };
      const files = examplesIn(declarations, known).map(({ above, text }, k) =>
        write(`${k}-${above.replace(/\W+/g, '-').slice(0, 60)}`, text),
      );
      expect(files.length).toBeGreaterThanOrEqual(13);
      expect(faultsOf(files, entry, folder)).toEqual([]);
    },
  );

  it('a doc example with wrong arguments gives a type error', () => {
    const file = join(folder, 'doc-examples', 'wrong.ts');
    writeFileSync(file, moduleOf('index', ['compareResults', 'readResults'], wrong));
    const faults = faultsOf([file], 'index', folder);
    expect(faults.length).toBe(1);
    expect(faults[0]).toMatch(saidOfWrong);
  });
});

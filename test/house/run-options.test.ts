import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { runRows } from '../../master/cli/run/run-arguments.ts';
import { dashedOption } from '../../master/run/options/option-row.ts';
import { root } from '../run-fmu.ts';
import { sources } from './sources.ts';

/** Returns whether code, without its comments and imports, names an option of `fmu run`. */
function names(source: string, option: string): boolean {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest);
  const wanted = new Set([option, dashedOption(option), dashedOption(option).slice(2)]);
  const visit = (node: ts.Node): boolean =>
    !ts.isImportDeclaration(node) &&
    (((ts.isIdentifier(node) || ts.isStringLiteral(node)) && wanted.has(node.text)) ||
      ts.forEachChild(node, visit) === true);
  return visit(file);
}

describe('an option of a run', () => {
  it.each(['recordCalls', 'checkpoint', 'realtime'])(
    'the option %s is named in at most three files: its row, its effect, and its text',
    (option) => {
      expect(Object.keys(runRows)).toContain(option);
      const files = sources('master').filter((file) => names(readFileSync(join(root, file), 'utf8'), option));
      expect(files.length, files.join(', ')).toBeLessThanOrEqual(3);
      expect(files).toContain('master/run/options/run-options.ts');
    },
  );

  it('an option is found as a member, a key and a text, and not in comments and imports', () => {
    for (const code of ['options.realtime', '({ realtime: 1 })', "'realtime'", "'--realtime'"])
      expect(names(code, 'realtime'), code).toBe(true);
    for (const code of ['// realtime', "import { realtime } from 'realtime'", 'realtimeOf'])
      expect(names(code, 'realtime'), code).toBe(false);
  });
});

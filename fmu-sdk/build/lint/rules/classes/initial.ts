import ts from 'typescript';
import { type Context, type Rule, text } from '../../lint-rule.ts';
import { at } from '../syntax.ts';

/** TypeScript's codes for a variable that is read, and a field that stays, without a value. */
const codes: ReadonlySet<number> = new Set([2454, 2564]);

/**
 * Requires a value before the first read. A missing value is zero in AssemblyScript and undefined
 * in TypeScript.
 */
export const initial: Rule = {
  name: 'initial',
  check({ uncheckedFiles: unknown, program, report }: Context): void {
    for (const file of unknown) {
      for (const problem of program.getSemanticDiagnostics(file)) {
        if (!codes.has(problem.code) || problem.start === undefined) continue;
        const node = at(file, problem.start);
        const where = problem.code === 2564 ? 'when the constructor ends' : 'here';
        const name = ts.isPropertyDeclaration(node) ? node.name : node;
        report(name, `${text(name)} may lack a value ${where}`, 'Give it a value where it is declared');
      }
    }
  },
};

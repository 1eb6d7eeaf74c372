import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';
import { at } from './syntax.ts';

/** TypeScript's codes for a variable that is used, and a field that is left, without a value. */
const codes: ReadonlySet<number> = new Set([2454, 2564]);

/** Everything has a value before it is read: without one it is zero in AssemblyScript and undefined in TypeScript. */
export const initial: Rule = {
  name: 'initial',
  check({ unknown, program, report }: Context): void {
    for (const file of unknown) {
      for (const problem of program.getSemanticDiagnostics(file)) {
        if (!codes.has(problem.code) || problem.start === undefined) continue;
        const node = at(file, problem.start);
        const where = problem.code === 2564 ? 'when the constructor ends' : 'here';
        const name = ts.isPropertyDeclaration(node) ? node.name : node;
        report(name, `${text(name)} may have no value ${where}`, 'Give it one where it is declared');
      }
    }
  },
};

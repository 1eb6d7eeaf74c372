import type ts from 'typescript';
import type { Context, Rule } from '../lint-rule.ts';

/** Requires that sources parse as TypeScript. */
export const syntax: Rule = {
  name: 'syntax',
  check({ uncheckedFiles: unknown, program, report }: Context): void {
    for (const file of unknown) {
      for (const problem of program.getSyntacticDiagnostics(file)) {
        const words =
          typeof problem.messageText === 'string' ? problem.messageText : problem.messageText.messageText;
        report(at(file, problem.start), words.replace(/\.$/, ''), 'Correct the syntax there');
      }
    }
  },
};

/** Returns the innermost node at a position. */
export function at(file: ts.SourceFile, position: number): ts.Node {
  let innermost: ts.Node = file;
  const descend = (node: ts.Node): void => {
    if (node.getStart() > position || position >= node.getEnd()) return;
    innermost = node;
    node.forEachChild(descend);
  };
  file.forEachChild(descend);
  return innermost;
}

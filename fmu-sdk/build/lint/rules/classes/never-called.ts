import ts from 'typescript';
import { declaresMethod, parentOf } from '../../class-members.ts';
import { generatedVariables, unitFileOf } from '../../generated-variables.ts';
import type { Context, Rule, UnitDeclaration } from '../../lint-rule.ts';

/** Rejects methods that are never called, because `unit.json` does not declare their use. */
export const neverCalled: Rule = {
  name: 'never-called',
  check(context: Context): void {
    for (const variables of generatedVariables(context.files)) {
      const file = unitFileOf(variables, context.files);
      const unit = file?.statements
        .filter(ts.isClassDeclaration)
        .find((statement) => parentOf(statement) === variables.name);
      if (file === undefined || unit === undefined) continue;
      if (!declaresMethod(variables.declaration, 'hasEvents')) lookForEvents(unit, context);
      if (!declaresMethod(variables.declaration, 'stateDerivative')) lookForLargestStep(unit, context);
      lookForPartial(unit, context.declarations.get(file.fileName), context);
    }
  },
};

const giveEvents = 'Write "events": true in unit.json';

function lookForEvents(unit: ts.ClassDeclaration, { report }: Context): void {
  for (const name of ['onEvent', 'nextEventTime']) {
    const method = methodOf(unit, name);
    if (method !== undefined)
      report(
        method.name,
        `${name}() is never called, because unit.json declares neither events nor a Clock`,
        giveEvents,
      );
  }
  const visit = (node: ts.Node): void => {
    if (asksForEvent(node))
      report(
        node,
        'eventNeeded is never read, because unit.json declares neither events nor a Clock',
        giveEvents,
      );
    node.forEachChild(visit);
  };
  visit(unit);
}

/** Returns true for `this.eventNeeded = …` with a value other than false. */
function asksForEvent(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    node.left.getText() === 'this.eventNeeded' &&
    node.right.kind !== ts.SyntaxKind.FalseKeyword
  );
}

function lookForLargestStep(unit: ts.ClassDeclaration, { report }: Context): void {
  const method = methodOf(unit, 'largestStep');
  if (method !== undefined)
    report(
      method.name,
      'largestStep() is never called, because unit.json declares no derivatives of states',
      'Add "derivative" to the derivatives in unit.json, or write internalStep()',
    );
}

function lookForPartial(
  unit: ts.ClassDeclaration,
  declaration: UnitDeclaration | undefined,
  { report }: Context,
): void {
  const method = methodOf(unit, 'partial');
  if (declaration !== undefined && !declaration.directionalDerivatives && method !== undefined)
    report(
      method.name,
      'partial() is never called, because unit.json does not declare directional derivatives',
      'Write "directionalDerivatives": true in unit.json',
    );
}

function methodOf({ members }: ts.ClassDeclaration, name: string): ts.MethodDeclaration | undefined {
  return members.filter(ts.isMethodDeclaration).find((member) => member.name.getText() === name);
}

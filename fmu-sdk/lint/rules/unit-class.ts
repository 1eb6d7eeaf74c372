import ts from 'typescript';
import { type GeneratedVariables, generatedVariables, unitFileOf } from '../generated-variables.ts';
import type { Context, Rule } from '../rule.ts';

/** `unit.ts` exports the class that follows from the unit's name, and it extends the class of its variables; it computes the derivatives of its states. */
export const unitClass: Rule = {
  name: 'unit-class',
  check(context: Context): void {
    for (const variables of generatedVariables(context.files)) {
      const file = unitFileOf(variables, context.files);
      if (file !== undefined) look(file, variables, context);
      if (file !== undefined) lookForDerivatives(file, variables, context);
    }
  },
};

function look(file: ts.SourceFile, { name: base }: GeneratedVariables, { report }: Context): void {
  const wanted = base.replace(/Variables$/, '');
  const whole = `export class ${wanted} extends ${base}`;
  const rule = `the name in unit.json makes the class ${wanted}, of the variables ${base}`;
  const classes = file.statements.filter(ts.isClassDeclaration);
  const named = classes.find((each) => each.name?.text === wanted);
  // Of another name, but of the kind that a unit is.
  const found = named ?? classes.find((each) => /Variables$/.test(parentOf(each) ?? ''));
  if (found === undefined) {
    report(file, `it has no class ${wanted}; ${rule}`, `Write "${whole}"`);
    return;
  }
  const at = found.name ?? found;
  if (found !== named)
    report(at, `the class is ${found.name?.text ?? 'without a name'}; ${rule}`, `Write "${whole}"`);
  else if (parentOf(found) !== base)
    report(at, `${wanted} extends ${parentOf(found) ?? 'nothing'}; ${rule}`, `Write "${whole}"`);
  else if (!isExported(found, file))
    report(at, `the class ${wanted} is not exported, and nobody can make one`, `Write "${whole}"`);
}

/** Where a variable is the derivative of another, the unit computes it. */
function lookForDerivatives(
  file: ts.SourceFile,
  { name: base, declaration }: GeneratedVariables,
  { report }: Context,
): void {
  const unit = file.statements.filter(ts.isClassDeclaration).find((each) => parentOf(each) === base);
  if (unit === undefined || !has(declaration, 'stateDerivative') || has(unit, 'derivatives')) return;
  report(
    unit.name ?? unit,
    'unit.json has derivatives of states, and nothing computes them',
    'Write "override derivatives(): void"',
  );
}

function has({ members }: ts.ClassDeclaration, method: string): boolean {
  return members.some((each) => ts.isMethodDeclaration(each) && each.name.getText() === method);
}

function parentOf({ heritageClauses }: ts.ClassDeclaration): string | undefined {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0].expression.getText();
}

function isExported(of: ts.ClassDeclaration, file: ts.SourceFile): boolean {
  if (ts.getCombinedModifierFlags(of) & ts.ModifierFlags.Export) return true;
  return file.statements.some(
    (each) =>
      ts.isExportDeclaration(each) &&
      each.exportClause !== undefined &&
      ts.isNamedExports(each.exportClause) &&
      each.exportClause.elements.some(({ name }) => name.text === of.name?.text),
  );
}

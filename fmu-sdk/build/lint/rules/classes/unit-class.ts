import ts from 'typescript';
import { declaresMethod, parentOf } from '../../class-members.ts';
import { type GeneratedVariables, generatedVariables, unitFileOf } from '../../generated-variables.ts';
import type { Context, Rule, UnitDeclaration } from '../../lint-rule.ts';

/**
 * Requires `unit.ts` to export the class that follows from the unit's name. The class extends the
 * class of its variables, can be instantiated, and computes everything that `unit.json` declares.
 */
export const unitClass: Rule = {
  name: 'unit-class',
  check(context: Context): void {
    for (const variables of generatedVariables(context.files)) {
      const file = unitFileOf(variables, context.files);
      if (file !== undefined) checkClass(file, variables, context);
      if (file !== undefined) checkMethods(file, variables, context);
    }
    for (const [fileName, declaration] of context.declarations)
      checkMissingImport(fileName, declaration, context);
  },
};

function checkClass(file: ts.SourceFile, { name: base }: GeneratedVariables, { report }: Context): void {
  const wanted = base.replace(/Variables$/, '');
  const whole = `export class ${wanted} extends ${base}`;
  const rule = `the name in unit.json requires the class ${wanted} with the variables ${base}`;
  const classes = file.statements.filter(ts.isClassDeclaration);
  const named = classes.find((className) => className.name?.text === wanted);
  // A class of another name that extends generated variables.
  const found = named ?? classes.find((className) => /Variables$/.test(parentOf(className) ?? ''));
  if (found === undefined) {
    report(file, `class ${wanted} is missing: ${rule}`, `Write "${whole}"`);
    return;
  }
  const at = found.name ?? found;
  if (found !== named)
    report(at, `the class is ${found.name?.text ?? 'without a name'}: ${rule}`, `Write "${whole}"`);
  else if (parentOf(found) !== base)
    report(at, `${wanted} extends ${parentOf(found) ?? 'nothing'}: ${rule}`, `Write "${whole}"`);
  else if (!isExported(found, file))
    report(at, `the class ${wanted} is not exported, so the build cannot use it`, `Write "${whole}"`);
}

/** Rejects a `unit.ts` that does not import its variables. */
function checkMissingImport(
  fileName: string,
  { className: wanted }: UnitDeclaration,
  { files, report }: Context,
): void {
  const file = files.find((candidate) => candidate.fileName === fileName);
  if (file === undefined) return;
  if (generatedVariables(files).some((variables) => unitFileOf(variables, files) === file)) return;
  const base = `${wanted}Variables`;
  report(
    file,
    `class ${wanted} is missing: the name in unit.json requires the class ${wanted} with the variables ${base}`,
    `Write "import { ${base} } from './variables.js'" and "export class ${wanted} extends ${base}"`,
  );
}

/** Checks the methods that the unit must have, and its constructor. */
function checkMethods(
  file: ts.SourceFile,
  { name: base, declaration }: GeneratedVariables,
  { report, declarations }: Context,
): void {
  const unit = file.statements
    .filter(ts.isClassDeclaration)
    .find((statement) => parentOf(statement) === base);
  if (unit === undefined) return;
  const reportProblem = (message: string, mend: string): void => report(unit.name ?? unit, message, mend);
  if (!declaresMethod(declaration, 'stateDerivative')) {
    if (!declaresMethod(unit, 'doStep'))
      reportProblem(
        'the unit lacks doStep, so its time cannot advance',
        'Write "override doStep(t: f64, h: f64): void"',
      );
  } else if (!declaresMethod(unit, 'derivatives'))
    reportProblem(
      'unit.json declares derivatives of states, but the unit does not compute them',
      'Write "override derivatives(): void"',
    );
  if (declarations.get(file.fileName)?.directionalDerivatives === true && !declaresMethod(unit, 'partial'))
    reportProblem(
      'unit.json declares "directionalDerivatives": true, but the unit does not compute them',
      'Write "override partial(unknown: i32, i: i32, known: i32, k: i32): f64", or remove it from unit.json',
    );
  const parameter = unit.members.find(ts.isConstructorDeclaration)?.parameters[0];
  if (parameter !== undefined)
    report(
      parameter,
      'the constructor of a unit cannot have parameters',
      'Remove it, or declare a parameter in unit.json that the importer sets',
    );
}

function isExported(of: ts.ClassDeclaration, file: ts.SourceFile): boolean {
  if (ts.getCombinedModifierFlags(of) & ts.ModifierFlags.Export) return true;
  return file.statements.some(
    (statement) =>
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause) &&
      statement.exportClause.elements.some(({ name }) => name.text === of.name?.text),
  );
}

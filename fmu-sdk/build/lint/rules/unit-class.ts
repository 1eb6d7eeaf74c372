import ts from 'typescript';
import { has, parentOf } from '../class-members.ts';
import { type GeneratedVariables, generatedVariables, unitFileOf } from '../generated-variables.ts';
import type { Context, Rule, UnitSays } from '../lint-rule.ts';

/** `unit.ts` exports the class that follows from the unit's name, and it extends the class of its variables; it can be made, and computes what `unit.json` says. */
export const unitClass: Rule = {
  name: 'unit-class',
  check(context: Context): void {
    for (const variables of generatedVariables(context.files)) {
      const file = unitFileOf(variables, context.files);
      if (file !== undefined) look(file, variables, context);
      if (file !== undefined) lookForMethods(file, variables, context);
    }
    for (const [fileName, says] of context.says) lookForAny(fileName, says, context);
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

/** A `unit.ts` that does not even import its variables. */
function lookForAny(fileName: string, { className: wanted }: UnitSays, { files, report }: Context): void {
  const file = files.find((each) => each.fileName === fileName);
  if (file === undefined) return;
  if (generatedVariables(files).some((variables) => unitFileOf(variables, files) === file)) return;
  const base = `${wanted}Variables`;
  report(
    file,
    `it has no class ${wanted}; the name in unit.json makes the class ${wanted}, of the variables ${base}`,
    `Write "import { ${base} } from './variables.js'" and "export class ${wanted} extends ${base}"`,
  );
}

/** What the unit has to compute, and how it is made. */
function lookForMethods(
  file: ts.SourceFile,
  { name: base, declaration }: GeneratedVariables,
  { report, says }: Context,
): void {
  const unit = file.statements.filter(ts.isClassDeclaration).find((each) => parentOf(each) === base);
  if (unit === undefined) return;
  const say = (message: string, mend: string): void => report(unit.name ?? unit, message, mend);
  if (!has(declaration, 'stateDerivative')) {
    if (!has(unit, 'doStep'))
      say('nothing advances the unit: it has no doStep', 'Write "override doStep(t: f64, h: f64): void"');
  } else if (!has(unit, 'derivatives'))
    say(
      'unit.json has derivatives of states, and nothing computes them',
      'Write "override derivatives(): void"',
    );
  if (says.get(file.fileName)?.directionalDerivatives === true && !has(unit, 'partial'))
    say(
      'unit.json says "directionalDerivatives": true, and nothing computes them',
      'Write "override partial(unknown: i32, i: i32, known: i32, k: i32): f64", or take it away in unit.json',
    );
  const parameter = unit.members.find(ts.isConstructorDeclaration)?.parameters[0];
  if (parameter !== undefined)
    report(
      parameter,
      'the constructor of a unit has a parameter, and nobody gives it a value',
      'Leave it away; what who runs the unit sets is a parameter of unit.json',
    );
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

import ts from 'typescript';
import type { Context } from '../../lint-rule.ts';

/** Lists the classes of the linted files. */
export function classesOf({ files }: Context): ts.ClassDeclaration[] {
  return files.flatMap((file) => file.statements.filter(ts.isClassDeclaration));
}

/** Lists the class itself, its base classes and the interfaces that they implement. */
export function ancestry(node: ts.ClassLikeDeclaration, checker: ts.TypeChecker): ts.Type[] {
  const all: ts.Type[] = [];
  const climb = (type: ts.Type): void => {
    if (all.includes(type)) return;
    all.push(type);
    for (const declaration of type.symbol?.declarations ?? []) {
      if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) continue;
      for (const clause of declaration.heritageClauses ?? [])
        for (const base of clause.types) climb(checker.getTypeAtLocation(base));
    }
  };
  climb(checker.getTypeAtLocation(node));
  return all;
}

/** Lists members of an equal name in the classes below the class or interface. */
export function overriders(
  symbol: ts.Symbol,
  classes: readonly ts.ClassDeclaration[],
  checker: ts.TypeChecker,
): ts.ClassElement[] {
  const homes = new Set<ts.Node>();
  for (const { parent } of symbol.declarations ?? [])
    if (ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent)) homes.add(parent);
  if (homes.size === 0) return [];
  const below = classes.filter(
    (node) =>
      !homes.has(node) &&
      ancestry(node, checker).some((type) => type.symbol?.declarations?.some((d) => homes.has(d))),
  );
  return below.flatMap((node) => node.members.filter((member) => member.name?.getText() === symbol.name));
}

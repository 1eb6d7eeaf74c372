import ts from 'typescript';

/** Returns true if the class itself declares a method of this name. */
export function declaresMethod({ members }: ts.ClassDeclaration, method: string): boolean {
  return members.some((member) => ts.isMethodDeclaration(member) && member.name.getText() === method);
}

/** Returns the text of a class's base class. */
export function parentOf({ heritageClauses }: ts.ClassDeclaration): string | undefined {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0].expression.getText();
}

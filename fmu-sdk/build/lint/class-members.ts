import ts from 'typescript';

/** Whether a class has a method of its own of this name. */
export function has({ members }: ts.ClassDeclaration, method: string): boolean {
  return members.some((each) => ts.isMethodDeclaration(each) && each.name.getText() === method);
}

/** The class that a class extends, as it is written. */
export function parentOf({ heritageClauses }: ts.ClassDeclaration): string | undefined {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0].expression.getText();
}

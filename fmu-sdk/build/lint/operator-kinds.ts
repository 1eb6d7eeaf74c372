import ts from 'typescript';

const kindByText = new Map<string | undefined, ts.SyntaxKind>();
for (let kind = ts.SyntaxKind.FirstPunctuation; kind <= ts.SyntaxKind.LastPunctuation; kind++)
  kindByText.set(ts.tokenToString(kind), kind);

/** Returns the kinds of operators, which a text lists with spaces between them. */
export function operatorsOf(texts: string): ReadonlySet<ts.SyntaxKind> {
  return new Set(texts.split(' ').map((text) => kindByText.get(text)!));
}

// What an entry of the package exports when it runs: its declarations promise no value beside.
import ts from 'typescript';

/**
 * Exports a class that is public as a type only as a type. Leaves out functions and constants that
 * do not exist.
 */
export function withRuntimeValues(text, there) {
  const file = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.Latest);
  const cuts = [];
  const types = [];
  const plain = new Set(file.statements.filter((each) => !ts.isClassDeclaration(each)).flatMap(namesOf));
  for (const statement of file.statements) {
    // What has another name inside: `export { status_2 as status }`.
    if (ts.isExportDeclaration(statement))
      for (const { name, propertyName } of statement.exportClause?.elements ?? []) {
        if (there.has(name.text)) continue;
        cuts.push(statement);
        if (!plain.has((propertyName ?? name).text)) types.push(`${propertyName?.text} as ${name.text}`);
      }
    const names = namesOf(statement);
    if (names.length === 0 || names.some((name) => there.has(name))) continue;
    const exported = statement.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (exported === undefined) continue;
    if (ts.isFunctionDeclaration(statement)) cuts.push(statement);
    else cuts.push({ pos: exported.getStart(file), end: exported.end + 1 });
    if (ts.isClassDeclaration(statement)) types.push(...names);
  }
  const kept = cuts.reduceRight((whole, { pos, end }) => whole.slice(0, pos) + whole.slice(end), text);
  return types.length === 0 ? kept : `${kept}\nexport type { ${types.join(', ')} };\n`;
}

/** Returns the report of an entry's declarations, with their comments. */
export function reportedWithRuntimeValues(report, there) {
  const [, head, code, foot] = /^([\s\S]*?```ts\n)([\s\S]*)(\n```\n*)$/.exec(report);
  return `${head}${withRuntimeValues(code, there)}${foot}`;
}

/** Names of the values that a statement declares. */
function namesOf(statement) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.text);
}

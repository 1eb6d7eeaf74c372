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

/**
 * Returns the report of an entry's declarations, with their comments. Names declarations that the
 * report of the main entry contains.
 */
export function entryReport(report, there, mainReport) {
  const [head, code, foot] = reportParts(report);
  const own = withRuntimeValues(code, there);
  return `${head}${mainReport === undefined ? own : withReferences(own, reportParts(mainReport)[1])}${foot}`;
}

function reportParts(report) {
  return /^([\s\S]*?```ts\n)([\s\S]*)(\n```\n*)$/.exec(report).slice(1);
}

/** Replaces declarations that the main entry contains by an export of their names. */
function withReferences(code, mainCode) {
  const statements = (text) => ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.Latest).statements;
  const textIn = (text, { pos, end }) => text.slice(pos, end).trim();
  // A function with two names is exported apart from its declaration.
  const inlined = (text) => text.replace(/^export (?=function)/m, '');
  const known = new Set(statements(mainCode).map((each) => inlined(textIn(mainCode, each))));
  const [names, kept] = [[], []];
  for (const statement of statements(code)) {
    const text = textIn(code, statement);
    if (!ts.isExportDeclaration(statement) && known.has(inlined(text)))
      names.push(...(statement.name ? [statement.name.text] : namesOf(statement)));
    else kept.push(`\n${text}\n`);
  }
  if (names.length === 0) return code;
  return `\nexport {\n    ${names.join(',\n    ')}\n} from 'fmukit';\n${kept.join('')}`;
}

/** Names of the values that a statement declares. */
function namesOf(statement) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.text);
}

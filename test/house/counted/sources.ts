import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { root } from '../../run-fmu.ts';
import { functionsIn, parsed, type SourceFunction } from './function-sizes.ts';

export interface Import {
  from: string;
  /** Path from the root, or the specifier of a package. */
  to: string;
  typeOnly: boolean;
}

/** Returns the TypeScript files of a folder, by paths from the root. */
export function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort();
}

/** Returns every import, re-export and `import()` of a folder's files. */
export function importsOf(folder: string): Import[] {
  const known = read.get(folder);
  if (known !== undefined) return known;
  const imports = sources(folder).flatMap((file) => scanned(file).imports);
  read.set(folder, imports);
  return imports;
}

/** Several tests read the same folders. */
const read = new Map<string, Import[]>();

/** Imports and functions of a script. */
interface Scanned {
  readonly imports: Import[];
  readonly functions: readonly SourceFunction[];
}

/** Several tests read the same files, and parsing them takes most of the time. */
const scans = new Map<string, Scanned>();

/** Returns the imports and the functions of a file, by its path from the root. */
export function scanned(file: string): Scanned {
  const known = scans.get(file);
  if (known !== undefined) return known;
  const source = parsed(file, readFileSync(join(root, file), 'utf8'));
  const scan = { imports: importsIn(file, source), functions: functionsIn(file, source) };
  scans.set(file, scan);
  return scan;
}

function importsIn(file: string, source: ts.SourceFile): Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteral(specifier))
      imports.push({
        from: file,
        to: resolved(file, specifier.text),
        typeOnly: ts.isImportTypeNode(node) || (ts.isImportDeclaration(node) && isTypeOnly(node)),
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0];
  return undefined;
}

const isTypeOnly = ({ importClause }: ts.ImportDeclaration): boolean => importClause?.isTypeOnly === true;

/** Returns a path from the root. Units import without file extensions. */
function resolved(file: string, specifier: string): string {
  if (specifier === 'fmukit/author') return 'fmu-sdk/author/index.ts';
  if (!specifier.startsWith('.')) return specifier;
  const path = normalize(join(dirname(file), specifier));
  return !path.endsWith('.ts') && existsSync(join(root, `${path}.ts`)) ? `${path}.ts` : path;
}

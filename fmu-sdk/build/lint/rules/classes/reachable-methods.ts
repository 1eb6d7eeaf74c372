import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Context } from '../../lint-rule.ts';
import { authorFile } from '../../resolve-import.ts';
import { ancestry, classesOf, overriders } from './class-hierarchy.ts';

const failFile = join(dirname(authorFile), 'safe-text.ts');

/** Methods that the SDK calls on a unit while it runs. */
const entries: ReadonlySet<string> = new Set(
  'doStep initialize inputsAt holdInputs internalStep partial'.split(' '),
);

/**
 * Returns the functions that can run during a simulation. They start at the entry methods of every
 * class below `Unit` and the methods of the SDK's `Runner`. Calls are followed directly, and
 * through virtual methods and interfaces. Constructors are left out, because `new` is a finding
 * itself.
 */
export function reachable(context: Context): Set<ts.FunctionLikeDeclaration> {
  const { checker } = context;
  const classes = classesOf(context);
  const visited = new Set<ts.FunctionLikeDeclaration>();
  const named = new Set<ts.Symbol>();
  const open: ts.FunctionLikeDeclaration[] = [];
  const add = (declaration: ts.Declaration): void => {
    if (!isCode(declaration) || visited.has(declaration)) return;
    visited.add(declaration);
    open.push(declaration);
  };
  for (const node of classes) {
    if (node.name?.text === 'Runner') for (const member of node.members) add(member);
    if (!ancestry(node, checker).some((type) => type.symbol?.name === 'Unit')) continue;
    for (const member of node.members) if (entries.has(member.name?.getText() ?? '')) add(member);
  }
  const follow = (node: ts.Node): void => {
    if (endsStep(node, checker)) return;
    const symbol = ts.isIdentifier(node) ? meaning(node, checker) : undefined;
    if (symbol !== undefined && !named.has(symbol)) {
      named.add(symbol);
      for (const declaration of symbol.declarations ?? []) add(declaration);
      for (const member of overriders(symbol, classes, checker)) add(member);
    }
    node.forEachChild(follow);
  };
  for (let at = open.pop(); at !== undefined; at = open.pop()) follow(at);
  return visited;
}

/**
 * Returns true for a call of the SDK's `fail`. Nothing runs after it, so its message may allocate.
 */
export function endsStep(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
  const symbol = meaning(node.expression, checker);
  const files = (symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile().fileName);
  return symbol?.name === 'fail' && files.includes(failFile);
}

function meaning(name: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

function isCode(node: ts.Declaration): node is ts.FunctionLikeDeclaration {
  return (
    (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node)) &&
    node.body !== undefined
  );
}

import ts from 'typescript';
import type { Context } from '../rule.ts';
import { ancestry, classesOf, overriders } from './classes.ts';

/** Methods that the SDK calls on a unit while it runs. */
const entries: ReadonlySet<string> = new Set(
  'doStep initialize inputsAt holdInputs internalStep partial'.split(' '),
);

/**
 * The functions that run while a unit runs: those entries in every class below `Unit`, the methods of the SDK's
 * `Runner`, and whatever they name, directly or through a virtual method or an interface. Constructors are left out: `new` is a finding itself.
 */
export function reachable(context: Context): Set<ts.FunctionLikeDeclaration> {
  const { checker } = context;
  const classes = classesOf(context);
  const found = new Set<ts.FunctionLikeDeclaration>();
  const open: ts.FunctionLikeDeclaration[] = [];
  const add = (declaration: ts.Declaration): void => {
    if (!isCode(declaration) || found.has(declaration)) return;
    found.add(declaration);
    open.push(declaration);
  };
  for (const node of classes) {
    if (node.name?.text === 'Runner') for (const member of node.members) add(member);
    if (!ancestry(node, checker).some((type) => type.symbol?.name === 'Unit')) continue;
    for (const member of node.members) if (entries.has(member.name?.getText() ?? '')) add(member);
  }
  const follow = (node: ts.Node): void => {
    if (ts.isIdentifier(node))
      for (const declaration of declarations(node, classes, checker)) add(declaration);
    node.forEachChild(follow);
  };
  for (let at = open.pop(); at !== undefined; at = open.pop()) follow(at);
  return found;
}

/** What a name may run: its declaration, and the members of that name in the classes below. */
function declarations(
  name: ts.Identifier,
  classes: readonly ts.ClassDeclaration[],
  checker: ts.TypeChecker,
): ts.Declaration[] {
  const named = checker.getSymbolAtLocation(name);
  if (named === undefined) return [];
  const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  return [...(symbol.declarations ?? []), ...overriders(symbol, classes, checker)];
}

function isCode(node: ts.Declaration): node is ts.FunctionLikeDeclaration {
  return (
    (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node)) &&
    node.body !== undefined
  );
}

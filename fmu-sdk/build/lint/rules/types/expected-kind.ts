import ts from 'typescript';
import { isAssignment, type Kind } from '../../expression-kinds.ts';
import type { Context } from '../../lint-rule.ts';
import { operatorsOf } from '../../operator-kinds.ts';

/** Receives each value with the kind that its place expects. */
export type OnExpected = (value: ts.Expression, expected: Kind, context: Context) => void;

const mixing: ReadonlySet<ts.SyntaxKind> = operatorsOf('+ - * / % ** < <= > >= == === != !==');

/** Finds places where a value enters a place of a declared kind, or meets another value. */
export function eachExpected(node: ts.Node, context: Context, onExpected: OnExpected): void {
  const { kinds } = context;
  const give = (value: ts.Expression | undefined, expected: Kind): void => {
    if (value !== undefined) expectKind(value, expected, context, onExpected);
  };
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) {
    if (node.type !== undefined) give(node.initializer, declared(node.type, context));
  } else if (ts.isReturnStatement(node)) {
    const { type } = enclosing(node) ?? {};
    if (type !== undefined) give(node.expression, declared(type, context));
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    eachArgument(node, context, give);
  } else if (ts.isElementAccessExpression(node)) {
    give(node.argumentExpression, 'i32');
  } else if (ts.isConditionalExpression(node)) {
    compareOperands(node.whenTrue, node.whenFalse, kinds, give);
  } else if (ts.isCaseClause(node)) {
    give(node.expression, kinds.of(node.parent.parent.expression));
  } else if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (isAssignment(operator)) give(node.right, kinds.of(node.left));
    else if (mixing.has(operator)) compareOperands(node.left, node.right, kinds, give);
  }
}

/** Passes the expectation on into conditional expressions and parentheses. */
function expectKind(value: ts.Expression, expected: Kind, context: Context, onExpected: OnExpected): void {
  if (ts.isParenthesizedExpression(value)) expectKind(value.expression, expected, context, onExpected);
  else if (ts.isConditionalExpression(value)) {
    expectKind(value.whenTrue, expected, context, onExpected);
    expectKind(value.whenFalse, expected, context, onExpected);
  } else onExpected(value, expected, context);
}

type Give = (value: ts.Expression, expected: Kind) => void;

/** Propagates the wider kind of two combined operands to the other operand. */
function compareOperands(a: ts.Expression, b: ts.Expression, kinds: Context['kinds'], give: Give): void {
  const [ka, kb] = [kinds.of(a), kinds.of(b)];
  if (width(ka) >= width(kb)) give(b, ka);
  else give(a, kb);
}

const widths: readonly Kind[] = [
  'literal',
  'bool',
  'u8',
  'i8',
  'u16',
  'i16',
  'i32',
  'u32',
  'i64',
  'u64',
  'f32',
  'f64',
];

function width(kind: Kind): number {
  return widths.indexOf(kind);
}

function eachArgument(
  node: ts.CallExpression | ts.NewExpression,
  { checker, kinds }: Context,
  give: Give,
): void {
  const signature = checker.getResolvedSignature(node);
  if (signature === undefined) return;
  signature.parameters.forEach((parameter, i) => {
    const value = node.arguments?.[i];
    if (value !== undefined) give(value, kinds.ofType(checker.getTypeOfSymbolAtLocation(parameter, node)));
  });
}

function declared(type: ts.TypeNode, { checker, kinds }: Context): Kind {
  return kinds.ofType(checker.getTypeFromTypeNode(type));
}

function enclosing(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  let at: ts.Node = node.parent;
  while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent;
  return ts.isFunctionLike(at) ? (at as ts.FunctionLikeDeclaration) : undefined;
}

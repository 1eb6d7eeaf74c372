import ts from 'typescript';

/** A module as JavaScript, with the source map (JSON text) to the author's lines. */
export interface TransformedSource {
  code: string;
  map: string;
}

/**
 * Transforms a source of the dialect to CommonJS. Replaces operations that TypeScript computes
 * differently by calls of dialect-runtime.ts: `new StaticArray<f64>(n)`, every element access (with
 * bounds check) and `**` (as Math.pow).
 *
 * Every iteration of a loop begins with `$turn`. With `watched`, `$seen` receives every value that
 * is assigned or returned from a function.
 */
export function transformSource(source: string, file: string, watched = false): TransformedSource {
  const { outputText, sourceMapText = '' } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      isolatedModules: true,
      useDefineForClassFields: false,
      removeComments: false,
      sourceMap: true,
    },
    transformers: {
      before: [(context) => (root) => ts.visitEachChild(root, visitor(context, watched), context)],
    },
  });
  return { code: outputText.replace(/^\/\/# sourceMappingURL=.*$/m, ''), map: sourceMapText };
}

function visitor(context: ts.TransformationContext, watched: boolean): ts.Visitor {
  const visit = (node: ts.Node): ts.Node => {
    const special = rewrite(node, (child) => ts.visitNode(child, visit, ts.isExpression));
    if (special !== undefined) ts.setSourceMapRange(special, node);
    const transformed = turning(node, special ?? ts.visitEachChild(node, visit, context));
    return watched ? (wrapValue(node, transformed) ?? transformed) : transformed;
  };
  return visit;
}

/** Adds `$turn()` at the begin of every iteration of a loop. Returns other nodes unchanged. */
function turning(node: ts.Node, transformed: ts.Node): ts.Node {
  const f = ts.factory;
  const turn = f.createExpressionStatement(ts.setSourceMapRange(call('$turn'), node));
  const body = (statement: ts.Statement): ts.Statement => f.createBlock([turn, statement]);
  if (ts.isForStatement(transformed))
    return f.updateForStatement(
      transformed,
      transformed.initializer,
      transformed.condition,
      transformed.incrementor,
      body(transformed.statement),
    );
  if (ts.isWhileStatement(transformed))
    return f.updateWhileStatement(transformed, transformed.expression, body(transformed.statement));
  if (ts.isDoStatement(transformed))
    return f.updateDoStatement(transformed, body(transformed.statement), transformed.expression);
  return transformed;
}

/** Wraps the assigned or returned value of a node in a call of `$seen`. */
function wrapValue(node: ts.Node, transformed: ts.Node): ts.Node | undefined {
  const show = (value: ts.Expression): ts.Expression => ts.setSourceMapRange(call('$seen', value), node);
  const f = ts.factory;
  if (ts.isVariableDeclaration(transformed) && transformed.initializer !== undefined)
    return f.updateVariableDeclaration(
      transformed,
      transformed.name,
      undefined,
      transformed.type,
      show(transformed.initializer),
    );
  if (ts.isReturnStatement(transformed) && transformed.expression !== undefined)
    return f.updateReturnStatement(transformed, show(transformed.expression));
  if (!ts.isBinaryExpression(node) || !ts.isExpression(transformed)) return undefined;
  const { kind } = node.operatorToken;
  const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  return assigns ? show(transformed) : undefined;
}

type Go = (node: ts.Expression) => ts.Expression;

function rewrite(node: ts.Node, go: Go): ts.Expression | undefined {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'StaticArray')
    return allocate(node, go);
  if (ts.isElementAccessExpression(node)) return call('$at', ...place(node, go));
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return bump(node, go);
  if (ts.isBinaryExpression(node)) return binary(node, go);
  return undefined;
}

function allocate(node: ts.NewExpression, go: Go): ts.Expression {
  const element = node.typeArguments?.[0];
  if (element === undefined || node.arguments?.length !== 1)
    throw new SyntaxError(`${node.getText()}: write new StaticArray<T>(length) with its T.`);
  return call('$array', ts.factory.createStringLiteral(element.getText()), go(node.arguments[0]));
}

function bump(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, go: Go): ts.Expression | undefined {
  const target = element(node.operand);
  const by = node.operator === ts.SyntaxKind.PlusPlusToken ? 1 : -1;
  if (target === undefined || (by < 0 && node.operator !== ts.SyntaxKind.MinusMinusToken)) return undefined;
  const old = ts.isPostfixUnaryExpression(node) ? ts.factory.createTrue() : ts.factory.createFalse();
  return call('$bump', ...place(target, go), number(by), old);
}

function binary(node: ts.BinaryExpression, go: Go): ts.Expression | undefined {
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.AsteriskAsteriskToken) {
    const pow = ts.factory.createPropertyAccessExpression(ts.factory.createIdentifier('Math'), 'pow');
    return ts.factory.createCallExpression(pow, undefined, [go(node.left), go(node.right)]);
  }
  const target = element(node.left);
  if (target === undefined) return undefined;
  if (operator === ts.SyntaxKind.EqualsToken) return call('$put', ...place(target, go), go(node.right));
  const binaryOperator = compound.get(operator);
  if (binaryOperator === undefined) return undefined;
  const before = ts.factory.createIdentifier('$before');
  const after = ts.factory.createBinaryExpression(
    before,
    binaryOperator,
    ts.factory.createParenthesizedExpression(go(node.right)),
  );
  const parameter = ts.factory.createParameterDeclaration(undefined, undefined, before);
  const change = ts.factory.createArrowFunction(
    undefined,
    undefined,
    [parameter],
    undefined,
    undefined,
    after,
  );
  return call('$update', ...place(target, go), change);
}

const compound: ReadonlyMap<ts.SyntaxKind, ts.BinaryOperator> = new Map<ts.SyntaxKind, ts.BinaryOperator>([
  [ts.SyntaxKind.PlusEqualsToken, ts.SyntaxKind.PlusToken],
  [ts.SyntaxKind.MinusEqualsToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.AsteriskEqualsToken, ts.SyntaxKind.AsteriskToken],
  [ts.SyntaxKind.SlashEqualsToken, ts.SyntaxKind.SlashToken],
  [ts.SyntaxKind.PercentEqualsToken, ts.SyntaxKind.PercentToken],
  [ts.SyntaxKind.AmpersandEqualsToken, ts.SyntaxKind.AmpersandToken],
  [ts.SyntaxKind.BarEqualsToken, ts.SyntaxKind.BarToken],
  [ts.SyntaxKind.CaretEqualsToken, ts.SyntaxKind.CaretToken],
  [ts.SyntaxKind.LessThanLessThanEqualsToken, ts.SyntaxKind.LessThanLessThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanToken],
]);

/** Returns the element access inside parentheses, if there is one. */
function element(node: ts.Expression): ts.ElementAccessExpression | undefined {
  const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
  return ts.isElementAccessExpression(inner) ? inner : undefined;
}

function place(node: ts.ElementAccessExpression, go: Go): [ts.Expression, ts.Expression] {
  return [go(node.expression), go(node.argumentExpression)];
}

function call(name: string, ...values: ts.Expression[]): ts.Expression {
  return ts.factory.createCallExpression(ts.factory.createIdentifier(name), undefined, values);
}

function number(value: number): ts.Expression {
  const literal = ts.factory.createNumericLiteral(Math.abs(value));
  return value < 0 ? ts.factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, literal) : literal;
}

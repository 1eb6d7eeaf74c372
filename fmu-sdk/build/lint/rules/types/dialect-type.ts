import ts from 'typescript';
import { type Context, type Rule, text } from '../../lint-rule.ts';

const adviceByType: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.NumberKeyword, 'Write f64 or i32'],
  [ts.SyntaxKind.BooleanKeyword, 'Write bool'],
  [ts.SyntaxKind.AnyKeyword, 'Write the type'],
  [ts.SyntaxKind.UnknownKeyword, 'Write the type'],
  [ts.SyntaxKind.ObjectKeyword, 'Write a class'],
  [ts.SyntaxKind.NeverKeyword, 'Write void'],
  [ts.SyntaxKind.UndefinedKeyword, 'Write T | null'],
  [ts.SyntaxKind.BigIntKeyword, 'Write i64'],
  [ts.SyntaxKind.SymbolKeyword, 'Write an enum'],
  [ts.SyntaxKind.ArrayType, 'Write StaticArray<T>'],
  [ts.SyntaxKind.TupleType, 'Write a class, or StaticArray<T>'],
  [ts.SyntaxKind.IntersectionType, 'Write a class'],
  [ts.SyntaxKind.TypeLiteral, 'Write a class'],
  [ts.SyntaxKind.MappedType, 'Write a class'],
  [ts.SyntaxKind.ConditionalType, 'Write the type'],
  [ts.SyntaxKind.TypeQuery, 'Write the type'],
  [ts.SyntaxKind.TypeOperator, 'Write the type alone'],
  [ts.SyntaxKind.IndexedAccessType, 'Write the type'],
  [ts.SyntaxKind.TemplateLiteralType, 'Write string'],
  [ts.SyntaxKind.TypePredicate, 'Write bool'],
]);

/**
 * Permits f64, i32, bool …, classes, enums, StaticArray and T | null. Other TypeScript types do not
 * exist in WebAssembly.
 */
export const dialectType: Rule = {
  name: 'dialect-type',
  visit(node: ts.Node, { checker, kinds, report }: Context): void {
    const mend = adviceByType.get(node.kind);
    if (mend !== undefined && ts.isTypeNode(node))
      report(node, `the type ${text(node)} is not in the dialect`, mend);
    if (ts.isLiteralTypeNode(node) && node.literal.kind !== ts.SyntaxKind.NullKeyword)
      report(node, `the type ${text(node)} is not in the dialect`, 'Write f64, i32, bool or string');
    if (ts.isNewExpression(node)) checkElement(node, checker, report);
    if (!ts.isUnionTypeNode(node)) return;
    const others = node.types.filter((type) => !isNull(type));
    const kind = others.length === 1 ? kinds.ofType(checker.getTypeFromTypeNode(others[0])) : 'object';
    if (others.length !== 1 || node.types.length !== 2)
      report(
        node,
        `the union ${text(node)} is not in the dialect`,
        'Only T | null of a class T is allowed: use a base class',
      );
    else if (kind !== 'object' && kind !== 'unknown' && kind !== 'string')
      report(
        node,
        `${text(node)}: a ${kind} cannot be null`,
        'Add a second field that marks the value as valid',
      );
  },
};

function isNull(type: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
}

/**
 * Checks the element type of `new StaticArray<T>`. The reference run chooses the storage by the
 * written name of T alone.
 */
function checkElement(node: ts.NewExpression, checker: ts.TypeChecker, report: Context['report']): void {
  if (node.expression.getText() !== 'StaticArray') return;
  const element = node.typeArguments?.[0];
  const type = element === undefined ? undefined : checker.getTypeFromTypeNode(element);
  const hidden = ts.TypeFlags.EnumLike | ts.TypeFlags.TypeParameter;
  if (element === undefined)
    report(node, `${text(node)} lacks an element type`, 'Write new StaticArray<f64>(n)');
  else if (type !== undefined && type.flags & hidden)
    report(
      element,
      `${text(node)}: storage of ${text(element)}`,
      'Write i32 for an enum, or allocate where T is known',
    );
}

import ts from 'typescript';
import type { Kind } from '../../expression-kinds.ts';
import { type Context, type Rule, text } from '../../lint-rule.ts';
import { operatorsOf } from '../../operator-kinds.ts';

const mend = 'Convert first: f64(…) or i32(…)';

/**
 * Permits operators on f64 and i32 only. Every other kind rounds or wraps where TypeScript does
 * not.
 */
export const arithmetic: Rule = {
  name: 'arithmetic',
  visit(node: ts.Node, context: Context): void {
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      if (node.operator === ts.SyntaxKind.ExclamationToken) return;
      checkOperand(node.operand, ts.tokenToString(node.operator) ?? '', bitwise.has(node.operator), context);
    }
    if (!ts.isBinaryExpression(node)) return;
    const { kind } = node.operatorToken;
    if (!computing.has(kind) && !bitwise.has(kind)) return;
    const operator = ts.tokenToString(kind) ?? '';
    const sides = [node.left, node.right];
    if (sides.some((side) => context.kinds.of(side) === 'string') && isSum(kind)) return;
    for (const side of sides) checkOperand(side, operator, bitwise.has(kind), context);
    checkPower(node, context);
    checkUnsignedShift(node, context);
  },
};

const computing: ReadonlySet<ts.SyntaxKind> = operatorsOf('+ - * / % ** += -= *= /= %=');

const bitwise: ReadonlySet<ts.SyntaxKind> = operatorsOf('~ & | ^ << >> >>> &= |= ^= <<= >>= >>>=');

function checkOperand(operand: ts.Expression, operator: string, bits: boolean, context: Context): void {
  const kind = context.kinds.of(operand);
  const good: readonly Kind[] = ['i32', 'literal', 'unknown'];
  if (good.includes(kind) || (!bits && kind === 'f64')) return;
  const what = kind === 'object' ? 'an object' : kind;
  context.report(operand, `${operator} on ${text(operand)}, which is ${what}`, mend);
}

function checkPower(node: ts.BinaryExpression, { kinds, report }: Context): void {
  if (node.operatorToken.kind !== ts.SyntaxKind.AsteriskAsteriskToken) return;
  if (kinds.of(node.left) === 'f64' && kinds.of(node.right) === 'f64') return;
  report(node, `${text(node)} is a power of integers`, 'Write Math.pow(x, y) of reals');
}

/**
 * Checks the shift count: `i32 >>> 0` is negative in AssemblyScript, but not in TypeScript. The
 * results agree for 1 to 31 bits.
 */
function checkUnsignedShift(node: ts.BinaryExpression, { report }: Context): void {
  const { kind } = node.operatorToken;
  const assigns = kind === ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken;
  if (!assigns && kind !== ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken) return;
  const bits = ts.isNumericLiteral(node.right) ? Number(node.right.text) : 0;
  if (bits >= 1 && bits <= 31) return;
  report(
    node,
    `${text(node)} differs from TypeScript when no bit is shifted`,
    'Shift by a literal from 1 to 31, or write >>',
  );
}

function isSum(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.PlusEqualsToken;
}

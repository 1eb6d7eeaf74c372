import ts from 'typescript';
import { isInteger, isNumber, type Kind } from '../../expression-kinds.ts';
import { type Context, type Rule, text } from '../../lint-rule.ts';
import { eachExpected } from './expected-kind.ts';

/** Requires explicit conversions of numbers: f64(i), i32(x), never an assignment or `as`. */
export const conversion: Rule = {
  name: 'conversion',
  visit(node: ts.Node, context: Context): void {
    const { kinds, report } = context;
    if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
      const kind = kinds.of(node.expression);
      if (isNumber(kind) || kind === 'bool' || kind === 'unknown')
        report(node, `${text(node)} converts in AssemblyScript only`, `Write ${text(node.type)}(…)`);
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'f64' && node.arguments.length === 1) {
      if (kinds.of(node.arguments[0]) === 'f64')
        report(node, `${text(node)}: it is f64 already`, 'Write it without f64(…)');
    }
    eachExpected(node, context, (value, expected) => {
      const actual = kinds.of(value);
      if (fits(actual, expected, value)) return;
      const mend = actual === 'f64' && expected === 'bool' ? 'Write a comparison' : `Write ${expected}(…)`;
      report(value, `${text(value)} is ${actual} where ${expected} is expected`, mend);
    });
  },
};

/** Kinds whose values all fit an i32. */
const small: ReadonlySet<Kind> = new Set<Kind>(['i8', 'u8', 'i16', 'u16']);

const numbers: ReadonlySet<Kind> = new Set<Kind>(['f64', 'f32', 'bool']);

function fits(actual: Kind, expected: Kind, value: ts.Expression): boolean {
  if (actual === expected || actual === 'unknown') return true;
  if (!numbers.has(expected) && !isInteger(expected)) return true;
  if (actual === 'literal') {
    if (expected === 'f64' || expected === 'f32') return true;
    return isInteger(expected) && inRange(value, expected);
  }
  return expected === 'i32' && small.has(actual);
}

const ranges: Readonly<Partial<Record<Kind, readonly [number, number]>>> = {
  i8: [-128, 127],
  u8: [0, 255],
  i16: [-32768, 32767],
  u16: [0, 65535],
  i32: [-2147483648, 2147483647],
  u32: [0, 4294967295],
  u64: [0, Number.MAX_SAFE_INTEGER],
  i64: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

function inRange(value: ts.Expression, expected: Kind): boolean {
  const negative = ts.isPrefixUnaryExpression(value) && value.operator === ts.SyntaxKind.MinusToken;
  const literal = negative ? value.operand : value;
  const range = ranges[expected];
  if (!ts.isNumericLiteral(literal) || range === undefined) return true;
  const number = negative ? -Number(literal.text) : Number(literal.text);
  return number >= range[0] && number <= range[1];
}

import ts from 'typescript';
import { operatorsOf } from './operator-kinds.ts';

/**
 * Numeric kind that AssemblyScript gives an expression. `literal`: an integer literal or a
 * computation of such literals. It takes the kind of its neighbour, and is i32 on its own.
 * `unknown`: no declaration gives the kind.
 */
export type Kind =
  | ('f64' | 'f32' | 'i8' | 'i16' | 'i32' | 'i64' | 'u8' | 'u16' | 'u32' | 'u64' | 'usize')
  | ('bool' | 'literal' | 'string' | 'object' | 'unknown');

const integers: ReadonlySet<Kind> = new Set<Kind>([
  'i8',
  'i16',
  'i32',
  'i64',
  'u8',
  'u16',
  'u32',
  'u64',
  'usize',
  'literal',
]);

/** Returns true for integer types and integer literals. */
export function isInteger(kind: Kind): boolean {
  return integers.has(kind);
}

/** Returns true for types with arithmetic: integers, f64, f32. */
export function isNumber(kind: Kind): boolean {
  return kind === 'f64' || kind === 'f32' || integers.has(kind);
}

const arithmetic: ReadonlySet<ts.SyntaxKind> = operatorsOf('+ - * / % ** & | ^ && ||');

const shifts: ReadonlySet<ts.SyntaxKind> = operatorsOf('<< >> >>>');

/**
 * Determines numeric kinds: declarations through the checker, operators by the rules of the
 * dialect.
 */
export class Kinds {
  constructor(private readonly checker: ts.TypeChecker) {}

  /** Returns the kind of an expression. */
  of(node: ts.Expression): Kind {
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return this.of(node.expression);
    if (ts.isNumericLiteral(node)) return isReal(node) ? 'f64' : 'literal';
    if (ts.isPrefixUnaryExpression(node))
      return node.operator === ts.SyntaxKind.ExclamationToken ? 'bool' : this.of(node.operand);
    if (ts.isPostfixUnaryExpression(node)) return this.of(node.operand);
    if (ts.isConditionalExpression(node)) return join(this.of(node.whenTrue), this.of(node.whenFalse));
    if (ts.isBinaryExpression(node)) return this.ofBinary(node);
    if (ts.isElementAccessExpression(node)) return this.ofElement(node);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.ofName(node);
    return this.ofType(this.checker.getTypeAtLocation(node));
  }

  /** Returns the kind of values of a type. */
  ofType(type: ts.Type): Kind {
    const brand = type.flags & ts.TypeFlags.Intersection ? type.getProperty('__kind') : undefined;
    if (brand !== undefined) {
      const kind = this.checker.getTypeOfSymbol(brand);
      return kind.isStringLiteral() ? (kind.value as Kind) : 'unknown';
    }
    if (type.flags & ts.TypeFlags.EnumLike) return 'i32';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'bool';
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    const obscure =
      ts.TypeFlags.NumberLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
    if (type.flags & (obscure | ts.TypeFlags.Never)) return 'unknown';
    if (type.isUnion()) return type.types.every((t) => this.ofType(t) === 'bool') ? 'bool' : 'object';
    return 'object';
  }

  private ofBinary(node: ts.BinaryExpression): Kind {
    const operator = node.operatorToken.kind;
    if (isAssignment(operator) || shifts.has(operator)) return this.of(node.left);
    if (operator === ts.SyntaxKind.CommaToken) return this.of(node.right);
    if (arithmetic.has(operator)) return join(this.of(node.left), this.of(node.right));
    return 'bool';
  }

  private ofElement(node: ts.ElementAccessExpression): Kind {
    const element = this.checker.getTypeAtLocation(node.expression).getNumberIndexType();
    return element === undefined ? 'unknown' : this.ofType(element);
  }

  /** Returns the declared type of a variable or field, without narrowing by control flow. */
  private ofName(node: ts.Identifier | ts.PropertyAccessExpression): Kind {
    const named = this.checker.getSymbolAtLocation(node);
    if (named === undefined) return 'unknown';
    const symbol = named.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(named) : named;
    const kind = this.ofType(this.checker.getTypeOfSymbol(symbol));
    const declaration = symbol.valueDeclaration;
    if (kind === 'unknown' && declaration !== undefined && ts.isVariableDeclaration(declaration)) {
      if (declaration.type === undefined && declaration.initializer !== undefined)
        return this.of(declaration.initializer);
    }
    return kind;
  }
}

/** Returns true for a literal that AssemblyScript takes as real: with a point or an exponent. */
export function isReal(node: ts.NumericLiteral): boolean {
  const source = node.getText();
  return !/^0[xob]/i.test(source) && /[.e]/i.test(source);
}

/** Returns true for `=` and all compound assignments. */
export function isAssignment(operator: ts.SyntaxKind): boolean {
  return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
}

function join(a: Kind, b: Kind): Kind {
  if (a === b) return a;
  if (a === 'string' || b === 'string') return 'string';
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  if (a === 'f64' || b === 'f64') return 'f64';
  if (a === 'literal') return b;
  return a;
}

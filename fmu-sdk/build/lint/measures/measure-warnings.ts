import ts from 'typescript';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Finding } from '../lint-rule.ts';
import {
  isInSi,
  isSameFactor,
  isSameQuantity,
  isSameScale,
  type Measure,
  measureOf,
  product,
  scaled,
  sum,
} from './measure.ts';

/** Number, or measure. Undefined if unknown. */
type Value = Measure | number | undefined;

const isNumber = (value: Value): value is number => typeof value === 'number';

/**
 * Conversion factors between 1/10 and 10, as are their inverses: km/h, turns, degF, and units of
 * other systems.
 */
const smallConversions = [
  ...[3.6, Math.PI, 2 * Math.PI, Math.PI / 2, 1.8, 0.3048, 2.54, 0.45359237, 0.9144, 1.609344, 1.852],
  ...[0.514444, 4.4482216, 6.894757, 3.785412, 4.54609, 1.355818, 4.184, 4.1868, 0.7457, 0.73549875],
  ...[1.01325, 1.3332237, 1.60217663, 9.80665, 9.81, 1.055056, 1.163],
];
/** Largest relative deviation of a rounded conversion factor. */
const rounded = 2e-3;

/**
 * Returns true for a factor that converts units of measure: 1000, 60, π/180. Factors such as 2 and
 * 0.6 belong to formulas.
 */
function converts(factor: number): boolean {
  const size = Math.abs(factor);
  if (size >= 10 || size <= 0.1) return true;
  const isNear = (other: number): boolean => Math.abs(size / other - 1) <= rounded;
  return smallConversions.some((known) => isNear(known) || isNear(1 / known));
}

/** Standard gravity, which counts as m/s² where a formula writes it as a number. */
const gravity: ReadonlySet<number> = new Set([9.8, 9.81, 9.807, 9.8066, 9.80665]);

const trigonometric = new Set(['sin', 'cos', 'tan']);
const inverse = new Set(['asin', 'acos', 'atan', 'atan2']);
const unchanged = new Set(['abs', 'max', 'min', 'fround', 'floor', 'ceil', 'round', 'hypot']);
const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);
const assignments: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
]);
/** Methods whose parameters t and h are times [s]. */
const timed = new Set(['doStep', 'derivatives']);

/**
 * Warns where the source of a unit combines variables whose units of measure do not fit: N/mm and m
 * in one product, rpm plus rad/s, degrees in a sine. A number such as 1000 or π/180 in a product
 * counts as a conversion, and a number added to a temperature. Variables without a unit of measure
 * are not judged.
 */
export function measureWarnings(file: string, text: string, { variables }: Manifest): Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return new MeasureCheck(source, variables).findings();
}

class MeasureCheck {
  private readonly found = new Map<number, Finding>();
  private readonly fields = new Map<string, Measure>();
  /** Measures of local variables and constants. Names that occur twice are unknown. */
  private readonly locals = new Map<string, Value>();

  constructor(
    private readonly source: ts.SourceFile,
    variables: Manifest['variables'],
  ) {
    for (const { name, unit } of variables) {
      const measure = unit === undefined ? undefined : measureOf(`this.${name}`, unit);
      if (measure !== undefined) this.fields.set(name, measure);
    }
  }

  findings(): Finding[] {
    if ([...this.fields.values()].some((measure) => !isInSi(measure))) this.visit(this.source);
    return [...this.found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** Visits statements, and the expressions in them. */
  private visit(node: ts.Node): void {
    if (ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node)) this.declareParameters(node);
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      this.declare(node.name.getText(), this.valueOf(node.initializer));
    } else if (ts.isExpression(node)) this.settle(node, this.valueOf(node));
    else node.forEachChild((child) => this.visit(child));
  }

  private declareParameters({ name, parameters }: ts.MethodDeclaration | ts.FunctionDeclaration): void {
    const isTimed = timed.has(name?.getText() ?? '');
    parameters.forEach((parameter, i) => {
      const text = parameter.name.getText();
      this.locals.set(text, isTimed && i < 2 ? measureOf(text, 's') : undefined);
    });
  }

  private declare(name: string, value: Value): void {
    const known = this.locals.has(name) && this.locals.get(name) !== value;
    this.locals.set(name, known ? undefined : value);
  }

  /** Warns if a product of SI and other units of measure ends where its unit is not declared. */
  private settle(node: ts.Node, value: Value): void {
    if (value === undefined || isNumber(value)) return;
    if (value.ignored !== undefined) this.warnOfOffset(node, value.ignored);
    if (!value.mixed || isInSi(value)) return;
    this.warn(node, `${value.terms.join(' meets ')} in one expression`, mend);
  }

  private valueOf(node: ts.Expression): Value {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
      return this.valueOf(node.expression);
    if (ts.isNumericLiteral(node))
      return gravity.has(Number(node.text)) ? measureOf(node.text, 'm/s2') : Number(node.text);
    if (ts.isPrefixUnaryExpression(node)) {
      const value = this.valueOf(node.operand);
      return isNumber(value) && node.operator === ts.SyntaxKind.MinusToken ? -value : value;
    }
    if (ts.isIdentifier(node)) return this.locals.get(node.text);
    if (ts.isPropertyAccessExpression(node)) return this.propertyOf(node);
    if (ts.isElementAccessExpression(node)) return this.valueOf(node.expression);
    if (ts.isConditionalExpression(node)) {
      this.settle(node.condition, this.valueOf(node.condition));
      return this.choice(node, this.valueOf(node.whenTrue), this.valueOf(node.whenFalse));
    }
    if (ts.isCallExpression(node)) return this.call(node);
    if (ts.isBinaryExpression(node)) return this.binary(node);
    node.forEachChild((child) => this.visit(child));
    return undefined;
  }

  private propertyOf(node: ts.PropertyAccessExpression): Value {
    if (node.getText() === 'Math.PI') return Math.PI;
    if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return this.fields.get(node.name.text);
    return undefined;
  }

  private call(node: ts.CallExpression): Value {
    const values = node.arguments.map((argument) => this.valueOf(argument));
    const name = /^(?:Math\.)?(\w+)$/.exec(node.expression.getText())?.[1] ?? '';
    const [first, second] = values;
    if (unchanged.has(name) || name === 'f64')
      return values.length < 2 ? first : this.choice(node, first, second);
    if (trigonometric.has(name)) {
      if (first !== undefined && !isNumber(first) && !isInSi(first))
        this.warn(node, `Math.${name} takes rad, but gets ${first.terms.join(', ')}`, mend);
      return one;
    }
    if (name === 'atan2') this.choice(node, first, second);
    if (inverse.has(name)) return measureOf(`Math.${name}`, 'rad');
    if (name === 'sqrt' && first !== undefined && !isNumber(first)) return product(first, 0.5, one, 1);
    if (name === 'pow' && first !== undefined && !isNumber(first) && isNumber(second))
      return product(first, second, one, 1);
    node.arguments.forEach((argument, i) => {
      this.settle(argument, values[i]);
    });
    return undefined;
  }

  private binary({ left, operatorToken: { kind }, right }: ts.BinaryExpression): Value {
    if (assignments.has(kind))
      return this.assign(left, this.valueOf(right), right, kind !== ts.SyntaxKind.EqualsToken);
    const [a, b] = [this.valueOf(left), this.valueOf(right)];
    if (kind === ts.SyntaxKind.AsteriskToken) return this.times(left.parent, a, b, 1);
    if (kind === ts.SyntaxKind.SlashToken) return this.times(left.parent, a, b, -1);
    if (kind === ts.SyntaxKind.AsteriskAsteriskToken && a !== undefined && !isNumber(a) && isNumber(b))
      return product(a, b, one, 1);
    if (kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.MinusToken)
      return this.together(left.parent, a, b, kind === ts.SyntaxKind.MinusToken);
    if (comparisons.has(kind)) this.choice(left.parent, a, b);
    else {
      this.settle(left, a);
      this.settle(right, b);
    }
    return undefined;
  }

  private assign(target: ts.Expression, value: Value, from: ts.Expression, isChange: boolean): Value {
    const declared = this.valueOf(target);
    if (value === undefined || isNumber(value)) return undefined;
    if (declared === undefined || isNumber(declared) || !isSameQuantity(declared, value)) {
      if (ts.isIdentifier(target)) this.declare(target.text, undefined);
      this.settle(from, value);
      return undefined;
    }
    // A change of a temperature is a difference. A weighted mean of temperatures is one of them.
    const wanted = isChange ? scaled(declared, 0) : declared;
    if (value.ignored !== undefined && wanted.base.offset === 0) this.warnOfOffset(from, value.ignored);
    if (!(value.ignored === undefined ? isSameScale(wanted, value) : isSameFactor(wanted, value))) {
      const times = Number((value.base.factor / declared.base.factor).toPrecision(6));
      const how =
        value.base.offset === wanted.base.offset
          ? `Multiply by ${times}, or declare all of them in SI units in unit.json`
          : mend;
      this.warn(from, `${declared.terms[0]} gets a value of ${value.terms.join(' and ')}`, how);
    }
    return undefined;
  }

  /** Returns the value of a·b^power. */
  private times(node: ts.Node, a: Value, b: Value, power: 1 | -1): Value {
    if (isNumber(a) && isNumber(b)) return a * b ** power;
    if (a === undefined || b === undefined) return undefined;
    if (isNumber(a) || isNumber(b)) {
      const [factor, measure] = isNumber(a) ? [a, b as Measure] : [b as number, a];
      if (converts(factor)) {
        // A factor does not mend a power of a temperature in degC.
        if (measure.ignored !== undefined) this.warnOfOffset(node, measure.ignored);
        return undefined;
      }
      if (isNumber(a) && power === -1) return product(one, 1, measure, -1);
      return scaled(measure, isNumber(b) && power === -1 ? 1 / factor : factor);
    }
    return product(a, 1, b, power);
  }

  /** Returns the value of a sum or difference, after a check that both have one unit. */
  private together(node: ts.Node, a: Value, b: Value, isDifference: boolean): Value {
    // A number added to a temperature may convert it.
    if (isNumber(a) || isNumber(b)) return withNumber(a, b, (measure) => measure.base.K === 0);
    if (a === undefined || b === undefined) return a ?? b;
    if (!isSameQuantity(a, b)) return undefined;
    // An absolute temperature minus one in degC. The other way round, K may be a difference.
    const isOff = isDifference && a.base.offset === 0 && b.base.offset !== 0;
    if (isOff || !isSameFactor(a, b)) {
      this.warnOfTwo(node, a, b);
      return undefined;
    }
    return sum(a, b, isDifference);
  }

  /** Returns the value of a choice or comparison, after a check that both have one unit. */
  private choice(node: ts.Node, a: Value, b: Value): Value {
    if (isNumber(a) || isNumber(b)) return withNumber(a, b, () => true);
    if (a === undefined || b === undefined) return a ?? b;
    if (!isSameQuantity(a, b)) return undefined;
    if (isSameScale(a, b)) return { ...sum(a, b, false), base: a.base };
    this.warnOfTwo(node, a, b);
    return undefined;
  }

  private warnOfTwo(node: ts.Node, a: Measure, b: Measure): void {
    this.warn(node, `${a.terms.join(' and ')} meets ${b.terms.join(' and ')}`, mend);
  }

  private warnOfOffset(node: ts.Node, term: string): void {
    this.warn(node, `${term} has an offset, which a product ignores`, mend);
  }

  private warn(node: ts.Node, message: string, advice: string): void {
    const start = node.getStart();
    const { line, character } = this.source.getLineAndCharacterOfPosition(start);
    const place = { file: this.source.fileName, line: line + 1, column: character + 1 };
    if (!this.found.has(start))
      this.found.set(start, { ...place, rule: 'units-of-measure', message, advice });
  }
}

/** Returns the measure beside a number, if the number keeps it. */
function withNumber(a: Value, b: Value, keeps: (measure: Measure) => boolean): Value {
  const measure = isNumber(a) ? b : a;
  return measure !== undefined && !isNumber(measure) && keeps(measure) ? measure : undefined;
}

/** The pure number 1. */
const one: Measure = { ...(measureOf('', '1') as Measure), terms: [] };
const mend = 'Convert by a factor, or declare all of them in SI units in unit.json';

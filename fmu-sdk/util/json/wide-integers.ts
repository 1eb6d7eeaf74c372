import type { Node } from 'jsonc-parser';

type Refuse = (node: Node, what: string) => never;
type Path = (string | number)[];

/** An integer of a document that a double cannot represent exactly. */
export interface WideNumber {
  path: Path;
  whole: bigint;
}

/**
 * Returns the integers beyond 2⁵³, read from the document's text. Rejects the following:
 *
 * - Numbers that overflow a double (`1e999`) or underflow to 0 (`1e-999`).
 * - Numbers that a double would round to an integer (`1.00000000000000001`).
 * - Objects with a duplicate name, because only the last value would count.
 * - Strings with half of a surrogate pair.
 */
export function wideNumbers(root: Node, text: string, refuse: Refuse): WideNumber[] {
  const numbers: WideNumber[] = [];
  visit(root, [], (node, path) => {
    if (node.type === 'object') refuseDuplicates(node, refuse);
    else if (node.type === 'string') refuseHalves(node, refuse);
    else if (node.type === 'number') {
      const whole = wideNumber(node, text.slice(node.offset, node.offset + node.length), refuse);
      if (whole !== undefined) numbers.push({ path: [...path], whole });
    }
  });
  return numbers;
}

function wideNumber(node: Node, literal: string, refuse: Refuse): bigint | undefined {
  const value = Number(literal);
  if (!Number.isFinite(value))
    refuse(
      node,
      `${literal} is outside the range of 64-bit floating point, ±1.797e308. Give a smaller number.`,
    );
  if (value === 0 && /[1-9]/.test(literal.replace(/[eE].*$/, '')))
    refuse(
      node,
      `${literal} is not 0 and is too small for 64-bit floating point (5e-324). Give 0 or a larger number.`,
    );
  if (Number.isSafeInteger(value) && !isWhole(literal))
    refuse(
      node,
      `${literal} is not a whole number, but its nearest 64-bit floating-point number is ${value}. Give that, or fewer digits.`,
    );
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(literal)
    ? BigInt(literal)
    : undefined;
}

/**
 * Reports whether a JSON number is an integer, that is, all its decimals are zero after applying
 * the exponent.
 */
function isWhole(literal: string): boolean {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const places = fraction.length - zerosBehind(fraction);
  if (Number(exponent) >= 0 || places > 0) return places <= Number(exponent);
  const [whole] = /^-?\d+/.exec(literal) ?? [''];
  return Number(whole) === 0 || zerosBehind(whole) >= -Number(exponent);
}

function zerosBehind(digits: string): number {
  let count = 0;
  while (digits.charAt(digits.length - 1 - count) === '0') count++;
  return count;
}

function refuseDuplicates(object: Node, refuse: Refuse): void {
  const names = new Set<unknown>();
  for (const property of object.children ?? []) {
    const name: unknown = property.children?.[0].value;
    if (names.has(name))
      refuse(property, `the name "${String(name)}" occurs twice here. Remove one of the entries.`);
    names.add(name);
  }
}

function refuseHalves(node: Node, refuse: Refuse): void {
  const half = /\p{Cs}/u.exec(node.value as string)?.[0];
  if (half !== undefined)
    refuse(
      node,
      `a string contains \\u${half.charCodeAt(0).toString(16)}, half of a surrogate pair, which does not form a character. Correct it.`,
    );
}

/**
 * Visits every node with its path. A property's name and value are separate nodes. The path array
 * is reused.
 */
function visit(node: Node, path: Path, see: (node: Node, path: Path) => void): void {
  see(node, path);
  (node.children ?? []).forEach((child, i) => {
    const property = child.type === 'property' ? child.children : undefined;
    path.push(property === undefined ? i : (property[0].value as string));
    for (const inner of property ?? [child]) visit(inner, path, see);
    path.pop();
  });
}

/** Sets the value at an existing path. */
export function setAtPath(document: unknown, path: readonly (string | number)[], value: unknown): void {
  let at = document as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path[path.length - 1]] = value;
}

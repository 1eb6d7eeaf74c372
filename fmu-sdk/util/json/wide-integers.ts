import type { Node } from 'jsonc-parser';

type Refuse = (node: Node, what: string) => never;
type Path = (string | number)[];

/** A whole number of a document that a double does not hold exactly. */
export interface WideNumber {
  path: Path;
  whole: bigint;
}

/**
 * Whole numbers beyond 2⁵³, read from the document's text. Refuses a number that a double does not hold at all: beyond
 * its range (`1e999`), or so small that 0 would be left of it (`1e-999`); an object that has a name twice, of which only
 * the last would count; one that is not whole, of which a whole number would be left (`1.00000000000000001`); a string that is no text, because it has half of a
 * surrogate pair.
 */
export function wideNumbers(root: Node, text: string, refuse: Refuse): WideNumber[] {
  const found: WideNumber[] = [];
  visit(root, [], (node, path) => {
    if (node.type === 'object') refuseDuplicates(node, refuse);
    else if (node.type === 'string') refuseHalves(node, refuse);
    else if (node.type === 'number') {
      const whole = wideNumber(node, text.slice(node.offset, node.offset + node.length), refuse);
      if (whole !== undefined) found.push({ path: [...path], whole });
    }
  });
  return found;
}

function wideNumber(node: Node, literal: string, refuse: Refuse): bigint | undefined {
  const value = Number(literal);
  if (!Number.isFinite(value))
    refuse(node, `${literal} is beyond the numbers of 64 bits, ±1.797e308. Give a smaller one.`);
  if (value === 0 && /[1-9]/.test(literal.replace(/[eE].*$/, '')))
    refuse(
      node,
      `${literal} is not 0, and too small for a number of 64 bits (5e-324). Give 0 or a larger one.`,
    );
  if (Number.isSafeInteger(value) && !isWhole(literal))
    refuse(
      node,
      `${literal} is no whole number, and nearest to ${value} as one of 64 bits. Give that, or fewer digits.`,
    );
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(literal)
    ? BigInt(literal)
    : undefined;
}

/** Whether a number of JSON is whole: as many zeros behind the point as it has digits there, after its exponent. */
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
      refuse(property, `"${String(name)}" stands here for the second time. Remove one of them.`);
    names.add(name);
  }
}

function refuseHalves(node: Node, refuse: Refuse): void {
  const half = /\p{Cs}/u.exec(node.value as string)?.[0];
  if (half !== undefined)
    refuse(
      node,
      `a string has \\u${half.charCodeAt(0).toString(16)}, half of a surrogate pair, which is no character. Correct it.`,
    );
}

/** Every node with its path, a property's name and value as nodes of their own. The path changes as it goes on. */
function visit(node: Node, path: Path, see: (node: Node, path: Path) => void): void {
  see(node, path);
  (node.children ?? []).forEach((child, i) => {
    const property = child.type === 'property' ? child.children : undefined;
    path.push(property === undefined ? i : (property[0].value as string));
    for (const inner of property ?? [child]) visit(inner, path, see);
    path.pop();
  });
}

/** Puts a value at a path that exists. */
export function put(document: unknown, path: readonly (string | number)[], value: unknown): void {
  let at = document as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path[path.length - 1]] = value;
}

import { getNodePath, type Node } from 'jsonc-parser';

type Refuse = (node: Node, what: string) => never;

/** A whole number of a document that a double does not hold exactly. */
export interface WideNumber {
  path: (string | number)[];
  whole: bigint;
}

/**
 * Whole numbers beyond 2⁵³, read from the document's text. Refuses a number that a double does not hold at all: beyond
 * its range (`1e999`), or so small that 0 would be left of it (`1e-999`).
 */
export function wideNumbers(root: Node, text: string, refuse: Refuse): WideNumber[] {
  const found: WideNumber[] = [];
  for (const node of nodesOf(root)) {
    if (node.type !== 'number') continue;
    const literal = text.slice(node.offset, node.offset + node.length);
    const value = Number(literal);
    if (!Number.isFinite(value))
      refuse(node, `${literal} is beyond the numbers of 64 bits, ±1.797e308. Give a smaller one.`);
    if (value === 0 && /[1-9]/.test(literal.replace(/[eE].*$/, '')))
      refuse(
        node,
        `${literal} is not 0, and too small for a number of 64 bits (5e-324). Give 0 or a larger one.`,
      );
    if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value))
      found.push({ path: getNodePath(node), whole: BigInt(literal) });
  }
  return found;
}

/** Refuses a name that an object has twice: only the last would count. */
export function refuseDuplicates(root: Node, refuse: Refuse): void {
  for (const node of nodesOf(root)) {
    if (node.type !== 'object') continue;
    const names = new Set<unknown>();
    for (const property of node.children ?? []) {
      const name: unknown = property.children?.[0].value;
      if (names.has(name))
        refuse(property, `"${String(name)}" stands here for the second time. Remove one of them.`);
      names.add(name);
    }
  }
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}

/** Puts a value at a path that exists. */
export function put(document: unknown, path: readonly (string | number)[], value: unknown): void {
  let at = document as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path[path.length - 1]] = value;
}

import { attribute, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';

/** Elements at the end of a path of names, from a root. */
export function elements(root: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>((parents, name) => parents.flatMap((e) => childrenNamed(e, name)), [root]);
}

/** All elements below a root that have this name. */
export function* descendants(root: XmlElement, name?: string): Iterable<XmlElement> {
  for (const child of root.children) {
    if (name === undefined || child.name === name) yield child;
    yield* descendants(child, name);
  }
}

/** Items whose key an earlier item has, each with that one. */
export function* repeated<T>(
  items: Iterable<T>,
  key: (item: T) => string | number | undefined,
): Iterable<{ item: T; first: T }> {
  const firstByKey = new Map<string | number, T>();
  for (const item of items) {
    const k = key(item);
    if (k === undefined) continue;
    const first = firstByKey.get(k);
    if (first === undefined) firstByKey.set(k, item);
    else yield { item, first };
  }
}

/**
 * Returns an attribute as a number (including INF). Returns undefined if it is missing or invalid.
 */
export function numberOf(element: XmlElement, name: string): number | undefined {
  return toNumber(attribute(element, name));
}

export function toNumber(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed === 'INF') return Number.POSITIVE_INFINITY;
  if (trimmed === '-INF') return Number.NEGATIVE_INFINITY;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}

export function isTrue(element: XmlElement, name: string): boolean {
  return ['true', '1'].includes(attribute(element, name)?.trim() ?? '');
}

/**
 * Returns a value of a variable's type for comparisons: exact for integers, undefined for types
 * without an order.
 */
export function ordered(type: string, text: string | undefined): number | bigint | undefined {
  if (['Real', 'Float32', 'Float64'].includes(type)) return toNumber(text);
  if (!/Int|Enumeration/.test(type)) return undefined;
  const trimmed = text?.trim() ?? '';
  return /^[+-]?\d+$/.test(trimmed) ? BigInt(trimmed.replace('+', '')) : undefined;
}

import { UserError } from '../user-error.ts';

/**
 * An element to write. `raw` replaces the children by well-formed XML text that is written
 * unchanged.
 */
export interface Tag {
  name: string;
  attributes: readonly (readonly [name: string, value: string])[];
  children: readonly Tag[];
  raw?: string;
}

/** Creates an element with its attributes, in order, and its children. Omits undefined ones. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  children: readonly (Tag | undefined)[] = [],
): Tag {
  return {
    name,
    attributes: Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as const],
    ),
    children: children.filter((child) => child !== undefined),
  };
}

/** Creates an element with a text as its content. */
export function textTag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  text: string,
): Tag {
  const raw = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
  return { ...tag(name, attributes), raw };
}

/**
 * Creates an element with children, or returns undefined without children: empty lists are omitted.
 */
export function listTag(name: string, children: readonly Tag[]): Tag | undefined {
  return children.length === 0 ? undefined : tag(name, {}, children);
}

/** Writes a UTF-8 document with this root, indented by two spaces. */
export function writeXml(root: Tag): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  write(root, '', lines);
  return `${lines.join('\n')}\n`;
}

function write({ name, attributes, children, raw }: Tag, indent: string, lines: string[]): void {
  const start = `${indent}<${name}${attributes.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')}`;
  if (raw !== undefined && raw !== '') lines.push(`${start}>${raw}</${name}>`);
  else if (children.length === 0) lines.push(`${start}/>`);
  else {
    lines.push(`${start}>`);
    for (const child of children) write(child, `${indent}  `, lines);
    lines.push(`${indent}</${name}>`);
  }
}

/**
 * Escapes an attribute's value. White space except the blank becomes references, because readers
 * normalize it otherwise.
 */
function escape(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/u.test(value))
    throw new UserError(
      `write XML: ${JSON.stringify(value)} contains a character that XML does not allow. Remove it.`,
    );
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

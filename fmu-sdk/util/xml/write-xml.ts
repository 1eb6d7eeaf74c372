import { createCB } from 'xmlbuilder2';
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
  const chunks: string[] = [];
  const builder = createCB({
    prettyPrint: true,
    data: (chunk: string) => chunks.push(chunk.startsWith(' ') ? keepWhiteSpace(chunk) : chunk),
  });
  builder.dec({ version: '1.0', encoding: 'UTF-8' });
  write(root);
  builder.end();
  return `${chunks.join('')}\n`;

  function write({ name, attributes, children, raw }: Tag): void {
    builder.ele(name);
    for (const [key, value] of attributes) builder.att(key, escapeReferences(value));
    if (raw !== undefined && raw !== '') {
      // The package escapes each text: raw text takes the place of another one.
      builder.txt('raw');
      chunks[chunks.length - 1] = raw;
    } else for (const child of children) write(child);
    builder.up();
    // The package does not close an empty element in the namespace of XHTML.
    if (chunks.at(-1) === '>') chunks[chunks.length - 1] = '/>';
  }
}

/**
 * Escapes the ampersands of an attribute's value, because the package takes `&lt;` for a reference.
 */
function escapeReferences(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/u.test(value))
    throw new UserError(
      `write XML: ${JSON.stringify(value)} contains a character that XML does not allow. Remove it.`,
    );
  return value.includes('&') ? value.replaceAll('&', '&amp;') : value;
}

/**
 * Writes the white space of an attribute as references, except the blank, because readers normalize
 * it otherwise. `>` needs no reference there.
 */
function keepWhiteSpace(attribute: string): string {
  return attribute.replace(/&gt;|[\t\n\r]/g, (found) =>
    found === '&gt;' ? '>' : `&#${found.charCodeAt(0)};`,
  );
}

import { findNodeAtLocation, type Node, parseTree, visit } from 'jsonc-parser';
import { messageOf, UserError } from '../user-error.ts';
import { findLimitViolation } from './json-limits.ts';
import type { JsonPath } from './json-path.ts';
import { schemaViolations } from './schema-faults.ts';
import { type Schema, validator } from './schema-validator.ts';
import { setAtPath, wideNumbers } from './wide-integers.ts';

export type { Schema };

/** A validated JSON document with the line of each value. */
export interface JsonFile<T> {
  readonly file: string;
  readonly value: T;
  /** Returns `file:line` of the value at this path, or of its nearest existing parent. */
  where(path: JsonPath): string;
}

/** Reports whether integers at a path keep their exact value: bigint beyond 2⁵³. */
export type IsExact = (path: JsonPath) => boolean;

/** Validates JSON text against a schema. Errors name file, line, path and the expected value. */
export function parseJsonFile<T>(
  file: string,
  text: string,
  schema: Schema,
  exact: IsExact = () => false,
): JsonFile<T> {
  const beyond = findLimitViolation(text);
  if (beyond !== undefined)
    throw new UserError(
      `read ${file}:${lineAt(text, beyond.offset)}: ${beyond.what}. Split it into several files.`,
    );
  const value = parsed(file, text) as T;
  const root = parseTree(text, [], { disallowComments: true }) as Node;
  const refuse = (node: Node, what: string): never => {
    throw new UserError(`read ${file}:${lineAt(text, node.offset)}: ${what}`);
  };
  const wideIntegers = wideNumbers(root, text, refuse);
  const where = (path: JsonPath): string => `${file}:${lineAt(text, nearest(root, path).offset)}`;
  requireSchema(schema, value, where, file);
  for (const { path, whole } of wideIntegers) if (exact(path)) setAtPath(value, path, whole);
  return { file, value, where };
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { what, offset } = firstFault(text) ?? { what: messageOf(error), offset: 0 };
    throw new UserError(
      `read ${file}:${lineAt(text, offset)}: not valid JSON: ${what}. Correct the syntax there.`,
    );
  }
}

/** Returns the first syntax error, or undefined if only JSON.parse can find it. */
function firstFault(text: string): { what: string; offset: number } | undefined {
  if (text.trim() === '') return { what: 'the file is empty', offset: 0 };
  let fault: { what: string; offset: number } | undefined;
  const end = new Error();
  const onError = (code: number, offset: number): never => {
    fault = { what: parseErrors[code - 1] ?? 'unknown', offset };
    throw end;
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error !== end) throw error;
  }
  return fault;
}

/**
 * Rejects a value that violates a schema. `where` gives the position of a path, `what` names the
 * document.
 */
export function requireSchema(
  schema: Schema,
  value: unknown,
  where: (path: JsonPath) => string,
  what: string,
): void {
  const first = validator(schema, false);
  if (first(value)) return;
  // One error is enough for a large document, where each element of a list may have one.
  const check = isSmall(value) ? validator(schema, true) : first;
  check(value);
  const lines = schemaViolations(check.errors ?? [], value, schema)
    .slice(0, 10)
    .map(({ path, at, expected }) => {
      const place = where(path);
      // A position that ends with the path does not need it twice.
      return place.endsWith(` /${path.join('/')}`) ? `${place}: ${expected}` : `${place}: ${at}: ${expected}`;
    });
  throw new UserError(`check ${what}: the document does not match its schema. Correct these values:`, {
    details: [...new Set(lines)],
  });
}

/** Reports whether a document has few values, so that its errors are few, too. */
function isSmall(document: unknown): boolean {
  let remaining = 10_000;
  const count = (value: unknown): boolean =>
    remaining-- > 0 && (typeof value !== 'object' || value === null || Object.values(value).every(count));
  return count(document);
}

/** Words for the error codes of jsonc-parser, which count from 1. */
const parseErrors: readonly string[] = [
  'invalid symbol',
  'invalid number format',
  'property name expected',
  'value expected',
  'colon expected',
  'comma expected',
  'close brace expected',
  'close bracket expected',
  'end of file expected',
  'comments are not allowed',
  'unexpected end of comment',
  'unexpected end of string',
  'unexpected end of number',
  'invalid unicode',
  'invalid escape character',
  'invalid character',
];

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (text.charCodeAt(i) === 10) line++;
  return line;
}

function nearest(root: Node, path: JsonPath): Node {
  for (let n = path.length; n > 0; n--) {
    const node = findNodeAtLocation(root, path.slice(0, n));
    if (node !== undefined) return node;
  }
  return root;
}

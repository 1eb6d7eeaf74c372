import { closeOf, isWord, splitAtCommas, type Token, tokensOf } from './tokens.ts';

/** A function of a C source, or a macro whose text contains statements. */
export interface CFunction {
  name: string;
  /** Tokens of the body, without its braces. */
  body: readonly Token[];
  /** Name of the first parameter: the instance. */
  instance: string | undefined;
}

/** A statement that ends with a semicolon: the indices of its tokens in the body, without it. */
export interface Statement {
  from: number;
  to: number;
}

/** A field of a struct that has a name, `typedef struct { … } Name`. */
export interface Field {
  struct: string;
  name: string;
  /** Declared type and dimensions. Fields with equal types can replace each other. */
  type: string;
  /** Offset of the declaration. */
  at: number;
}

const directive = /^[ \t]*#(?:[^\\\n]|\\\r?\n|\\.)*/gm;
const isControl = (word: string): boolean => /^(?:if|for|while|switch|return|sizeof|do|else)$/.test(word);

/** Returns the text with its directives replaced by spaces, so that offsets stay. */
function withoutDirectives(text: string): string {
  return text.replace(directive, (line) => line.replace(/[^\n]/g, ' '));
}

/** Returns the functions of a source, and its macros that contain statements. */
export function functionsOf(text: string): CFunction[] {
  return [...functionsIn(text), ...macrosIn(text)].sort((a, b) => start(a) - start(b));
}

const start = ({ body }: CFunction): number => body[0]?.from ?? 0;

function functionsIn(text: string): CFunction[] {
  const tokens = tokensOf(withoutDirectives(text));
  const functions: CFunction[] = [];
  for (let k = 0; k < tokens.length; k++) {
    if (tokens[k].text !== '{') continue;
    const end = closeOf(tokens, k);
    if (tokens[k - 1]?.text === ')') functions.push(functionAt(tokens, k, end));
    k = end;
  }
  return functions;
}

/** Returns the function whose body begins at `open`. Macros such as `FUNCTION(Name)(…)` name some. */
function functionAt(tokens: readonly Token[], open: number, end: number): CFunction {
  let parameters = open - 1;
  for (let depth = 0; parameters >= 0; parameters--) {
    if (tokens[parameters].text === ')') depth++;
    if (tokens[parameters].text === '(' && --depth === 0) break;
  }
  const before = tokens[parameters - 1];
  const name = before.text === ')' ? tokens[parameters - 2].text : before.text;
  const [first] = splitAtCommas(tokens, parameters + 1, open - 1);
  const instance =
    first &&
    tokens
      .slice(...first)
      .filter(isWord)
      .at(-1)?.text;
  return { name, body: tokens.slice(open + 1, end), instance };
}

function macrosIn(text: string): CFunction[] {
  const macros: CFunction[] = [];
  for (const { 0: line, index } of text.matchAll(directive)) {
    const head = /^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?/.exec(line);
    if (head === null || !line.includes(';')) continue;
    const body = tokensOf(text, index + head[0].length, index + line.length);
    const instance = ['S', 'c', 'comp'].find((name) =>
      body.some((token, k) => token.text === name && body[k + 1]?.text === '->'),
    );
    macros.push({ name: head[1], body, instance });
  }
  return macros;
}

/** Returns the statements of a body that end with a semicolon. */
export function statementsOf(body: readonly Token[]): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  for (let k = 0; k < body.length; k++) {
    const { text } = body[k];
    if (text === '{' || text === '}') from = k + 1;
    else if (text === ':' && /^(?:case|default)$/.test(body[from].text)) from = k + 1;
    else if (/^(?:else|do)$/.test(text)) from = k + 1;
    else if (/^(?:if|for|while|switch)$/.test(text) && body[k + 1]?.text === '(') {
      k = closeOf(body, k + 1);
      from = k + 1;
    } else if (text === '(' || text === '[') k = closeOf(body, k);
    else if (text === ';') {
      if (k > from) statements.push({ from, to: k });
      from = k + 1;
    }
  }
  return statements;
}

/** Returns the calls of functions and of macros in a body: the indices of their brackets. */
export function callsOf(body: readonly Token[]): { name: string; open: number; close: number }[] {
  return body.flatMap((token, open) =>
    token.text === '(' && isWord(body[open - 1]) && !isControl(body[open - 1].text)
      ? [{ name: body[open - 1].text, open, close: closeOf(body, open) }]
      : [],
  );
}

/** Returns the fields of all structs that have a name. */
export function fieldsOf(text: string): Field[] {
  const plain = withoutDirectives(text);
  const tokens = tokensOf(plain);
  const fields: Field[] = [];
  for (let k = 0; k + 1 < tokens.length; k++) {
    if (tokens[k].text !== 'struct' || tokens[k + 1].text !== '{') continue;
    const end = closeOf(tokens, k + 1);
    const struct = tokens[end + 1]?.text ?? '';
    for (const { from, to } of statementsOf(tokens.slice(k + 2, end)))
      fields.push(...declared(struct, tokens.slice(k + 2 + from, k + 2 + to)));
    k = end;
  }
  return fields;
}

function declared(struct: string, tokens: readonly Token[]): Field[] {
  const parts = splitAtCommas(tokens, 0, tokens.length).map(([a, b]) => tokens.slice(a, b));
  const type = parts[0]?.slice(0, nameIn(parts[0])).map(({ text }) => text);
  return parts.flatMap((part) => {
    const at = nameIn(part);
    if (at < 0 || part.some(({ text }) => text === '(')) return [];
    const dimensions = part.slice(at + 1).map(({ text }) => text);
    return [{ struct, name: part[at].text, type: [...type, ...dimensions].join(' '), at: part[at].from }];
  });
}

/** Returns the index of the declared name: the last word before dimensions. */
function nameIn(part: readonly Token[]): number {
  const bracket = part.findIndex(({ text }) => text === '[');
  return part
    .slice(0, bracket < 0 ? part.length : bracket)
    .map(isWord)
    .lastIndexOf(true);
}

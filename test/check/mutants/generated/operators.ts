import { type CFunction, callsOf, type Field, type Statement, statementsOf } from './c-source.ts';
import { forgetField } from './forget-field.ts';
import { closeOf, isNumber, isWord, splitAtCommas, type Token } from './tokens.ts';

/** Replacement of a part of a source. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** A function to be mutated. */
export interface Subject {
  fn: CFunction;
  statements: readonly Statement[];
  /** Fields of the structs of the FMU. */
  fields: readonly Field[];
  /** Returns the text of the tokens in `[from, to)` of the body. */
  text(from: number, to: number): string;
  /** Returns the replacement of the tokens in `[from, to)`. */
  replace(from: number, to: number, text: string): Edit;
  /** True for tokens of log messages, and of checks that a legal importer never meets. */
  isQuiet(at: number): boolean;
}

/** Returns the faults of one kind that a function can have. */
export type Operator = (subject: Subject) => Edit[];

/** Operators by name. Each makes faults of one kind. */
export const operators: Readonly<Record<string, Operator>> = {
  'drop-assignment': dropAssignment,
  'drop-call': dropCall,
  'drop-check': dropCheck,
  'swap-arguments': swapArguments,
  'off-by-one': offByOne,
  'forget-field': forgetField,
  negate,
  'one-call-late': (subject) => assignBy(subject, 'LATE'),
  stale: (subject) => assignBy(subject, 'STALE'),
  'wears-off': (subject) => assignBy(subject, 'WEARS_OFF'),
  skips: (subject) => assignBy(subject, 'SKIPS'),
  constant,
  'other-variable': otherVariable,
};

/** Log messages, and checks of arguments for NULL or for a wrong number of values. */
const quiet =
  /^(?:say|REFUSE|UNUSED|ASSERT_\w+|ROOM|END|EACH|nullPointer|invalidNumber|log[A-Z]\w*|v?s?n?printf|va_\w+)$/;
const quietFunctions =
  /^(?:say|END|EACH|ROOM|ASSERT_\w+|nullPointer|invalidNumber|invalidState|log[A-Z]\w*)$/;
/** Macros that refuse a call. */
const check = /^(?:IN|CLOCKED)$/;

/** Returns what the operators need to know of a function. */
export function subjectOf(source: string, fn: CFunction, fields: readonly Field[]): Subject {
  const { body } = fn;
  const text = (from: number, to: number): string =>
    to <= from ? '' : source.slice(body[from].from, body[to - 1].to).replace(/\\?\n\s*/g, ' ');
  const said = callsOf(body).filter(({ name }) => quiet.test(name));
  return {
    fn,
    statements: statementsOf(body),
    fields,
    text,
    replace: (from, to, replacement) => ({
      from: body[from].from,
      to: body[to - 1].to,
      // The same lines, so that all other lines keep their numbers.
      text: replacement + (source.slice(body[from].from, body[to - 1].to).match(/\\?\n/g) ?? []).join(''),
    }),
    isQuiet: (at) =>
      quietFunctions.test(fn.name) || said.some(({ open, close }) => at >= open - 1 && at <= close),
  };
}

/** An assignment statement: the index of its operator. Declarations are left out. */
function assignmentAt({ fn: { body } }: Subject, { from, to }: Statement): number | undefined {
  for (let k = from; k < to; k++) {
    const { text } = body[k];
    if (text === '(' || text === '[') k = closeOf(body, k);
    else if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(text)) return isDeclared(body, from, k) ? undefined : k;
  }
  return undefined;
}

/** Returns true if a type stands in front of the name: two words, or a word, stars and a word. */
function isDeclared(body: readonly Token[], from: number, to: number): boolean {
  if (body[from].text === '*') return false;
  for (let k = from; k + 1 < to; k++) {
    if (!isWord(body[k])) continue;
    let next = k + 1;
    while (body[next].text === '*') next++;
    if (isWord(body[next])) return true;
  }
  return false;
}

function isStep({ fn: { body } }: Subject, { from, to }: Statement): boolean {
  return /^(?:\+\+|--)$/.test(body[from].text) || /^(?:\+\+|--)$/.test(body[to - 1].text);
}

function dropAssignment(subject: Subject): Edit[] {
  return subject.statements
    .filter((each) => !subject.isQuiet(each.from))
    .filter((each) => assignmentAt(subject, each) !== undefined || isStep(subject, each))
    .map(({ from, to }) => subject.replace(from, to, ''));
}

/** Returns the statements that are only a call, with its name. */
function callStatements(subject: Subject): (Statement & { name: string })[] {
  const { body } = subject.fn;
  return subject.statements.flatMap(({ from, to }) => {
    const open = body.findIndex(({ text }, k) => k >= from && text === '(');
    const isCall = open > from && open < to && isWord(body[open - 1]) && closeOf(body, open) === to - 1;
    const name = isCall ? body[open - 1].text : '';
    return !isCall || /^return$/.test(body[from].text) || quiet.test(name) ? [] : [{ from, to, name }];
  });
}

/** Freeing and va_end are left out of a function that only these rules of memory look at. */
function dropCall(subject: Subject): Edit[] {
  return callStatements(subject)
    .filter(({ name, from }) => !check.test(name) && !/CALL\(Error\)/.test(subject.text(from, from + 4)))
    .map(({ from, to }) => subject.replace(from, to, ''));
}

/** Drops macros that check, and conditions whose branch returns an error. */
function dropCheck(subject: Subject): Edit[] {
  const { body } = subject.fn;
  const macros = callStatements(subject)
    .filter(({ name }) => check.test(name))
    .map(({ from, to }) => subject.replace(from, to, ''));
  const conditions = conditionsOf(subject)
    .filter(({ close }) =>
      /^(?:\{[^}]*)?(?:return [^;]*Error|REFUSE|.*CALL\(Error\))/.test(rest(subject, close + 1)),
    )
    .filter(({ open, close }) => !/^!\w+$|NULL/.test(subject.text(open + 1, close).replaceAll(' ', '')))
    .map(({ open, close }) => subject.replace(open + 1, close, '0'));
  return [...macros, ...conditions].filter(
    ({ from }) => !subject.isQuiet(body.findIndex((t) => t.from === from)),
  );
}

/** Returns the text from here to the end of the branch. */
function rest({ fn: { body }, text }: Subject, from: number): string {
  if (body[from]?.text === '{') return text(from, closeOf(body, from));
  const end = body.findIndex((token, k) => k >= from && token.text === ';');
  return text(from, end < 0 ? body.length : end);
}

/** Returns the brackets of the conditions of `if` and `while`. */
function conditionsOf({ fn: { body } }: Subject): { open: number; close: number }[] {
  return body.flatMap(({ text }, k) =>
    /^(?:if|while)$/.test(text) && body[k + 1]?.text === '('
      ? [{ open: k + 1, close: closeOf(body, k + 1) }]
      : [],
  );
}

/** Swaps neighbouring arguments of a call, and the sides of a subtraction or a division. */
function swapArguments(subject: Subject): Edit[] {
  const { body } = subject.fn;
  const calls = callsOf(body).filter(({ open, name }) => !subject.isQuiet(open) && name !== 'sizeof');
  const ofCalls = calls.flatMap(({ open, close }) => {
    const parts = splitAtCommas(body, open + 1, close);
    return parts.slice(1).flatMap((b, k) => {
      const [one, two] = [subject.text(...parts[k]), subject.text(...b)];
      return one === two ? [] : [subject.replace(parts[k][0], b[1], `${two}, ${one}`)];
    });
  });
  const ofSigns = body.flatMap(({ text }, k) =>
    /^[-/]$/.test(text) && isOperand(body[k - 1]) && isOperand(body[k + 1]) && !subject.isQuiet(k)
      ? [subject.replace(k, k + 1, text === '-' ? '+' : '*')]
      : [],
  );
  return [...ofCalls, ...ofSigns];
}

const isOperand = (token: Token | undefined): boolean =>
  token !== undefined &&
  (isWord(token) || isNumber(token) || /^[)\]([&]$/.test(token.text)) &&
  token.text !== 'return';

const boundary: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** Moves a boundary: `<` is `<=`, an index is one more, a bound is one less. */
function offByOne(subject: Subject): Edit[] {
  const { body } = subject.fn;
  return body.flatMap(({ text }, k) => {
    if (subject.isQuiet(k)) return [];
    const edits = text in boundary ? [subject.replace(k, k + 1, boundary[text])] : [];
    if (text === '<' && isWord(body[k + 1]) && body[k + 2]?.text === ';')
      edits.push(subject.replace(k + 1, k + 2, `${body[k + 1].text} - 1`));
    if (text === '[' && isWord(body[k - 1]) && closeOf(body, k) > k + 1)
      edits.push(subject.replace(k + 1, closeOf(body, k), `${subject.text(k + 1, closeOf(body, k))} + 1`));
    return edits;
  });
}

const opposite: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  fmi3True: 'fmi3False',
  fmi3False: 'fmi3True',
  fmi2True: 'fmi2False',
  fmi2False: 'fmi2True',
  '&&': '||',
  '||': '&&',
  '==': '!=',
  '!=': '==',
};

/** Negates conditions and flags. */
function negate(subject: Subject): Edit[] {
  const { body } = subject.fn;
  const conditions = conditionsOf(subject)
    .filter(({ close }) => !/^(?:\{[^}]*)?(?:return [^;]*Error|REFUSE)/.test(rest(subject, close + 1)))
    .map(({ open, close }) => subject.replace(open + 1, close, `!(${subject.text(open + 1, close)})`));
  const flags = body.flatMap(({ text }, k) =>
    Object.hasOwn(opposite, text) && !subject.isQuiet(k) ? [subject.replace(k, k + 1, opposite[text])] : [],
  );
  return [...conditions, ...flags];
}

/** Lets a macro of late.h assign: the value of the call before, the first one, or not always. */
function assignBy(subject: Subject, macro: string): Edit[] {
  const { body, instance } = subject.fn;
  if (instance === undefined || instance === 'void') return [];
  return subject.statements.flatMap((each) => {
    const k = assignmentAt(subject, each);
    if (k === undefined || subject.isQuiet(each.from)) return [];
    const [left, right] = [subject.text(each.from, k), subject.text(k + 1, each.to)];
    if (/^[\w. ]+$/.test(right) && !/[A-Za-z_]/.test(right.replace(/\b(?:true|false|NULL)\b/g, '')))
      return [];
    const value = body[k].text === '=' ? right : `${left} ${body[k].text.slice(0, -1)} (${right})`;
    if (/\+\+|--/.test(left)) return [];
    return [subject.replace(each.from, each.to, `${macro}(${instance}, ${left}, ${value})`)];
  });
}

/** Replaces numbers: 0 by 1, 1 by 0, others by one more or half as much again. */
function constant(subject: Subject): Edit[] {
  const { body } = subject.fn;
  return body.flatMap((token, k) => {
    if (!isNumber(token) || subject.isQuiet(k)) return [];
    const whole = /^\d+$/.test(token.text);
    const text = whole
      ? String(Number(token.text) === 1 ? 0 : Number(token.text) + 1)
      : `(${token.text} * 1.5)`;
    return [subject.replace(k, k + 1, text)];
  });
}

/** Reads or writes the next field of the same type instead. */
function otherVariable(subject: Subject): Edit[] {
  const { body } = subject.fn;
  return body.flatMap(({ text }, k) => {
    const isField = /^(?:->|\.)$/.test(body[k - 1]?.text ?? '') || /^M$/.test(body[k - 2]?.text ?? '');
    const field = subject.fields.find(({ name }) => name === text);
    if (!isField || field === undefined || subject.isQuiet(k)) return [];
    const like = subject.fields.filter(({ struct, type }) => struct === field.struct && type === field.type);
    if (like.length < 2) return [];
    const next = like[(like.indexOf(field) + 1) % like.length];
    return [subject.replace(k, k + 1, next.name)];
  });
}

import ts from 'typescript';

export interface SourceFunction {
  /** `file: name`. */
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

/** Parses a TypeScript or JavaScript source. */
export const parsed = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** Returns the functions with a body of a parsed source. */
export function functionsIn(file: string, source: ts.SourceFile): SourceFunction[] {
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      found.push({
        name: `${file}: ${nameOf(node, source)}`,
        lines: lineOf(node.end) - lineOf(node.getStart(source)) + 1,
        parameters: node.parameters.length,
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the name of a function, or of the variable, property or class that it belongs to. */
function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  const { name } = node.name === undefined ? (node.parent as ts.NamedDeclaration) : node;
  return (
    name?.getText(source) ?? `line ${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
  );
}

const notCode =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*/gm;

/** Returns the functions of a C source. The body of a macro does not count. */
export function cFunctions(file: string, text: string): SourceFunction[] {
  const code = text.replace(/extern "C" \{/g, '').replace(notCode, (found) => found.replace(/[^\n]/g, ' '));
  const found: SourceFunction[] = [];
  let [depth, begin, end] = [0, 0, 0];
  for (const { 0: bracket, index } of code.matchAll(/[{};]/g)) {
    if (bracket === '{' && depth++ === 0) begin = index;
    if (bracket === '}' && --depth < 0) throw new Error(`${file}: a bracket without its counterpart`);
    if (depth > 0) continue;
    const head = code.slice(end, begin);
    const [, name, list = ''] = /(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*$/.exec(head) ?? [];
    if (bracket === '}' && name !== undefined)
      found.push({
        name: `${file}: ${name}`,
        lines: code.slice(end + head.search(/\S/), index).split('\n').length,
        parameters: /^\s*(?:void\s*)?$/.test(list) ? 0 : list.replace(/\([^()]*\)/g, '').split(',').length,
      });
    end = index + 1;
  }
  if (depth !== 0) throw new Error(`${file}: a bracket without its counterpart`);
  return found;
}

/** Functions whose parameters are not free, with the reason. */
export const exemptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^fmu-sdk\/build\/component\/glue\/exports\/[\w-]+-exports\.ts: fmi[A-Z]/,
    'The Canonical ABI prescribes the operands of an export.',
  ],
  [
    /^fmu-sdk\/host\/component\/fmukit\/fmukit-component\.ts: \[(?:logItem|updateItem)\]$/,
    'The Canonical ABI prescribes the operands of an import.',
  ],
  [/\.[ch]: (?:LOG_MESSAGE|INTERMEDIATE_UPDATE)$/, 'The Canonical ABI prescribes the operands of an import.'],
  [/\.[ch]: fmi[23]?[A-Z]/, 'FMI or the interface of the component prescribes the signature.'],
  [/\.[ch]: (?:log_message|guard_log2|quiet)$/, 'FMI prescribes the signature of the logger.'],
  [
    /\.c: (?:intermediate_update|guard_update|updated)$/,
    'FMI prescribes the signature of the intermediate update.',
  ],
  [/^units\//, 'A unit passes vectors by their numbers, because a step must not allocate an object.'],
];

/** Ways to change third-party code or the engine, which break at its next release. */
const tricks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['flags of the engine', /\bsetFlagsFromString\b|\brunInThisContext\('%/],
  ['private interface of V8', /\bnamespace v8\b|v8-fast-api-calls/],
  ['a write to the global object', /\bglobalThis as\b|\bglobalThis\.\w+ =[^=]/],
  ['a replaced method of another class', /\b[A-Z]\w*\.prototype\.\w+ =[^=]/],
  ['private members of yargs', /\bgetInternalMethods\b|\bcacheHelpMessage\b/],
  // An esbuild plugin that loads a package's file and changes its text.
  [
    'patched files of a package',
    /onLoad\(\{ filter: \/[^/]*node_modules(?:[^;]|;(?!\n\}))*?\.replace(?:All)?\(/,
  ],
];

/** Returns the names of the tricks in a text. */
export const tricksIn = (text: string): string[] =>
  tricks.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

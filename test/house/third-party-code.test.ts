import { describe, expect, it } from 'vitest';
import { tricksIn } from './counted/third-party-code.ts';

describe('third-party code and the engine', () => {
  it.each([
    ["setFlagsFromString('--expose-gc');", 'flags of the engine'],
    ['namespace v8 { class Local; }', 'private interface of V8'],
    ['(globalThis as { called?: unknown }).called = call;', 'a write to the global object'],
    ['globalThis.called = call;', 'a write to the global object'],
    ['Map.prototype.get = own;', 'a replaced method of another class'],
    ['line.getInternalMethods().getUsageInstance()', 'private members of yargs'],
    [
      "build.onLoad({ filter: /node_modules.binaryen/ }, () => ({ contents: text.replaceAll('a', 'b') }));",
      'patched files of a package',
    ],
  ])('%s is found', (text, trick) => {
    expect(tricksIn(text)).toEqual([trick]);
  });
});

import { describe, expect, it } from 'vitest';
import { cFunctions, functionsIn, parsed } from './counted/function-sizes.ts';

describe('the search for functions', () => {
  it('counts lines and parameters of scripts', () => {
    const text =
      'class A {\n  constructor(a, b) {\n  }\n  get b() { return (c) => c; }\n}\nconst d = () => 1;\n';
    expect(functionsIn('a.js', parsed('a.js', text))).toEqual([
      { name: 'a.js: A', lines: 2, parameters: 2 },
      { name: 'a.js: b', lines: 1, parameters: 0 },
      { name: 'a.js: line 4', lines: 1, parameters: 1 },
      { name: 'a.js: d', lines: 1, parameters: 0 },
    ]);
  });

  it('counts lines and parameters of C, without comments, texts and macros', () => {
    const text = `/* f() { */
#define F(a) \\
  void a(void) {
struct S { int a; };
static const int list[] = {1, 2};
int f(int a, void (*g)(int, int)) {
  if (a) { return '{'; }
  return 0; // }
}
void h(void) {}
`;
    expect(cFunctions('a.c', text)).toEqual([
      { name: 'a.c: f', lines: 4, parameters: 2 },
      { name: 'a.c: h', lines: 1, parameters: 0 },
    ]);
  });
});

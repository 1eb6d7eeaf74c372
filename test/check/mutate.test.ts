import { describe, expect, it } from 'vitest';
import { noCompiler } from '../fixtures/c/make.ts';
import { fieldsOf, functionsOf, statementsOf } from './mutants/generated/c-source.ts';
import { differs } from './mutants/generated/compile.ts';
import {
  diffOf,
  type Generated,
  mutantsOfUnit,
  sampleOrder,
  sourcesOf,
  thirdOf,
} from './mutants/generated/generate.ts';
import { withoutMarks } from './mutants/generated/plain-source.ts';
import { type Unit, unitsOfRepository } from './mutants/generated/units.ts';
import { unobservable } from './mutants/generated/unobservable.ts';

const source = `
#include <string.h>
#define ADD_ONE(x) do { x->count = x->count + 1; } while (0)
typedef struct { double gain, offset; int count; } Model;
int isOn(Model* m, int limit) { return m->count == limit; }
double value(Model* m, double a, double b) {
  for (int k = 0; k < 3; k++) m->count += k;
  if (m->gain > 0) m->offset = a - b;
  double late = 2 * a;
  isOn(m, 3);
  return late + m->offset;
}
void reset(Model* m) { memset(m, 0, sizeof *m); }
`;

const unit: Unit = {
  name: 'small',
  identifier: 'small',
  fmi: 3,
  root: '.',
  sources: new Map([['small.c', source]]),
  headers: new Map(),
  include: ['.'],
  defines: [],
  description: '',
  resources: new Map(),
};

/** Returns the changed lines of the mutants that an operator makes. */
function linesOf(operator: string): string[] {
  return mutantsOfUnit(unit)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => diffOf(mutant).split('\n').at(-1)!.slice(1).trim());
}

const mutantOf = (from: string, to: string): Generated => {
  const at = source.indexOf(from);
  const edits = new Map([['small.c', [{ from: at, to: at + from.length, text: to }]]]);
  return { id: 'small/one', unit, operator: 'constant', fn: 'value', third: 'open', edits };
};

describe('generated mutants', () => {
  it('the tokenizer finds functions, macros with statements, statements and fields', () => {
    const functions = functionsOf(source);
    expect(functions.map(({ name }) => name)).toEqual(['ADD_ONE', 'isOn', 'value', 'reset']);
    expect(functions.map(({ instance }) => instance)).toEqual([undefined, 'm', 'm', 'm']);
    expect(statementsOf(functions[2].body)).toHaveLength(5);
    expect(fieldsOf(source).map(({ struct, name, type }) => `${struct}.${name}: ${type}`)).toEqual([
      'Model.gain: double',
      'Model.offset: double',
      'Model.count: int',
    ]);
  });

  it.each([
    ['drop-assignment', 'for (int k = 0; k < 3; k++) ;'],
    ['drop-call', ';'],
    ['swap-arguments', 'isOn(3, m);'],
    ['swap-arguments', 'if (m->gain > 0) m->offset = a + b;'],
    ['off-by-one', 'for (int k = 0; k <= 3; k++) m->count += k;'],
    ['negate', 'int isOn(Model* m, int limit) { return m->count != limit; }'],
    ['negate', 'if (!(m->gain > 0)) m->offset = a - b;'],
    ['constant', 'double late = 3 * a;'],
    ['one-call-late', 'if (m->gain > 0) LATE(m, m->offset, a - b);'],
    ['other-variable', 'if (m->offset > 0) m->offset = a - b;'],
    ['forget-field', 'void reset(Model* m) { KEEP_FIELD((m)->count, memset(m, 0, sizeof *m)); }'],
    ['shared-by-instances', 'return late + shared_offset;'],
  ])('the operator %s makes “%s”', (operator, line) => {
    const lines = operator === 'shared-by-instances' ? diffsOf(operator) : linesOf(operator);
    expect(lines).toContain(line);
  });

  function diffsOf(operator: string): string[] {
    return mutantsOfUnit(unit)
      .filter((mutant) => mutant.operator === operator)
      .flatMap((mutant) => [...sourcesOf(mutant).values()])
      .flatMap((text) => text.split('\n').map((line) => line.trim()));
  }

  it('a mutant has the number of lines of its source', () => {
    for (const mutant of mutantsOfUnit(unit))
      expect(sourcesOf(mutant).get('small.c')?.split('\n')).toHaveLength(source.split('\n').length);
  });

  it('names of mutants are unique and do not change from one run to the next', () => {
    const names = mutantsOfUnit(unit).map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    expect(mutantsOfUnit(unit).map(({ id }) => id)).toEqual(names);
    expect(names).toContain('small/small.c/value:9/constant');
  });

  it('a sample takes operators in turns, and about a third of all mutants is the holdout', () => {
    const all = unitsOfRepository().flatMap(mutantsOfUnit);
    const first = sampleOrder(all).slice(0, 14);
    expect(new Set(first.map(({ operator }) => operator)).size).toBe(14);
    const holdout = all.filter(({ id }) => thirdOf(id) === 'holdout').length / all.length;
    expect(holdout).toBeGreaterThan(0.3);
    expect(holdout).toBeLessThan(0.37);
  });

  it.skipIf(noCompiler !== undefined)(
    'mutants with the object code of the source, and mutants that do not compile, are dropped',
    () => {
      expect(differs(mutantOf('2 * a', '3 * a'))).toBe(true);
      expect(differs(mutantOf('2 * a', 'a * 2'))).toBe(false);
      expect(differs(mutantOf('2 * a', '2 * missing'))).toBe(false);
    },
  );

  it('a source without marks has the good code on the same lines', () => {
    const marked =
      'ADD(leak, x\n = 1;)\nf(MUTANT(sign, a, ADD(other, -) b), 2) OMIT(rest, + g(1, OMIT(two, 2)));';
    expect(withoutMarks(marked).replaceAll(' ', '')).toBe('\n\nf(a,2)+g(1,2);');
  });

  it('unobservable mutants are open, and have a reason', () => {
    for (const [id, reason] of Object.entries(unobservable)) {
      expect(thirdOf(id), id).toBe('open');
      expect(reason.length, id).toBeGreaterThan(20);
    }
  });
});

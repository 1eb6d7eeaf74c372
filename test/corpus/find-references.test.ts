import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOfPath, referencesBeside } from '../../master/corpus/find-references.ts';
import { readOpt } from '../../master/corpus/read-opt.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('references');

let written = 0;

/** Writes empty files, and returns the references of the first one: results, inputs, step. */
function found(...paths: string[]): (string | number | undefined)[][] {
  const root = join(folder, String(written++));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith('.opt') ? 'StepSize, 0.25\n' : '');
  }
  const below = (path: string | undefined): string | undefined => path?.slice(root.length + 1);
  return referencesBeside(join(root, paths[0])).map(({ references, stimuli, options }) => [
    below(references),
    below(stimuli),
    options.stepSize,
  ]);
}
describe('references beside an FMU', () => {
  it.each<[string, string[], (string | number | undefined)[][]]>([
    [
      'the cross-check',
      ['X.fmu', 'X_ref.csv', 'X_in.csv', 'X_ref.opt', 'X_cc.csv'],
      [['X_ref.csv', 'X_in.csv', 0.25]],
    ],
    [
      'a folder of one FMU',
      ['X.fmu', 'output.csv', 'input.csv', 'X.opt'],
      [['output.csv', 'input.csv', 0.25]],
    ],
    ['a table with the name of the FMU', ['X.fmu', 'X.csv', 'Y.csv'], [['X.csv', undefined, undefined]]],
    ['Reference FMUs', ['X.fmu', 'X_out.csv', 'X_in.csv'], [['X_out.csv', 'X_in.csv', undefined]]],
    [
      'several tests of an FMU',
      ['X.fmu', 'X_a_expected.csv', 'X_a_in.csv', 'X_b_expected_out.csv', 'X_b_in.csv'],
      [
        ['X_a_expected.csv', 'X_a_in.csv', undefined],
        ['X_b_expected_out.csv', 'X_b_in.csv', undefined],
      ],
    ],
    [
      'REF files',
      ['X.fmu', 'REF-X.csv', 'REF-results-X.csv', 'REF-other.csv'],
      [
        ['REF-X.csv', undefined, undefined],
        ['REF-results-X.csv', undefined, undefined],
      ],
    ],
    [
      'names in another case',
      ['cvLoop.fmu', 'CVLoop_ref.csv', 'CVloop_in.csv'],
      [['CVLoop_ref.csv', 'CVloop_in.csv', undefined]],
    ],
  ])('the layout of %s is found', (_, paths, expected) => {
    expect(found(...paths)).toEqual(expected);
  });

  it('output.csv in a folder of two FMUs belongs to neither', () => {
    expect(found('X.fmu', 'Y.fmu', 'output.csv')).toEqual([]);
  });

  it('results of an FMU with a longer name do not belong to the shorter one', () => {
    expect(found('X.fmu', 'X_big.fmu', 'X_big_ref.csv', 'X_ref.csv')).toEqual([
      ['X_ref.csv', undefined, undefined],
    ]);
  });

  it.each([
    ['fmus/2.0/cs/linux64/Tool/1.0/M/M.fmu', 'coSimulation'],
    ['fmus/2.0/me/linux64/Tool/1.0/M/M.fmu', 'modelExchange'],
    ['cs/old/me/M.fmu', 'modelExchange'],
    ['some/M.fmu', undefined],
    ['cs.fmu', undefined],
  ])('the folders of %s name the interface %s', (path, kind) => {
    expect(kindOfPath(path)).toBe(kind);
  });

  it('options of results are read in any case, without other keys, and say which are not numbers', () => {
    expect(
      readOpt(
        'StartTime, 0.0   \r\nstoptime,10\nStepSize, 1e-3\n"RelTol", "0.0001"\nAbsTol, x\nOutputIntervalLength, auto\n',
      ),
    ).toEqual({
      options: { startTime: 0, stopTime: 10, stepSize: 1e-3, tolerance: 1e-4 },
      ignored: ['line 6: expected a number for OutputIntervalLength, got "auto"'],
    });
  });
});

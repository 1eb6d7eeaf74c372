import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, the longest first: what begins last is then short, and no processor waits for the other. */
const long = [
  'export-c/aarch64',
  'house/readme',
  'export-c/windows',
  'export-c/bits',
  'package/tour',
  'package/browser',
  'master/bad-input',
  'export-c/build',
  'twin/differential',
  'twin/failing',
  'sdk/build',
  'seams/host',
  'cli/commands',
];

/** These first; the rest as Vitest has them: by their time in the last run, by their size without one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? long.length : at;
    };
    const rest = await super.sort(files);
    return [...rest].sort((a, b) => place(a) - place(b));
  }
}

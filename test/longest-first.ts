import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files and folders that take long, the longest first: what begins last is then short, and no processor waits for the other. */
const long = [
  'export-c/aarch64',
  // Makes the package that other files wait for.
  'package/tour',
  'export-c/windows',
  'house/readme',
  'cli/three-units',
  'study/study.test',
  'study/queue',
  'twin/failing',
  'units/flexible',
  'export-c/bits',
  'seams/host',
  'hostile/wasm/component',
  'hostile/native/deeds',
  'fuzz/',
  'units/divide-and-conquer',
  'cli/guide',
  'host/native/robustness',
  'kept/kept-unit',
  'seams/adding',
  'hostile/',
  'master/bad-input',
  'conformance/subassembly',
  'cli/advise',
  'papers/papers',
  'twin/differential',
  'package/browser',
  'export-c/build',
  'sdk/build',
  'cli/commands',
];

/** Those of processes of their own first, then these; the rest as Vitest has them: by their time in the last run, by their size without one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((name) => moduleId.includes(`/test/${name}`));
      return at < 0 ? long.length : at;
    };
    // Side by side, so that a process that runs several goes from one to the next.
    const together = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1);
    const rest = await super.sort(files);
    return [...rest].sort((a, b) => together(a) - together(b) || place(a) - place(b));
  }
}

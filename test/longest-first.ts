import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files and folders that take long, the longest first: what begins last is then short, and no processor waits for the other. */
const long = [
  // Makes the package that other files wait for.
  'package/tour',
  // Runs the README's tour, which another file waits for.
  'house/readme',
  'hostile/native/deeds',
  'threads/auto',
  'study/',
  'export/bits',
  'units/flexible',
  'reference-run/',
  'package/examples',
  'cli/three-units',
  'cli/advise',
  'host/native/wine',
  'units/divide-and-conquer',
  'export/lifecycle',
  'fuzz/',
  'export/',
  'report/run-page',
  'units/linkages',
  'check/subassembly',
  'build/',
  'check/contract',
  'hostile/',
  'papers/papers',
  'host/native/',
  'package/',
  'seams/',
  'run/bad-input',
  'run/sealed-recording',
  'units/pentagons',
  'systems/',
  'ssp/run',
  'compile-sources/',
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

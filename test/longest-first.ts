import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Slow files and folders, the slowest first, so that short ones run last and processors do not wait
 * for each other.
 */
const long = [
  // Creates the package that other files wait for.
  'package/tour',
  'semantics/',
  'export/aarch64',
  'check/innocent',
  'study/queue',
  'docs/blocks',
  'cli/silence',
  'hostile/native/deeds',
  'threads/auto',
  'study/',
  'export/bits',
  'units/flexible',
  'export/windows',
  'package/clone',
  'hostile/results/checkpoint',
  'hostile/results/kill',
  'run/recording/',
  'hostile/results/recording',
  'hostile/wasm/',
  'reference-run/',
  'package/examples',
  'cli/run/three-units',
  'cli/advise',
  'host/native/wine',
  'units/multibody/divide-and-conquer',
  'export/lifecycle',
  'fuzz/',
  'export/',
  'report/run-page',
  'units/linkages',
  'check/subassembly',
  'check/mutants',
  'verdict/',
  'build/',
  'check/catalogue/contract',
  'hostile/',
  'papers/papers',
  'host/native/',
  'package/',
  'seams/',
  'run/system/bad-input',
  'units/pentagons',
  'systems/',
  'ssp/run',
  'compile-sources/',
];

/**
 * Runs tests in separate processes first, then these. The rest follows Vitest's order: by the time
 * of the last run, or by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((name) => moduleId.includes(`/test/${name}`));
      return at < 0 ? long.length : at;
    };
    // Groups them, so that a process that runs several continues with the next.
    const together = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1);
    const rest = await super.sort(files);
    return [...rest].sort((a, b) => together(a) - together(b) || place(a) - place(b));
  }
}

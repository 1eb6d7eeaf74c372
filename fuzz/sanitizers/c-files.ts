import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** C files of the repository with the tests that run them under sanitizers, or why none can. */
export interface CFiles {
  readonly files: RegExp;
  /** Tests that compile and run the files. Those of the host run by flags of its own (`host`). */
  readonly tests?: readonly string[];
  readonly host?: boolean;
  /** Quick tests compile a part of the files. With `CI` set, they compile all. */
  readonly sampled?: boolean;
  readonly why?: string;
}

const other = 'runs on Windows or macOS only';
const floor = 'is a limit that benchmarks compare with. It measures time and reads nothing from outside';

/**
 * Every C file belongs to the first row that matches its path.
 */
export const cFiles: readonly CFiles[] = [
  {
    files: /(-windows|-darwin|\/no-child|\/as-cl)\.[ch]$|^fmu-sdk\/host\/native\/wine\/wine-ipc\.h$/,
    why: other,
  },
  {
    files: /^fmu-sdk\/host\/native\//,
    host: true,
    tests: [
      'test/host/native/values.test.ts',
      'test/host/native/functions.test.ts',
      'test/host/native/environment.test.ts',
      'test/host/native/robustness.test.ts',
      'test/host/native/sandbox.test.ts',
      'test/hostile/native/deeds.test.ts',
      'test/host/rows.test.ts',
      'test/host/fmi1/run.test.ts',
      'test/run/called-loop.test.ts',
    ],
  },
  { files: /^fuzz\/sanitizers\//, host: true, tests: ['test/host/native/values.test.ts'] },
  { files: /^fuzz\/engine\//, tests: ['test/fuzz/engine.test.ts'] },
  {
    files: /^(fmu-sdk\/export\/|test\/export\/harness)/,
    tests: ['test/export/lifecycle.test.ts', 'test/export/both-interfaces.test.ts'],
  },
  {
    files: /^fmu-sdk\/standard\/c\//,
    tests: ['test/export/lifecycle.test.ts', 'test/host/fmi1/run.test.ts'],
  },
  {
    files: /^fmu-sdk\/build\/compile-sources\/wasm\//,
    why: 'is compiled to WebAssembly only, whose memory ends at its bounds. gcc cannot compile it',
  },
  { files: /^test\/fixtures\/c\/hostile\//, why: 'breaks rules of C on purpose' },
  { files: /^test\/fixtures\/c\/(fmi1\.c)$/, tests: ['test/host/fmi1/run.test.ts'] },
  { files: /^test\/fixtures\/c\/(fmi[23]\.c|faults\.h)$/, tests: ['test/host/native/values.test.ts'] },
  {
    files: /^test\/fixtures\/c\/lag\/lag\.c$/,
    why: 'is a plain FMU of another tool, which tests of packs compile as it is',
  },
  { files: /^test\/fixtures\/c\/relay\.c$/, tests: ['test/coupling/events/priorities.test.ts'] },
  { files: /^test\/fixtures\/c\/(heat\.c|ode2\.h)$/, tests: ['test/host/native/heat.test.ts'] },
  { files: /^test\/fixtures\/c\/mass\.c$/, tests: ['test/run/stepping.test.ts'] },
  { files: /^test\/fixtures\/c\/restless\.c$/, tests: ['test/host/unit-instance.test.ts'] },
  { files: /^test\/fixtures\/c\/matrix\//, tests: ['test/run/arrays/resize.test.ts'] },
  { files: /^test\/fixtures\/c\/echo\.c$/, tests: ['test/compile-sources/port.test.ts'] },
  { files: /^test\/check\/innocent\//, tests: ['test/check/innocent.test.ts'], sampled: true },
  { files: /^test\/check\/mutants\//, tests: ['test/check/mutants.test.ts'], sampled: true },
  { files: /^test\/semantics\/native\//, tests: ['test/semantics/semantics.test.ts'] },
  { files: /^test\/seams\/support\/decay\.c$/, tests: ['test/seams/adding.test.ts'] },
  { files: /^(bench\/|test\/fixtures\/c\/van-der-pol)/, why: floor },
];

const skipped = /^(node_modules|dist|\.git)$/;

/** Returns the paths of all C and C++ files in a folder of the repository. */
export function cFilesIn(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skipped.test(entry.name) ? [] : cFilesIn(root, path);
      return /\.(c|cc|cpp|h|hpp)$/.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** Returns the row of a C file, or undefined if nobody has decided about it. */
export const rowOf = (file: string): CFiles | undefined => cFiles.find(({ files }) => files.test(file));

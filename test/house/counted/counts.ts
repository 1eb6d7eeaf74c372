import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../run-fmu.ts';
import { circles } from './circles.ts';
import { crowded } from './folders.ts';
import { cFunctions, exemptions, type SourceFunction } from './function-sizes.ts';
import { namesOption } from './option-names.ts';
import { importsOf, scanned } from './sources.ts';
import { tricksIn } from './third-party-code.ts';

/** Rule of the house: the places that count, and their largest number. */
export interface Count {
  readonly what: string;
  readonly found: readonly string[];
  readonly most: number;
}

/** Largest numbers of lines and of parameters of a function, and of files directly in a folder. */
const [mostLines, mostParameters, mostFiles] = [60, 5, 20];

/** Folders whose TypeScript files import each other. */
export const trees: readonly string[] = [
  'fmu-sdk',
  'master',
  'public',
  'units',
  'papers',
  'start',
  'bench',
  'fuzz',
];

/** Returns the files of the repository, tracked or new. */
function filesOf(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const sourcesIn = (files: readonly string[]): string[] =>
  files.filter((file) => /\.([cm]?[tj]s|c|h|cpp)$/.test(file) && !file.startsWith('test/'));

let functions: readonly SourceFunction[] | undefined;

/** Returns all functions outside the tests. The sources are parsed once in a process. */
export function allFunctions(): readonly SourceFunction[] {
  functions ??= sourcesIn(filesOf()).flatMap((file) =>
    /\.[ch]$/.test(file) ? cFunctions(file, read(file)) : scanned(file).functions,
  );
  return functions;
}

/** Counts what the house limits. */
export function houseCounts(): Count[] {
  const files = filesOf();
  const sources = sourcesIn(files);
  const master = sources.filter((file) => file.startsWith('master/'));
  return [
    {
      what: 'patches and overrides of packages and of the engine',
      found: sources.flatMap((file) => tricksIn(read(file)).map((trick) => `${file}: ${trick}`)),
      most: 0,
    },
    {
      what: 'files of master/ that make a session',
      found: master.filter((file) => /^(?! \*).*\bnew Session\(/m.test(read(file))),
      most: 2,
    },
    ...['recordCalls', 'checkpoint', 'realtime'].map((option) => ({
      what: `files of master/ that name the option ${option}`,
      found: master.filter((file) => namesOption(read(file), option)),
      most: 3,
    })),
    {
      what: `functions of more than ${mostLines} lines`,
      found: allFunctions()
        .filter(({ lines }) => lines > mostLines)
        .map(({ name }) => name),
      most: 0,
    },
    {
      what: `functions of more than ${mostParameters} parameters`,
      found: allFunctions()
        .filter(({ parameters }) => parameters > mostParameters)
        .map(({ name }) => name)
        .filter((name) => !exemptions.some(([pattern]) => pattern.test(name))),
      most: 0,
    },
    {
      what: 'entries of fmu-sdk/',
      found: [
        ...new Set(files.filter((file) => file.startsWith('fmu-sdk/')).map((file) => file.split('/')[1])),
      ],
      most: 14,
    },
    {
      what: `folders of more than ${mostFiles} files`,
      // The corpora of `npm run fuzz` grow by themselves.
      found: crowded(files, mostFiles).filter((folder) => !folder.startsWith('fuzz/corpus/')),
      most: 0,
    },
    {
      what: 'circles of imports',
      found: circles(trees.flatMap(importsOf)).map((files) => files.join(' → ')),
      most: 0,
    },
  ];
}

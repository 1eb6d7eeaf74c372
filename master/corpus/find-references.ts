import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { textByteLimit } from '../../fmu-sdk/archive/archive.ts';
import type { Experiment } from '../../fmu-sdk/archive/smoke-test/smoke-experiment.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { type ReferenceOptions, readOpt } from './read-opt.ts';

/** Reference results beside an FMU. */
export interface FoundReference extends Pick<Experiment, 'references' | 'stimuli'> {
  /** Name of the file with the results. */
  readonly name: string;
  readonly options: ReferenceOptions;
  /** Options that cannot be used, with their file and the reason. */
  readonly ignored?: readonly string[];
}

/** Endings of result files behind the name of the FMU, with or without the name of a test. */
const resultEnding = /^(?:_(.+?))?_(?:ref|out|expected|expected_out)$/i;

/** Folder names of the cross-check layout: `fmus/2.0/cs/linux64/Tool/1.0/Model/Model.fmu`. */
const kindFolders: Readonly<Record<string, InterfaceKind>> = {
  cs: 'coSimulation',
  me: 'modelExchange',
  se: 'scheduledExecution',
};

/** Returns the interface that the folders of an FMU name, if they do. */
export function kindOfPath(path: string): InterfaceKind | undefined {
  const folders = path.split('/').slice(0, -1).reverse();
  const folder = folders.find((part) => Object.hasOwn(kindFolders, part));
  return folder === undefined ? undefined : kindFolders[folder];
}

/**
 * Finds the reference results beside an FMU `X.fmu`: `X_ref.csv`, `X_out.csv`, `X_expected.csv`,
 * each also with a test's name (`X_types_out.csv`), `X.csv`, `REF-X.csv`, `REF-results-X.csv`, and
 * `output.csv` in a folder with one FMU. Inputs are `X_in.csv` or `input.csv`, options `X_ref.opt`
 * or `X.opt`. Case does not matter.
 */
export function referencesBeside(file: string): FoundReference[] {
  const folder = dirname(file);
  const names = readdirSync(folder).sort();
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  const stem = stemOf(file);
  const fmus = names.filter((name) => /\.fmu$/i.test(name)).map(stemOf);
  const others = fmus.filter((other) => other !== stem && other.startsWith(stem));
  const path = (name: string | undefined): string | undefined => {
    const known = name === undefined ? undefined : byName.get(name);
    return known === undefined ? undefined : join(folder, known);
  };
  return names.flatMap((name) => {
    const inputs = inputsOf(name, stem, fmus.length === 1);
    if (inputs === undefined || others.some((other) => stemOf(name).startsWith(other))) return [];
    const stimuli = inputs.map(path).find((found) => found !== undefined);
    const opt = [`${stem}_ref.opt`, `${stem}.opt`].map(path).find((found) => found !== undefined);
    const { options, ignored } = readOpt(opt === undefined ? '' : textOf(opt));
    return [
      {
        ...{ name, references: join(folder, name), options },
        ...(ignored.length > 0 && { ignored: ignored.map((words) => `${basename(opt ?? '')}, ${words}`) }),
        ...(stimuli !== undefined && { stimuli }),
      },
    ];
  });
}

/** Returns the names of possible input files of a result file, or undefined for any other file. */
function inputsOf(name: string, stem: string, alone: boolean): string[] | undefined {
  const text = name.toLowerCase();
  if (!text.endsWith('.csv')) return undefined;
  const title = stemOf(text);
  if (title === stem) return [`${stem}_in.csv`];
  if (title === `ref-${stem}` || title === `ref-results-${stem}`) return [];
  if (alone && title === 'output') return ['input.csv'];
  if (!title.startsWith(stem)) return undefined;
  const [whole, test] = resultEnding.exec(title.slice(stem.length)) ?? [];
  if (whole === undefined) return undefined;
  return [`${stem}${test === undefined ? '' : `_${test}`}_in.csv`];
}

/** `a/X.fmu` → `x` */
const stemOf = (path: string): string =>
  basename(path)
    .replace(/\.[^.]*$/, '')
    .toLowerCase();

const textOf = (path: string): string => new TextDecoder().decode(readRegularFile(path, textByteLimit));

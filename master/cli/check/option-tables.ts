import type { Options } from 'yargs';
import { failOnValues } from '../../../fmu-sdk/check/severity.ts';
import { editions } from '../../../fmu-sdk/check/standard/editions.ts';
import { allowOption } from '../input/permission-options.ts';
import { keyRingOption } from '../input/signature-options.ts';
import { formerOption } from '../usage/renamed-options.ts';
import { formats } from './options.ts';

/** Options of `fmu check` by their headings in its help. */
export const optionsByHeading: Readonly<Record<string, Readonly<Record<string, Options>>>> = {
  'Report:': {
    format: { choices: formats, default: 'terminal', describe: 'report format' },
    output: {
      alias: ['o', 'out'],
      type: 'string',
      describe:
        'report file to write, instead of the terminal (with --corpus: the tables). Its ending chooses the format: .json, .xml (JUnit), .sarif, .md or .html',
    },
    write: {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'write a further report: FORMAT=FILE, such as junit=check.xml, repeatable',
    },
    report: {
      type: 'string',
      describe: 'HTML page to write: findings, coverage of the standard, plots of the runs',
    },
    'report-dir': {
      type: 'string',
      requiresArg: true,
      describe: 'folder to write: index.html, and an HTML page for each FMU, in the subfolders of the FMUs',
    },
    json: {
      type: 'string',
      requiresArg: false,
      describe:
        'print the report as JSON (with --corpus: file for the results, from which an interrupted check continues)',
    },
    verbose: {
      type: 'boolean',
      default: false,
      describe: 'list all findings with their calls, and all skipped rules',
    },
  },
  'Selection:': {
    only: {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'run only these rules (id, pattern with *, or area), repeatable',
    },
    skip: {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'skip these rules (id, pattern with *, or area), repeatable',
    },
    static: {
      type: 'boolean',
      default: false,
      describe: 'check only the files, without running the FMU',
    },
    edition: {
      // yargs would make a number of 2.0.
      type: 'string',
      choices: editions,
      describe: 'edition of the FMI standard [default: the newest when the FMU was generated]',
    },
    timeout: {
      type: 'number',
      describe:
        'CPU time for one FMU [s], after which rules are skipped [default: 60, without limit with --time]',
    },
    time: {
      type: 'number',
      describe:
        'time for one FMU [s]: after all rules, tries random calls where the coverage grows most [default: no more than all rules]',
    },
    since: {
      type: 'string',
      describe: 'check the .fmu files in and below this folder that differ from this git revision',
    },
  },
  'Exit code:': {
    'fail-on': {
      choices: failOnValues,
      array: true,
      nargs: 1,
      describe: 'also fail on this severity, or on checks that could not run (skip)',
    },
    waivers: {
      type: 'string',
      describe: 'JSON file of accepted findings, each with a reason and, optionally, a last day',
    },
    'write-waivers': {
      type: 'string',
      requiresArg: true,
      describe: 'JSON file to write: present waivers, and one for each other finding, for you to edit',
    },
    against: {
      type: 'string',
      describe: 'earlier report (--format json), so that only new findings fail',
    },
  },
  'Comparison of results:': {
    'same-as': {
      type: 'string',
      describe: 'other FMU of this model, for example for FMI 2.0, whose results must be equal',
    },
    reference: {
      type: 'string',
      describe: 'CSV file of expected results: time, and a column for each variable',
    },
    input: {
      type: 'string',
      describe: 'with --reference: CSV file with time and inputs',
    },
    map: {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'with --reference: names that differ, as column=variable, such as speed=motor.w',
    },
    relative: {
      type: 'number',
      describe:
        'with --reference or --corpus: tolerance relative to the largest magnitude of a column [default: 0.001]',
    },
  },
  'Rules:': {
    list: { type: 'boolean', default: false, describe: 'print the catalogue of rules' },
    explain: { type: 'string', describe: 'explain a rule: its clause, with examples' },
  },
  'Many FMUs:': {
    corpus: {
      type: 'string',
      describe:
        'folder of FMUs: check and run each in its own process, compare it with its reference results, and print a board',
    },
    csv: {
      type: 'string',
      describe: 'with --corpus: file with a row for each rule that an FMU violates',
    },
    jobs: {
      type: 'number',
      describe: 'with --corpus: number of processes [default: number of processors]',
    },
  },
  'Trusted code:': {
    allow: allowOption,
    'require-signature': {
      type: 'string',
      requiresArg: false,
      array: true,
      describe: 'check only FMUs signed by a key of the ring (name, fingerprint)',
    },
    'key-ring': keyRingOption,
  },
};

/** Options that the help does not show. */
export const hiddenOptions: Readonly<Record<string, Options>> = {
  inputs: formerOption('input', 'string'),
  tolerance: formerOption('relative', 'number'),
  'corpus-child': { type: 'boolean', default: false, hidden: true },
};

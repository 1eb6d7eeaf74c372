import { extname, resolve } from 'node:path';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { standardOutput } from '../../../fmu-sdk/util/files/output-target.ts';
import { isFile } from '../../../fmu-sdk/util/files/path-kind.ts';
import { partialName } from '../../../fmu-sdk/util/files/temp-file.ts';
import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { SubstepColumns } from '../../coupling/substep-log.ts';
import { type OpenedSystem, openSystem, systemFormat } from '../../run/open/read-system.ts';
import { dashedOption, givenWith, type OptionRow } from '../../run/options/option-row.ts';
import { type RunSettings, runOptions } from '../../run/options/run-options.ts';
import { refuseConflicts } from '../../run/run-system.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import type { RunnerOptions } from '../../run/worker/system-runner.ts';
import { singleSystem } from '../../system/single/single-fmu.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { withFile } from '../../verdict/verdict.ts';
import { reportOutdated } from '../build/outdated-fmu.ts';
import { print, printError, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { requireRunnable } from '../input/input-kind.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { policyOf } from '../input/signature-options.ts';
import { showProgress } from '../terminal/progress.ts';
import { InterruptibleRun } from './interruptible-run.ts';
import { resultJson } from './result-json.ts';
import { resultsTable } from './results-table.ts';
import { resumeArguments, withCurrentNames } from './resume-options.ts';
import { interfaces, type RunArguments } from './run-arguments.ts';
import { settingsFromArguments } from './run-settings.ts';
import { summary } from './run-summary.ts';
import type { RunWithin } from './run-within.ts';
import { writePartialSubsteps, writeSubsteps } from './substeps-file.ts';

/** Run whose arguments are checked, and whose FMUs are loaded. */
interface PreparedRun {
  readonly args: RunArguments;
  readonly system: CheckedSystem;
  /** Notes for the user so far. */
  readonly notes: string[];
  readonly settings: RunSettings;
  /** Existing result files that the run will replace. */
  readonly earlier: readonly string[];
  /** Prints results. If the rows go to standard output, messages go to standard error. */
  readonly print: (text: string) => void;
}

/**
 * Runs a system or an FMU with progress, and prints a summary. The page
 * `docs/contributing/paths.md` lists the files that a value of `--set` passes.
 */
export async function runFile(rawArguments: RunArguments): Promise<void> {
  const current = withCurrentNames(rawArguments);
  const resume = current.resume ? current.file : undefined;
  const args = resume === undefined ? current : resumeArguments(current);
  const opened = await systemOf(args);
  try {
    const run = await prepare(args, opened, resume);
    await (args.stepByStep ? runStepByStep(run) : runWhole(run));
  } finally {
    opened.dispose();
  }
}

/** Checks the arguments against the system, and prints notes about it. */
async function prepare(
  args: RunArguments,
  { system, notes: opened }: OpenedSystem,
  resume: string | undefined,
): Promise<PreparedRun> {
  for (const { name, passedOver } of system.units)
    if (passedOver !== undefined)
      printError(text`${name} runs its native code, not its component: ${passedOver}`);
  if (args.events) await requireEventScheme(system);
  const notes = [...opened, ...(system.notes ?? []), ...notesOf(system)];
  for (const note of notes) printError(`fmu: note: ${note}.`);
  if (args.report !== undefined && !/\.html?$/i.test(args.report))
    throw new UserError(
      `run ${args.file}: --report writes a page, got ${args.report}. Name a file that ends in .html.`,
    );
  const output = recording(args) === false ? undefined : (args.output ?? `results/${system.name}.csv`);
  if (output !== undefined) reportRecorded(system, args);
  const settings = { ...settingsFromArguments(args, system.name, output), resume };
  refuseConflicts(system, settings);
  const others = [...(output === undefined ? [] : [output]), ...(system.reads ?? [])];
  if (args.substeps !== undefined) requireDistinctPaths('run --substeps', args.substeps, others);
  const earlier =
    output === undefined ? [] : [output, partialName(output)].filter(isFile).map((file) => resolve(file));
  return { args, system, notes, settings, earlier, print: isStandardOutput(output) ? printError : print };
}

async function runStepByStep(run: PreparedRun): Promise<void> {
  const { args, system, settings } = run;
  refuseWithStepByStep(args);
  const { output, csvFormulas, use, events } = settings;
  const { stepByStep } = await import('./step-by-step.ts');
  const result = await stepByStep(system, { output, csvFormulas, use, events, onNote: printError });
  printResult(run, withFile(result, args.file));
}

async function runWhole(run: PreparedRun): Promise<void> {
  const { args, system, settings, notes } = run;
  const progress = await showProgress(system.startTime, system.stopTime);
  const running = new InterruptibleRun();
  let substeps: SubstepColumns | undefined;
  const options: RunnerOptions = {
    ...settings,
    onProgress: progress.update,
    onNote: (note) => {
      notes.push(note);
      printError(note);
    },
    onOwnSteps: (log) => {
      substeps = log;
    },
  };
  try {
    const once = (variant: CheckedSystem): Promise<RunResult> =>
      args.within === undefined ? running.run(variant, options) : running.runInSeries(variant, options);
    const whole = runToLimits(run, once, options.onNote!);
    reportOutdated((system.reads ?? []).filter((file) => file.endsWith('.fmu')));
    const { result: unnamed, system: ran, missed } = await whole;
    const result = withFile(unnamed, args.file);
    progress.stop();
    printResult(run, result);
    if (missed !== undefined) {
      printError(`fmu: --within is not reached: ${missed}.`);
      process.exitCode = exitCode.findings;
    }
    await writeFurtherResults({ ...run, system: ran }, result);
    if (result.outcome === 'interrupted') {
      (args.json ? printError : run.print)(
        `\ninterrupted at t = ${result.endTime} s of ${system.stopTime} s`,
      );
      process.exitCode = running.code;
    }
    if (running.wasSignalled) process.exitCode = running.code;
  } catch (error) {
    progress.stop();
    if (args.substeps !== undefined && substeps !== undefined)
      writePartialSubsteps(args.substeps, substeps, printError);
    if (!(await running.endedByForce(error))) throw error;
  } finally {
    progress.stop();
    await running.dispose();
  }
}

/** Runs a system once, or with smaller and smaller steps up to the limits of --within. */
async function runToLimits(
  { args, system }: PreparedRun,
  run: (system: CheckedSystem) => Promise<RunResult>,
  note: (text: string) => void,
): Promise<RunWithin> {
  if (args.within === undefined) return { result: await run(system), system };
  const { parseLimits } = await import('../../error/error-limits.ts');
  const { runWithin } = await import('./run-within.ts');
  const { couplings } = await import('../../coupling/scheme-registry.ts');
  const { otherCoupling } = await import('./other-coupling.ts');
  const operation = `run ${args.file}: --within`;
  const limits = parseLimits(operation, args.within);
  const scheme = couplings.all.find(({ name }) => name === system.scheme);
  const other = otherCoupling(system, scheme);
  return runWithin({ operation, system, scheme, other, limits, run, note });
}

/** Prints the warnings and the summary of a run. */
function printResult({ args, earlier, print: printText }: PreparedRun, result: RunResult): void {
  for (const warning of result.warnings) printError(`fmu: warning: ${warning}`);
  if (result.warnings.length > 0 || result.verdict.word === 'do not trust')
    process.exitCode = exitCode.findings;
  printText(args.json ? resultJson(result) : summary(result, replacesEarlier(result, earlier)));
}

/** Writes the substeps and the page of a run, and prints its statistics. */
async function writeFurtherResults(run: PreparedRun, result: RunResult): Promise<void> {
  const { args, system, notes, print: printText } = run;
  if (args.substeps !== undefined) writeSubsteps(args.substeps, result, args.json ? printError : printText);
  if (args.report !== undefined) {
    const { writeRunReport } = await import('./run-report.ts');
    const { messagesIn } = await import('../terminal/read-log.ts');
    const logged = args.log === undefined ? [] : await messagesIn(args.log);
    writeRunReport(args.report, system, result, notes, logged);
    if (!args.json) printText(text`report  ${args.report}`);
  }
  if (result.statistics !== undefined && !args.json)
    printText(`\n${resultsTable(result.statistics, process.stdout.isTTY && printText === print)}`);
}

/**
 * Rejects --events for systems whose scheme does not support events. Custom schemes are unknown
 * here.
 */
async function requireEventScheme({ name, units, connections, scheme }: CheckedSystem): Promise<void> {
  if (units.length === 1 && connections.length === 0) return;
  const { couplings } = await import('../../coupling/scheme-registry.ts');
  const activeScheme = couplings.all.find((couplingScheme) => couplingScheme.name === scheme);
  if (activeScheme === undefined || activeScheme.traits.events === true) return;
  const able = couplings.all
    .filter(({ traits }) => traits.events)
    .map((couplingScheme) => couplingScheme.name);
  throw new UserError(
    `run ${name}: --events needs a coupling scheme with events, got "${scheme}", which has only communication points. ` +
      `Choose --scheme ${able.join(' or ')}, or leave --events out.`,
  );
}

/** Refuses options that do not work with --step-by-step. */
function refuseWithStepByStep(args: RunArguments): void {
  const [other] = givenWith(runOptions, 'noStepByStep', args);
  const name = other === undefined ? isStandardOutput(args.output) && '-o -' : dashedOption(other.name);
  if (name)
    throw new UserError(
      `run ${args.file}: --step-by-step and ${name} do not go together: --step-by-step can go back, and ${name} cannot. Leave one out.`,
    );
}

/** Returns true if the output replaced an earlier file. */
const replacesEarlier = ({ output }: RunResult, earlier: readonly string[]): boolean =>
  output !== undefined && earlier.includes(resolve(output));

/**
 * Prints a note about the recorded variables if they are a default other than the outputs.
 */
function reportRecorded({ record: { columns } }: CheckedSystem, { file, record }: RunArguments): void {
  const local = columns.filter(({ variable }) => variable.causality === 'local').length;
  if (columns.length === 0 && record === undefined)
    printError(
      'fmu: note: the results contain only the time, because no FMU has a numeric output or local ' +
        'variable. Name variables by --record or "record", or use --no-record.',
    );
  else if (record === undefined && local === columns.length && extname(file).toLowerCase() === '.fmu')
    printError(`fmu: note: the FMU lacks outputs, so its local variables (${local}) are recorded.`);
}

/** Returns the notes about FMUs, each once, with the names of the FMUs. */
function notesOf({ units }: CheckedSystem): string[] {
  const unitsByNote = new Map<string, string[]>();
  for (const { name, notes = [] } of units)
    for (const note of notes) unitsByNote.set(note, [...(unitsByNote.get(note) ?? []), name]);
  return [...unitsByNote].map(([note, names]) => `${someNames(names)}: ${note}`);
}

/** Returns true for an existing file. Pipes and devices are not replaced. */

const isStandardOutput = (file: string | undefined): boolean =>
  file !== undefined && (file === standardOutput || /^\/(dev\/(stdout|fd\/1)|proc\/self\/fd\/1)$/.test(file));

async function systemOf(args: RunArguments): Promise<OpenedSystem> {
  requireRunnable('run', args.file);
  const { file, trust: trusted, keyRing, scheme, startTime, stopTime, step, outputInterval, set } = args;
  const record = recording(args);
  const loading = {
    ...{ trusted, keyRing, allow: permissionsOf('run', args.allow) },
    requireSignature: policyOf(args.requireSignature),
    byCalls: givenWith(runOptions, 'byCalls', args).length > 0,
  };
  const common = {
    ...{ startTime, stopTime, step, outputInterval, set },
    input: args.input === undefined ? undefined : resolve(args.input),
    record: record === false ? undefined : record,
  };
  if (extname(file).toLowerCase() === '.fmu') {
    rejectOptions(args, 'systems', 'is for a system of several units. Leave it out');
    const { solver, tolerance, events } = args;
    const kind = args.interface === undefined ? undefined : interfaces[args.interface];
    const system = await singleSystem(file, { ...loading, ...common, solver, tolerance, events, kind });
    return { system, notes: [], dispose: () => {} };
  }
  rejectOptions(
    args,
    'single FMUs',
    systemFormat(file) !== 'json'
      ? 'is for a single .fmu. Leave it out'
      : 'is for a single .fmu. In a system, set it for each unit: "units" / name / "%"',
  );
  const { isolate } = args;
  return openSystem(file, args, { ...loading, isolate, settings: { ...common, order: args.order, scheme } });
}

/** Rejects options for other models. `why` names an alternative, with `%` for the option. */
function rejectOptions(args: RunArguments, only: OptionRow['only'], why: string): void {
  const alien = givenWith(runOptions, 'only', args).find(({ entry }) => entry === only);
  if (alien !== undefined)
    throw new UserError(`run ${args.file}: ${dashedOption(alien.name)} ${why.replace('%', alien.name)}.`);
}

/** Returns the variables to record: undefined for all outputs, false for `--no-record`. */
function recording({ record }: RunArguments): string[] | false | undefined {
  // yargs reads --no-record as [false].
  if ((record as unknown[] | undefined)?.includes(false)) return false;
  return record?.map(String);
}

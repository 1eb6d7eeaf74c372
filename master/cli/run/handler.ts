import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { standardOutput } from '../../../fmu-sdk/util/files/output-target.ts';
import { partialName } from '../../../fmu-sdk/util/files/temp-file.ts';
import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { SubstepColumns } from '../../coupling/substep-log.ts';
import type { CallLogOptions } from '../../run/call-log.ts';
import type { RealtimeOptions } from '../../run/realtime/real-time-pacer.ts';
import { keptRowsText } from '../../run/run-loop.ts';
import type { RunResult } from '../../run/run-protocol.ts';
import { shortRun } from '../../run/short-run.ts';
import { SystemRunner } from '../../run/system-runner.ts';
import { singleSystem } from '../../system/single-fmu.ts';
import type { CheckedSystem, Order } from '../../system/system.ts';
import { reportOutdated } from '../build/outdated-fmu.ts';
import { print, printError, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { describeHangingRun, exit, forceEnd } from '../exit/shutdown.ts';
import { onSignals } from '../exit/signals.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { type OpenedSystem, openSystem, systemFormat } from '../input/read-system.ts';
import { policyOf } from '../input/signature-options.ts';
import { showProgress } from '../terminal/progress.ts';
import { interfaces, type RunArguments } from './options.ts';
import { resultJson } from './result-json.ts';
import { resultsTable } from './results-table.ts';
import { checkpointOf, dashedOption, resumeArguments, withCurrentNames } from './resume-options.ts';
import { summary } from './run-summary.ts';
import { writePartialSubsteps, writeSubsteps } from './substeps-file.ts';

/** Options for a single FMU. In a system file each unit has its own values. */
const singleOnly = ['interface', 'solver', 'tolerance'] as const;

/** Options for the coupling of FMUs. */
const systemOnly = ['order', 'scheme'] as const;

/**
 * Longest time that a run is tried in this thread, which cannot react to signals meanwhile [ms].
 */
const maxShortRunMilliseconds = 250;

/** Runs a system or an FMU with progress, and prints a summary. */
export async function runFile(rawArguments: RunArguments): Promise<void> {
  const currentArguments = withCurrentNames(rawArguments);
  const resume = currentArguments.resume ? currentArguments.file : undefined;
  const args = currentArguments.resume ? resumeArguments(currentArguments) : currentArguments;
  const { system, notes, dispose } = await systemOf(args);
  for (const { name, passedOver } of system.units)
    if (passedOver !== undefined)
      printError(text`${name} runs its native code, not its component: ${passedOver}`);
  if (args.events) await requireEventScheme(system);
  const allNotes = [...notes, ...(system.notes ?? []), ...notesOf(system)];
  for (const note of allNotes) printError(`fmu: note: ${note}.`);
  if (args.report !== undefined && !/\.html?$/i.test(args.report))
    throw new UserError(
      `run ${args.file}: --report writes a page, got ${args.report}. Name a file that ends in .html.`,
    );
  const output = recording(args) === false ? undefined : (args.output ?? `results/${system.name}.csv`);
  if (output !== undefined) reportRecorded(system, args);
  if (args.substeps !== undefined)
    requireDistinctPaths('run --substeps', args.substeps, [
      ...(output === undefined ? [] : [output]),
      ...(system.reads ?? []),
    ]);
  const checkpoint = checkpointOf(args, system.name, output);
  if (checkpoint !== undefined)
    requireDistinctPaths('checkpoint', checkpoint.file, [
      ...(output === undefined ? [] : [output]),
      ...(system.reads ?? []),
    ]);
  if (args.recordCalls !== undefined && resume !== undefined)
    throw new UserError(
      `resume ${resume}: a recording must begin at the start of a run. Leave --record-calls out, or start the run again.`,
    );
  const earlier =
    output === undefined ? [] : [output, partialName(output)].filter(isFile).map((file) => resolve(file));
  if (args.stepByStep) {
    rejectWithStepByStep(args, resume);
    try {
      const { use } = args;
      const events = args.events !== false;
      const { stepByStep } = await import('./step-by-step.ts');
      const result = await stepByStep(system, { output, use, events, onNote: printError });
      for (const warning of result.warnings) printError(`fmu: warning: ${warning}`);
      if (result.warnings.length > 0) process.exitCode = exitCode.findings;
      const replaces = reportReplaced(result, earlier, args);
      (isStandardOutput(output) ? printError : print)(
        args.json ? resultJson(result) : summary(result, replaces),
      );
    } finally {
      dispose();
    }
    return;
  }
  const runner = new SystemRunner();
  const progress = await showProgress(system.startTime, system.stopTime);
  let code = 0;
  let running: Promise<RunResult> | undefined;
  let substepLog: SubstepColumns | undefined;
  let forced: Promise<void> | undefined;
  const endNow = async (end: number): Promise<void> => {
    const { rowsFile: savedFile, stuck } = await forceEnd(runner, running);
    exit(end, savedFile === undefined ? '' : keptRowsText(savedFile).trim(), stuck);
  };
  const force = (end: number): Promise<void> => {
    code = end;
    forced ??= endNow(end);
    return forced;
  };
  let short: RunResult | undefined;
  const stop = onSignals((end) => {
    code = end;
    if (short !== undefined) return;
    if (!runner.interrupt()) process.exit(end);
    void describeHangingRun(runner).then((what) => {
      if (forced !== undefined) return;
      printError(`fmu: ${what}`);
      return force(end);
    });
  }, force);
  try {
    const wanted = {
      ...{ output, use: args.use, onProgress: progress.update },
      onNote: (note: string) => {
        allNotes.push(note);
        printError(note);
      },
      onOwnSteps: (log: SubstepColumns) => {
        substepLog = log;
      },
      summarize: args.summary,
      log: logOf(args, output),
      recordCalls: args.recordCalls,
      events: args.events !== false,
      checkpoint,
      resume,
      collect: args.report !== undefined,
      realtime: realtimeOf(args),
    };
    // At most as long as the command has taken so far, whatever the machine.
    short = shortRun(system, wanted, Math.min(maxShortRunMilliseconds, performance.now()));
    running = short === undefined ? runner.run(system, wanted) : Promise.resolve(short);
    // Let signals that arrived meanwhile take effect.
    if (short !== undefined) await new Promise((resolve) => setTimeout(resolve));
    reportOutdated((system.reads ?? []).filter((file) => file.endsWith('.fmu')));
    const result = await running;
    progress.stop();
    for (const warning of result.warnings) printError(`fmu: warning: ${warning}`);
    if (result.warnings.length > 0) process.exitCode = exitCode.findings;
    const replaces = reportReplaced(result, earlier, args);
    // If the results go to standard output, messages go to standard error.
    const printMessage = isStandardOutput(output) ? printError : print;
    if (args.json) printMessage(resultJson(result));
    else printMessage(summary(result, replaces));
    if (args.substeps !== undefined)
      writeSubsteps(args.substeps, result, args.json ? printError : printMessage);
    if (args.report !== undefined) {
      const { writeRunReport } = await import('./run-report.ts');
      const { messagesIn } = await import('../terminal/read-log.ts');
      const logged = args.log === undefined ? [] : await messagesIn(args.log);
      writeRunReport(args.report, system, result, allNotes, logged);
      if (!args.json) printMessage(text`report  ${args.report}`);
    }
    if (result.statistics !== undefined && !args.json)
      printMessage(`\n${resultsTable(result.statistics, process.stdout.isTTY && printMessage === print)}`);
    if (result.outcome === 'interrupted') {
      (args.json ? printError : printMessage)(
        `\ninterrupted at t = ${result.time} s of ${system.stopTime} s`,
      );
      process.exitCode = code;
    }
    if (short !== undefined && code !== 0) process.exitCode = code;
  } catch (error) {
    progress.stop();
    if (args.substeps !== undefined && substepLog !== undefined)
      writePartialSubsteps(args.substeps, substepLog, printError);
    // A forced end kills the process of an FMU, so that error is expected. Only its further lines
    // are reported.
    if (forced === undefined) throw error;
    const rest = (error as Error).message.split('\n').slice(1).join('\n').trim();
    if (rest !== '') printError(rest);
    await forced;
  } finally {
    progress.stop();
    await runner.dispose();
    stop();
    dispose();
  }
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

/** Rejects options that do not work with --step-by-step. */
function rejectWithStepByStep(args: RunArguments, resume: string | undefined): void {
  const apart = ['realtime', 'log', 'recordCalls', 'checkpoint', 'report', 'substeps'] as const;
  const other = apart.find((name) => args[name] !== undefined);
  const name =
    resume !== undefined
      ? '--resume'
      : args.summary
        ? '--summary'
        : isStandardOutput(args.output)
          ? '-o -'
          : other && dashedOption(other);
  if (name !== undefined)
    throw new UserError(
      `run ${args.file}: --step-by-step and ${name} do not go together: --step-by-step can go back, and ${name} cannot. Leave one out.`,
    );
}

/**
 * Returns true if the output replaced an earlier file. Prints a note if its name was the default.
 */
function reportReplaced({ output }: RunResult, earlier: readonly string[], args: RunArguments): boolean {
  if (output === undefined || !earlier.includes(resolve(output))) return false;
  if (args.output === undefined)
    printError(
      text`fmu: note: results of an earlier run in ${output} were replaced. Use --output for another name.`,
    );
  return true;
}

/**
 * Prints a note about the recorded variables if they are a default other than the outputs.
 */
function reportRecorded({ record: { columns } }: CheckedSystem, { file, record }: RunArguments): void {
  const local = columns.filter(({ variable }) => variable.causality === 'local').length;
  if (columns.length === 0)
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

function logOf(
  { file, log, logCalls, logFrom, logTo }: RunArguments,
  output: string | undefined,
): CallLogOptions | undefined {
  const alone = { 'log-calls': logCalls, 'log-from': logFrom, 'log-to': logTo };
  const stray = Object.entries(alone).find(([, value]) => value !== undefined);
  if (log === undefined && stray !== undefined)
    throw new UserError(`run ${file}: --${stray[0]} needs --log. Name a log file.`);
  if (log === undefined) return undefined;
  requireDistinctPaths('log', log, output === undefined ? [] : [output]);
  return { file: log, calls: logCalls, from: logFrom, to: logTo };
}

function realtimeOf({ file, realtime, late }: RunArguments): RealtimeOptions | undefined {
  if (realtime === undefined && late !== undefined)
    throw new UserError(`run ${file}: --late needs --realtime. Add it.`);
  if (realtime === undefined) return undefined;
  const factor = realtime === '' ? 1 : Number(realtime);
  if (factor > 0 && factor < Number.POSITIVE_INFINITY) return { factor, late };
  throw new UserError(
    `run ${file}: --realtime expects a factor above 0, got "${realtime}". Give a number (2: twice real time), or no value and the file before it.`,
  );
}

/** Returns true for an existing file. Pipes and devices are not replaced. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const isStandardOutput = (file: string | undefined): boolean =>
  file !== undefined && (file === standardOutput || /^\/(dev\/(stdout|fd\/1)|proc\/self\/fd\/1)$/.test(file));

async function systemOf(args: RunArguments): Promise<OpenedSystem> {
  const { file, trust: trusted, keyRing } = args;
  const allow = permissionsOf('run', args.allow);
  const signed = { requireSignature: policyOf(args.requireSignature), keyRing };
  const record = recording(args);
  const dispose = (): void => {};
  const kind = extname(file).toLowerCase();
  const input = args.input === undefined ? undefined : resolve(args.input);
  if (kind === '.fmu') {
    rejectOptions(args, systemOnly, 'is for a system of several units. Leave it out');
    const { solver, tolerance, startTime, stopTime, step, outputInterval, set, events } = args;
    const system = await singleSystem(file, {
      ...{ solver, tolerance, startTime, stopTime, step, outputInterval, set, events },
      kind: args.interface === undefined ? undefined : interfaces[args.interface as keyof typeof interfaces],
      ...signed,
      trusted,
      allow,
      input,
      byCalls: args.recordCalls !== undefined,
      record: record === false ? undefined : record,
    });
    return { system, notes: [], dispose };
  }
  rejectOptions(
    args,
    singleOnly,
    systemFormat(file) !== 'json'
      ? 'is for a single .fmu. Leave it out'
      : 'is for a single .fmu. In a system, set it for each unit: "units" / name / "%"',
  );
  const { set, outputInterval, scheme, startTime, stopTime, step } = args;
  const order = args.order as Order | undefined;
  const settings = {
    ...{ set, outputInterval, order, scheme, startTime, stopTime, step, input },
    record: record === false ? undefined : record,
  };
  const options = { trusted, allow, ...signed, settings, byCalls: args.recordCalls !== undefined };
  return openSystem(file, args, options);
}

/** Rejects options. `why` names an alternative, with `%` for the option. */
function rejectOptions(args: RunArguments, options: readonly (keyof RunArguments)[], why: string): void {
  const alien = options.find((option) => args[option] !== undefined);
  if (alien !== undefined) throw new UserError(`run ${args.file}: --${alien} ${why.replace('%', alien)}.`);
}

/** Returns the variables to record: undefined for all outputs, false for `--no-record`. */
function recording({ record }: RunArguments): string[] | false | undefined {
  // yargs reads --no-record as [false].
  if ((record as unknown[] | undefined)?.includes(false)) return false;
  return record?.map(String);
}

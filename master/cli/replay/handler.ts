import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import {
  measuringVariables,
  notesOnMeasurements,
} from '../../../fmu-sdk/description/variables/run-measurements.ts';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import {
  component,
  type NativeBinary,
  native,
  nativeCalls,
} from '../../../fmu-sdk/host/choice/third-party-hosts.ts';
import { type ComponentBinary, openForm } from '../../../fmu-sdk/host/component/open-component.ts';
import { findBinary } from '../../../fmu-sdk/host/fmu.ts';
import { readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import {
  compareRecordings,
  type ReplayResult,
  replayAgainst,
  type UnitAgain,
} from '../../../fmu-sdk/host/recorded/compare-recording.ts';
import type { RecordedUnit, RecordingHead } from '../../../fmu-sdk/host/recorded/recording-file.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell } from '../../coupling/activity.ts';
import { loadExtensions } from '../../run/load-extensions.ts';
import { openRecording, recordedDescriptions } from '../../run/recording/call-recording.ts';
import { simulate } from '../../run/simulate.ts';
import { watchedHere } from '../../run/worker/first-thread-watch.ts';
import { print, printError, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { summary } from '../run/run-summary.ts';

/** Arguments of `fmu replay`, as yargs parses them. */
export interface ReplayArguments {
  recording: string;
  other?: string;
  unit?: string;
  host?: 'component' | 'native';
  relative: number;
  output?: string;
  use?: string[];
  trust: boolean;
  allow?: string;
}

/** CPU time limit for a call, and wall time limit [s]. */
const [callSeconds, wallSeconds] = [60, 1200];

export async function replay(args: ReplayArguments): Promise<void> {
  const { recording, other, unit, relative, output } = args;
  if (!(relative >= 0))
    throw new UserError(`replay ${recording}: --relative must be a number from 0, got ${relative}.`);
  const stray = Object.entries({ unit, other, output }).filter(([, value]) => value !== undefined);
  if (stray.length > 1)
    throw new UserError(
      `replay ${recording}: expected one of a new run (-o), an FMU (--unit) or a second recording, got several. Leave out the rest.`,
    );
  if (other !== undefined) {
    const { descriptions } = recordedDescriptions(recording);
    noteMeasurements(descriptions);
    printResult(args, compareRecordings(recording, other, { relative }, descriptions), `as in ${other}`);
  } else if (unit !== undefined) await replayUnit(args, unit);
  else await runAgain(args);
}

async function runAgain({ recording, output, use = [] }: ReplayArguments): Promise<void> {
  requireDistinctPaths('replay', output, [recording]);
  const { system, host, head, close } = openRecording(recording);
  try {
    printError(text`fmu: note: ${wordsOf(head)}.`);
    const { events } = head;
    const result = await simulate(system, { ...(await loadExtensions(use)), hosts: [host], output, events });
    print(summary(result, false));
  } catch (error) {
    if (error instanceof UserError || use.length > 0) throw error;
    // Only a file that no run wrote gets here.
    throw new UserError(`replay ${recording}: its contents do not form a run. Record the run again.`);
  } finally {
    close();
  }
}

async function replayUnit(args: ReplayArguments, unitArgument: string): Promise<void> {
  const { recording, relative, trust: trusted, host } = args;
  const { head, descriptions } = recordedDescriptions(recording);
  const [, name, file = unitArgument] = /^([^=/\\]+)=(.+)$/.exec(unitArgument) ?? [];
  const k = unitNumber(recording, head.units, name);
  const { kind, host: before } = head.units[k];
  const unit = await readFmuFile(file);
  const hosts = host === undefined ? [component, native] : [host === 'native' ? native : component];
  const allow = permissionsOf('replay', args.allow);
  const { binary, description } = await findBinary(
    unit,
    hosts,
    { kind, trusted, allow, byCalls: true },
    platformName(),
  );
  const its = descriptions[k];
  if (its.instantiationToken !== description.instantiationToken)
    printError(
      text`fmu: note: ${file} is not the recorded FMU (instantiation token ${description.instantiationToken}, recorded ${its.instantiationToken}).`,
    );
  printError(
    text`fmu: note: ${wordsOf(head)}. ${head.units[k].name} ran as ${before}, and runs here as ${binary.form} on ${platformName()}.`,
  );
  noteMeasurements([its]);
  const opening = { callSeconds, wallSeconds, description, rollback: true };
  const watched = { units: [head.units[k]], stepSeconds: callSeconds, wallSeconds };
  const result = await watchedHere(watched, async ({ cells }) => {
    cells[cell.unit] = 0;
    const calls =
      binary.form === 'native'
        ? await nativeCalls(binary as NativeBinary, opening)
        : openForm((binary as ComponentBinary).component, kind, head.units[k].name);
    const again: UnitAgain = { calls, description };
    const onCall = (call: number): void => {
      cells[cell.steps] = call;
    };
    try {
      return replayAgainst(recording, k, again, { relative, onCall });
    } finally {
      calls.close();
    }
  });
  printResult(args, result, `by ${file} as recorded`);
}

/** Tells which variables are not compared, because they measure the run. */
function noteMeasurements(descriptions: readonly ModelDescription[]): void {
  const names = new Set(descriptions.flatMap(({ variables }) => [...measuringVariables(variables)]));
  for (const words of notesOnMeasurements(names)) printError(text`fmu: note: ${words}.`);
}

function unitNumber(recording: string, units: readonly RecordedUnit[], name: string | undefined): number {
  const names = units.map((unit) => unit.name);
  const k = name === undefined ? (units.length === 1 ? 0 : -1) : names.indexOf(name);
  if (k >= 0) return k;
  throw new UserError(
    `replay ${recording}: ${name === undefined ? 'it has calls of several units' : `it lacks calls of ${name}`}: ${someNames(names)}. Say --unit name=file.fmu.`,
  );
}

const wordsOf = ({ fmukit, platform, system, units }: RecordingHead): string =>
  `calls of ${system} (${someNames(units.map(({ name }) => name))}), recorded by fmukit ${fmukit} on ${platform}`;

/** Prints the result of a comparison. Exit code 3 marks a difference. */
function printResult(
  { recording }: ReplayArguments,
  { calls, divergence, crash, outcome }: ReplayResult,
  same: string,
): void {
  if (divergence !== undefined) {
    print(text`first divergence: ${divergence}`);
    process.exitCode = exitCode.findings;
    return;
  }
  if (crash !== undefined) {
    print(text`${recording} ends in ${crash.at}`);
    if (crash.replayCrash === undefined) {
      print('the FMU crashed there, and answers here');
      process.exitCode = exitCode.findings;
    } else print(text`the FMU crashed there and crashes here: ${crash.replayCrash}`);
    return;
  }
  print(text`${calls} calls answered ${same}`);
  if (outcome === undefined)
    print(text`${recording} ends after them, because the process that wrote it was killed`);
}

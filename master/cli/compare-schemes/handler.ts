import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Comparison, compareSchemes } from '../../advise/compare-schemes.ts';
import { comparisonCsv, comparisonJson } from '../../advise/comparison-table.ts';
import { loadExtensions } from '../../run/load-extensions.ts';
import { openSystem } from '../../run/open/read-system.ts';
import { trialRunnerOf } from '../../run/scheme/trial-factory.ts';
import { watchedHere } from '../../run/worker/first-thread-watch.ts';
import { print, printError, text } from '../command.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { showTrials } from '../terminal/trial-progress.ts';
import { comparisonPage } from './comparison-page.ts';
import { comparisonText } from './comparison-text.ts';
import type { CompareArguments } from './options.ts';

/** Compares the schemes on the given system, and writes the page and other requested files. */
export async function compareFile(args: CompareArguments): Promise<void> {
  const { file, levels, largest, until, only, step, stopTime, trust: trusted } = args;
  if (!Number.isInteger(levels) || levels < 2 || levels > 20)
    throw new UserError(
      `compare-schemes ${file}: --levels must be a whole number from 2 to 20, got ${levels}.`,
    );
  const allow = permissionsOf('compare-schemes', args.allow);
  const times = { step, stopTime };
  const { system, notes, dispose } = await openSystem(file, times, { trusted, allow, settings: times });
  for (const note of notes) printError(`fmu: note: ${note}.`);
  const page = args.output ?? args.report ?? `results/${system.name}-schemes.html`;
  const inputs = [file, ...(system.reads ?? []), ...(args.use ?? [])];
  for (const output of [page, args.csv, args.json || undefined])
    requireDistinctPaths('compare-schemes', output, inputs);
  const extensions = await loadExtensions(args.use ?? []);
  const progress = await showTrials();
  const onProgress = (share: number, label: string, step: number): void =>
    progress.update({ share, label, step, remaining: 1, leastTime: 0 });
  let comparison: Comparison;
  try {
    comparison = await watchedHere(system, (activity) =>
      compareSchemes(trialRunnerOf(system, { hosts, activity, ...extensions }), {
        ...{ levels, largest, until, only, onProgress },
      }),
    );
  } finally {
    progress.stop();
    dispose();
  }
  writeAtomically(page, Buffer.from(comparisonPage(comparison)));
  if (args.csv !== undefined) writeAtomically(args.csv, Buffer.from(comparisonCsv(comparison)));
  const json = args.json === undefined ? undefined : comparisonJson(comparison);
  // JSON alone goes to standard output. Messages then go to standard error.
  const printMessage = args.json === '' ? printError : print;
  if (json !== undefined && args.json === '') print(json.trimEnd());
  else if (json !== undefined) writeAtomically(args.json as string, Buffer.from(json));
  printMessage(comparisonText(comparison));
  for (const written of [page, args.csv, args.json]) if (written) printMessage(text`written ${written}`);
}

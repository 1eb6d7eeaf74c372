import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Advice, advise } from '../../advise/advise.ts';
import { withAlgorithm } from '../../advise/candidates.ts';
import { loadExtensions } from '../../run/load-extensions.ts';
import { openSystem, systemFormat } from '../../run/open/read-system.ts';
import { trialRunnerOf } from '../../run/scheme/trial-factory.ts';
import { watchedHere } from '../../run/worker/first-thread-watch.ts';
import { print, printError, text } from '../command.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { showTrials } from '../terminal/trial-progress.ts';
import type { AdviseArguments } from './options.ts';
import { writeAlgorithm } from './write-algorithm.ts';

/**
 * Finds a scheme for the given system, prints the reasons and, with `--write`, writes the scheme.
 */
export async function adviseFile(args: AdviseArguments): Promise<void> {
  const { file, error, seconds, until, work, write, step, stopTime, trust: trusted } = args;
  const allow = permissionsOf('advise', args.allow);
  if (write && systemFormat(file) !== 'json')
    throw new UserError(
      `advise ${file}: --write needs a system.json. Leave it out, and run the file with --scheme, --step and --order as printed.`,
    );
  const { system, notes, dispose } = await openSystem(
    file,
    { step, stopTime },
    { trusted, allow, settings: { step, stopTime } },
  );
  for (const note of notes) printError(`fmu: note: ${note}.`);
  const extensions = await loadExtensions(args.use ?? []);
  const progress = await showTrials(seconds);
  let advice: Advice;
  try {
    advice = await watchedHere(system, (activity) =>
      advise(trialRunnerOf(system, { hosts, activity, ...extensions }), {
        error,
        until,
        mostWork: work,
        seconds,
        onAnswer: progress.answer,
        onTrial: progress.update,
      }),
    );
  } finally {
    progress.stop();
    dispose();
  }
  print(args.json ? JSON.stringify(toPlainObject(advice), undefined, 2) : words(advice));
  if (!write) return;
  writeAlgorithm(file, system, withAlgorithm(system, advice.algorithm), advice.algorithm);
  if (!args.json) print(text`written ${file}`);
}

function words({ why, sureness, algorithm }: Advice): string {
  return [...why, `How sure: ${sureness}.`, '', `"algorithm": ${JSON.stringify(algorithm)}`].join('\n');
}

function toPlainObject({ algorithm, error, met, sureness, why, searchResult }: Advice): object {
  const { trials, work, reference } = searchResult;
  return {
    algorithm,
    error,
    met,
    sureness,
    why,
    reference: { error: reference.error, agrees: reference.agrees },
    trials,
    work,
  };
}

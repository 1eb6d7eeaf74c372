import { writeWhole } from '../../fmu-sdk/files/whole.ts';
import type { RunResult } from '../run/protocol.ts';
import { say, text } from './command.ts';

/** Writes the steps that a scheme has made of its own, a row each, where it makes such; where it makes none, says so. */
export function writeOwnSteps(
  file: string,
  { scheme, ownSteps }: RunResult,
  tell: (text: string) => void,
): void {
  if (ownSteps === undefined) {
    say(text`fmu: note: the coupling scheme ${scheme} makes no steps of its own: ${file} is not written.`);
    return;
  }
  const { time, size, error, stood, more } = ownSteps;
  const rows = ['time,size,error,stood'];
  for (let k = 0; k < time.length; k++) rows.push(`${time[k]},${size[k]},${error[k]},${stood[k]}`);
  writeWhole(file, `${rows.join('\n')}\n`);
  if (more > 0)
    say(text`fmu: note: ${file} has the first ${time.length} steps; ${more} were made after those.`);
  tell(text`written ${file}`);
}

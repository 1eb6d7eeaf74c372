import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { callUserCallback } from '../../../fmu-sdk/util/user-code.ts';

/** Receives a note `words` on all of these units together. */
export type UnitNote = (units: readonly string[], words: string) => void;

/**
 * Reports notes as lines of text, each note once per unit. Units that are opened again after a
 * restart would repeat their notes.
 */
export function onceForEachUnit(onNote?: (text: string) => void): UnitNote {
  const reportedNotes = new Set<string>();
  return (units, words) => {
    const others = units.filter((unit) => !reportedNotes.has(`${unit}: ${words}`));
    for (const unit of others) reportedNotes.add(`${unit}: ${words}`);
    if (others.length > 0) callUserCallback('run', 'onNote', onNote, `${someNames(others)}: ${words}`);
  };
}

import { tell } from '../../fmu-sdk/util/user-code.ts';

/** Is told what there is to say of units: `words` of all of them together. */
export type UnitNote = (units: readonly string[], words: string) => void;

/** Tells it as lines of text, each thing once of a unit: what a run opens again when it begins anew has been told of before. */
export function onceOfEach(own?: (text: string) => void): UnitNote {
  const told = new Set<string>();
  return (units, words) => {
    const others = units.filter((unit) => !told.has(`${unit}: ${words}`));
    for (const unit of others) told.add(`${unit}: ${words}`);
    if (others.length > 0) tell('run', 'onNote', own, `${others.join(', ')}: ${words}`);
  };
}

import type { Conduct } from '../../dynamic/rule.ts';
import { boolean } from './boolean.ts';
import { bounds } from './bounds.ts';
import { calculatedRefused } from './calculated-refused.ts';
import { constantRefused } from './constant-refused.ts';
import { enumeration } from './enumeration.ts';
import { enumerationRange } from './enumeration-range.ts';
import { finite } from './finite.ts';
import { fixedRefused } from './fixed-refused.ts';
import { independentRefused } from './independent-refused.ts';
import { nothing } from './nothing.ts';
import { outputRefused } from './output-refused.ts';
import { everyReadable } from './readable.ts';
import { repeatedGet } from './repeated-get.ts';
import { setInput } from './set-input.ts';
import { setLater } from './set-later.ts';
import { setStart } from './set-start.ts';
import { setText } from './set-text.ts';
import { severalAtOnce } from './several-at-once.ts';
import { start } from './start.ts';
import { startText } from './start-text.ts';
import { structural } from './structural.ts';
import { structuralRefused } from './structural-refused.ts';
import { time } from './time.ts';
import { unknownGet } from './unknown-get.ts';
import { unknownSet } from './unknown-set.ts';
import { wrongCount } from './wrong-count.ts';
import { wrongType } from './wrong-type.ts';

export const valueRules: readonly Conduct[] = [
  boolean,
  bounds,
  calculatedRefused,
  constantRefused,
  enumerationRange,
  enumeration,
  finite,
  fixedRefused,
  independentRefused,
  nothing,
  outputRefused,
  everyReadable,
  repeatedGet,
  setInput,
  setLater,
  setStart,
  setText,
  severalAtOnce,
  startText,
  start,
  structuralRefused,
  structural,
  time,
  unknownGet,
  unknownSet,
  wrongCount,
  wrongType,
];

import type { StaticRule } from '../../rule.ts';
import { typeClockInterval } from './clock-interval.ts';
import { typeDeclaredExists } from './declared-exists.ts';
import { typeDeclaredMatches } from './declared-matches.ts';
import { typeEnumerationStart } from './enumeration-start.ts';
import { typeItemNameNonempty } from './item-name-nonempty.ts';
import { typeItemNameUnique } from './item-name-unique.ts';
import { typeItemValueUnique } from './item-value-unique.ts';
import { typeNameNonempty } from './name-nonempty.ts';
import { typeNameOfVariable } from './name-of-variable.ts';
import { typeNameUnique } from './name-unique.ts';
import { typeNominal } from './nominal.ts';
import { typeRange } from './range.ts';

/** Rules of the area `type`. */
export const typeRules: readonly StaticRule[] = [
  typeClockInterval,
  typeDeclaredExists,
  typeDeclaredMatches,
  typeEnumerationStart,
  typeItemNameNonempty,
  typeItemNameUnique,
  typeItemValueUnique,
  typeNameNonempty,
  typeNameOfVariable,
  typeNameUnique,
  typeNominal,
  typeRange,
];

import type { StaticRule } from '../../rule.ts';
import { descriptionGenerationDate } from './generation-date.ts';
import { descriptionInterfaceOnce } from './interface-once.ts';
import { descriptionInterfacePresent } from './interface-present.ts';
import { descriptionNan } from './nan.ts';
import { descriptionSpecialValues } from './special-values.ts';
import { descriptionTokenNonempty } from './token-nonempty.ts';
import { descriptionVersionKnown } from './version-known.ts';
import { descriptionVersionPatch } from './version-patch.ts';
import { descriptionVersionReleased } from './version-released.ts';

/** Rules of the area `description`. */
export const descriptionRules: readonly StaticRule[] = [
  descriptionGenerationDate,
  descriptionInterfaceOnce,
  descriptionInterfacePresent,
  descriptionNan,
  descriptionSpecialValues,
  descriptionTokenNonempty,
  descriptionVersionKnown,
  descriptionVersionPatch,
  descriptionVersionReleased,
];

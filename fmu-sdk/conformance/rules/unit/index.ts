import type { StaticRule } from '../../rule.ts';
import { unitAliasDisplayDefined } from './alias-display-defined.ts';
import { unitBaseFactor } from './base-factor.ts';
import { unitDefined } from './defined.ts';
import { unitDisplayDefined } from './display-defined.ts';
import { unitDisplayFactor } from './display-factor.ts';
import { unitDisplayIgnored } from './display-ignored.ts';
import { unitDisplayNameNonempty } from './display-name-nonempty.ts';
import { unitDisplayNameUnique } from './display-name-unique.ts';
import { unitDisplayNeedsUnit } from './display-needs-unit.ts';
import { unitInverseOffset } from './inverse-offset.ts';
import { unitNameNonempty } from './name-nonempty.ts';
import { unitNameUnique } from './name-unique.ts';

/** Rules of the area `unit`. */
export const unitRules: readonly StaticRule[] = [
  unitAliasDisplayDefined,
  unitBaseFactor,
  unitDefined,
  unitDisplayDefined,
  unitDisplayFactor,
  unitDisplayIgnored,
  unitDisplayNameNonempty,
  unitDisplayNameUnique,
  unitDisplayNeedsUnit,
  unitInverseOffset,
  unitNameNonempty,
  unitNameUnique,
];

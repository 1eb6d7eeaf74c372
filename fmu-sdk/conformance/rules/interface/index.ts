import type { StaticRule } from '../../rule.ts';
import { interfaceEarlyReturn } from './early-return.ts';
import { interfaceEventMode } from './event-mode.ts';
import { interfaceFixedStep } from './fixed-step.ts';
import { interfaceIdentifierForm } from './identifier-form.ts';
import { interfaceInputSmoothness } from './input-smoothness.ts';
import { interfaceSerializeNeedsState } from './serialize-needs-state.ts';
import { interfaceSourceFileExists } from './source-file-exists.ts';
import { interfaceSourceFilePath } from './source-file-path.ts';
import { interfaceSourceFileUnique } from './source-file-unique.ts';
import { interfaceUnknownFlag } from './unknown-flag.ts';

/** Rules of the area `interface`. */
export const interfaceRules: readonly StaticRule[] = [
  interfaceEarlyReturn,
  interfaceEventMode,
  interfaceFixedStep,
  interfaceIdentifierForm,
  interfaceInputSmoothness,
  interfaceSerializeNeedsState,
  interfaceSourceFileExists,
  interfaceSourceFilePath,
  interfaceSourceFileUnique,
  interfaceUnknownFlag,
];

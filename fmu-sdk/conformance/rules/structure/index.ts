import type { StaticRule } from '../../rule.ts';
import { structureClockedState } from './clocked-state.ts';
import { structureClockedStateComplete } from './clocked-state-complete.ts';
import { structureClockedStateUnique } from './clocked-state-unique.ts';
import { structureDependencyExists } from './dependency-exists.ts';
import { structureDependencyKnown } from './dependency-known.ts';
import { structureDependencyOrder } from './dependency-order.ts';
import { structureDependencyUnique } from './dependency-unique.ts';
import { structureDerivativeAttribute } from './derivative-attribute.ts';
import { structureDerivativeComplete } from './derivative-complete.ts';
import { structureDerivativeContinuous } from './derivative-continuous.ts';
import { structureDerivativeOfOneState } from './derivative-of-one-state.ts';
import { structureDerivativeUnique } from './derivative-unique.ts';
import { structureDerivativeUnit } from './derivative-unit.ts';
import { structureEventIndicatorCausality } from './event-indicator-causality.ts';
import { structureEventIndicatorContinuous } from './event-indicator-continuous.ts';
import { structureEventIndicatorUnique } from './event-indicator-unique.ts';
import { structureInitialDependencyKnown } from './initial-dependency-known.ts';
import { structureInitialUnknownAllowed } from './initial-unknown-allowed.ts';
import { structureInitialUnknownComplete } from './initial-unknown-complete.ts';
import { structureInitialUnknownOrder } from './initial-unknown-order.ts';
import { structureInitialUnknownUnique } from './initial-unknown-unique.ts';
import { structureKindCount } from './kind-count.ts';
import { structureKindFloat } from './kind-float.ts';
import { structureKindInitial } from './kind-initial.ts';
import { structureKindNeedsDependencies } from './kind-needs-dependencies.ts';
import { structureOutputCausality } from './output-causality.ts';
import { structureOutputComplete } from './output-complete.ts';
import { structureOutputUnique } from './output-unique.ts';
import { structureReferenceExists } from './reference-exists.ts';

/** Rules of the area `structure`. */
export const structureRules: readonly StaticRule[] = [
  structureClockedState,
  structureClockedStateComplete,
  structureClockedStateUnique,
  structureDependencyExists,
  structureDependencyKnown,
  structureDependencyOrder,
  structureDependencyUnique,
  structureDerivativeAttribute,
  structureDerivativeComplete,
  structureDerivativeContinuous,
  structureDerivativeOfOneState,
  structureDerivativeUnique,
  structureDerivativeUnit,
  structureEventIndicatorCausality,
  structureEventIndicatorContinuous,
  structureEventIndicatorUnique,
  structureInitialDependencyKnown,
  structureInitialUnknownAllowed,
  structureInitialUnknownComplete,
  structureInitialUnknownOrder,
  structureInitialUnknownUnique,
  structureKindCount,
  structureKindFloat,
  structureKindInitial,
  structureKindNeedsDependencies,
  structureOutputCausality,
  structureOutputComplete,
  structureOutputUnique,
  structureReferenceExists,
];

import type { StaticRule } from '../../rule.ts';
import { variableAliasConstant } from './alias-constant.ts';
import { variableAliasConstantStart } from './alias-constant-start.ts';
import { variableAliasSettable } from './alias-settable.ts';
import { variableAliasStart } from './alias-start.ts';
import { variableAliasUnit } from './alias-unit.ts';
import { variableCausalityVariability } from './causality-variability.ts';
import { variableContinuousType } from './continuous-type.ts';
import { variableDerivativeContinuous } from './derivative-continuous.ts';
import { variableDerivativeExists } from './derivative-exists.ts';
import { variableDerivativeSelf } from './derivative-self.ts';
import { variableDerivativeSize } from './derivative-size.ts';
import { variableDimensionGiven } from './dimension-given.ts';
import { variableDimensionPositive } from './dimension-positive.ts';
import { variableDimensionReference } from './dimension-reference.ts';
import { variableDimensionTarget } from './dimension-target.ts';
import { variableIndependentOnce } from './independent-once.ts';
import { variableIndependentPresent } from './independent-present.ts';
import { variableIndependentType } from './independent-type.ts';
import { variableInitialAllowed } from './initial-allowed.ts';
import { variableInitialForbidden } from './initial-forbidden.ts';
import { variableIntermediateUpdateContinuous } from './intermediate-update-continuous.ts';
import { variableMaxSize } from './max-size.ts';
import { variableMultipleSetInput } from './multiple-set-input.ts';
import { variableMultipleSetModelExchange } from './multiple-set-model-exchange.ts';
import { variableNameNonempty } from './name-nonempty.ts';
import { variableNameUnique } from './name-unique.ts';
import { variableNominal } from './nominal.ts';
import { variableRange } from './range.ts';
import { variableReferenceUnique } from './reference-unique.ts';
import { variableReinitContinuous } from './reinit-continuous.ts';
import { variableReinitModelExchange } from './reinit-model-exchange.ts';
import { variableReinitState } from './reinit-state.ts';
import { variableStartCalculated } from './start-calculated.ts';
import { variableStartConstant } from './start-constant.ts';
import { variableStartCount } from './start-count.ts';
import { variableStartElementCount } from './start-element-count.ts';
import { variableStartExactApprox } from './start-exact-approx.ts';
import { variableStartIndependent } from './start-independent.ts';
import { variableStartInput } from './start-input.ts';
import { variableStartParameter } from './start-parameter.ts';
import { variableStartRange } from './start-range.ts';
import { variableStartStructuralParameter } from './start-structural-parameter.ts';
import { variableStartValue } from './start-value.ts';
import { variableStateCausality } from './state-causality.ts';
import { variableStructuralParameterScalar } from './structural-parameter-scalar.ts';

/** Rules of the area `variable`. */
export const variableRules: readonly StaticRule[] = [
  variableAliasConstant,
  variableAliasConstantStart,
  variableAliasSettable,
  variableAliasStart,
  variableAliasUnit,
  variableCausalityVariability,
  variableContinuousType,
  variableDerivativeContinuous,
  variableDerivativeExists,
  variableDerivativeSelf,
  variableDerivativeSize,
  variableDimensionGiven,
  variableDimensionPositive,
  variableDimensionReference,
  variableDimensionTarget,
  variableIndependentOnce,
  variableIndependentPresent,
  variableIndependentType,
  variableInitialAllowed,
  variableInitialForbidden,
  variableIntermediateUpdateContinuous,
  variableMaxSize,
  variableMultipleSetInput,
  variableMultipleSetModelExchange,
  variableNameNonempty,
  variableNameUnique,
  variableNominal,
  variableRange,
  variableReferenceUnique,
  variableReinitContinuous,
  variableReinitModelExchange,
  variableReinitState,
  variableStartCalculated,
  variableStartConstant,
  variableStartCount,
  variableStartElementCount,
  variableStartExactApprox,
  variableStartIndependent,
  variableStartInput,
  variableStartParameter,
  variableStartRange,
  variableStartStructuralParameter,
  variableStartValue,
  variableStateCausality,
  variableStructuralParameterScalar,
];

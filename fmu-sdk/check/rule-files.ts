// biome-ignore-all assist/source/organizeImports: in the order of the folder.
// Written by bin/generate.mjs from the folder rules/; a test compares the two.
import type { Rule } from './rule.ts';
import { annotationTypeForm } from './rules/annotation/type-form.ts';
import { archiveAscii } from './rules/archive/ascii.ts';
import { archiveBackslash } from './rules/archive/backslash.ts';
import { archiveBuildDescription } from './rules/archive/build-description.ts';
import { archiveCase } from './rules/archive/case.ts';
import { archiveCompression } from './rules/archive/compression.ts';
import { archiveDataDescriptor } from './rules/archive/data-descriptor.ts';
import { archiveDescriptionPresent } from './rules/archive/description-present.ts';
import { archiveDiagram } from './rules/archive/diagram.ts';
import { archiveDocumentationIndex } from './rules/archive/documentation-index.ts';
import { archiveDuplicate } from './rules/archive/duplicate.ts';
import { archiveEncryption } from './rules/archive/encryption.ts';
import { archiveEscape } from './rules/archive/escape.ts';
import { archiveExtension } from './rules/archive/extension.ts';
import { archiveExternalDependencies } from './rules/archive/external-dependencies.ts';
import { archiveExtraName } from './rules/archive/extra-name.ts';
import { archiveIcon } from './rules/archive/icon.ts';
import { archiveImplementation } from './rules/archive/implementation.ts';
import { archiveLicence } from './rules/archive/licence.ts';
import { archiveLinks } from './rules/archive/links.ts';
import { archiveOnePiece } from './rules/archive/one-piece.ts';
import { archiveReadable } from './rules/archive/readable.ts';
import { archiveReservedName } from './rules/archive/reserved-name.ts';
import { archiveStandardHeaders } from './rules/archive/standard-headers.ts';
import { archiveStaticLinking } from './rules/archive/static-linking.ts';
import { archiveTopLevel } from './rules/archive/top-level.ts';
import { archiveVersionNeeded } from './rules/archive/version-needed.ts';
import { binaryArchitecture } from './rules/binary/architecture.ts';
import { binaryDependencies } from './rules/binary/dependencies.ts';
import { binaryFormat } from './rules/binary/format.ts';
import { binaryFunctions } from './rules/binary/functions.ts';
import { binaryLibraryPresent } from './rules/binary/library-present.ts';
import { binaryPlatform } from './rules/binary/platform.ts';
import { binaryReadable } from './rules/binary/readable.ts';
import { binaryReservedSymbols } from './rules/binary/reserved-symbols.ts';
import { binaryRunPath } from './rules/binary/run-path.ts';
import { binaryShared } from './rules/binary/shared.ts';
import { binaryTupleOfFmi2 } from './rules/binary/tuple-of-fmi2.ts';
import { buildDefaultConfiguration } from './rules/build/default-configuration.ts';
import { buildDefinitionName } from './rules/build/definition-name.ts';
import { buildIdentifierBuilt } from './rules/build/identifier-built.ts';
import { buildIncludeExists } from './rules/build/include-exists.ts';
import { buildLibraryExists } from './rules/build/library-exists.ts';
import { buildLibraryVersion } from './rules/build/library-version.ts';
import { buildModelIdentifier } from './rules/build/model-identifier.ts';
import { buildOptionDefault } from './rules/build/option-default.ts';
import { buildPlatform } from './rules/build/platform.ts';
import { buildSchema } from './rules/build/schema.ts';
import { buildSourceExists } from './rules/build/source-exists.ts';
import { buildSourcePath } from './rules/build/source-path.ts';
import { buildSourceSetName } from './rules/build/source-set-name.ts';
import { buildSourceSet } from './rules/build/source-set.ts';
import { buildVersion } from './rules/build/version.ts';
import { busTerminals } from './rules/bus/terminals.ts';
import { busUnit } from './rules/bus/unit.ts';
import { categoryStandardName } from './rules/category/standard-name.ts';
import { clockAttributes } from './rules/clock/attributes.ts';
import { clockCausality } from './rules/clock/causality.ts';
import { clockCounterFraction } from './rules/clock/counter-fraction.ts';
import { clockFractionEqualsDecimal } from './rules/clock/fraction-equals-decimal.ts';
import { clockOutputTriggered } from './rules/clock/output-triggered.ts';
import { clockPositive } from './rules/clock/positive.ts';
import { clockPriorityOutput } from './rules/clock/priority-output.ts';
import { clockPriorityRequired } from './rules/clock/priority-required.ts';
import { clockVariability } from './rules/clock/variability.ts';
import { clockedClocksExist } from './rules/clocked/clocks-exist.ts';
import { clockedClocksNonempty } from './rules/clocked/clocks-nonempty.ts';
import { clockedClocksSelf } from './rules/clocked/clocks-self.ts';
import { clockedPreviousClocked } from './rules/clocked/previous-clocked.ts';
import { clockedPreviousDiscrete } from './rules/clocked/previous-discrete.ts';
import { clockedPreviousExists } from './rules/clocked/previous-exists.ts';
import { clockedPreviousSelf } from './rules/clocked/previous-self.ts';
import { clockedPreviousTarget } from './rules/clocked/previous-target.ts';
import { clockedVariability } from './rules/clocked/variability.ts';
import { adjointTogether as derivativeAdjointTogether } from './rules/derivative/adjoint-together.ts';
import { adjointAgrees as derivativeAdjoint } from './rules/derivative/adjoint.ts';
import { directionalLinear as derivativeDirectionalLinear } from './rules/derivative/directional-linear.ts';
import { directionalTogether as derivativeDirectionalTogether } from './rules/derivative/directional-together.ts';
import { directional as derivativeDirectional } from './rules/derivative/directional.ts';
import { outputDerivatives as derivativeOutputs } from './rules/derivative/outputs.ts';
import { refused as derivativeRefused } from './rules/derivative/refused.ts';
import { descriptionGenerationDate } from './rules/description/generation-date.ts';
import { descriptionInterfaceOnce } from './rules/description/interface-once.ts';
import { descriptionInterfacePresent } from './rules/description/interface-present.ts';
import { descriptionNan } from './rules/description/nan.ts';
import { descriptionSpecialValues } from './rules/description/special-values.ts';
import { descriptionTokenNonempty } from './rules/description/token-nonempty.ts';
import { descriptionVersionKnown } from './rules/description/version-known.ts';
import { descriptionVersionPatch } from './rules/description/version-patch.ts';
import { descriptionVersionReleased } from './rules/description/version-released.ts';
import { again as eventAgain } from './rules/event/again.ts';
import { changesTold as eventChangesTold } from './rules/event/changes-told.ts';
import { coSimulation as eventCoSimulation } from './rules/event/co-simulation.ts';
import { flags as eventFlags } from './rules/event/flags.ts';
import { integratorFlags as eventIntegratorFlags } from './rules/event/integrator-flags.ts';
import { nextTime as eventNextTime } from './rules/event/next-time.ts';
import { settles as eventSettles } from './rules/event/settles.ts';
import { experimentDuration } from './rules/experiment/duration.ts';
import { experimentStepInInterval } from './rules/experiment/step-in-interval.ts';
import { experimentStepMultiple } from './rules/experiment/step-multiple.ts';
import { experimentStepSize } from './rules/experiment/step-size.ts';
import { experimentStopAfterStart } from './rules/experiment/stop-after-start.ts';
import { experimentTolerance } from './rules/experiment/tolerance.ts';
import { absentCallbacks as importerAbsentCallbacks } from './rules/importer/absent-callbacks.ts';
import { memoryFunctions as importerMemoryFunctions } from './rules/importer/memory-functions.ts';
import { trespass as importerTrespass } from './rules/importer/trespass.ts';
import { interfaceEarlyReturn } from './rules/interface/early-return.ts';
import { interfaceEventMode } from './rules/interface/event-mode.ts';
import { interfaceFixedStep } from './rules/interface/fixed-step.ts';
import { interfaceIdentifierForm } from './rules/interface/identifier-form.ts';
import { interfaceInputSmoothness } from './rules/interface/input-smoothness.ts';
import { interfaceSerializeNeedsState } from './rules/interface/serialize-needs-state.ts';
import { interfaceSourceFileExists } from './rules/interface/source-file-exists.ts';
import { interfaceSourceFilePath } from './rules/interface/source-file-path.ts';
import { interfaceUnknownFlag } from './rules/interface/unknown-flag.ts';
import { allocations as loadAllocations } from './rules/load/allocations.ts';
import { eventModeRefused as loadEventModeRefused } from './rules/load/event-mode-refused.ts';
import { files as loadFiles } from './rules/load/files.ts';
import { freeAnywhere as loadFreeAnywhere } from './rules/load/free-anywhere.ts';
import { instanceName as loadInstanceName } from './rules/load/instance-name.ts';
import { instantiates as loadInstantiates } from './rules/load/instantiates.ts';
import { leak as loadLeak } from './rules/load/leak.ts';
import { refusalLogged as loadRefusalLogged } from './rules/load/refusal-logged.ts';
import { threads as loadThreads } from './rules/load/threads.ts';
import { twoInstances as loadTwoInstances } from './rules/load/two-instances.ts';
import { typesPlatform as loadTypesPlatform } from './rules/load/types-platform.ts';
import { version as loadVersion } from './rules/load/version.ts';
import { wrongToken as loadWrongToken } from './rules/load/wrong-token.ts';
import { categories as logCategories } from './rules/log/categories.ts';
import { debug as logDebug } from './rules/log/debug.ts';
import { prints as logPrints } from './rules/log/prints.ts';
import { saysWhy as logSaysWhy } from './rules/log/says-why.ts';
import { silent as logSilent } from './rules/log/silent.ts';
import { manifestAttributes } from './rules/manifest/attributes.ts';
import { manifestFolder } from './rules/manifest/folder.ts';
import { manifestMinimalRoot } from './rules/manifest/minimal-root.ts';
import { manifestNameForm } from './rules/manifest/name-form.ts';
import { manifestPresent } from './rules/manifest/present.ts';
import { manifestVersionForm } from './rules/manifest/version-form.ts';
import { everything as memoryEverything } from './rules/memory/everything.ts';
import { free as memoryFree } from './rules/memory/free.ts';
import { noState as memoryNoState } from './rules/memory/no-state.ts';
import { refused as memoryRefused } from './rules/memory/refused.ts';
import { runAgain as memoryRunAgain } from './rules/memory/run-again.ts';
import { serializeRefused as memorySerializeRefused } from './rules/memory/serialize-refused.ts';
import { serializeSame as memorySerializeSame } from './rules/memory/serialize-same.ts';
import { serialized as memorySerialize } from './rules/memory/serialize.ts';
import { several as memorySeveral } from './rules/memory/several.ts';
import { survivesReset as memorySurvivesReset } from './rules/memory/survives-reset.ts';
import { truncated as memoryTruncated } from './rules/memory/truncated.ts';
import { namingArrayOrder } from './rules/naming/array-order.ts';
import { namingStructuredType } from './rules/naming/structured-type.ts';
import { namingStructured } from './rules/naming/structured.ts';
import { nonemptyRules as nonempty } from './rules/nonempty.ts';
import { oracleBinaries } from './rules/oracle/binaries.ts';
import { oracleKinds } from './rules/oracle/kinds.ts';
import { oracleResults } from './rules/oracle/results.ts';
import { oracleSameAs } from './rules/oracle/same-as.ts';
import { orderRules as order } from './rules/order.ts';
import { referenceExperiment } from './rules/reference/experiment.ts';
import { referenceResults } from './rules/reference/results.ts';
import { referenceRole } from './rules/reference/role.ts';
import { referenceSource } from './rules/reference/source.ts';
import { afterError as robustAfterError } from './rules/robust/after-error.ts';
import { illegal as robustIllegal } from './rules/robust/illegal.ts';
import { legal as robustLegal } from './rules/robust/legal.ts';
import { manyInstances as robustManyInstances } from './rules/robust/many-instances.ts';
import { dependenciesDiscrete as runDependenciesDiscrete } from './rules/run/dependencies-discrete.ts';
import { dependencies as runDependencies } from './rules/run/dependencies.ts';
import { deterministic as runDeterministic } from './rules/run/deterministic.ts';
import { laterStart as runLaterStart } from './rules/run/later-start.ts';
import { resetForgetsSettings as runResetForgetsSettings } from './rules/run/reset-forgets-settings.ts';
import { reset as runReset } from './rules/run/reset.ts';
import { steps as runSteps } from './rules/run/steps.ts';
import { terminatedReadable as runTerminatedReadable } from './rules/run/terminated-readable.ts';
import { terminatedValues as runTerminatedValues } from './rules/run/terminated-values.ts';
import { withStopTime as runWithStopTime } from './rules/run/with-stop-time.ts';
import { schemaAttributes } from './rules/schema/attributes.ts';
import { schemaElements } from './rules/schema/elements.ts';
import { schemaValues } from './rules/schema/values.ts';
import { count as statesCount } from './rules/states/count.ts';
import { dependencies as statesDependencies } from './rules/states/dependencies.ts';
import { derivativesAgree as statesDerivativesAgree } from './rules/states/derivatives-agree.ts';
import { finite as statesFinite } from './rules/states/finite.ts';
import { indicatorsAgree as statesIndicatorsAgree } from './rules/states/indicators-agree.ts';
import { retainedStates as statesKept } from './rules/states/kept.ts';
import { nominals as statesNominals } from './rules/states/nominals.ts';
import { pure as statesPure } from './rules/states/pure.ts';
import { earlyReturn as stepEarlyReturn } from './rules/step/early-return.ts';
import { flags as stepFlags } from './rules/step/flags.ts';
import { inputDerivatives as stepInputDerivatives } from './rules/step/input-derivatives.ts';
import { noSetStatePrior as stepNoSetStatePrior } from './rules/step/no-set-state-prior.ts';
import { reaches as stepReaches } from './rules/step/reaches.ts';
import { stepRefused } from './rules/step/refused.ts';
import { statusTime as stepStatusTime } from './rules/step/status-time.ts';
import { times as stepTimes } from './rules/step/times.ts';
import { tiny as stepTiny } from './rules/step/tiny.ts';
import { varying as stepVarying } from './rules/step/varying.ts';
import { structMap } from './rules/struct/map.ts';
import { structureClockedStateComplete } from './rules/structure/clocked-state-complete.ts';
import { structureClockedState } from './rules/structure/clocked-state.ts';
import { structureDependencyExists } from './rules/structure/dependency-exists.ts';
import { structureDependencyKnown } from './rules/structure/dependency-known.ts';
import { structureDependencyOrder } from './rules/structure/dependency-order.ts';
import { structureDerivativeAttribute } from './rules/structure/derivative-attribute.ts';
import { structureDerivativeComplete } from './rules/structure/derivative-complete.ts';
import { structureDerivativeContinuous } from './rules/structure/derivative-continuous.ts';
import { structureDerivativeOfOneState } from './rules/structure/derivative-of-one-state.ts';
import { structureDerivativeUnit } from './rules/structure/derivative-unit.ts';
import { structureEventIndicatorCausality } from './rules/structure/event-indicator-causality.ts';
import { structureEventIndicatorContinuous } from './rules/structure/event-indicator-continuous.ts';
import { structureInitialDependencyKnown } from './rules/structure/initial-dependency-known.ts';
import { structureInitialUnknownAllowed } from './rules/structure/initial-unknown-allowed.ts';
import { structureInitialUnknownComplete } from './rules/structure/initial-unknown-complete.ts';
import { structureInitialUnknownOrder } from './rules/structure/initial-unknown-order.ts';
import { structureKindCount } from './rules/structure/kind-count.ts';
import { structureKindFloat } from './rules/structure/kind-float.ts';
import { structureKindInitial } from './rules/structure/kind-initial.ts';
import { structureKindNeedsDependencies } from './rules/structure/kind-needs-dependencies.ts';
import { structureOutputCausality } from './rules/structure/output-causality.ts';
import { structureOutputComplete } from './rules/structure/output-complete.ts';
import { structureReferenceExists } from './rules/structure/reference-exists.ts';
import { forces as subassemblyForces } from './rules/subassembly/forces.ts';
import { matrices as subassemblyMatrices } from './rules/subassembly/matrices.ts';
import { motion as subassemblyMotion } from './rules/subassembly/motion.ts';
import { parameters as subassemblyParameters } from './rules/subassembly/parameters.ts';
import { readings as subassemblyReadings } from './rules/subassembly/readings.ts';
import { terminalsAnnotationType } from './rules/terminals/annotation-type.ts';
import { terminalsConnectionColor } from './rules/terminals/connection-color.ts';
import { terminalsCoordinateOrder } from './rules/terminals/coordinate-order.ts';
import { terminalsIconExists } from './rules/terminals/icon-exists.ts';
import { terminalsIconRelative } from './rules/terminals/icon-relative.ts';
import { terminalsKindForm } from './rules/terminals/kind-form.ts';
import { terminalsMatchingRule } from './rules/terminals/matching-rule.ts';
import { terminalsMemberCausality } from './rules/terminals/member-causality.ts';
import { terminalsMemberNameRequired } from './rules/terminals/member-name-required.ts';
import { terminalsScaling } from './rules/terminals/scaling.ts';
import { terminalsSchema } from './rules/terminals/schema.ts';
import { terminalsStreamCausality } from './rules/terminals/stream-causality.ts';
import { terminalsStreamOneFlow } from './rules/terminals/stream-one-flow.ts';
import { terminalsStreamSize } from './rules/terminals/stream-size.ts';
import { terminalsStreamVariableExists } from './rules/terminals/stream-variable-exists.ts';
import { terminalsSubassembly } from './rules/terminals/subassembly.ts';
import { terminalsUnitIcon } from './rules/terminals/unit-icon.ts';
import { terminalsVariableExists } from './rules/terminals/variable-exists.ts';
import { terminalsVariableKind } from './rules/terminals/variable-kind.ts';
import { terminalsVersion } from './rules/terminals/version.ts';
import { again as tickingAgain } from './rules/ticking/again.ts';
import { requiredInterval as tickingAsked } from './rules/ticking/asked.ts';
import { deactivated as tickingDeactivated } from './rules/ticking/deactivated.ts';
import { intervalSetting as tickingGiven } from './rules/ticking/given.ts';
import { interval as tickingInterval } from './rules/ticking/interval.ts';
import { partition as tickingPartition } from './rules/ticking/partition.ts';
import { previousValue as tickingPrevious } from './rules/ticking/previous.ts';
import { clockAnnouncement as tickingSaid } from './rules/ticking/said.ts';
import { clocksTick as tickingTicks } from './rules/ticking/ticks.ts';
import { unknown as tickingUnknown } from './rules/ticking/unknown.ts';
import { typeClockInterval } from './rules/type/clock-interval.ts';
import { typeDeclaredExists } from './rules/type/declared-exists.ts';
import { typeDeclaredMatches } from './rules/type/declared-matches.ts';
import { typeEnumerationStart } from './rules/type/enumeration-start.ts';
import { typeNameOfVariable } from './rules/type/name-of-variable.ts';
import { typeNominal } from './rules/type/nominal.ts';
import { typeRange } from './rules/type/range.ts';
import { uniqueRules as unique } from './rules/unique.ts';
import { unitAliasDisplayDefined } from './rules/unit/alias-display-defined.ts';
import { unitBaseFactor } from './rules/unit/base-factor.ts';
import { unitDefined } from './rules/unit/defined.ts';
import { unitDisplayDefined } from './rules/unit/display-defined.ts';
import { unitDisplayFactor } from './rules/unit/display-factor.ts';
import { unitDisplayIgnored } from './rules/unit/display-ignored.ts';
import { unitDisplayNeedsUnit } from './rules/unit/display-needs-unit.ts';
import { unitInverseOffset } from './rules/unit/inverse-offset.ts';
import { boolean as valueBoolean } from './rules/value/boolean.ts';
import { bounds as valueBounds } from './rules/value/bounds.ts';
import { enumerationRange as valueEnumerationRange } from './rules/value/enumeration-range.ts';
import { enumeration as valueEnumeration } from './rules/value/enumeration.ts';
import { finite as valueFinite } from './rules/value/finite.ts';
import { retainedValues as valueKept } from './rules/value/kept.ts';
import { nothing as valueNothing } from './rules/value/nothing.ts';
import { precision as valuePrecision } from './rules/value/precision.ts';
import { everyReadable as valueReadable } from './rules/value/readable.ts';
import { valueRefused } from './rules/value/refused.ts';
import { repeatedGet as valueRepeatedGet } from './rules/value/repeated-get.ts';
import { setInput as valueSetInput } from './rules/value/set-input.ts';
import { setLater as valueSetLater } from './rules/value/set-later.ts';
import { setStart as valueSetStart } from './rules/value/set-start.ts';
import { setText as valueSetText } from './rules/value/set-text.ts';
import { severalAtOnce as valueSeveralAtOnce } from './rules/value/several-at-once.ts';
import { startText as valueStartText } from './rules/value/start-text.ts';
import { start as valueStart } from './rules/value/start.ts';
import { structuralValues as valueStructuralValues } from './rules/value/structural-values.ts';
import { structural as valueStructural } from './rules/value/structural.ts';
import { time as valueTime } from './rules/value/time.ts';
import { unknownGet as valueUnknownGet } from './rules/value/unknown-get.ts';
import { unknownSet as valueUnknownSet } from './rules/value/unknown-set.ts';
import { variability as valueVariability } from './rules/value/variability.ts';
import { wrongCount as valueWrongCount } from './rules/value/wrong-count.ts';
import { wrongType as valueWrongType } from './rules/value/wrong-type.ts';
import { variableAliasConstantStart } from './rules/variable/alias-constant-start.ts';
import { variableAliasConstant } from './rules/variable/alias-constant.ts';
import { variableAliasSettable } from './rules/variable/alias-settable.ts';
import { variableAliasStart } from './rules/variable/alias-start.ts';
import { variableAliasUnit } from './rules/variable/alias-unit.ts';
import { variableCausalityVariability } from './rules/variable/causality-variability.ts';
import { variableContinuousType } from './rules/variable/continuous-type.ts';
import { variableDerivativeContinuous } from './rules/variable/derivative-continuous.ts';
import { variableDerivativeExists } from './rules/variable/derivative-exists.ts';
import { variableDerivativeSelf } from './rules/variable/derivative-self.ts';
import { variableDerivativeSize } from './rules/variable/derivative-size.ts';
import { variableDimensionGiven } from './rules/variable/dimension-given.ts';
import { variableDimensionPositive } from './rules/variable/dimension-positive.ts';
import { variableDimensionReference } from './rules/variable/dimension-reference.ts';
import { variableDimensionTarget } from './rules/variable/dimension-target.ts';
import { variableIndependentOnce } from './rules/variable/independent-once.ts';
import { variableIndependentPresent } from './rules/variable/independent-present.ts';
import { variableIndependentType } from './rules/variable/independent-type.ts';
import { variableInitialAllowed } from './rules/variable/initial-allowed.ts';
import { variableInitialForbidden } from './rules/variable/initial-forbidden.ts';
import { variableIntermediateUpdateContinuous } from './rules/variable/intermediate-update-continuous.ts';
import { variableMaxSize } from './rules/variable/max-size.ts';
import { variableMultipleSetInput } from './rules/variable/multiple-set-input.ts';
import { variableMultipleSetModelExchange } from './rules/variable/multiple-set-model-exchange.ts';
import { variableNominal } from './rules/variable/nominal.ts';
import { variableRange } from './rules/variable/range.ts';
import { variableReinitContinuous } from './rules/variable/reinit-continuous.ts';
import { variableReinitModelExchange } from './rules/variable/reinit-model-exchange.ts';
import { variableReinitState } from './rules/variable/reinit-state.ts';
import { variableStartCalculated } from './rules/variable/start-calculated.ts';
import { variableStartCount } from './rules/variable/start-count.ts';
import { variableStartElementCount } from './rules/variable/start-element-count.ts';
import { variableStartExactApprox } from './rules/variable/start-exact-approx.ts';
import { variableStartIndependent } from './rules/variable/start-independent.ts';
import { variableStartRange } from './rules/variable/start-range.ts';
import { variableStartRequired } from './rules/variable/start-required.ts';
import { variableStartValue } from './rules/variable/start-value.ts';
import { variableStateCausality } from './rules/variable/state-causality.ts';
import { variableStructuralParameterScalar } from './rules/variable/structural-parameter-scalar.ts';
import { wasmAuthority } from './rules/wasm/authority.ts';
import { wasmCommon } from './rules/wasm/common.ts';
import { wasmComponent } from './rules/wasm/component.ts';
import { wasmManifest } from './rules/wasm/manifest.ts';
import { wasmReadable } from './rules/wasm/readable.ts';
import { wasmVersion } from './rules/wasm/version.ts';
import { wasmWorld } from './rules/wasm/world.ts';
import { xcpInterface } from './rules/xcp/interface.ts';
import { xmlControlCharacters } from './rules/xml/control-characters.ts';
import { xmlDocumentType } from './rules/xml/document-type.ts';
import { xmlEncodingDeclaration } from './rules/xml/encoding-declaration.ts';
import { xmlUtf8 } from './rules/xml/utf8.ts';
import { xmlWellFormed } from './rules/xml/well-formed.ts';

/** Exports of every file in rules/: a rule or a family of rules. */
export const ruleFiles: readonly (Rule | readonly Rule[])[] = [
  annotationTypeForm,
  archiveAscii,
  archiveBackslash,
  archiveBuildDescription,
  archiveCase,
  archiveCompression,
  archiveDataDescriptor,
  archiveDescriptionPresent,
  archiveDiagram,
  archiveDocumentationIndex,
  archiveDuplicate,
  archiveEncryption,
  archiveEscape,
  archiveExtension,
  archiveExternalDependencies,
  archiveExtraName,
  archiveIcon,
  archiveImplementation,
  archiveLicence,
  archiveLinks,
  archiveOnePiece,
  archiveReadable,
  archiveReservedName,
  archiveStandardHeaders,
  archiveStaticLinking,
  archiveTopLevel,
  archiveVersionNeeded,
  binaryArchitecture,
  binaryDependencies,
  binaryFormat,
  binaryFunctions,
  binaryLibraryPresent,
  binaryPlatform,
  binaryReadable,
  binaryReservedSymbols,
  binaryRunPath,
  binaryShared,
  binaryTupleOfFmi2,
  buildDefaultConfiguration,
  buildDefinitionName,
  buildIdentifierBuilt,
  buildIncludeExists,
  buildLibraryExists,
  buildLibraryVersion,
  buildModelIdentifier,
  buildOptionDefault,
  buildPlatform,
  buildSchema,
  buildSourceExists,
  buildSourcePath,
  buildSourceSetName,
  buildSourceSet,
  buildVersion,
  busTerminals,
  busUnit,
  categoryStandardName,
  clockAttributes,
  clockCausality,
  clockCounterFraction,
  clockFractionEqualsDecimal,
  clockOutputTriggered,
  clockPositive,
  clockPriorityOutput,
  clockPriorityRequired,
  clockVariability,
  clockedClocksExist,
  clockedClocksNonempty,
  clockedClocksSelf,
  clockedPreviousClocked,
  clockedPreviousDiscrete,
  clockedPreviousExists,
  clockedPreviousSelf,
  clockedPreviousTarget,
  clockedVariability,
  derivativeAdjointTogether,
  derivativeAdjoint,
  derivativeDirectionalLinear,
  derivativeDirectionalTogether,
  derivativeDirectional,
  derivativeOutputs,
  derivativeRefused,
  descriptionGenerationDate,
  descriptionInterfaceOnce,
  descriptionInterfacePresent,
  descriptionNan,
  descriptionSpecialValues,
  descriptionTokenNonempty,
  descriptionVersionKnown,
  descriptionVersionPatch,
  descriptionVersionReleased,
  eventAgain,
  eventChangesTold,
  eventCoSimulation,
  eventFlags,
  eventIntegratorFlags,
  eventNextTime,
  eventSettles,
  experimentDuration,
  experimentStepInInterval,
  experimentStepMultiple,
  experimentStepSize,
  experimentStopAfterStart,
  experimentTolerance,
  importerAbsentCallbacks,
  importerMemoryFunctions,
  importerTrespass,
  interfaceEarlyReturn,
  interfaceEventMode,
  interfaceFixedStep,
  interfaceIdentifierForm,
  interfaceInputSmoothness,
  interfaceSerializeNeedsState,
  interfaceSourceFileExists,
  interfaceSourceFilePath,
  interfaceUnknownFlag,
  loadAllocations,
  loadEventModeRefused,
  loadFiles,
  loadFreeAnywhere,
  loadInstanceName,
  loadInstantiates,
  loadLeak,
  loadRefusalLogged,
  loadThreads,
  loadTwoInstances,
  loadTypesPlatform,
  loadVersion,
  loadWrongToken,
  logCategories,
  logDebug,
  logPrints,
  logSaysWhy,
  logSilent,
  manifestAttributes,
  manifestFolder,
  manifestMinimalRoot,
  manifestNameForm,
  manifestPresent,
  manifestVersionForm,
  memoryEverything,
  memoryFree,
  memoryNoState,
  memoryRefused,
  memoryRunAgain,
  memorySerializeRefused,
  memorySerializeSame,
  memorySerialize,
  memorySeveral,
  memorySurvivesReset,
  memoryTruncated,
  namingArrayOrder,
  namingStructuredType,
  namingStructured,
  nonempty,
  oracleBinaries,
  oracleKinds,
  oracleResults,
  oracleSameAs,
  order,
  referenceExperiment,
  referenceResults,
  referenceRole,
  referenceSource,
  robustAfterError,
  robustIllegal,
  robustLegal,
  robustManyInstances,
  runDependenciesDiscrete,
  runDependencies,
  runDeterministic,
  runLaterStart,
  runResetForgetsSettings,
  runReset,
  runSteps,
  runTerminatedReadable,
  runTerminatedValues,
  runWithStopTime,
  schemaAttributes,
  schemaElements,
  schemaValues,
  statesCount,
  statesDependencies,
  statesDerivativesAgree,
  statesFinite,
  statesIndicatorsAgree,
  statesKept,
  statesNominals,
  statesPure,
  stepEarlyReturn,
  stepFlags,
  stepInputDerivatives,
  stepNoSetStatePrior,
  stepReaches,
  stepRefused,
  stepStatusTime,
  stepTimes,
  stepTiny,
  stepVarying,
  structMap,
  structureClockedStateComplete,
  structureClockedState,
  structureDependencyExists,
  structureDependencyKnown,
  structureDependencyOrder,
  structureDerivativeAttribute,
  structureDerivativeComplete,
  structureDerivativeContinuous,
  structureDerivativeOfOneState,
  structureDerivativeUnit,
  structureEventIndicatorCausality,
  structureEventIndicatorContinuous,
  structureInitialDependencyKnown,
  structureInitialUnknownAllowed,
  structureInitialUnknownComplete,
  structureInitialUnknownOrder,
  structureKindCount,
  structureKindFloat,
  structureKindInitial,
  structureKindNeedsDependencies,
  structureOutputCausality,
  structureOutputComplete,
  structureReferenceExists,
  subassemblyForces,
  subassemblyMatrices,
  subassemblyMotion,
  subassemblyParameters,
  subassemblyReadings,
  terminalsAnnotationType,
  terminalsConnectionColor,
  terminalsCoordinateOrder,
  terminalsIconExists,
  terminalsIconRelative,
  terminalsKindForm,
  terminalsMatchingRule,
  terminalsMemberCausality,
  terminalsMemberNameRequired,
  terminalsScaling,
  terminalsSchema,
  terminalsStreamCausality,
  terminalsStreamOneFlow,
  terminalsStreamSize,
  terminalsStreamVariableExists,
  terminalsSubassembly,
  terminalsUnitIcon,
  terminalsVariableExists,
  terminalsVariableKind,
  terminalsVersion,
  tickingAgain,
  tickingAsked,
  tickingDeactivated,
  tickingGiven,
  tickingInterval,
  tickingPartition,
  tickingPrevious,
  tickingSaid,
  tickingTicks,
  tickingUnknown,
  typeClockInterval,
  typeDeclaredExists,
  typeDeclaredMatches,
  typeEnumerationStart,
  typeNameOfVariable,
  typeNominal,
  typeRange,
  unique,
  unitAliasDisplayDefined,
  unitBaseFactor,
  unitDefined,
  unitDisplayDefined,
  unitDisplayFactor,
  unitDisplayIgnored,
  unitDisplayNeedsUnit,
  unitInverseOffset,
  valueBoolean,
  valueBounds,
  valueEnumerationRange,
  valueEnumeration,
  valueFinite,
  valueKept,
  valueNothing,
  valuePrecision,
  valueReadable,
  valueRefused,
  valueRepeatedGet,
  valueSetInput,
  valueSetLater,
  valueSetStart,
  valueSetText,
  valueSeveralAtOnce,
  valueStartText,
  valueStart,
  valueStructuralValues,
  valueStructural,
  valueTime,
  valueUnknownGet,
  valueUnknownSet,
  valueVariability,
  valueWrongCount,
  valueWrongType,
  variableAliasConstantStart,
  variableAliasConstant,
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
  variableNominal,
  variableRange,
  variableReinitContinuous,
  variableReinitModelExchange,
  variableReinitState,
  variableStartCalculated,
  variableStartCount,
  variableStartElementCount,
  variableStartExactApprox,
  variableStartIndependent,
  variableStartRange,
  variableStartRequired,
  variableStartValue,
  variableStateCausality,
  variableStructuralParameterScalar,
  wasmAuthority,
  wasmCommon,
  wasmComponent,
  wasmManifest,
  wasmReadable,
  wasmVersion,
  wasmWorld,
  xcpInterface,
  xmlControlCharacters,
  xmlDocumentType,
  xmlEncodingDeclaration,
  xmlUtf8,
  xmlWellFormed,
];

// biome-ignore-all assist/source/organizeImports: in the order of the folder.
// Written by bin/generate.mjs from the folder rules/; a test compares the two.
import type { Rule } from './rule.ts';
import { annotationTypeForm } from './rules/annotation/type-form.ts';
import { archiveDocumentation } from './rules/archive/documentation.ts';
import { archiveEntries } from './rules/archive/entries.ts';
import { archiveFiles } from './rules/archive/files.ts';
import { archiveReadable } from './rules/archive/zip/readable.ts';
import { binaryFolders } from './rules/binary/folders.ts';
import { binaryFunctions } from './rules/binary/functions.ts';
import { binaryLibrary } from './rules/binary/library.ts';
import { buildConfiguration } from './rules/build/configuration.ts';
import { buildLibraries } from './rules/build/libraries.ts';
import { buildSchema } from './rules/build/schema.ts';
import { buildSources } from './rules/build/sources.ts';
import { busTerminals } from './rules/bus/terminals.ts';
import { busUnit } from './rules/bus/unit.ts';
import { categoryStandardName } from './rules/category/standard-name.ts';
import { clockAttributes } from './rules/clock/attributes.ts';
import { clockClocks } from './rules/clock/clocks.ts';
import { clockPositive } from './rules/clock/positive.ts';
import { clockedClocks } from './rules/clocked/clocks.ts';
import { clockedPrevious } from './rules/clocked/previous.ts';
import { daeManifest } from './rules/dae/manifest.ts';
import { derivativeAdjoint } from './rules/derivative/adjoint.ts';
import { derivativeFeedthrough as derivativeDirectionalSteps } from './rules/derivative/directional-steps.ts';
import { derivativeDirectional } from './rules/derivative/directional.ts';
import { derivativeInputs as derivativeInputSlopes } from './rules/derivative/input-slopes.ts';
import { derivativeInterface } from './rules/derivative/interface.ts';
import { descriptionHeader } from './rules/description/header.ts';
import { descriptionNumbers } from './rules/description/numbers.ts';
import { descriptionVersionKnown } from './rules/description/version-known.ts';
import { changesTold as eventChangesTold } from './rules/event/changes-told.ts';
import { eventMode } from './rules/event/mode.ts';
import { experimentDefault } from './rules/experiment/default.ts';
import { absentCallbacks as importerAbsentCallbacks } from './rules/importer/absent-callbacks.ts';
import { memoryFunctions as importerMemoryFunctions } from './rules/importer/memory-functions.ts';
import { trespass as importerTrespass } from './rules/importer/trespass.ts';
import { interfaceFlags } from './rules/interface/flags.ts';
import { interfaceSourceFiles } from './rules/interface/source-files.ts';
import { legacyDescription } from './rules/legacy/description.ts';
import { legacyLibraries } from './rules/legacy/libraries.ts';
import { allocations as loadAllocations } from './rules/load/allocations.ts';
import { loadInstantiate } from './rules/load/instantiate.ts';
import { leak as loadLeak } from './rules/load/leak.ts';
import { loadLibrary } from './rules/load/library.ts';
import { twoInstances as loadTwoInstances } from './rules/load/two-instances.ts';
import { logMessages } from './rules/log/messages.ts';
import { logSwitch } from './rules/log/switch.ts';
import { manifestAttributes } from './rules/manifest/attributes.ts';
import { manifestNames } from './rules/manifest/names.ts';
import { manifestPresent } from './rules/manifest/present.ts';
import { everything as memoryEverything } from './rules/memory/everything.ts';
import { memorySerialize } from './rules/memory/serialize.ts';
import { memoryStates } from './rules/memory/states.ts';
import { namingStructured } from './rules/naming/structured.ts';
import { nonemptyRules as nonempty } from './rules/nonempty.ts';
import { oracleComparison } from './rules/oracle/comparison.ts';
import { oracleSameAs } from './rules/oracle/same-as.ts';
import { orderRules as order } from './rules/order.ts';
import { referenceExperiment } from './rules/reference/experiment.ts';
import { referenceRelated } from './rules/reference/related.ts';
import { referenceResults } from './rules/reference/results.ts';
import { asking as relationAsking } from './rules/relation/asking.ts';
import { detours as relationDetours } from './rules/relation/detours.ts';
import { earlier as relationEarlier } from './rules/relation/earlier.ts';
import { instances as relationInstances } from './rules/relation/instances.ts';
import { intervals as relationIntervals } from './rules/relation/intervals.ts';
import { iterations as relationIterations } from './rules/relation/iterations.ts';
import { leaving as relationLeaving } from './rules/relation/leaving.ts';
import { options as relationOptions } from './rules/relation/options.ts';
import { order as relationOrder } from './rules/relation/order.ts';
import { reading as relationReading } from './rules/relation/reading.ts';
import { reset as relationReset } from './rules/relation/reset.ts';
import { restore as relationRestore } from './rules/relation/restore.ts';
import { serialize as relationSerialize } from './rules/relation/serialize.ts';
import { settings as relationSettings } from './rules/relation/settings.ts';
import { simultaneous as relationSimultaneous } from './rules/relation/simultaneous.ts';
import { sizes as relationSizes } from './rules/relation/sizes.ts';
import { together as relationTogether } from './rules/relation/together.ts';
import { trial as relationTrial } from './rules/relation/trial.ts';
import { variability as relationVariability } from './rules/relation/variability.ts';
import { ways as relationWays } from './rules/relation/ways.ts';
import { robustErrors } from './rules/robust/errors.ts';
import { runRegions as runDependenciesAnywhere } from './rules/run/dependencies-anywhere.ts';
import { runBetweenSteps as runDependenciesSteps } from './rules/run/dependencies-steps.ts';
import { runDependencies } from './rules/run/dependencies.ts';
import { firstInstance as runFirstInstance } from './rules/run/first-instance.ts';
import { runRepeat } from './rules/run/repeat.ts';
import { runResetExperiment } from './rules/run/reset-experiment.ts';
import { runReset } from './rules/run/reset.ts';
import { runTerminated } from './rules/run/terminated.ts';
import { schemaAttributes } from './rules/schema/attributes.ts';
import { schemaElements } from './rules/schema/elements.ts';
import { schemaValues } from './rules/schema/values.ts';
import { statesAgreement } from './rules/states/agreement.ts';
import { statesCalls } from './rules/states/calls.ts';
import { statesValues } from './rules/states/values.ts';
import { stepAnswers } from './rules/step/answers.ts';
import { stepEarlyRequest } from './rules/step/early-request.ts';
import { intermediateValues as stepIntermediate } from './rules/step/intermediate.ts';
import { stepRefused } from './rules/step/refused.ts';
import { stepSizes } from './rules/step/sizes.ts';
import { stepSteps } from './rules/step/steps.ts';
import { structMap } from './rules/struct/map.ts';
import { structureClockedState } from './rules/structure/clocked-state.ts';
import { structureDependencies } from './rules/structure/dependencies.ts';
import { structureDerivatives } from './rules/structure/derivatives.ts';
import { structureEventIndicators } from './rules/structure/event-indicators.ts';
import { structureInitialUnknowns } from './rules/structure/initial-unknowns.ts';
import { structureOutputs } from './rules/structure/outputs.ts';
import { subassemblyHandles } from './rules/subassembly/handles.ts';
import { subassemblyMotion } from './rules/subassembly/motion.ts';
import { terminalsIcons } from './rules/terminals/icons.ts';
import { terminalsMembers } from './rules/terminals/members.ts';
import { terminalsSchema } from './rules/terminals/schema.ts';
import { terminalsStreams } from './rules/terminals/streams.ts';
import { terminalsSubassembly } from './rules/terminals/subassembly.ts';
import { terminalsTerminals } from './rules/terminals/terminals.ts';
import { again as tickingAgain } from './rules/ticking/again.ts';
import { tickingClocks } from './rules/ticking/clocks.ts';
import { tickingDiscreteStates } from './rules/ticking/discrete-states.ts';
import { tickingIntervals } from './rules/ticking/intervals.ts';
import { ownClock as tickingOwnClock } from './rules/ticking/own-clock.ts';
import { typeDefinitions } from './rules/type/definitions.ts';
import { uniqueRules as unique } from './rules/unique.ts';
import { unitDisplay } from './rules/unit/display.ts';
import { unitUnits } from './rules/unit/units.ts';
import { retainedValues as valueKept } from './rules/value/set/kept.ts';
import { lastSetting as valueLastSetting } from './rules/value/set/last-setting.ts';
import { limits as valueLimits } from './rules/value/set/limits.ts';
import { precision as valuePrecision } from './rules/value/precision.ts';
import { valueRanges } from './rules/value/ranges.ts';
import { valueReading } from './rules/value/reading.ts';
import { valueRefused } from './rules/value/set/refused.ts';
import { setExact as valueSetExact } from './rules/value/set/set-exact.ts';
import { setStart as valueSetStart } from './rules/value/set/set-start.ts';
import { valueSetting } from './rules/value/setting.ts';
import { valueStart } from './rules/value/start.ts';
import { structuralExtremes as valueStructuralExtremes } from './rules/value/set/structural-extremes.ts';
import { valueStructural } from './rules/value/set/structural.ts';
import { time as valueTime } from './rules/value/time.ts';
import { tunable as valueTunableNextStep } from './rules/value/set/tunable-next-step.ts';
import { variability as valueVariability } from './rules/value/variability.ts';
import { valueWrongCalls } from './rules/value/wrong-calls.ts';
import { variableAlias } from './rules/variable/alias.ts';
import { variableDerivative } from './rules/variable/derivative.ts';
import { variableDimension } from './rules/variable/dimension.ts';
import { variableIndependent } from './rules/variable/independent.ts';
import { variableInitial } from './rules/variable/initial.ts';
import { variableRange } from './rules/variable/range.ts';
import { variableReinit } from './rules/variable/reinit.ts';
import { variableSetting } from './rules/variable/setting.ts';
import { variableStartRequired } from './rules/variable/start/start-required.ts';
import { variableStart } from './rules/variable/start.ts';
import { wasmComponent } from './rules/wasm/component.ts';
import { xcpInterface } from './rules/xcp/interface.ts';
import { xmlControlCharacters } from './rules/xml/control-characters.ts';
import { xmlDocument } from './rules/xml/document.ts';

/** Exports of every file in rules/: a rule or a family of rules. */
export const ruleFiles: readonly (Rule | readonly Rule[])[] = [
  annotationTypeForm,
  archiveDocumentation,
  archiveEntries,
  archiveFiles,
  archiveReadable,
  binaryFolders,
  binaryFunctions,
  binaryLibrary,
  buildConfiguration,
  buildLibraries,
  buildSchema,
  buildSources,
  busTerminals,
  busUnit,
  categoryStandardName,
  clockAttributes,
  clockClocks,
  clockPositive,
  clockedClocks,
  clockedPrevious,
  daeManifest,
  derivativeAdjoint,
  derivativeDirectionalSteps,
  derivativeDirectional,
  derivativeInputSlopes,
  derivativeInterface,
  descriptionHeader,
  descriptionNumbers,
  descriptionVersionKnown,
  eventChangesTold,
  eventMode,
  experimentDefault,
  importerAbsentCallbacks,
  importerMemoryFunctions,
  importerTrespass,
  interfaceFlags,
  interfaceSourceFiles,
  legacyDescription,
  legacyLibraries,
  loadAllocations,
  loadInstantiate,
  loadLeak,
  loadLibrary,
  loadTwoInstances,
  logMessages,
  logSwitch,
  manifestAttributes,
  manifestNames,
  manifestPresent,
  memoryEverything,
  memorySerialize,
  memoryStates,
  namingStructured,
  nonempty,
  oracleComparison,
  oracleSameAs,
  order,
  referenceExperiment,
  referenceRelated,
  referenceResults,
  relationAsking,
  relationDetours,
  relationEarlier,
  relationInstances,
  relationIntervals,
  relationIterations,
  relationLeaving,
  relationOptions,
  relationOrder,
  relationReading,
  relationReset,
  relationRestore,
  relationSerialize,
  relationSettings,
  relationSimultaneous,
  relationSizes,
  relationTogether,
  relationTrial,
  relationVariability,
  relationWays,
  robustErrors,
  runDependenciesAnywhere,
  runDependenciesSteps,
  runDependencies,
  runFirstInstance,
  runRepeat,
  runResetExperiment,
  runReset,
  runTerminated,
  schemaAttributes,
  schemaElements,
  schemaValues,
  statesAgreement,
  statesCalls,
  statesValues,
  stepAnswers,
  stepEarlyRequest,
  stepIntermediate,
  stepRefused,
  stepSizes,
  stepSteps,
  structMap,
  structureClockedState,
  structureDependencies,
  structureDerivatives,
  structureEventIndicators,
  structureInitialUnknowns,
  structureOutputs,
  subassemblyHandles,
  subassemblyMotion,
  terminalsIcons,
  terminalsMembers,
  terminalsSchema,
  terminalsStreams,
  terminalsSubassembly,
  terminalsTerminals,
  tickingAgain,
  tickingClocks,
  tickingDiscreteStates,
  tickingIntervals,
  tickingOwnClock,
  typeDefinitions,
  unique,
  unitDisplay,
  unitUnits,
  valueKept,
  valueLastSetting,
  valueLimits,
  valuePrecision,
  valueRanges,
  valueReading,
  valueRefused,
  valueSetExact,
  valueSetStart,
  valueSetting,
  valueStart,
  valueStructuralExtremes,
  valueStructural,
  valueTime,
  valueTunableNextStep,
  valueVariability,
  valueWrongCalls,
  variableAlias,
  variableDerivative,
  variableDimension,
  variableIndependent,
  variableInitial,
  variableRange,
  variableReinit,
  variableSetting,
  variableStartRequired,
  variableStart,
  wasmComponent,
  xcpInterface,
  xmlControlCharacters,
  xmlDocument,
];

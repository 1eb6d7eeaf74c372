const zeroAlready = 'calloc has set the field to zero already';
const noEventLogged = 'the FMU logs no message of logEvents, so that categories make no difference';
const noCallback = 'FMI 2.0 has no intermediate update, and the callback is NULL';
const setsItself = 'fmiXEnterInitializationMode or fmi2SetupExperiment sets the field before it is read';
const overwritten = 'the value is set again before it is read';
const noEvents = 'the FMU does not have events';
const recalculated = 'each reading calculates the field from the inputs and states of its instance';
const illegalCall = 'the check refuses a call that an importer must not make';
const always = 'each call assigns an equal value, so that the first one is right for ever';
const onlyScheduled =
  'the FMU has scheduled execution only, whose importers do not call the function (FMI 3.0.2, 5.2.1)';
const stateless = 'the FMU does not have continuous states, and the array is empty';

/**
 * Open mutants whose behaviour the standard does not distinguish from that of the unchanged FMU,
 * with the reason. Names have the lines of Reference FMUs at commit 1258711a.
 */
export const unobservable: Readonly<Record<string, string>> = {
  'BouncingBall2/cosimulation.c/setDebugLogging:237/drop-check': noEventLogged,
  'BouncingBall3/cosimulation.c/createModelInstance:102/drop-assignment': zeroAlready,
  'BouncingBall3/model.c/setFloat64:114/drop-check': 'an importer must not tune "e" in Continuous-Time Mode',
  'BouncingBall3/cosimulation.c/createModelInstance:101/other-variable': zeroAlready,
  'BouncingBall3/model.c/setFloat64:82/negate':
    'a state with reinit="true" cannot be set in Event Mode, so that the FMU may refuse it (FMI 3.0.2, 2.3.5)',
  'BouncingBall3/model.h/ModelInstance:133/shared-by-instances': 'no function reads clocksTicked',
  'Dahlquist2/fmi2Functions.c/GET_VARIABLES:41/drop-call': 'getFloat64 calls calculateValues itself',
  'Dahlquist2/cosimulation.c/doFixedStep:719/negate': noCallback,
  'Dahlquist3/fmi3Functions.c/fmi3DoStep:1228/drop-assignment': overwritten,
  'Dahlquist3/fmi3Functions.c/fmi3DeserializeFMUState:833/forget-field.8':
    'setFMUState does not copy the logger out of a state',
  'Dahlquist3/fmi3Functions.c/fmi3DoStep:1219/off-by-one': 'isClose is true where both times are equal',
  'Dahlquist3/cosimulation.c/isClose:189/swap-arguments.2':
    'the absolute tolerance decides before: rounding errors of times exceed it after thousands of years',
  'Dahlquist3/fmi3Functions.c/fmi3InstantiateCoSimulation:325/one-call-late':
    'the FMU does not have events, and never returns early',
  'Feedthrough2/cosimulation.c/doFixedStep:715/other-variable': noCallback,
  'Feedthrough2/cosimulation.c/setDebugLogging:251/swap-arguments': 'strcmp is 0 in both orders',
  'Feedthrough3/fmi3Functions.c/fmi3GetNominalsOfContinuousStates:1140/drop-call': stateless,
  'Resource2/cosimulation.c/setDebugLogging:237/drop-check': noEventLogged,
  'Resource3/fmi3Functions.c/fmi3GetAdjointDerivative:887/drop-assignment':
    'the description does not declare adjoint derivatives',
  'Resource3/cosimulation.c/reset:163/other-variable': setsItself,
  'Stair2/cosimulation.c/setFMUState:637/other-variable.2': 'calculateValues of Stair does nothing',
  'Stair3/model.c/setInt32:67/constant': 'the description allows 10, which the unchanged FMU refuses',
  'StateSpace3/cosimulation.c/setFMUState:639/forget-field.36':
    'the FMU refuses every setting of m, so that m is always 3',
  'StateSpace3/cosimulation.c/doFixedStep:706/other-variable.3': 'nextEventTimeDefined is always false',
  'StateSpace3/fmi3Functions.c/fmi3DoStep:1250/swap-arguments.2': 'both flags are only read together',
  'VanDerPol2/model.c/getPartialDerivative:163/drop-assignment': 'the caller has set the value to zero',
  'Feedthrough3/fmi3Functions.c/fmi3DoStep:1282/other-variable': noEvents,
  'Feedthrough3/cosimulation.c/doFixedStep:706/one-call-late': noEvents,
  'Feedthrough3/config.h/ModelData:143/shared-by-instances': recalculated,
  'VanDerPol3/cosimulation.c/createModelInstance:102/constant': noEvents,
  'VanDerPol3/config.h/ModelData:27/shared-by-instances': recalculated,
  'VanDerPol2/model.h/ModelInstance:143/shared-by-instances': noEvents,
  'VanDerPol3/cosimulation.c/setFMUState:614/drop-assignment': 'no function reads status',
  'VanDerPol3/cosimulation.c/setFMUState:655/swap-arguments':
    'both arrays are set from the model data before they are read',
  'StateSpace3/model.c/setUInt64:277/drop-check': 'the FMU refuses every setting of n',
  'full3/full3.c/GetNominalsOfContinuousStates:682/drop-check': illegalCall,
  'full3/full3.c/Model:48/shared-by-instances': 'macros access the field of the instance, as before',
  'ticker3/ticker3.c/GetInt32:253/drop-check': illegalCall,
  'region3/region3.c/unknown:459/negate.9':
    'event indicators must not be unknowns of partial derivatives (FMI 3.0.2, 2.2.11), and other variables are not asked for',
  'full2/full2.c/indicator:83/off-by-one':
    'completedIntegratorStep requests the events (FMI 2.0.5, 3.2.1), and the standard does not define the value of an indicator',
  'full3/full3.c/made:144/drop-call':
    'no function of FMI 3.0 passes the name of the instance to the importer (FMI 3.0.2, 2.3.1)',
  'Clocks3/fmi3Functions.c/fmi3GetNumberOfContinuousStates:1154/drop-call': onlyScheduled,
  'Clocks3/fmi3Functions.c/fmi3DoStep:1212/drop-check': onlyScheduled,
  'Clocks3/cosimulation.c/reset:167/forget-field.6':
    'setStartValues does not set resourceLocation, so that reset leaves it as it is anyway',
  'Resource2/cosimulation.c/setFMUState:630/one-call-late':
    'the FMU never requests the end of the simulation',
  'Stair2/fmi2Functions.c/fmi2DoStep:536/swap-arguments.2': 'both flags are only read together',
  'BouncingBall3/fmi3Functions.c/fmi3DeserializeFMUState:826/swap-arguments':
    'calloc multiplies its arguments',
  'Feedthrough2/cosimulation.c/getFMUState:595/forget-field.38': 'FMI 2.0 has no such variable',
  'VanDerPol3/model.h/ModelInstance:157/shared-by-instances':
    'each step calculates the derivatives before it uses them',
  'Feedthrough3/cosimulation.c/setFMUState:634/skips': noEvents,
  'Clocks3/fmi3Functions.c/fmi3InstantiateCoSimulation:326/wears-off': onlyScheduled,
  'Feedthrough2/cosimulation.c/setDebugLogging:261/stale': noEventLogged,
  'Stair3/fmi3Functions.c/fmi3DoStep:1229/wears-off': overwritten,
  'Stair3/fmi3Functions.c/fmi3DoStep:1276/stale':
    'the description does not declare mightReturnEarlyFromDoStep',
  'StateSpace3/fmi3Functions.c/fmi3DoStep:1228/skips': overwritten,
  'BouncingBall3/fmi3Functions.c/CALL:44/skips': 'no function of the FMU answers fatal',
  'BouncingBall3/fmi3Functions.c/fmi3UpdateDiscreteStates:1061/stale': always,
  'StateSpace3/fmi3Functions.c/fmi3UpdateDiscreteStates:1061/stale': always,
  'VanDerPol3/cosimulation.c/setFMUState:631/skips': 'the flag is always false',
  'VanDerPol3/cosimulation.c/createModelInstance:95/stale': always,
  'Stair3/fmi3Functions.c/fmi3Terminate:442/stale': always,
  'ticker3/ticker3.c/EnterInitializationMode:176/stale': always,
  'full2/full2.c/EnterEventMode:412/stale': always,
};

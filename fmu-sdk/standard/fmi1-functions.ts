import { cs, me, type StandardFunction } from './fmi-functions.ts';
import type { Kind } from './fmi-modes.ts';

/** A function of FMI 1.0. Only hosts use the table, so it lacks the modes of the state machines. */
export type Function1 = Pick<StandardFunction, 'name' | 'result' | 'parameters' | 'requiredBy'>;

const references = 'const fmi1ValueReference vr[], size_t nvr';
const both: readonly Kind[] = [me, cs];

/** A function of an instance, for the kinds that need it. */
function of(name: string, parameters: string, requiredBy?: readonly Kind[]): Function1 {
  const list = parameters === '' ? 'fmi1Component instance' : `fmi1Component instance, ${parameters}`;
  return { name, result: 'fmi1Status', parameters: list, requiredBy };
}

const library = (name: string): Function1 => ({ name, result: 'const char*', parameters: 'void' });

const instantiateSlave =
  'fmi1String instanceName, fmi1String fmuGUID, fmi1String fmuLocation, fmi1String mimeType, fmi1Real timeout, ' +
  'fmi1Boolean visible, fmi1Boolean interactive, fmi1SlaveCallbacks functions, fmi1Boolean loggingOn';
const instantiateModel =
  'fmi1String instanceName, fmi1String GUID, fmi1ModelCallbacks functions, fmi1Boolean loggingOn';

/**
 * The 36 functions of FMI 1.0 that a host calls: those of both interfaces, then model exchange (FMI
 * 1.0 for Model Exchange, 2), then co-simulation (FMI 1.0 for Co-Simulation, 3). A library has each
 * under `modelIdentifier_fmi` and this name.
 */
export const functions1: readonly Function1[] = [
  library('GetVersion'),
  of('SetDebugLogging', 'fmi1Boolean loggingOn'),
  of('GetReal', `${references}, fmi1Real value[]`, both),
  of('GetInteger', `${references}, fmi1Integer value[]`),
  of('GetBoolean', `${references}, fmi1Boolean value[]`),
  of('GetString', `${references}, fmi1String value[]`),
  of('SetReal', `${references}, const fmi1Real value[]`, both),
  of('SetInteger', `${references}, const fmi1Integer value[]`),
  of('SetBoolean', `${references}, const fmi1Boolean value[]`),
  of('SetString', `${references}, const fmi1String value[]`),
  library('GetModelTypesPlatform'),
  {
    name: 'InstantiateModel',
    result: 'fmi1Component',
    parameters: instantiateModel,
    requiredBy: [me],
  },
  { name: 'FreeModelInstance', result: 'void', parameters: 'fmi1Component instance', requiredBy: [me] },
  of('SetTime', 'fmi1Real time', [me]),
  of('SetContinuousStates', 'const fmi1Real x[], size_t nx', [me]),
  of('CompletedIntegratorStep', 'fmi1Boolean* callEventUpdate', [me]),
  of('Initialize', 'fmi1Boolean toleranceControlled, fmi1Real relativeTolerance, fmi1EventInfo* eventInfo', [
    me,
  ]),
  of('GetDerivatives', 'fmi1Real derivatives[], size_t nx', [me]),
  of('GetEventIndicators', 'fmi1Real eventIndicators[], size_t ni', [me]),
  of('EventUpdate', 'fmi1Boolean intermediateResults, fmi1EventInfo* eventInfo', [me]),
  of('GetContinuousStates', 'fmi1Real states[], size_t nx', [me]),
  of('GetNominalContinuousStates', 'fmi1Real x_nominal[], size_t nx'),
  of('Terminate', '', [me]),
  library('GetTypesPlatform'),
  {
    name: 'InstantiateSlave',
    result: 'fmi1Component',
    parameters: instantiateSlave,
    requiredBy: [cs],
  },
  of('InitializeSlave', 'fmi1Real tStart, fmi1Boolean StopTimeDefined, fmi1Real tStop', [cs]),
  of('TerminateSlave', '', [cs]),
  of('ResetSlave', ''),
  { name: 'FreeSlaveInstance', result: 'void', parameters: 'fmi1Component instance', requiredBy: [cs] },
  of('SetRealInputDerivatives', `${references}, const fmi1Integer order[], const fmi1Real value[]`),
  of('GetRealOutputDerivatives', `${references}, const fmi1Integer order[], fmi1Real value[]`),
  of('CancelStep', ''),
  of('DoStep', 'fmi1Real currentCommunicationPoint, fmi1Real communicationStepSize, fmi1Boolean newStep', [
    cs,
  ]),
  of('GetStatus', 'const fmi1StatusKind s, fmi1Status* value'),
  of('GetRealStatus', 'const fmi1StatusKind s, fmi1Real* value'),
  of('GetStringStatus', 'const fmi1StatusKind s, fmi1String* value'),
];

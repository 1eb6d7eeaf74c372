// Exports that `fmukit` and `fmukit/browser` share.

export type { ModelDescription, Variable } from '../fmu-sdk/description/description.ts';
export type { Host } from '../fmu-sdk/host/choice/host.ts';
export { Fmu, type InstantiateOptions } from '../fmu-sdk/host/fmu.ts';
export { FmuInstance, type Value } from '../fmu-sdk/host/instance/fmu-instance.ts';
export type { Instance } from '../fmu-sdk/host/instance/instance.ts';
export { type Method, SolverFailure } from '../fmu-sdk/solver/ode-integrator.ts';
export type { StateVisitor } from '../fmu-sdk/util/state/stateful.ts';
export { UserError } from '../fmu-sdk/util/user-error.ts';
export { InstanceFailure } from '../master/coupling/activity.ts';
export type { CouplingContext, CouplingScheme } from '../master/coupling/coupling.ts';
export { couplings } from '../master/coupling/scheme-registry.ts';
export type { Extrapolation } from '../master/extrapolation/extrapolation.ts';
export { extrapolations } from '../master/extrapolation/extrapolation-registry.ts';
export type { Sink } from '../master/observe/formats/result-format.ts';
export type { Observer, ObserverKind, RunView } from '../master/observe/observer.ts';
export { Session } from '../master/run/loop/session.ts';
export type { Row } from '../master/run/rows/row.ts';
export { Run, type RunOptions } from '../master/run/run-object.ts';
export type { SessionOptions } from '../master/run/session-options.ts';
export type { RunResult } from '../master/run/worker/run-protocol.ts';
export type { InputSource } from '../master/system/inputs/input-source.ts';
export type { CheckedSystem, SystemFile } from '../master/system/system.ts';

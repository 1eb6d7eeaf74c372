// What both entries of the package have: `fmukit` and `fmukit/browser`.

export type { Archive, ArchiveContent } from '../fmu-sdk/archive/archive.ts';
export type { Entry } from '../fmu-sdk/archive/zip-directory.ts';
export type * from '../fmu-sdk/description/description.ts';
export { readModelDescription } from '../fmu-sdk/description/read-model-description.ts';
export type { Conversion } from '../fmu-sdk/description/si-units.ts';
export type { Elements } from '../fmu-sdk/description/values/checked-values.ts';
export { writeModelDescription } from '../fmu-sdk/description/write-model-description.ts';
export type { ContinuousUnit, Visit } from '../fmu-sdk/host/continuous-instance.ts';
export type { LoadedUnit } from '../fmu-sdk/host/find-binary.ts';
export type { InterfaceKind } from '../fmu-sdk/host/fmi-api.ts';
export { Fmu, type InstantiateOptions } from '../fmu-sdk/host/fmu.ts';
export { type Slot, UnitInstance, type Value } from '../fmu-sdk/host/fmu-instance.ts';
export type { Binary, CallRecord, Driving, Host, Opening, UnitArchive } from '../fmu-sdk/host/host.ts';
export type { Instance, NumericArray, UnitEvents, VariableView } from '../fmu-sdk/host/instance.ts';
export type { ResidualTerm } from '../fmu-sdk/host/multi-step-loop.ts';
export type { Permission } from '../fmu-sdk/host/sandbox-permissions.ts';
export type { Portable } from '../fmu-sdk/host/state/portable-state.ts';
export type { RollbackKind, Snapshot } from '../fmu-sdk/host/state/snapshot.ts';
export type { CallTrace } from '../fmu-sdk/host/traced-calls.ts';
export type { Rows } from '../fmu-sdk/host/wasm/vectorized-instances.ts';
export type { SignaturePolicy } from '../fmu-sdk/sign/signature-policy.ts';
export {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../fmu-sdk/solver/ode-integrator.ts';
export type { SparseMatrix } from '../fmu-sdk/solver/sparse-matrix.ts';
export type { Count } from '../fmu-sdk/util/files/row-count.ts';
export { Registry } from '../fmu-sdk/util/registry.ts';
export { UserError } from '../fmu-sdk/util/user-error.ts';
export { type Activity, cell, type LoopPlace, nobody, UnitFailure } from '../master/coupling/activity.ts';
export type {
  Coupling,
  CouplingContext,
  CouplingScheme,
  CouplingTraits,
  PowerBond,
} from '../master/coupling/coupling.ts';
export type { Transfer } from '../master/coupling/loop/loop-transfers.ts';
export type { OptionValues, SchemeOption } from '../master/coupling/scheme-options.ts';
export { couplings } from '../master/coupling/scheme-registry.ts';
export type { OwnStepsLog } from '../master/coupling/substep-log.ts';
export { Exchange } from '../master/coupling/transfer/value-transfer.ts';
export type { EnergyBalance, EnergyEntry } from '../master/energy/energy-balance.ts';
export type { BondResidual } from '../master/energy/residual-energy.ts';
export type { Extrapolation } from '../master/extrapolation/extrapolation.ts';
export { extrapolations } from '../master/extrapolation/extrapolation-registry.ts';
export { Balance } from '../master/observe/balance-observer.ts';
export type { ResultColumn } from '../master/observe/collector.ts';
export type { ColumnSummary } from '../master/observe/column-statistics.ts';
export type { JointEnergies, JointPowers } from '../master/observe/joint-energies.ts';
export type {
  Column,
  Ending,
  InnerView,
  Observer,
  ObserverKind,
  RunView,
} from '../master/observe/observer.ts';
export { Residuals } from '../master/observe/residual-observer.ts';
export type { HeldRows, Hold, OpenSink, Sink, WaitingRows, Write } from '../master/observe/result-format.ts';
export { sinks } from '../master/observe/result-formats.ts';
export type { RealtimeOptions, RealtimeReport } from '../master/run/realtime/real-time-pacer.ts';
export type { Keeper, Results } from '../master/run/run-loop.ts';
export { type Opened, type Row, Run, type RunOptions } from '../master/run/run-object.ts';
export type { BondSummary, RunResult, ThreadsReport } from '../master/run/run-protocol.ts';
export { Session } from '../master/run/session.ts';
export type { Lookout, SessionOptions, Sight } from '../master/run/session-options.ts';
export type { InputSource } from '../master/system/input-source.ts';
export type { JointKindName } from '../master/system/joint-kinds.ts';
export type {
  Bond,
  BondTerm,
  CheckedSystem,
  Connection,
  ConnectionFile,
  InputSeries,
  InterfaceModel,
  InterfaceModelPort,
  JointFile,
  JointSide,
  Line,
  LineEnd,
  LineEndFile,
  LineFile,
  Order,
  ParameterValue,
  Port,
  ScalarValue,
  SystemFile,
  SystemJoint,
  SystemSubassembly,
  SystemUnit,
  UnitGroup,
  UnitOfSystem,
} from '../master/system/system.ts';

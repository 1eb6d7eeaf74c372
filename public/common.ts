// What both entries of the package have: `fmukit` and `fmukit/browser`.

export type { Archive, ArchiveContent } from '../fmu-sdk/archive/archive.ts';
export type { Entry } from '../fmu-sdk/archive/directory.ts';
export type * from '../fmu-sdk/description/description.ts';
export { readModelDescription } from '../fmu-sdk/description/read.ts';
export type { Conversion } from '../fmu-sdk/description/si.ts';
export { writeModelDescription } from '../fmu-sdk/description/write.ts';
export { UserError } from '../fmu-sdk/error.ts';
export type { Count } from '../fmu-sdk/files/count.ts';
export type { InterfaceKind } from '../fmu-sdk/host/calls.ts';
export type { ContinuousUnit, Visit } from '../fmu-sdk/host/continuous.ts';
export type { LoadedUnit } from '../fmu-sdk/host/find.ts';
export { Fmu, type InstantiateOptions } from '../fmu-sdk/host/fmu.ts';
export type { Binary, CallRecord, Driving, Host, Opening, UnitArchive } from '../fmu-sdk/host/host.ts';
export type { Instance, NumericArray, UnitEvents, VariableView } from '../fmu-sdk/host/instance.ts';
export type { ResidualTerm } from '../fmu-sdk/host/loop.ts';
export type { Permission } from '../fmu-sdk/host/permissions.ts';
export type { Portable } from '../fmu-sdk/host/portable.ts';
export type { Rows } from '../fmu-sdk/host/rows.ts';
export type { RollbackKind, Snapshot } from '../fmu-sdk/host/snapshot.ts';
export type { CallTrace } from '../fmu-sdk/host/traced-calls.ts';
export { type Slot, UnitInstance, type Value } from '../fmu-sdk/host/unit-instance.ts';
export { Registry } from '../fmu-sdk/registry.ts';
export type { SignaturePolicy } from '../fmu-sdk/signature/policy.ts';
export {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../fmu-sdk/solver/integrator.ts';
export type { SparseMatrix } from '../fmu-sdk/solver/sparse-matrix.ts';
export type { Elements } from '../fmu-sdk/values/values.ts';
export { type Activity, cell, type LoopPlace, nobody, UnitFailure } from '../master/coupling/activity.ts';
export type {
  Coupling,
  CouplingContext,
  CouplingScheme,
  CouplingTraits,
  PowerBond,
} from '../master/coupling/coupling.ts';
export { Exchange } from '../master/coupling/exchange.ts';
export type { Transfer } from '../master/coupling/loop/transfers.ts';
export type { OptionValues, SchemeOption } from '../master/coupling/options.ts';
export { couplings } from '../master/coupling/registry.ts';
export type { OwnStepsLog } from '../master/coupling/step-log.ts';
export type { EnergyBalance, EnergyEntry } from '../master/energy/balance.ts';
export type { BondResidual } from '../master/energy/residual.ts';
export type { Extrapolation } from '../master/extrapolation/extrapolation.ts';
export { extrapolations } from '../master/extrapolation/registry.ts';
export { Balance } from '../master/observe/balance.ts';
export type { ResultColumn } from '../master/observe/collector.ts';
export type { JointEnergies, JointPowers } from '../master/observe/joint-energies.ts';
export type {
  Column,
  Ending,
  InnerView,
  Observer,
  ObserverKind,
  RunView,
} from '../master/observe/observer.ts';
export { Residuals } from '../master/observe/residuals.ts';
export type { HeldRows, Hold, OpenSink, Sink, WaitingRows, Write } from '../master/observe/sink.ts';
export { sinks } from '../master/observe/sinks.ts';
export type { ColumnSummary } from '../master/observe/statistics.ts';
export type { BondSummary, RunResult, ThreadsReport } from '../master/run/protocol.ts';
export type { RealtimeOptions, RealtimeReport } from '../master/run/realtime/pacer.ts';
export type { Keeper, Results } from '../master/run/rows.ts';
export { type Opened, type Row, Run, type RunOptions } from '../master/run/run.ts';
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

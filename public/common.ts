// What both entries of the package have: `fmukit` and `fmukit/browser`.

export type * from '../fmu-sdk/description/description.ts';
export { readModelDescription } from '../fmu-sdk/description/read.ts';
export { writeModelDescription } from '../fmu-sdk/description/write.ts';
export { UserError } from '../fmu-sdk/error.ts';
export type { InterfaceKind } from '../fmu-sdk/host/calls.ts';
export type { LoadedUnit } from '../fmu-sdk/host/find.ts';
export { Fmu, type InstantiateOptions, type Slot, UnitInstance, type Value } from '../fmu-sdk/host/fmu.ts';
export type { Binary, Driving, Host, Opening, UnitArchive } from '../fmu-sdk/host/host.ts';
export type { Instance, NumericArray, VariableView } from '../fmu-sdk/host/instance.ts';
export { Registry } from '../fmu-sdk/registry.ts';
export { type Activity, cell, nobody, UnitFailure } from '../master/coupling/activity.ts';
export type {
  Coupling,
  CouplingContext,
  CouplingScheme,
  CouplingTraits,
} from '../master/coupling/coupling.ts';
export { Exchange } from '../master/coupling/exchange.ts';
export { couplings } from '../master/coupling/registry.ts';
export type { Extrapolation } from '../master/extrapolation/extrapolation.ts';
export { extrapolations } from '../master/extrapolation/registry.ts';
export type { ResultColumn } from '../master/observe/collector.ts';
export type { Column, Ending, Observer, ObserverKind, RunView } from '../master/observe/observer.ts';
export type { OpenSink, Sink, Write } from '../master/observe/sink.ts';
export { sinks } from '../master/observe/sinks.ts';
export type { BondSummary, RunResult } from '../master/run/protocol.ts';
export { type Row, Run, type RunOptions } from '../master/run/run.ts';
export { Session, type SessionOptions } from '../master/run/session.ts';
export type { InputSource } from '../master/system/input-source.ts';
export type {
  CheckedSystem,
  Connection,
  Port,
  SystemFile,
  SystemUnit,
} from '../master/system/system.ts';

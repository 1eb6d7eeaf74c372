import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { OptionTable } from '../../../fmu-sdk/util/require-options.ts';
import type { SetValue } from '../set-values.ts';

/** Options for a single `.fmu`. A system has them for each unit. */
export interface SingleFmuOptions {
  /** Interface to run. Default: co-simulation, if the FMU has it. */
  kind?: InterfaceKind | undefined;
  /** Name of the integrator of a model-exchange FMU. */
  solver?: string | undefined;
  /** Relative tolerance of the integrator, also passed to the FMU. */
  tolerance?: number | undefined;
}

export const singleFmuKinds: OptionTable<SingleFmuOptions> = {
  kind: 'text',
  solver: 'text',
  tolerance: 'number',
};

/** Options of the run of a single FMU. */
export interface SingleRunOptions {
  startTime?: number | undefined;
  stopTime?: number | undefined;
  /** Communication step [s]. */
  step?: number | undefined;
  /** Time between rows of the results [s]. Default: one row per step. */
  outputInterval?: number | undefined;
  /** Values of variables by name. A text may have a unit of measure: `{ L: '1200[mm]' }`. */
  values?: Readonly<Record<string, SetValue>> | undefined;
  /** `name=value`, with an optional unit of measure to convert from: `L=1200[mm]`. */
  set?: readonly string[] | undefined;
  /** File that drives inputs. A relative path starts at the FMU's folder. */
  input?: string | undefined;
  record?: readonly string[] | undefined;
}

export const singleRunKinds: OptionTable<SingleRunOptions> = {
  startTime: 'number',
  stopTime: 'number',
  step: 'number',
  outputInterval: 'number',
  values: 'object',
  set: 'texts',
  input: 'path',
  record: 'texts',
};

import type { Variable } from '../../../description/description.ts';
import type { Platform } from '../../../util/c-compiler/compilers.ts';

/** FMU of another tool that a pack carries as a binary. */
export interface CarriedFmu {
  readonly fmi: 2 | 3;
  /** Names of the unit and of the model, for messages. */
  readonly unit: string;
  readonly model: string;
  readonly token: string;
  /** Its folder in the resources of the pack, with a slash before it, and its libraries there. */
  readonly folder: string;
  readonly libraries: ReadonlyMap<Platform, string>;
  readonly hasResources: boolean;
  /** True if it may use the functions of the importer for memory (FMI 2.0). */
  readonly needsMemory: boolean;
  /** True if it has an event mode, may return early, and takes steps of any size. */
  readonly hasEvents: boolean;
  readonly returnsEarly: boolean;
  readonly takesAnyStep: boolean;
  /** Variables in memory, in the order of the table. */
  readonly variables: readonly Variable[];
  /** True if the FMU follows polynomials of its inputs. */
  readonly interpolates: boolean;
  /** Communication step [s]. */
  readonly step: number;
  /** Relative tolerance, or 0. */
  readonly tolerance: number;
}

/** FMUs of a pack at their places in its memory, and their files. */
export interface CarriedFmus {
  readonly fmus: readonly { fmu: CarriedFmu; at: number }[];
  /** Files by their path in the pack. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly canBeInstantiatedOnlyOncePerProcess: boolean;
  readonly needsExecutionTool: boolean;
  /** True if all of them can store and serialize their state. */
  readonly hasStates: boolean;
}

/** Import by which the module of a pack calls its carried FMUs: module and item. */
export const carriedImport: readonly [string, string] = ['fmukit:carried', 'call'];

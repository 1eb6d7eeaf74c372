import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import type { Conversion } from '../../fmu-sdk/description/si-units.ts';
import type { Binary } from '../../fmu-sdk/host/choice/host.ts';
import type { Permission } from '../../fmu-sdk/host/choice/sandbox-permissions.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import type { JointKindName } from './checks/joint-kinds.ts';

/** Order of the polynomial that extrapolates an input. */
export type Order = 0 | 1 | 2;
/** Integers beyond 2⁵³ as bigint or as decimal text. */
export type ScalarValue = number | bigint | boolean | string;
/** A value, or one for each element. Null leaves an element of an array as the FMU has it. */
export type ParameterValue = ScalarValue | (ScalarValue | null)[];

/** `system.json` as its author wrote it (schemas/system.schema.json). */
export interface SystemFile {
  name: string;
  description?: string;
  units: Record<string, UnitOfSystem>;
  connections?: (ConnectionFile | TerminalConnectionFile)[];
  bonds?: { name: string; terms: { effort: string; flow: string; weight?: number; weightUnit?: string }[] }[];
  interfaceModels?: {
    name: string;
    mass: string;
    force: string;
    ports: { force: string; velocity: string; position?: string }[];
  }[];
  lines?: LineFile[];
  /** Joints between units that are subassemblies of one multibody system. */
  joints?: JointFile[];
  algorithm: {
    scheme: string;
    step: number;
    order?: Order;
    extrapolation?: string;
    /** Names of all units, in the order in which they step one after another. */
    sequence?: string[];
    /** Options of the coupling scheme. */
    options?: Record<string, number | string>;
    /** Units that advance together by another scheme. To the other units they are a single unit. */
    groups?: {
      units: string[];
      scheme: string;
      options?: Record<string, number | string>;
      sequence?: string[];
    }[];
    /** Number of threads on which units step. Default: `auto`, as many as save time. */
    threads?: number | 'auto';
  };
  startTime?: number;
  stopTime: number;
  /** CSV file that drives inputs. */
  inputs?: string;
  /** Connectors of the system to the outside, by name. */
  connectors?: Record<string, ConnectorFile>;
  record?: { variables?: string[]; every?: number };
  /** Variables that the system exposes when it is packed into an FMU. */
  interface?: InterfaceFile;
  limits?: { stepSeconds?: number; wallSeconds?: number };
  /**
   * Signature policy for every unit: any key of the ring, or one of these names and
   * fingerprints.
   */
  requireSignature?: SignaturePolicy;
}

/**
 * Joint in the system's file. A side is a handle of a unit's terminal. Without a terminal, the side
 * is the ground.
 */
export interface JointFile {
  name: string;
  kind: JointKindName;
  /** `unit.terminal`, and the handle if the terminal has two. */
  from?: string;
  fromHandle?: 1 | 2;
  to?: string;
  toHandle?: 1 | 2;
  /**
   * Point [m] and axis in the axes of the handle's body, or of the ground. Default: the values in
   * the FMU, or the other side's at the start.
   */
  fromPoint?: number[];
  fromAxis?: number[];
  toPoint?: number[];
  toAxis?: number[];
  /** Penalty, damping ratio [1] and natural frequency [1/s] of the constraints. */
  alpha?: number;
  mu?: number;
  Omega?: number;
}

/** Unit in the system's file: its FMU, interface and values. */
export interface UnitOfSystem {
  fmu: string;
  interface?: InterfaceKind;
  solver?: string;
  tolerance?: number;
  /**
   * Communication step of this unit [s], for schemes that support it. Default: the step of the
   * algorithm.
   */
  step?: number;
  /**
   * Priority at simultaneous events. The smallest value is first, and units without a priority are
   * last, together.
   */
  priority?: number;
  /** Extra permissions of its native code. */
  allow?: Permission[];
  parameters?: Record<string, ParameterValue>;
  start?: Record<string, ParameterValue>;
  /** Signature policy for this unit, in addition to the system's policy. */
  requireSignature?: SignaturePolicy;
}

/**
 * Connection in the system's file: input = factor · output + offset, in the input's unit of
 * measure, or by `map`.
 */
export interface ConnectionFile {
  from: string;
  to: string;
  order?: Order;
  /**
   * Name of the extrapolation. Default: that of the algorithm, or the Lagrange polynomial of the
   * order.
   */
  extrapolation?: string;
  /** One element of an array, by an index for each dimension, from 1. */
  fromIndex?: number[];
  toIndex?: number[];
  /** Defaults: 1 and 0. */
  factor?: number;
  offset?: number;
  /** False passes the number unchanged, whatever the units of measure. */
  convertUnits?: boolean;
  /**
   * Pairs of an output value and an input value for booleans, integers and enumerations (by value
   * or item).
   */
  map?: [ScalarValue, ScalarValue][];
}

/**
 * Connection of two terminals in the system's file. It stands for the connections of all their
 * members, and for the power bond of these connections.
 */
export interface TerminalConnectionFile extends Partial<Record<keyof ConnectionFile, undefined>> {
  /** `unit.terminal` of both ends. */
  terminals: [string, string];
  /** Name of the bond, or false for none. Default: the first end, with `_` for invalid characters. */
  bond?: string | false;
  /** True to connect terminals of different kinds. Default: false. */
  anyKind?: boolean;
}

/** System whose connections of terminals are replaced by connections of variables and bonds. */
export type ExpandedSystem = Omit<SystemFile, 'connections'> & { connections?: ConnectionFile[] };

/**
 * Connector of the system to the outside. With `to`, files and settings set the inputs and
 * parameters behind it by its name. With `from`, the output behind it can be recorded by its name.
 */
export interface ConnectorFile {
  /** Unit of measure of the values at the connector. Default: the unit of measure behind it. */
  unitOfMeasure?: string;
  to?: ConnectorFeedFile[];
  from?: string;
  fromIndex?: number[];
  /** Value at the connector = factor · output + offset. Defaults: 1 and 0. */
  factor?: number;
  offset?: number;
}

/** Variable behind a connector, with the conversion of a value on its way there. */
export type ConnectorFeedFile = Pick<ConnectionFile, 'to' | 'toIndex' | 'factor' | 'offset' | 'map'>;

/** Lists of variables in the interface of a packed system. */
export const interfaceLists = ['inputs', 'parameters', 'outputs', 'locals'] as const;

/** Residuals of a bond, by the names of their columns in the results. */
export const bondQuantities = ['residual_power', 'residual_energy', 'residual_energy_magnitude'] as const;

/** Returns the units of measure of these residuals for a bond whose energy is in `energy`. */
export function bondUnits(energy: string): Record<(typeof bondQuantities)[number], string> {
  const power = energy === 'J' ? 'W' : `(${energy})/s`;
  return { residual_power: power, residual_energy: energy, residual_energy_magnitude: energy };
}

/** Sums of the energies of all units of a packed system: `energy.stored`, … */
export const energyTotals = ['stored', 'dissipated', 'supplied'] as const;
/** One of `energyTotals`. */
export type EnergyTotal = (typeof energyTotals)[number];

/** Interface of a packed system in the system's file: variables by their names in the pack. */
export interface InterfaceFile
  extends Partial<Record<(typeof interfaceLists)[number], Record<string, string | ExposedVariableFile>>> {
  terminals?: InterfaceTerminal[];
}

/** `unit.variable`, `bond.residual_energy` or `energy.stored`, with its own description and unit of measure. */
export interface ExposedVariableFile {
  variable: string;
  description?: string;
  unitOfMeasure?: string;
}

/** Terminal of a packed system. Its members are variables of the pack. */
export interface InterfaceTerminal {
  name: string;
  matchingRule?: 'plug' | 'bus' | 'sequence';
  terminalKind?: string;
  description?: string;
  members: { name: string; variable: string; kind?: 'effort' | 'flow' | 'inflow' | 'outflow' | 'signal' }[];
}

/** Variable of a packed system: that of a unit, a residual of a bond, or a sum of energies. */
export interface ExposedVariable extends Partial<Port> {
  name: string;
  description?: string;
  unitOfMeasure?: string;
  /** Index of the bond, and of its quantity in `bondQuantities`. */
  bond?: number;
  quantity?: number;
  /** Sum of the energies of all units. */
  total?: EnergyTotal;
}

/** Transmission line in the system's file. */
export interface LineFile {
  name: string;
  /** Characteristic impedance: effort by flow. */
  impedance: number;
  /** Delay [s]. Default: H. */
  delay?: number;
  /** Waves are constant over a step (0) or linear between communication points (1). */
  order?: 0 | 1;
  /** Initial effort at the second end. The first end has the opposite sign. */
  start?: number;
  ends: LineEndFile[];
}

/** End of a transmission line: a terminal of a unit, or its variables. */
export interface LineEndFile {
  terminal?: string;
  flow?: string;
  effort?: string;
  wave?: string;
  displacement?: string;
}

/** A variable of a unit of the system: the unit's index and the variable's description. */
export interface Port {
  unit: number;
  variable: Variable;
}

/** A variable of a unit of the system, or one element of it, flat from 0. */
export interface ElementPort extends Port {
  element?: number;
}

/** Variable or element in the results. */
export interface RecordedPort extends ElementPort {
  /** Title of its column before the index of an element. Default: the name of the variable. */
  title?: string;
  /** Connector of the system whose values the column has. Its title is whole if it has one element. */
  connector?: { unitOfMeasure?: string; factor: number; offset: number };
}

/** Checked unit of a system. */
export interface SystemUnit {
  name: string;
  description: ModelDescription;
  binary: Binary;
  /** Reason why native code runs instead of the WebAssembly component. */
  passedOver?: string | undefined;
  /** Notes on its files for the user. */
  notes?: readonly string[] | undefined;
  /** Communication step of this unit [s]. Default: H. */
  step?: number | undefined;
  /**
   * Priority at simultaneous events. The smallest value is first, and units without a priority are
   * last, together.
   */
  priority?: number | undefined;
  /** Values set before initialization, flat. Undefined elements remain as the FMU has them. */
  values: { variable: Variable; value: readonly (number | bigint | Uint8Array | undefined)[] }[];
}

/** Checked connection from an output to an input, with its conversion. */
export interface Connection {
  from: Port;
  to: Port;
  order: Order;
  extrapolation?: string | undefined;
  /** Flat index of the only element that is passed. Default: all elements. */
  fromElement?: number | undefined;
  toElement?: number | undefined;
  /** Input = factor · output + offset. Missing if the value is passed unchanged. */
  conversion?: Conversion | undefined;
  /**
   * Input values by output value. Values that are not in it are passed unchanged, unless `mapOnly`
   * is set.
   */
  map?: ReadonlyMap<number | bigint, number | bigint> | undefined;
  /**
   * Refuses values that are not in `map`. Holds texts for the error, because the system is sent to
   * other threads.
   */
  mapOnly?: { ends: string; items: string };
}

/**
 * Term of a power bond. Effort e goes from one unit to the other, flow f goes back. The residual
 * power is e f̃ − ẽ f, or −e f̃ − ẽ f if one of them changes its sign on the way.
 */
export interface BondTerm {
  effort: Connection;
  flow: Connection;
  weight: number;
}

/** Power bond: terms of effort and flow, whose residual energy is computed. */
export interface Bond {
  name: string;
  terms: BondTerm[];
  /** `J`, or the unit of measure of the generalized energy. */
  unit: string;
}

/** Port at which an interface model acts. */
export interface InterfaceModelPort {
  force: Port;
  velocity: Connection;
  position?: Connection;
}

/** Effective mass at a port, which a fast unit interacts with inside the communication step. */
export interface InterfaceModel {
  name: string;
  mass: Port;
  force: Port;
  ports: InterfaceModelPort[];
}

/** End of a transmission line: the variables it reads and the input it sets. */
export interface LineEnd {
  flow: Port;
  displacement?: Port;
  input: Port;
  /** True if the input is the wave, from which the unit computes the effort. */
  wave: boolean;
}

/** Checked transmission line. Its delay is in communication steps. */
export interface Line {
  name: string;
  impedance: number;
  steps: number;
  order: 0 | 1;
  start: number;
  ends: [LineEnd, LineEnd];
}

/** Terminal of kind `org.fmukit.subassembly`. */
export interface SystemSubassembly {
  unit: number;
  terminal: string;
  /** Its variables by the names of its members. */
  members: Readonly<Record<string, Variable>>;
}

/**
 * Side of a joint. Without a handle it is the ground. Point and axis are in the axes of the
 * handle's body. Default: the other side's at the start.
 */
export interface JointSide {
  handle?: { subassembly: number; index: number };
  point?: readonly number[] | 'unit';
  axis?: readonly number[] | 'unit';
}

/** Joint between subassemblies. */
export interface SystemJoint {
  name: string;
  kind: JointKindName;
  A: JointSide;
  B: JointSide;
  /** Penalty, damping ratio [1] and natural frequency [1/s] of its constraints. */
  alpha: number;
  mu: number;
  Omega: number;
}

/** Value of one element of an input. Strings are UTF-8. */
export type InputValue = number | bigint | Uint8Array;

/**
 * Values of one element of an input over time [s]. At equal times the first row is the value before
 * and the last row is the value after.
 */
export interface InputSeries {
  port: Port;
  element: number;
  times: Float64Array;
  /** 64-bit integers keep their type. A String or a Binary has bytes. */
  values: Float64Array | BigInt64Array | BigUint64Array | Uint8Array[];
}

/** Units, by index, that advance together by their own scheme. */
export interface UnitGroup {
  units: number[];
  scheme: string;
  options?: Readonly<Record<string, number | string>> | undefined;
  sequence?: string[] | undefined;
}

/**
 * Checked system. It has indexes instead of names, holds everything that a run needs, and can be
 * sent to a worker.
 */
export interface CheckedSystem {
  name: string;
  units: SystemUnit[];
  connections: Connection[];
  /** Algebraic loops as paths, for messages. */
  loops: string[];
  bonds: Bond[];
  interfaceModels: InterfaceModel[];
  /** Transmission lines. */
  lines?: Line[] | undefined;
  /** Joints between subassemblies. Missing without `joints` in the system. */
  joints?: SystemJoint[] | undefined;
  subassemblies?: SystemSubassembly[] | undefined;
  /** Name of the coupling scheme. */
  scheme: string;
  /**
   * Names of units in the order in which they step one after another. Default: derived from the
   * connections.
   */
  sequence?: string[] | undefined;
  /** Options of the coupling scheme. Missing options have defaults. */
  options?: Readonly<Record<string, number | string>> | undefined;
  /** Groups of units with their own scheme. */
  groups?: UnitGroup[] | undefined;
  /** Threads on which units step at the same time. Default: as many as save time. */
  threads?: number | undefined;
  /** Thread of each unit. Default: round robin. */
  homes?: readonly number[] | undefined;
  /** Communication step H [s]. */
  step: number;
  order: Order;
  startTime: number;
  stopTime: number;
  /** `prefix`: true if columns start with the name of their unit. */
  record: { columns: RecordedPort[]; every: number; prefix: boolean };
  inputs: InputSeries[];
  /** Variables of the packed system. A missing list has its default. */
  interface?:
    | (Partial<Record<(typeof interfaceLists)[number], ExposedVariable[]>> & {
        terminals?: InterfaceTerminal[];
      })
    | undefined;
  /** Limits of CPU time and wall time of a unit for one communication step [s]. */
  stepSeconds: number;
  wallSeconds: number;
  /** Notes for the user, for example on ignored input columns. Sentences without a full stop. */
  notes?: readonly string[] | undefined;
  /** Files that the system was read from, which results must not replace. Missing in a web page. */
  reads?: string[] | undefined;
}

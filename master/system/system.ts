import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import type { Conversion } from '../../fmu-sdk/description/si-units.ts';
import type { Elements } from '../../fmu-sdk/description/values/checked-values.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/fmi-api.ts';
import type { Binary } from '../../fmu-sdk/host/host.ts';
import type { Permission } from '../../fmu-sdk/host/sandbox-permissions.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import type { JointKindName } from './joint-kinds.ts';

/** Order of the polynomial by which an input goes on. */
export type Order = 0 | 1 | 2;
/** Integers beyond 2⁵³ as bigint or as decimal text. */
export type ScalarValue = number | bigint | boolean | string;
/** A value, or one for each element. */
export type ParameterValue = ScalarValue | ScalarValue[];

/** `system.json` as its author wrote it (schemas/system.schema.json). */
export interface SystemFile {
  name: string;
  description?: string;
  units: Record<string, UnitOfSystem>;
  connections?: ConnectionFile[];
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
    /** What the scheme is told. */
    options?: Record<string, number | string>;
    /** Units that advance together by another scheme, which to the others are one unit. */
    groups?: {
      units: string[];
      scheme: string;
      options?: Record<string, number | string>;
      sequence?: string[];
    }[];
    /** Threads on which units step; `auto`, and when left out: as many as pay. */
    threads?: number | 'auto';
  };
  startTime?: number;
  stopTime: number;
  /** CSV file that drives inputs. */
  inputs?: string;
  record?: { variables?: string[]; every?: number };
  limits?: { stepSeconds?: number; wallSeconds?: number };
  /** Who has to have signed every unit: any key of the ring, or one of these names and fingerprints. */
  requireSignature?: SignaturePolicy;
}

/** A joint as its author wrote it: a side is the handle of a unit's terminal, or, left out, the ground. */
export interface JointFile {
  name: string;
  kind: JointKindName;
  /** `unit.terminal`, and which of its handles where it has two. */
  from?: string;
  fromHandle?: 1 | 2;
  to?: string;
  toHandle?: 1 | 2;
  /** Point [m] and axis in the axes of the handle's body, or of the ground; left out: the unit's, or where the other side's stand at the start. */
  fromPoint?: number[];
  fromAxis?: number[];
  toPoint?: number[];
  toAxis?: number[];
  /** Penalty, damping ratio [1] and natural frequency [1/s] of the constraints. */
  alpha?: number;
  mu?: number;
  Omega?: number;
}

/** A unit as its author wrote it: which archive, how it is run, and the values that it is given. */
export interface UnitOfSystem {
  fmu: string;
  interface?: InterfaceKind;
  solver?: string;
  tolerance?: number;
  /** Its own communication step [s], for schemes that know such; that of the algorithm when left out. */
  step?: number;
  /** Of units with events at one time the smallest first; those without one last, together. */
  priority?: number;
  /** What its native code may do beyond its own. */
  allow?: Permission[];
  parameters?: Record<string, ParameterValue>;
  start?: Record<string, ParameterValue>;
  /** Who has to have signed this unit, beside what the system asks for. */
  requireSignature?: SignaturePolicy;
}

/** A connection as its author wrote it: input = factor · (output in the input's unit) + offset, or by `map`. */
export interface ConnectionFile {
  from: string;
  to: string;
  order?: Order;
  /** Name of the extrapolation; left out: that of the algorithm, or the Lagrange polynomial of the order. */
  extrapolation?: string;
  /** One element of an array, by an index for each dimension, from 1. */
  fromIndex?: number[];
  toIndex?: number[];
  /** 1 and 0 when left out. */
  factor?: number;
  offset?: number;
  /** False: the number goes over as it is, whatever the units. */
  convertUnits?: boolean;
  /** Pairs of an output's value and the input's; of booleans, integers and enumerations (by value or item). */
  map?: [ScalarValue, ScalarValue][];
}

/** A transmission line as its author wrote it. */
export interface LineFile {
  name: string;
  /** Characteristic impedance: effort by flow. */
  impedance: number;
  /** [s]; H when left out. */
  delay?: number;
  /** Waves as those of whole steps (0), or as lines between communication points (1). */
  order?: 0 | 1;
  /** Effort on the second end at the start, its opposite on the first. */
  start?: number;
  ends: LineEndFile[];
}

/** An end: a terminal of a unit, or its variables. */
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

/** A unit of a system that has been checked. */
export interface SystemUnit {
  name: string;
  description: ModelDescription;
  binary: Binary;
  /** Why its WebAssembly component was passed over for native code. */
  passedOver?: string | undefined;
  /** What its user should know of its files. */
  notes?: readonly string[] | undefined;
  /** Its own communication step [s]; left out: H. */
  step?: number | undefined;
  /** Of units with events at one time the smallest first; those without one last, together. */
  priority?: number | undefined;
  /** Values set before initialization, flat. */
  values: { variable: Variable; value: Elements }[];
}

/** A connection that has been checked: from an output to an input, with what becomes of the value between. */
export interface Connection {
  from: Port;
  to: Port;
  order: Order;
  extrapolation?: string | undefined;
  /** The one element that goes over, flat; left out: all. */
  fromElement?: number | undefined;
  toElement?: number | undefined;
  /** Input = factor · output + offset; left out where that is the output. */
  conversion?: Conversion | undefined;
  /** The input's value by the output's; values that are not in it go over as they are, unless they are refused. */
  map?: ReadonlyMap<number | bigint, number | bigint> | undefined;
  /** There where a value that is not in `map` is refused: what the error says. Texts, as a system goes to other threads. */
  mapOnly?: { ends: string; items: string };
}

/** effort e leaves one unit and enters the other, flow f the other way; residual power e f̃ − ẽ f. */
export interface BondTerm {
  effort: Connection;
  flow: Connection;
  weight: number;
}

/** A power bond: terms of effort and flow, whose residual energy is accounted for. */
export interface Bond {
  name: string;
  terms: BondTerm[];
  /** `J`, or that of the generalized energy. */
  unitOfMeasure: string;
}

/** Where an interface model acts. */
export interface InterfaceModelPort {
  force: Port;
  velocity: Connection;
  position?: Connection;
}

/** An effective mass at a port, which a fast unit meets inside of the communication step. */
export interface InterfaceModel {
  name: string;
  mass: Port;
  force: Port;
  ports: InterfaceModelPort[];
}

/** An end of a line: what it looks at, and the input that it gives. */
export interface LineEnd {
  flow: Port;
  displacement?: Port;
  input: Port;
  /** Whether the input is the wave, of which the unit makes the effort. */
  wave: boolean;
}

/** A transmission line that has been checked; its delay in communication steps. */
export interface Line {
  name: string;
  impedance: number;
  steps: number;
  order: 0 | 1;
  start: number;
  ends: [LineEnd, LineEnd];
}

/** A unit's terminal of kind `org.fmukit.subassembly`. */
export interface SystemSubassembly {
  unit: number;
  terminal: string;
  /** Its variables by the names of its members. */
  members: Readonly<Record<string, Variable>>;
}

/** One side of a joint; without a handle the ground. Point and axis in the axes of the handle's body: left out, as the other side's stand at the start. */
export interface JointSide {
  handle?: { subassembly: number; index: number };
  point?: readonly number[] | 'unit';
  axis?: readonly number[] | 'unit';
}

/** A joint between subassemblies. */
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

/** Values of one element of an input over time [s]; of equal times the last row holds. */
export interface InputSeries {
  port: Port;
  element: number;
  times: Float64Array;
  /** Integers of 64 bits as they are. */
  values: Float64Array | BigInt64Array | BigUint64Array;
}

/** Units that advance together by a scheme of their own, by index. */
export interface UnitGroup {
  units: number[];
  scheme: string;
  options?: Readonly<Record<string, number | string>> | undefined;
  sequence?: string[] | undefined;
}

/** A checked system: indexes in place of names, everything a run needs, plain data that a worker can receive. */
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
  /** Joints between units and what they join; left out where the system names none. */
  joints?: SystemJoint[] | undefined;
  subassemblies?: SystemSubassembly[] | undefined;
  /** Name of the coupling scheme. */
  scheme: string;
  /** Order in which units step one after another, by name; left out, it is found. */
  sequence?: string[] | undefined;
  /** What the coupling scheme is told; the rest has defaults. */
  options?: Readonly<Record<string, number | string>> | undefined;
  /** Units with a scheme of their own. */
  groups?: UnitGroup[] | undefined;
  /** Threads on which units step at the same time; left out, a run finds by itself how many pay. */
  threads?: number | undefined;
  /** Which of them has each unit; in turn when left out. */
  homes?: readonly number[] | undefined;
  /** Communication step H [s]. */
  step: number;
  order: Order;
  startTime: number;
  stopTime: number;
  /** `prefix`: whether columns carry the name of their unit. */
  record: { columns: Port[]; every: number; prefix: boolean };
  inputs: InputSeries[];
  /** CPU time, and wall time, that a unit may take for one communication step [s]. */
  stepSeconds: number;
  wallSeconds: number;
  /** What is to be known of it: columns of a file of inputs that set nothing, say. Sentences without a full stop. */
  notes?: readonly string[] | undefined;
  /** Files that it was read from, which no result replaces; none in a page. */
  reads?: string[] | undefined;
}

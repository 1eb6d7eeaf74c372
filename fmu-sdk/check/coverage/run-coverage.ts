/** Variables of one kind, with what was done to them. */
export interface VariableCoverage {
  readonly causality: string;
  readonly variability: string;
  readonly type: string;
  /** Number of variables. */
  readonly count: number;
  /** Number of variables that importers may read, and that were read. */
  readonly readable: number;
  readonly read: number;
  /** Number of variables that importers may set, and that were set. */
  readonly settable: number;
  readonly set: number;
}

/** Events or ticks of one kind: `time`, `state`, `step`, `input`, `countdown Clock`. */
export interface EventCoverage {
  readonly kind: string;
  readonly count: number;
}

/** Items that were not exercised for one reason. */
export interface NotExercised {
  /** The items: `fmi3Reset in Event Mode, Terminated`. */
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** Coverage of one binary with one interface type. */
export interface TargetCoverage {
  /** `x86_64-linux, co-simulation`. */
  readonly target: string;
  /** Pairs of a function and a mode: those that the standard allows for this FMU, and those that it granted. */
  readonly calls: { readonly of: number; readonly exercised: number };
  readonly variables: readonly VariableCoverage[];
  /** Modes that the FMU has, and those that an instance was in. */
  readonly modes: { readonly of: readonly string[]; readonly entered: readonly string[] };
  /** Kinds of events that occurred, or that the FMU could have. */
  readonly events: readonly EventCoverage[];
  /** Event indicators, and those that had both signs. */
  readonly eventIndicators: { readonly of: number; readonly bothSigns: number };
  /** Ranges of magnitude and sign that values and continuous states were in. */
  readonly regions: number;
  /** Steps, in scheduled execution activated model partitions. */
  readonly steps: number;
  readonly notExercised: readonly NotExercised[];
}

/** Additional rounds of rules that sample randomly. */
export interface ExtraRounds {
  /** Time budget of the check [s]. */
  readonly seconds: number;
  readonly rounds: number;
  /** Newly covered items: calls, variables, events, signs and regions. */
  readonly gained: number;
}

/** Coverage of a check on all targets of an FMU. */
export interface RunCoverage {
  readonly targets: readonly TargetCoverage[];
  /** Essential things that were not exercised: with any of them an FMU does not get *conforms*. */
  readonly gaps: readonly string[];
  readonly extra?: ExtraRounds;
}

/** Returns the number of variables that could be read, were read, could be set, and were set. */
export function variableTotals({
  variables,
}: Pick<TargetCoverage, 'variables'>): Pick<VariableCoverage, 'readable' | 'read' | 'settable' | 'set'> {
  const total = { readable: 0, read: 0, settable: 0, set: 0 };
  for (const { readable, read, settable, set } of variables) {
    total.readable += readable;
    total.read += read;
    total.settable += settable;
    total.set += set;
  }
  return total;
}

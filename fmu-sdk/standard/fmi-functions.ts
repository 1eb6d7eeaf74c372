import { type Kind, kinds, type Mode, modesOf } from './fmi-modes.ts';

/** Mode in which a function may be called, for every kind that has both, or for the given kinds. */
export type AllowedMode = Mode | readonly [mode: Mode, ...kinds: Kind[]];

/** A function of a standard's C interface. */
export interface StandardFunction {
  /** After `fmi2` or `fmi3`. */
  readonly name: string;
  /** Type of the result in C. */
  readonly result: string;
  /** Parameters in C. The instance has the name `instance`. */
  readonly parameters: string;
  /** Kinds of interfaces to which it belongs. */
  readonly kinds: readonly Kind[];
  /** Modes in which it may be called. Empty for functions without an instance. */
  readonly allowedIn: readonly AllowedMode[];
  /** Mode after a successful call, by mode before it. */
  readonly transitions?: Readonly<Partial<Record<Mode, Mode>>>;
  /** Kinds of FMUs that need the function: an importer rejects a library without it. */
  readonly requiredBy?: readonly Kind[];
  /** FMI 2.0: FMI 3.0's name for the same thing, where it is another. */
  readonly as?: string;
}

/** Modes of an interface in which a function may be called. */
export function allowedModes(fmi: 2 | 3, f: StandardFunction, kind: Kind): Mode[] {
  if (!f.kinds.includes(kind)) return [];
  const has = modesOf(fmi, kind);
  return f.allowedIn.flatMap((where) => {
    const [mode, ...only] = typeof where === 'string' ? [where] : where;
    return has.includes(mode) && (only.length === 0 || only.includes(kind)) ? [mode] : [];
  });
}

/** `DoStep` → `doStep`, as the standard's state machines, our hosts and WIT begin their names. */
export function lowerCamelCase(name: string): string {
  return name[0].toLowerCase() + name.slice(1);
}

export const allKinds: readonly Kind[] = kinds;
export const me = 'modelExchange';
export const cs = 'coSimulation';
export const se = 'scheduledExecution';

import type { ModelDescription } from '../../description/description.ts';
import { printableName, someNames } from '../../util/printable.ts';
import { UserCodeError } from '../../util/user-code.ts';
import { UserError } from '../../util/user-error.ts';
import type { InterfaceKind } from '../instance/fmi-api.ts';
import { requireTolerance } from '../instance/require-tolerance.ts';
import type { Binary, FmuArchive, Host, RunMode } from './host.ts';
import { kinds } from './interface-preference.ts';

/**
 * An FMU read from its archive, ready for any number of instances. It contains data only, and the
 * archive is closed.
 */
export interface LoadedFmu {
  file: string;
  description: ModelDescription;
  binary: Binary;
  /** Reason why the binary of an earlier host was not used. */
  passedOver?: string;
  /**
   * Notes on the FMU's files for the user, such as a wrong encoding. Sentences without a full stop.
   */
  notes?: readonly string[];
}

/**
 * Selects the binary and the interface to run, from the first of `hosts` that finds a binary. Does
 * not run code of the FMU. Prefers co-simulation, then model exchange, then scheduled execution,
 * unless `options` name one.
 */
export async function findBinary(
  unit: FmuArchive,
  hosts: readonly Host[],
  options: Partial<RunMode>,
  machine: string,
): Promise<LoadedFmu> {
  const { archive, description, notes } = unit;
  const { file } = archive;
  const { solver, tolerance, trusted = false, allow, byCalls, events } = options;
  requireTolerance(file, tolerance);
  const driving: RunMode = {
    kind: kindOf(file, description, options.kind),
    solver,
    tolerance,
    trusted,
    allow,
    ...(byCalls === true ? { byCalls } : {}),
    ...(events === true ? { events } : {}),
  };
  if (solver !== undefined && driving.kind !== 'modelExchange')
    throw new UserError(
      `load ${file}: the solver "${printableName(solver)}" is for model exchange, but the FMU runs in ${kinds[driving.kind]}, which has a built-in solver. ` +
        `Remove the solver${description.modelExchange === undefined ? '' : ', or select the model exchange interface (me)'}.`,
    );
  const refusals: UserError[] = [];
  for (const host of hosts) {
    try {
      const binary = await host.find(unit, driving);
      if (binary === undefined) continue;
      const [refusal] = refusals;
      const passedOver = refusal === undefined ? {} : { passedOver: refusal.message };
      return { file, description, binary, ...passedOver, ...(notes?.length ? { notes } : {}) };
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof UserCodeError) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0] ?? new UserError(noBinary(unit, driving.kind, machine));
}

function kindOf(
  file: string,
  description: ModelDescription,
  requestedKind: InterfaceKind | undefined,
): InterfaceKind {
  const available = (Object.keys(kinds) as InterfaceKind[]).filter((kind) => description[kind] !== undefined);
  if (available.length === 0)
    throw new UserError(
      `load ${file}: the model description lacks an interface. Ask the FMU's author for another export.`,
    );
  if (requestedKind !== undefined && !Object.hasOwn(kinds, requestedKind))
    throw new UserError(
      `load ${file}: unknown interface kind = ${JSON.stringify(printableName(requestedKind))}. Use ${Object.keys(kinds).join(', ')}, or omit it.`,
    );
  if (requestedKind !== undefined && !available.includes(requestedKind))
    throw new UserError(
      `load ${file}: expected a ${kinds[requestedKind]} interface, got ${available.map((kind) => kinds[kind]).join(', ')}. Choose one of these.`,
    );
  return requestedKind ?? available[0];
}

function noBinary({ archive, description }: FmuArchive, kind: InterfaceKind, machine: string): string {
  const { file, paths } = archive;
  const name = description[kind]?.modelIdentifier;
  const platforms = new Set(paths.flatMap((p) => /^binaries\/([^/]+)\//.exec(p)?.[1] ?? []));
  const libraries = paths.map((p) => /^binaries\/[^/]+\/([^/]+)\.(?:so|dll|dylib|wasm)$/.exec(p)?.[1]);
  const sources = paths.some((p) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(p));
  const others = new Set(libraries.flatMap((other) => (other === undefined || other === name ? [] : other)));
  // 32-bit libraries need a 32-bit Wine and a 32-bit host program.
  const narrow =
    ['win32', 'x86-windows'].some((candidate) => platforms.has(candidate)) && !platforms.has('win64');
  return (
    `load ${file}: it lacks a binary of ${name} for ${machine}. ` +
    `It has binaries for ${someNames([...platforms]) || 'no platform'}` +
    `${others.size > 0 ? `, including some with other names (${someNames([...others], 4)})` : ''}. ` +
    `${narrow ? 'Under Wine, 64-bit Windows libraries are supported, but 32-bit ones are not. ' : ''}` +
    `${sources ? `It has C sources: fmu port ${printableName(file)} compiles them. Or ask` : 'Ask'} its author for one, or for a WebAssembly component, which runs on every platform.`
  );
}

import type { ModelDescription } from '../description/description.ts';
import { nameText, someNames } from '../util/printable.ts';
import { OwnFailure } from '../util/user-code.ts';
import { UserError } from '../util/user-error.ts';
import type { InterfaceKind } from './fmi-api.ts';
import type { Binary, Driving, Host, UnitArchive } from './host.ts';
import { kinds } from './interface-preference.ts';
import { requireTolerance } from './require-tolerance.ts';

/** A unit read from its archive, ready to be instantiated as often as wanted: plain data, the archive is closed. */
export interface LoadedUnit {
  file: string;
  description: ModelDescription;
  binary: Binary;
  /** Why what an earlier host found was passed over for what runs. */
  passedOver?: string;
  /** What its user should know of its files: that they are not in UTF-8, say. Sentences without a full stop. */
  notes?: readonly string[];
}

/**
 * What of a unit is to run, by the first of `hosts` that finds something. Runs nothing of it. Of several interfaces the first
 * of co-simulation, model exchange and scheduled execution is taken, unless `options` name one.
 */
export async function findUnit(
  unit: UnitArchive,
  hosts: readonly Host[],
  options: Partial<Driving>,
  here: string,
): Promise<LoadedUnit> {
  const { archive, description, notes } = unit;
  const { file } = archive;
  const { solver, tolerance, trusted = false, allow, byCalls, events } = options;
  requireTolerance(file, tolerance);
  const driving: Driving = {
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
      `load ${file}: the solver "${nameText(solver)}" is for model exchange, and the unit runs in ${kinds[driving.kind]}, which brings its own. ` +
        `Leave the solver out${description.modelExchange === undefined ? '' : ', or choose its interface of model exchange (me)'}.`,
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
      if (!(error instanceof UserError) || error instanceof OwnFailure) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0] ?? new UserError(noBinary(unit, driving.kind, here));
}

function kindOf(
  file: string,
  description: ModelDescription,
  asked: InterfaceKind | undefined,
): InterfaceKind {
  const there = (Object.keys(kinds) as InterfaceKind[]).filter((kind) => description[kind] !== undefined);
  if (there.length === 0)
    throw new UserError(`load ${file}: its description has no interface. Ask its maker for another export.`);
  if (asked !== undefined && !Object.hasOwn(kinds, asked))
    throw new UserError(
      `load ${file}: kind = ${JSON.stringify(nameText(asked))} is no interface of FMI. Say ${Object.keys(kinds).join(', ')}, or leave it out.`,
    );
  if (asked !== undefined && !there.includes(asked))
    throw new UserError(
      `load ${file}: it has no ${kinds[asked]} interface; it has ${there.map((kind) => kinds[kind]).join(', ')}. Choose one of these.`,
    );
  return asked ?? there[0];
}

function noBinary({ archive, description }: UnitArchive, kind: InterfaceKind, here: string): string {
  const { file, paths } = archive;
  const name = description[kind]?.modelIdentifier;
  const platforms = new Set(paths.flatMap((p) => /^binaries\/([^/]+)\//.exec(p)?.[1] ?? []));
  const libraries = paths.map((p) => /^binaries\/[^/]+\/([^/]+)\.(?:so|dll|dylib|wasm)$/.exec(p)?.[1]);
  const sources = paths.some((p) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(p));
  const others = new Set(libraries.flatMap((other) => (other === undefined || other === name ? [] : other)));
  // 32-bit libraries need a Wine of 32 bits and a program that calls them.
  const narrow = ['win32', 'x86-windows'].some((each) => platforms.has(each)) && !platforms.has('win64');
  return (
    `load ${file}: no binary of ${name} for ${here} in it; ` +
    `it has binaries for ${someNames([...platforms]) || 'no platform'}` +
    `${others.size > 0 ? `, among them some of other names (${someNames([...others], 4)})` : ''}. ` +
    `${narrow ? 'Libraries for 32-bit Windows are not run, those for 64-bit Windows are, under Wine. ' : ''}` +
    `${sources ? `It has C sources: fmu port ${nameText(file)} compiles them. Or ask` : 'Ask'} its maker for one, or for a WebAssembly component, which runs everywhere.`
  );
}

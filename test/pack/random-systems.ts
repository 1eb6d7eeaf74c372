import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { random as seededRandom } from '../../fmu-sdk/util/seeded-random.ts';
import type { SystemFile } from '../../master/system/system.ts';

/** Step that is a whole multiple of the internal steps [s]. */
export const step = 0.25;
/** Internal step of the units that have one as a parameter [s]. */
const internalStep = 0.125;

/**
 * Returns a random system of 2 to 12 FMUs with connections of all types that a pack supports, loops
 * among them.
 *
 * @param scheme a name, or two with `around` between them for a scheme with groups
 * @param fmus descriptions by the name of the FMU
 * @param isExposed selects the variables of the interface
 */
export function randomSystem(
  seed: number,
  fmus: Readonly<Record<string, ModelDescription>>,
  schemes: string,
  isExposed: (variable: Variable) => boolean = () => true,
): SystemFile {
  const random = seededRandom(seed);
  const [scheme, inner] = schemes.split(' around ');
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const units = Array.from({ length: 2 + Math.floor(random() * 11) }, (_, k) => ({
    name: `u${k}`,
    fmu: pick(Object.keys(fmus)),
  }));
  const ports = units.flatMap(({ name, fmu }) =>
    fmus[fmu].variables
      .filter(({ type }) => !/String|Binary|Clock/.test(type))
      .map((variable) => ({ fmu, variable, name: `${name}.${variable.name}` })),
  );
  const [inputs, outputs] = (['input', 'output'] as const).map((causality) =>
    ports.filter(({ variable }) => variable.causality === causality),
  );
  const connections = inputs.flatMap(({ name: to, variable, fmu }) => {
    const sources = outputs.filter(
      (other) =>
        other.variable.type === variable.type &&
        String(other.variable.dimensions) === String(variable.dimensions) &&
        (variable.type !== 'Enumeration' || other.fmu === fmu) &&
        other.variable.unit === variable.unit,
    );
    if (sources.length === 0 || random() < 0.3) return [];
    const real = variable.type === 'Float64';
    return [
      {
        ...{ from: pick(sources).name, to },
        ...(real && { order: pick([0, 1, 2] as const) }),
        ...(real && random() < 0.2 && { factor: 0.5, offset: 0.25 }),
      },
    ];
  });
  const connected = new Set(connections.map(({ to }) => to));
  const exposed = (list: typeof ports): Record<string, string> =>
    Object.fromEntries(
      list
        .filter(({ name, variable }) => !connected.has(name) && isExposed(variable))
        .map(({ name }) => [name.replace('.', '_'), name]),
    );
  return {
    name: `random-${seed}`,
    units: Object.fromEntries(
      units.map(({ name, fmu }) => {
        const hasStep = fmus[fmu].variables.some((v) => v.name === 'h' && v.causality === 'parameter');
        const steps: Readonly<Record<string, readonly number[]>> = {
          'multi-rate': [0.5, 1, 2],
          waveform: [0.5, 1],
        };
        const own = steps[scheme] && { step: step * pick(steps[scheme]) };
        return [name, { fmu: `${fmu}.fmu`, ...own, ...(hasStep && { parameters: { h: internalStep } }) }];
      }),
    ),
    connections,
    algorithm: { scheme, step, ...(inner !== undefined && { groups: groupsOf(units, inner) }) },
    stopTime: 60 * step,
    interface: { inputs: exposed(inputs), outputs: exposed(outputs), parameters: {} },
  };
}

/** Returns two groups, or one if the system has few units. The first unit of a pair may step after its second. */
function groupsOf(units: readonly { name: string }[], scheme: string): { units: string[]; scheme: string }[] {
  const names = units.map(({ name }) => name);
  const groups = [[names[0], names[names.length - 1]], names.slice(2, 5)];
  return groups
    .filter((group, i) => i === 0 || (group.length === 3 && names.length > 5))
    .map((group) => ({ units: group, scheme }));
}

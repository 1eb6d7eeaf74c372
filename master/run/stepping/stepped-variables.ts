import { elementCount, type Variable, variablesByName } from '../../../fmu-sdk/description/description.ts';
import { findElement, indexText } from '../../../fmu-sdk/description/tables/element-index.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { wholeText } from '../../../fmu-sdk/util/utf8.ts';
import { checkUnit } from '../../system/checks/check-units.ts';
import { setValuesOf } from '../../system/parse-set-option.ts';
import type { CheckedSystem, ElementPort } from '../../system/system.ts';
import { write } from '../instances/apply-start-values.ts';
import type { Session } from '../loop/session.ts';

/**
 * Returns the name of a variable or element for the user. In a system of a single FMU, the unit's name is left
 * out.
 */
export function nameIn({ units, record }: CheckedSystem, { unit, variable, element }: ElementPort): string {
  const index = element === undefined ? '' : indexText(variable, element);
  return `${record.prefix ? `${units[unit].name}.` : ''}${variable.name}${index}`;
}

/**
 * Finds a variable, or an element of an array such as `A[2,1]`, by its name for the user. With a
 * single FMU, the name may also start with the unit's name.
 */
export function portNamed(system: CheckedSystem, name: string): ElementPort {
  for (const [unit, { name: its, description }] of system.units.entries()) {
    const names = variablesByName(description);
    const find = (text: string): ReturnType<typeof findElement> => {
      try {
        return findElement(names, text);
      } catch (error) {
        throw new UserError(messageOf(error));
      }
    };
    const found =
      (name.startsWith(`${its}.`) ? find(name.slice(its.length + 1)) : undefined) ??
      (system.units.length === 1 ? find(name) : undefined);
    if (found !== undefined) return { unit, ...found };
  }
  const all = system.units.flatMap(({ description }, unit) =>
    description.variables.map((variable) => nameIn(system, { unit, variable })),
  );
  throw new UserError(`${name}: unknown variable. ${nameHint(name, all)}`);
}

/** Returns a variable's present value as text, with its unit of measure. */
export function valueText({ instances }: Session, { unit, variable, element }: ElementPort): string {
  const instance = instances[unit];
  const { type, unit: unitOfMeasure } = variable;
  const isElement = element !== undefined;
  const first = element ?? 0;
  const count = isElement ? 1 : elementCount(variable);
  const shownCount = Math.min(count, 20);
  const values =
    type === 'String' || type === 'Binary'
      ? Array.from({ length: shownCount }, (_, i) => bytesText(type, instance.getBytes(variable, first + i)))
      : Array.from({ length: shownCount }, (_, i) => {
          const { view, offset } = instance.view(variable);
          const x = view[offset + first + i];
          return type === 'Boolean' || type === 'Clock'
            ? String(Number(x) !== 0)
            : Object.is(x, -0)
              ? '-0'
              : String(x);
        });
  const more = count > shownCount ? `, … ${count} elements` : '';
  const all = variable.dimensions.length > 0 && !isElement ? `[${values.join(', ')}${more}]` : values[0];
  return `${all}${unitBehind(unitOfMeasure)}`;
}

function bytesText(type: string, bytes: Uint8Array): string {
  if (type === 'String') return JSON.stringify(wholeText(bytes));
  return `${bytes.length} bytes ${Buffer.from(bytes.subarray(0, 32)).toString('hex')}`;
}

/**
 * Sets an unconnected input or a tunable parameter, or one element, with the syntax of `--set`.
 */
export function setVariable({ system, instances }: Session, name: string, value: string): ElementPort {
  const port = portNamed(system, name);
  refuseFixed(system, port, name);
  const { name: unit, description, binary } = system.units[port.unit];
  const { variable, element } = port;
  const index = element === undefined ? '' : indexText(variable, element);
  // Null leaves the other elements as they are.
  const present = { [variable.name]: new Array<null>(elementCount(variable)).fill(null) };
  const settings = setValuesOf(description, [[variable.name + index, value, name]], {
    parameters: present,
    start: present,
  });
  const refuse = (_: unknown, message: string): never => {
    throw new UserError(message);
  };
  const { values } = checkUnit(
    unit,
    { fmu: '', ...settings },
    { file: unit, description, binary },
    refuse as never,
  );
  for (const item of values) write(instances[port.unit], item.variable, item.value);
  return port;
}

function refuseFixed(
  { connections, inputs, units }: CheckedSystem,
  { unit, variable }: ElementPort,
  name: string,
): void {
  const same = ({ to, port = to }: { to?: ElementPort; port?: ElementPort }): boolean =>
    port?.unit === unit && port.variable === variable;
  const fed = connections.find(({ to }) => same({ to }));
  if (fed !== undefined)
    throw new UserError(
      `set ${name}: the variable is fed by ${units[fed.from.unit].name}.${fed.from.variable.name}, which would overwrite the value. Set an unconnected input.`,
    );
  if (inputs.some(({ port }) => same({ port })))
    throw new UserError(
      `set ${name}: the variable is driven by a file, which would overwrite the value. Set an unconnected input.`,
    );
  const why = reasonAgainst(variable);
  if (why !== undefined)
    throw new UserError(
      `set ${name}: ${why}, but between steps only inputs and tunable parameters can be set. Set it before the run with --set.`,
    );
}

function reasonAgainst({ causality, variability }: Variable): string | undefined {
  if (causality === 'input' || (causality === 'parameter' && variability === 'tunable')) return undefined;
  return causality === 'parameter' ? `it is a ${variability} parameter` : `its causality is ${causality}`;
}

/**
 * Returns ` m/s`. Empty without a unit of measure, and for 1, which would look like another value.
 */
export function unitBehind(unitOfMeasure: string = ''): string {
  return unitOfMeasure === '' || unitOfMeasure === '1' ? '' : ` ${unitOfMeasure}`;
}

import { parseJsonFile } from '../../fmu-sdk/util/json/json-file.ts';
import systemSchema from '../../schemas/system.schema.json' with { type: 'json' };
import type { ConnectionFile, Order, SystemFile, TerminalConnectionFile } from '../system/system.ts';

/** Type of the annotation for content of a system file that SSP does not support. */
export const extensionType = 'org.fmukit.system';

export interface Extension
  extends Partial<
    Pick<
      SystemFile,
      | 'algorithm'
      | 'bonds'
      | 'interfaceModels'
      | 'lines'
      | 'joints'
      | 'record'
      | 'limits'
      | 'inputs'
      | 'requireSignature'
    >
  > {
  units?: Record<
    string,
    Pick<SystemFile['units'][string], 'solver' | 'tolerance' | 'step' | 'priority' | 'requireSignature'>
  >;
  /** Connections of terminals. Their variables are connected in the description, too. */
  terminals?: TerminalConnectionFile[];
  /** Extrapolation of connections, by the input or element that they feed. */
  connections?: Pick<ConnectionFile, 'to' | 'toIndex' | 'order' | 'extrapolation'>[];
  /** Order of extrapolation by input, written before version 0.2. */
  orders?: Record<string, Order | undefined>;
}

const { algorithm, bonds, interfaceModels, lines, joints, record, limits, inputs, requireSignature, units } =
  systemSchema.properties;
const { connection, terminalConnection } = systemSchema.definitions;
const { to, toIndex, order, extrapolation } = connection.properties;
const { solver, tolerance, step, priority, requireSignature: ofUnit } = units.additionalProperties.properties;

/** Parts of the schema of a system file that an annotation may contain. */
const schema = {
  $id: 'fmukit/extension.schema.json',
  type: 'object',
  additionalProperties: false,
  properties: {
    algorithm,
    bonds,
    interfaceModels,
    lines,
    joints,
    record,
    limits,
    inputs,
    requireSignature,
    units: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: { solver, tolerance, step, priority, requireSignature: ofUnit },
      },
    },
    terminals: { type: 'array', items: terminalConnection },
    connections: {
      type: 'array',
      items: {
        type: 'object',
        required: ['to'],
        additionalProperties: false,
        properties: { to, toIndex, order, extrapolation },
      },
    },
    orders: { type: 'object', additionalProperties: { $ref: '#/definitions/order' } },
  },
  definitions: systemSchema.definitions,
};

/**
 * Parses the annotation by the schema of a system file. Returns an empty object if it is missing.
 */
export function readExtension(text: string | undefined, file: string): Extension {
  if (text === undefined) return {};
  return parseJsonFile<Extension>(`${file}: annotation ${extensionType}`, text, { schema }).value;
}

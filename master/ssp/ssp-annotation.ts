import { parseJsonFile } from '../../fmu-sdk/util/json/json-file.ts';
import systemSchema from '../../schemas/system.schema.json' with { type: 'json' };
import type { ConnectionFile, Order, SystemFile } from '../system/system.ts';

/** Annotation that carries what a system file says and SSP has no place for. */
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
  /** How connections hand over, by the input that they feed, or its element. */
  connections?: Pick<ConnectionFile, 'to' | 'toIndex' | 'order' | 'extrapolation'>[];
  /** Before 0.2: the order of extrapolation by the input that a connection feeds. */
  orders?: Record<string, Order | undefined>;
}

const { algorithm, bonds, interfaceModels, lines, joints, record, limits, inputs, requireSignature, units } =
  systemSchema.properties;
const { to, toIndex, order, extrapolation } = systemSchema.properties.connections.items.properties;
const { solver, tolerance, step, priority, requireSignature: ofUnit } = units.additionalProperties.properties;

/** The parts of the schema of a system file that an extension may say. */
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

/** The extension from its text, by the schema of a system file; an empty one when there is none. */
export function readExtension(text: string | undefined, file: string): Extension {
  if (text === undefined) return {};
  return parseJsonFile<Extension>(`${file}: annotation ${extensionType}`, text, { schema }).value;
}

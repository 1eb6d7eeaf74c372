import type { Variable } from '../../fmu-sdk/description/description.ts';
import type { Context } from './context.ts';
import { findPort } from './ports.ts';
import type { CheckedSystem, Port } from './system.ts';

/**
 * What is recorded: the variables that are named; or all outputs that are numbers; or where no unit has one, all local
 * variables that are numbers and on no Clock.
 */
export function checkRecord(context: Context, prefix: boolean): CheckedSystem['record'] {
  const { variables, every = 1 } = context.system.record ?? {};
  const columns = variables?.map((text, i) => numberAt(context, text, i)) ?? unasked(context);
  return { columns, every, prefix };
}

function numberAt(context: Context, text: string, i: number): Port {
  const path = ['record', 'variables', i];
  const port = findPort(context, text, path);
  const { type } = port.variable;
  if (/String|Binary/.test(type))
    context.refuse(path, `record: ${text} is a ${type}; only numbers can be recorded.`);
  return port;
}

function unasked({ units }: Context): Port[] {
  const those = (causality: Variable['causality']): Port[] =>
    units.flatMap(({ description }, unit) =>
      description.variables
        .filter((v) => v.causality === causality && !/String|Binary/.test(v.type))
        .map((variable) => ({ unit, variable })),
    );
  const outputs = those('output');
  if (outputs.length > 0) return outputs;
  return those('local').filter(({ variable }) => variable.type !== 'Clock' && !variable.clocks?.length);
}

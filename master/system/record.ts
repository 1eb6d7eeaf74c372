import type { Context } from './context.ts';
import { findPort } from './ports.ts';
import type { CheckedSystem, Port } from './system.ts';

/** What is recorded: the variables that are named, or all outputs that are numbers. */
export function checkRecord(context: Context, prefix: boolean): CheckedSystem['record'] {
  const { variables, every = 1 } = context.system.record ?? {};
  const columns = variables?.map((text, i) => numberAt(context, text, i)) ?? outputs(context);
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

function outputs({ units }: Context): Port[] {
  return units.flatMap(({ description }, unit) =>
    description.variables
      .filter((v) => v.causality === 'output' && !/String|Binary/.test(v.type))
      .map((variable) => ({ unit, variable })),
  );
}

import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { findPort } from '../find-variable.ts';
import type { ConnectionIndex } from '../structure/input-feeds.ts';
import type { CheckedSystem, InputSeries, Line, LineEnd, LineEndFile, LineFile, Port } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import type { Context } from './check-context.ts';

/**
 * Checks transmission lines. Each has two ends, inputs without another source, and a delay of whole
 * steps.
 */
export function checkLines(
  context: Context,
  feeds: ConnectionIndex,
  driven: readonly InputSeries[],
): Pick<CheckedSystem, 'lines'> {
  const { lines = [] } = context.system;
  if (lines.length === 0) return {};
  const file = context.system.inputs ?? 'the inputs';
  const sourceByInput = new Map(driven.map(({ port }) => [variableLabel(port, context.units), file]));
  return {
    lines: lines.map((line, i): Line => {
      const path = ['lines', i];
      const { name, impedance, order = 0, start = 0 } = line;
      const ends = line.ends.map((end, k) => checkEnd(context, name, end, [...path, 'ends', k]));
      for (const { input } of ends) {
        const other = feeds.into(input);
        const place = variableLabel(input, context.units);
        const rival =
          other === undefined ? sourceByInput.get(place) : variableLabel(other.from, context.units);
        if (rival !== undefined)
          context.refuse(path, `line ${name}: ${place} is already fed by ${rival}. Remove one of them.`);
        sourceByInput.set(place, `line ${name}`);
      }
      return { name, impedance, order, start, steps: stepsOf(context, line, path), ends: [ends[0], ends[1]] };
    }),
  };
}

function stepsOf({ system, refuse }: Context, { name, delay }: LineFile, path: JsonPath): number {
  const { step } = system.algorithm;
  const steps = (delay ?? step) / step;
  if (Math.round(steps) < 1 || Math.abs(steps - Math.round(steps)) > 1e-9 * steps)
    refuse(
      [...path, 'delay'],
      `line ${name}: the delay T = ${delay} s must be a whole number of communication steps H = ${step} s. ` +
        `Use T = ${Math.max(1, Math.round(steps)) * step} s, or a step that divides T.`,
    );
  return Math.round(steps);
}

function checkEnd(context: Context, name: string, end: LineEndFile, path: JsonPath): LineEnd {
  const { refuse } = context;
  const { flow, effort, wave, displacement } =
    end.terminal === undefined ? end : fromTerminal(context, name, end, path);
  const input = effort ?? wave;
  if (flow === undefined || input === undefined || (effort !== undefined && wave !== undefined))
    return refuse(
      path,
      `line ${name}: an end needs "flow" (an output) and "effort" or "wave" (an input), or a "terminal" that has both.`,
    );
  const checkPort = (text: string, key: string, causality: 'input' | 'output'): Port => {
    const port = findPort(context, text, [...path, key]);
    const { type, causality: portCausality, variability, dimensions } = port.variable;
    if (
      type !== 'Float64' ||
      portCausality !== causality ||
      variability !== 'continuous' ||
      dimensions.length > 0
    )
      refuse(
        [...path, key],
        `line ${name}: ${text} is a ${variability} ${portCausality} of type ${type}${dimensions.length > 0 ? ` with ${dimensions.length} dimensions` : ''}. Use a scalar continuous ${causality} of type Float64 as the ${key}.`,
      );
    return port;
  };
  const ports = {
    flow: checkPort(flow, 'flow', 'output'),
    input: checkPort(input, effort === undefined ? 'wave' : 'effort', 'input'),
    ...(displacement === undefined
      ? {}
      : { displacement: checkPort(displacement, 'displacement', 'output') }),
  };
  if (ports.flow.unit !== ports.input.unit)
    refuse(
      path,
      `line ${name}: ${flow} and ${input} belong to different units. Both must belong to the same unit.`,
    );
  return { ...ports, wave: effort === undefined };
}

/** Returns the flow and the effort of a terminal: its only real output and its only real input. */
function fromTerminal(context: Context, name: string, end: LineEndFile, path: JsonPath): LineEndFile {
  const { units, variables, refuse } = context;
  const text = end.terminal as string;
  const at = units
    .map((unit, k) => ({ unit, k }))
    .filter(({ unit }) => text.startsWith(`${unit.name}.`))
    .sort((a, b) => b.unit.name.length - a.unit.name.length)[0];
  const terminal = at?.unit.description.terminals.find(
    (candidate) => candidate.name === text.slice(at.unit.name.length + 1),
  );
  if (terminal === undefined)
    return refuse(
      [...path, 'terminal'],
      `line ${name}: unknown terminal ${text}. ${at === undefined ? `Units: ${units.map((unit) => unit.name).join(', ')}` : `Terminals of ${at.unit.name}: ${at.unit.description.terminals.map((item) => item.name).join(', ') || 'none'}`}.`,
    );
  const of = (causality: string): string[] =>
    terminal.members
      .map(({ variableName }) => variableName)
      .filter((candidate) => {
        const variable = variables[at.k].get(candidate);
        return variable?.type === 'Float64' && variable.causality === causality;
      });
  const [inputs, outputs] = [of('input'), of('output')];
  if (inputs.length !== 1 || outputs.length !== 1)
    refuse(
      [...path, 'terminal'],
      `line ${name}: expected one real input and one real output in the terminal ${text}, got ${inputs.length} and ${outputs.length}. Name "flow" and "effort" instead.`,
    );
  return { ...end, flow: `${at.unit.name}.${outputs[0]}`, effort: `${at.unit.name}.${inputs[0]}` };
}

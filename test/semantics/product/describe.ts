import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { fakeDescription, type Given } from '../../host/fmi-driver/fake-description.ts';
import { type Arrays, type Clock, elementsOf, type Program, type Texts, words } from '../program.ts';
import { grainsPerSecond, seconds } from '../time.ts';

/** First value reference of each group of variables. */
export const references = {
  time: 0,
  u: 10,
  m: 20,
  d: 30,
  x: 40,
  der: 50,
  p: 60,
  clock: 70,
  n: 80,
  a: 81,
  w: 82,
  b: 83,
  q: 84,
  s: 85,
  r: 86,
  o: 87,
  y: 88,
  z: 90,
} as const;

/** Returns the description of a unit program. */
export function describe(program: Program): ModelDescription {
  const { fmi, eventMode, earlyReturn, variableStep, needsCompletedStep, takesSlopes } = program;
  const derivatives = program.states.map((_, k) => `der(x${k})`);
  const description = fakeDescription(fmi, withAliases(program, variablesOf(program)), derivatives, {
    coSimulation: {
      canHandleVariableCommunicationStepSize: variableStep,
      hasEventMode: eventMode,
      mightReturnEarlyFromDoStep: earlyReturn,
      canInterpolateInputs: takesSlopes,
    },
    modelExchange: { needsCompletedIntegratorStep: needsCompletedStep },
    eventIndicators: program.crossings.length,
  });
  description.outputs = description.variables.flatMap(({ causality }, variable) =>
    causality === 'output' ? [{ variable }] : [],
  );
  description.eventIndicators = description.variables.flatMap(({ name }, variable) =>
    /^z\d/.test(name) ? [{ variable }] : [],
  );
  for (const kind of ['coSimulation', 'modelExchange', 'scheduledExecution'] as const)
    if (kind !== program.kind) delete description[kind];
  return description;
}

/** Returns the other name of an input. */
export function aliasOf(name: string): string {
  return `also.${name}`;
}

/** Gives inputs other names: in FMI 2.0, local variables with their value references. */
function withAliases({ fmi, hasAliases = false }: Program, variables: readonly Given[]): Given[] {
  return variables.flatMap((variable): Given[] => {
    const { name, causality, start: _, ...rest } = variable;
    if (!hasAliases || causality !== 'input') return [variable];
    if (fmi === 3) return [{ ...variable, aliases: [{ name: aliasOf(name) }] }];
    return [variable, { ...rest, name: aliasOf(name), causality: 'local' }];
  });
}

function variablesOf(program: Program): Given[] {
  const { fmi, continuousInputs, discreteInputs, discretes, states, tunables, clocks } = program;
  const count = (n: number) => Array.from({ length: n }, (_, k) => k);
  const time: Given[] = [
    { name: 'time', valueReference: references.time, causality: 'independent', variability: 'continuous' },
  ];
  const belongs = (k: number): number[] =>
    clocks.flatMap(({ reads }, clock) => (reads === k ? [references.clock + clock] : []));
  const taken = (k: number): number[] =>
    clocks.flatMap(({ takes }, clock) => (takes === k ? [references.clock + clock] : []));
  return [
    ...(fmi === 3 ? time : []),
    ...count(continuousInputs).map(
      (k): Given => ({
        ...{ name: `u${k}`, valueReference: references.u + k, causality: 'input', start: ['0'] },
      }),
    ),
    ...count(discreteInputs).map(
      (k): Given => ({
        ...{ name: `m${k}`, valueReference: references.m + k, causality: 'input', start: ['0'] },
        variability: 'discrete',
        type: k % 2 === 0 ? 'Float64' : 'Int32',
        ...(taken(k).length > 0 ? { clocks: taken(k) } : {}),
      }),
    ),
    ...discretes.map(
      (value, k): Given => ({
        ...{ name: `d${k}`, valueReference: references.d + k, causality: 'output', variability: 'discrete' },
        ...{ initial: 'exact', start: [String(value)] },
        ...(belongs(k).length > 0 ? { clocks: belongs(k) } : {}),
      }),
    ),
    ...states.map(
      ({ start }, k): Given => ({
        ...{ name: `x${k}`, valueReference: references.x + k, causality: 'output' },
        ...{ initial: 'exact', start: [String(start)] },
      }),
    ),
    ...states.map(
      (_, k): Given => ({
        ...{ name: `der(x${k})`, valueReference: references.der + k, derivative: references.x + k },
      }),
    ),
    ...tunables.map(
      (value, k): Given => ({
        ...{
          name: `p${k}`,
          valueReference: references.p + k,
          causality: 'parameter',
          variability: 'tunable',
        },
        start: [String(value)],
      }),
    ),
    ...clocks.map(clockVariable),
    ...(program.arrays === null ? [] : arrayVariables(program.arrays)),
    ...(program.texts === undefined ? [] : textVariables(program.texts, fmi)),
    ...(fmi === 3
      ? program.crossings.map((_, k) => ({ name: `z${k}`, valueReference: references.z + k }))
      : []),
  ];
}

function arrayVariables(arrays: Arrays): Given[] {
  const { size, start, repeats, rows, isWhole = false } = arrays;
  const sized =
    rows === undefined
      ? { dimensions: [size], dimensionReferences: [references.n] }
      : { dimensions: [rows, size], dimensionReferences: [null, references.n] };
  const list = (value: number) => Array(repeats ? elementsOf(arrays, size) : 1).fill(String(value));
  return [
    {
      ...{ name: 'n', valueReference: references.n, type: 'UInt64', causality: 'structuralParameter' },
      ...{ variability: 'fixed', start: [String(size)], min: '0' },
    },
    {
      ...{ name: 'a', valueReference: references.a, causality: 'parameter', variability: 'fixed' },
      ...{ ...sized, start: list(start), type: isWhole ? 'Int8' : 'Float64' },
    },
    {
      ...{ name: 'w', valueReference: references.w, causality: 'input', variability: 'discrete' },
      ...{ ...sized, start: list(0) },
    },
    {
      ...{ name: 'b', valueReference: references.b, causality: 'output', variability: 'discrete' },
      ...sized,
    },
  ];
}

function textVariables({ parameter, input, shows }: Texts, fmi: 2 | 3): Given[] {
  const output: Pick<Given, 'causality' | 'variability'> = { causality: 'output', variability: 'discrete' };
  const outputs: Given[] = [
    { name: 'o', valueReference: references.o, type: 'String', ...output },
    { name: 'y', valueReference: references.y, type: 'Binary', ...output },
  ];
  return [
    // FMI 2.0 lacks Binary.
    ...(shows === undefined ? [] : outputs.slice(0, fmi - 1)),
    {
      ...{ name: 'q', valueReference: references.q, type: 'String', causality: 'parameter' },
      ...{ variability: 'fixed', start: [words[parameter]] },
    },
    {
      ...{ name: 's', valueReference: references.s, type: 'String', causality: 'input' },
      ...{ variability: 'discrete', start: [words[input]] },
    },
    {
      ...{ name: 'r', valueReference: references.r, causality: 'output' },
      variability: 'discrete',
    },
  ];
}

function clockVariable(clock: Clock, k: number): Given {
  const { kind, stated, fraction, interval, shift } = clock;
  const variable: Given = {
    ...{ name: `c${k}`, valueReference: references.clock + k, type: 'Clock', variability: 'discrete' },
    causality: kind === 'output' ? 'output' : 'input',
    intervalVariability: kind === 'output' ? 'triggered' : kind,
  };
  if (!stated) return variable;
  if (!fraction) return { ...variable, intervalDecimal: seconds(interval), shiftDecimal: seconds(shift) };
  const counters = { intervalCounter: String(interval), shiftCounter: String(shift) };
  return { ...variable, supportsFraction: true, resolution: String(grainsPerSecond), ...counters };
}

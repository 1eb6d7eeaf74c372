import { Dice } from './dice.ts';
import { withMore } from './more-inputs.ts';
import { withOtherKinds } from './other-kinds.ts';
import type {
  Assignment,
  Case,
  Cause,
  Clock,
  ClockKind,
  Connection,
  CoupledCase,
  Crossing,
  Experiment,
  InputRow,
  Program,
  Rule,
  Source,
  State,
  TimeSeries,
} from './program.ts';
import { softDiscretes } from './soft-discretes.ts';

const ms = 3000;

/** Communication steps: decimals that drift, a third, and others. In grains. */
const stepSizes = [100 * ms, 100 * ms, 50 * ms, 30 * ms, 300 * ms, 250 * ms, 10 * ms, 70 * ms, 1_000_000];

/** Returns the case of scheduled execution of a number. A model partition runs without other rules. */
export function randomScheduledCase(seed: number, number: number): Case {
  const { program, experiment } = randomCase(seed, number);
  const dice = new Dice(Math.imul(seed, 0x2545f491) ^ Math.imul(number + 1, 0x9e3779b1));
  const { step, steps } = experiment;
  const { continuousInputs, discreteInputs, tunables, discretes } = program;
  const clocks = Array.from({ length: 1 + dice.below(3) }, () =>
    randomClock(dice, step, true, tunables.length > 0),
  );
  const shape = { continuousInputs, discreteInputs, tunables, discretes, clocks };
  const none = { states: [], crossings: [], series: [] };
  const { rules, clocks: owning } = ruled(dice, { ...shape, ...none });
  const scheduled: Program = {
    ...{ ...program, ...none, fmi: 3, kind: 'scheduledExecution', eventMode: false, variableStep: true },
    ...{
      earlyReturn: false,
      silent: false,
      stepEvents: false,
      takesSlopes: false,
      arrays: null,
      texts: undefined,
      hasAliases: false,
    },
    clocks: owning,
    rules: rules.filter(({ cause }) => cause.by === 'clock'),
  };
  const { text: _, element: __, titles: ___, drivesTunables: ____, ...plain } = experiment;
  const whole = { ...plain, size: null, elements: null, solver: 'auto', inputs: [] };
  const inputs = randomInputs(dice, scheduled, { start: experiment.start, step, steps }, 0);
  const atPoints = inputs.filter(({ at }) => (at - experiment.start) % step === 0);
  return { program: scheduled, experiment: { ...whole, inputs: continuousInputs > 0 ? [] : atPoints } };
}

/** Returns the case of a number. */
export function randomCase(seed: number, number: number): Case {
  const dice = new Dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  for (let i = 0; i < 3; i++) dice.next();
  const kind = dice.one(['modelExchange', 'coSimulation'] as const);
  const fmi = dice.chance(0.3) ? 2 : 3;
  const step = dice.one(stepSizes);
  const steps = 2 + dice.below(12);
  const program = randomProgram(dice, kind, fmi, step);
  const plain = { program, experiment: randomExperiment(dice, program, step, steps) };
  return withOtherKinds(withMore(plain, seed, number), seed, number);
}

/** Returns the case of a number for the unit in TypeScript, which has fixed variables and Clocks. */
export function randomWrittenCase(seed: number, number: number): Case {
  const dice = new Dice(Math.imul(seed, 0x51ed270b) ^ Math.imul(number + 1, 0x3c6ef372));
  for (let i = 0; i < 3; i++) dice.next();
  const step = dice.one(stepSizes);
  const steps = 2 + dice.below(12);
  const crossings = dice.chance(0.5) ? [{ state: 0, level: eighths(dice) + 0.37 / 7 }] : [];
  const clocks = (['changing', 'countdown', 'triggered', 'output'] as const).map(
    (clock): Clock => ({
      ...randomClock(dice, step, true, false),
      ...{ kind: clock, shift: 0, stated: false, fraction: false, tuned: false, rest: 'kept' },
    }),
  );
  const shape: Shape = {
    ...{ continuousInputs: 2, discreteInputs: 2, states: [randomState(dice, 0), randomState(dice, 1)] },
    ...{ crossings, clocks, tunables: [1 + dice.below(300), eighths(dice)] },
    discretes: [eighths(dice), eighths(dice), eighths(dice)],
    series: dice.many(2, () => randomSeries(dice, step, false)),
  };
  const program: Program = {
    ...{ fmi: 3, kind: 'modelExchange', eventMode: false, variableStep: true, earlyReturn: false },
    ...{ silent: false, takesSlopes: false, needsCompletedStep: false, stepEvents: false },
    ...{ drifts: false, strict: false, sparse: false, arrays: null },
    ...{ ...shape, rules: ruled(dice, shape).rules },
  };
  const experiment = randomExperiment(dice, program, step, steps);
  const isOnItsOwn = dice.chance(0.5);
  const steppedBy: Partial<Program> = {
    ...{ kind: 'coSimulation', takesSlopes: true, isOnItsOwn },
    ...(!isOnItsOwn && { eventMode: true, earlyReturn: true }),
  };
  return { program: dice.chance(0.6) ? { ...program, ...steppedBy } : program, experiment };
}

/** Returns the case of units that are coupled at events. They exchange discrete values. */
export function randomHybridCase(seed: number, number: number): CoupledCase {
  const { programs, connections, ...rest } = randomCoupledCase(seed, number);
  return {
    ...{ ...rest, scheme: 'hybrid' },
    programs: programs.map((program) => ({ ...program, variableStep: true })),
    connections: connections.filter(({ from }) => from.group === 'd'),
  };
}

/** Returns the case of units that are coupled at communication points. */
export function randomCoupledCase(seed: number, number: number): CoupledCase {
  const dice = new Dice(Math.imul(seed, 0x27d4eb2f) ^ Math.imul(number + 1, 0x165667b1));
  for (let i = 0; i < 3; i++) dice.next();
  const step = dice.one(stepSizes);
  const programs = Array.from({ length: 2 }, (): Program => {
    const kind = dice.one(['modelExchange', 'coSimulation'] as const);
    const program = randomProgram(dice, kind, 3, step, true);
    return { ...program, arrays: null, stepEvents: false };
  });
  const connections = programs.flatMap((program, unit): Connection[] => {
    const other = programs[1 - unit];
    const from = { unit: 1 - unit };
    return [
      ...Array.from({ length: program.discreteInputs }, (_, index) => index)
        // Inputs of type Int32 do not take every number.
        .filter((index) => index % 2 === 0)
        .map((index): Connection => {
          const free = other.discretes.flatMap((_, d) =>
            other.clocks.some(({ reads }) => reads === d) ? [] : [d],
          );
          return {
            from: { ...from, group: 'd', index: dice.one(free.length > 0 ? free : [0]) },
            to: { unit, group: 'm', index },
          };
        }),
      ...(program.continuousInputs > 0 && other.states.length > 0 && dice.chance(0.5)
        ? [
            {
              from: { ...from, group: 'x' as const, index: dice.below(other.states.length) },
              to: { unit, group: 'u' as const, index: 0 },
            },
          ]
        : []),
    ];
  });
  // Rounding must not decide whether a discrete input changes.
  const free = connections.filter(
    ({ from: { group, unit, index } }) =>
      group === 'x' ||
      !(
        programs[unit].clocks.some(({ reads }) => reads === index) || softDiscretes(programs[unit]).has(index)
      ),
  );
  const steps = 2 + dice.below(10);
  const experiment = { start: 0, step, steps, sets: [], size: null, elements: null, inputs: [] };
  return { scheme: 'jacobi', programs, connections: free, experiment: { ...experiment, solver: 'auto' } };
}

function randomProgram(
  dice: Dice,
  kind: Program['kind'],
  fmi: 2 | 3,
  step: number,
  events = dice.chance(0.75),
): Program {
  const eventMode = kind === 'coSimulation' && fmi === 3 && events;
  const variableStep = kind === 'coSimulation' ? dice.chance(0.75) : true;
  const hasClocks = fmi === 3 && (kind === 'modelExchange' || eventMode);
  const continuousInputs = dice.below(3);
  const discreteInputs = dice.below(3);
  const states = dice.many(2, (k): State => randomState(dice, k));
  const simple = states.flatMap(({ coupling }, k) => (coupling === 0 ? [k] : []));
  const crossings =
    simple.length > 0
      ? dice.many(1, (): Crossing => ({ state: dice.one(simple), level: eighths(dice) + 0.37 / 7 }))
      : [];
  const tunables = dice.chance(0.4) ? [1 + dice.below(300), eighths(dice)] : [];
  const clocks = hasClocks
    ? dice.many(3, () => randomClock(dice, step, variableStep, tunables.length > 0))
    : [];
  const series = dice.many(2, () => randomSeries(dice, step, eventMode && !variableStep));
  const earlyReturn = eventMode && dice.chance(0.6);
  const isBlind = eventMode && !(earlyReturn && variableStep);
  const needsCompletedStep = dice.chance(0.5);
  const drifts = dice.chance(0.4);
  const shape: Shape = {
    // A unit that does not return early meets a crossing at a time that only it knows. A countdown
    // that it starts there has no beginning for the importer.
    ...{ crossings: isBlind && clocks.some(({ kind }) => kind === 'countdown') ? [] : crossings },
    ...{ continuousInputs, discreteInputs, states, clocks, tunables, series },
    discretes: Array.from({ length: 1 + dice.below(3) }, () => eighths(dice)),
  };
  return {
    ...{ fmi, kind, eventMode, variableStep },
    earlyReturn,
    silent: earlyReturn && variableStep && dice.chance(0.3),
    takesSlopes: fmi === 2 && kind === 'coSimulation' && dice.chance(0.5),
    needsCompletedStep,
    stepEvents: kind === 'modelExchange' && needsCompletedStep && dice.chance(0.3),
    drifts,
    // Two sums that round in other ways are two times for a unit that compares strictly.
    strict: dice.chance(0.4) && !(drifts && series.length > 1),
    sparse: dice.chance(0.5),
    ...shape,
    ...told(ruled(dice, shape), isBlind && shape.crossings.length > 0),
    arrays:
      fmi === 3 && dice.chance(0.25)
        ? { size: 1 + dice.below(3), start: eighths(dice), repeats: dice.chance(0.5) }
        : null,
  };
}

type Shape = Pick<
  Program,
  | 'continuousInputs'
  | 'discreteInputs'
  | 'states'
  | 'crossings'
  | 'clocks'
  | 'tunables'
  | 'discretes'
  | 'series'
>;

function eighths(dice: Dice): number {
  return (dice.below(33) - 16) / 8;
}

function randomState(dice: Dice, k: number): State {
  return {
    start: eighths(dice),
    rate: eighths(dice),
    gain: dice.chance(0.6) ? eighths(dice) : 0,
    coupling: k > 0 && dice.chance(0.5) ? eighths(dice) / 2 : 0,
  };
}

/** Returns a span that meets communication points often: a share of the step, or any number of ms. */
function span(dice: Dice, step: number): number {
  const shares = [1, 2, 3, 0.5, 0.25, 1.5];
  const part = dice.one(shares) * step;
  // A microsecond apart is another instant.
  if (dice.chance(0.03)) return part + (dice.chance(0.5) ? -3 : 3);
  if (dice.chance(0.7) && Number.isInteger(part)) return part;
  return ms * (1 + dice.below(300));
}

function randomSeries(dice: Dice, step: number, atPoints: boolean): TimeSeries {
  const length = () => (atPoints ? step * (1 + dice.below(3)) : span(dice, step));
  return { first: length(), interval: length(), count: 1 + dice.below(8) };
}

function randomClock(dice: Dice, step: number, variableStep: boolean, tunable: boolean): Clock {
  const kinds: ClockKind[] = ['constant', 'fixed', 'triggered', 'output'];
  if (variableStep) kinds.push('changing', 'countdown');
  if (variableStep && tunable) kinds.push('tunable');
  const kind = dice.one(kinds);
  const length = variableStep ? span(dice, step) : step * (1 + dice.below(3));
  const shifted = variableStep ? dice.one([0, 0, length, span(dice, step)]) : step * dice.below(3);
  const again = dice.chance(0.5);
  const first = span(dice, step);
  return {
    ...{ kind, interval: length, shift: shifted, reads: -1 },
    intervals: [first, again ? first : span(dice, step), span(dice, step), first],
    stated: kind === 'constant' || (kind === 'fixed' && dice.chance(0.5)),
    fraction: dice.chance(0.3),
    rest: dice.one(['kept', 'zero', 'nan', 'other']),
    tuned: kind === 'tunable',
  };
}

/** Returns rules, and the Clocks with the variables that belong to them. */
function ruled(dice: Dice, shape: Shape): Pick<Program, 'rules' | 'clocks'> {
  const { series, clocks, crossings, discreteInputs, discretes } = shape;
  const causes: Cause[] = [
    ...series.map((_, k): Cause => ({ by: 'time', series: k })),
    ...clocks.flatMap(({ kind }, k): Cause[] => (kind === 'output' ? [] : [{ by: 'clock', clock: k }])),
    ...crossings.map((_, k): Cause => ({ by: 'crossing', crossing: k })),
    ...(discreteInputs > 0 ? [{ by: 'input' } as const] : []),
  ];
  const owned = new Map<number, number>();
  const owning = clocks.map((clock, k): Clock => {
    const reads = dice.below(discretes.length);
    if (clock.kind === 'output' || owned.has(reads) || !dice.chance(0.4)) return clock;
    owned.set(reads, k);
    return { ...clock, reads };
  });
  const rules: Rule[] = causes.flatMap((cause) =>
    dice.chance(0.9) ? [randomRule(dice, cause, shape, owned)] : [],
  );
  for (let k = dice.below(3); k > 0 && rules.length > 0; k--)
    rules.push(randomRule(dice, { by: 'rule', rule: dice.below(rules.length) }, shape, owned));
  return { rules, clocks: owning };
}

/** Lets no rule end a series of time events if the importer would not be told. */
function told(part: Pick<Program, 'rules' | 'clocks'>, isBlind: boolean): Pick<Program, 'rules' | 'clocks'> {
  if (!isBlind) return part;
  return { ...part, rules: part.rules.map(({ stops: _, ...rule }) => rule) };
}

function randomRule(dice: Dice, cause: Cause, shape: Shape, owned: ReadonlyMap<number, number>): Rule {
  const { discretes, states, clocks } = shape;
  const own = [...owned].flatMap(([d, clock]) => (cause.by === 'clock' && cause.clock === clock ? [d] : []));
  const free = discretes.flatMap((_, d) => (owned.has(d) ? own.filter((k) => k === d) : [d]));
  const targets: Assignment['target'][] = free.map((d) => ['d', d]);
  states.forEach((_, k) => {
    if (dice.chance(0.3)) targets.push(['x', k]);
    if (dice.chance(0.5)) targets.push(['rate', k]);
  });
  const outputs = clocks.flatMap(({ kind }, k) => (kind === 'output' ? [k] : []));
  const countdowns = clocks.flatMap(({ kind }, k) => (kind === 'countdown' ? [k] : []));
  return {
    cause,
    assignments:
      targets.length === 0
        ? []
        : Array.from({ length: 1 + dice.below(2) }, () => randomAssignment(dice, dice.one(targets), shape)),
    ...(outputs.length > 0 && dice.chance(0.5) ? { ticks: dice.one(outputs) } : {}),
    ...(shape.series.length > 0 && dice.chance(0.05) ? { stops: dice.below(shape.series.length) } : {}),
    ...(countdowns.length > 0 && dice.chance(0.5)
      ? { starts: [dice.one(countdowns), ms * (1 + dice.below(200))] as const }
      : {}),
  };
}

function randomAssignment(dice: Dice, target: Assignment['target'], shape: Shape): Assignment {
  const { continuousInputs, discreteInputs, discretes, states, tunables } = shape;
  const sources: Source[] = [
    ...Array.from({ length: continuousInputs }, (_, k): Source => ['u', k]),
    ...Array.from({ length: discreteInputs }, (_, k): Source => ['m', k]),
    ...discretes.map((_, k): Source => ['d', k]),
    ...states.map((_, k): Source => ['x', k]),
    ...tunables.map((_, k): Source => ['p', k]),
  ];
  if (target[0] === 'd')
    return {
      ...{ target, keep: dice.chance(0.7) ? 1 : 0, add: dice.chance(0.7) ? 1 : 0.25 },
      sources: dice.chance(0.6) ? [[1, dice.one(sources)]] : [],
    };
  return { target, keep: dice.chance(0.2) ? 1 : 0, add: eighths(dice), sources: [] };
}

function randomExperiment(dice: Dice, program: Program, step: number, steps: number): Experiment {
  const start = dice.chance(0.7) ? 0 : dice.one([100 * ms, 1000 * ms, -300 * ms, 330 * ms]);
  const solver = dice.one(['auto', 'dopri5', 'radau5', 'bdf', 'trbdf2']);
  const hasInputs =
    program.continuousInputs + program.discreteInputs > 0 ||
    program.arrays !== null ||
    program.clocks.some(({ kind }) => kind === 'triggered');
  const resizes = program.arrays !== null && dice.chance(0.5);
  const size = resizes ? dice.below(4) : null;
  const given = size ?? program.arrays?.size ?? 0;
  const alike = dice.chance(0.3);
  const elements =
    given > 0 && dice.chance(0.4)
      ? Array.from({ length: given }, () => (alike ? (program.arrays?.start ?? 0) : eighths(dice)))
      : null;
  const sets = program.tunables.length === 0 ? [] : randomSets(dice, steps, program);
  return {
    ...{ start, step, steps, sets, size, elements },
    solver: solver === 'trbdf2' ? 'auto' : solver,
    inputs: hasInputs && dice.chance(0.85) ? randomInputs(dice, program, { start, step, steps }, given) : [],
  };
}

function randomSets(dice: Dice, steps: number, program: Program): Experiment['sets'] {
  return dice.many(3, () => {
    const parameter = dice.below(program.tunables.length);
    const value = parameter === 0 ? 1 + dice.below(300) : eighths(dice);
    return { step: 1 + dice.below(steps - 1), parameter, value };
  });
}

function randomInputs(
  dice: Dice,
  program: Program,
  { start, step, steps }: Pick<Experiment, 'start' | 'step' | 'steps'>,
  elements: number,
): InputRow[] {
  const triggered = program.clocks.filter(({ kind }) => kind === 'triggered').length;
  const counts = [program.continuousInputs, program.discreteInputs + elements, triggered];
  const times = Array.from({ length: 1 + dice.below(8) }, () => {
    if (dice.chance(0.5)) return start + step * dice.below(steps + 1);
    return start + Math.round((dice.next() * steps * step) / ms) * ms;
  });
  for (const t of [...times]) if (dice.chance(0.3)) times.push(t);
  times.sort((a, b) => a - b);
  let held = counts.flatMap((count) => Array.from({ length: count }, () => 0));
  return times.map((at) => {
    held = held.map((value, column) => {
      if (column < counts[0]) return dice.chance(0.6) ? eighths(dice) : value;
      if (column < counts[0] + counts[1]) return dice.chance(0.5) ? dice.below(5) : value;
      return Number(dice.chance(0.5));
    });
    return { at, values: held };
  });
}

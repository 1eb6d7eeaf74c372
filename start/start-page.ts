import type { ResultColumn } from '../master/observe/collector.ts';
import type { Report, ReportGroup, ReportPlot, ReportRun, Scene } from '../master/report/index.ts';
import { finalError, header, type Outcome, row } from './case-outcome.ts';
import type { CraneKind } from './crane-cases.ts';

/** The page of the main job: a table, plots and a moving drawing for each crane. */
export function cranePage(outcomes: readonly Outcome[]): Report {
  const cranes = ['single', 'double'] as const;
  const outcomesOf = (crane: CraneKind): Outcome[] => outcomes.filter((o) => o.case.crane === crane);
  return {
    title: 'Crane and hydraulics, co-simulated',
    subtitle:
      'Sealed units coupled by a non-iterative Jacobi master: 12 s work cycle, communication step H = 1 ms, ' +
      'hydraulic step h = 0.1 ms (forward Euler). What the actuators see is extrapolated quadratically (m = 2) or by an ' +
      'interface model (IM), what the crane sees linearly; compared with the same physics in one unit.',
    tables: cranes.map((crane) => ({
      title: `${crane === 'single' ? 'Single' : 'Double'}-actuator crane, couplings compared`,
      header: header(crane),
      rows: outcomesOf(crane).map((o) => row(o, finalError(o, outcomesOf(crane)[0]))),
      better: header(crane).map((_, i, all) => (i === 0 || i === all.length - 1 ? null : 'low')),
      note: 'Σ|δE| is the energy that the coupling itself invents; the energy balance adds what the integrators do.',
    })),
    groups: cranes.map((crane) => group(crane, outcomesOf(crane))),
    runs: outcomes.flatMap((o) => run(o, outcomesOf(o.case.crane)[0]) ?? []),
    footer:
      'Parameters and equations: the READMEs of the units. IM: reduced interface model; m = 2: quadratic extrapolation.',
  };
}

function run({ case: craneCase, result }: Outcome, truth: Outcome): ReportRun | undefined {
  if (result === undefined) return undefined;
  return {
    name: craneCase.name,
    title: `${craneCase.crane}, ${craneCase.title}`,
    columns: [...result.columns, ...derived(result.columns), ...differencesFrom(truth, result.columns)],
    summary: [
      { label: 'time reached', value: String(result.endTime), unit: 's' },
      { label: 'energy balance', value: result.balance.drift.toExponential(2), unit: 'J' },
    ],
  };
}

/** Points of the drawing that no unit gives: Q = 2P, and the centre of link 2. */
function derived(columns: readonly ResultColumn[]): ResultColumn[] {
  return ['x', 'y'].flatMap((axis) => {
    const find = (point: string): Float64Array =>
      columns.find((c) => c.name === `crane.${axis}_${point}`)?.data ?? new Float64Array();
    const [P, R] = [find('P'), find('R')];
    return [
      { name: `${axis}_Q`, unit: 'm', data: P.map((p) => 2 * p) },
      { name: `${axis}_M`, unit: 'm', data: P.map((p, i) => p + R[i] / 2) },
    ];
  });
}

/** Returns actuator lengths less those of the reference, as far as both runs went. */
function differencesFrom(truth: Outcome, columns: readonly ResultColumn[]): ResultColumn[] {
  return columns
    .filter((c) => /^crane\.s[12]?$/.test(c.name))
    .map((c) => {
      const exact = truth.result?.columns.find((other) => other.name === c.name)?.data ?? c.data;
      return {
        name: `difference_${c.name.slice(6)}`,
        unit: 'm',
        data: c.data.map((s, i) => s - exact[i]),
      };
    });
}

function group(crane: CraneKind, outcomes: readonly Outcome[]): ReportGroup {
  const good = outcomes.filter((o) => o.result !== undefined);
  const [truth, ...coupled] = good;
  const polynomial = coupled.filter((o) => o.case.title.includes('ALI3-P') || o.case.title.includes('IM'));
  const plottedOutcomes = polynomial.slice(0, 4);
  const of = (o: Outcome, column: string, text = o.case.title): ReportPlot['series'][number] => ({
    run: o.case.name,
    column,
    label: text,
    dashed: o === truth,
  });
  const actuators = crane === 'single' ? [''] : ['1', '2'];
  const lengths = actuators.map(
    (k): ReportPlot => ({
      title: `Actuator length s${k}`,
      unit: 'm',
      series: [truth, ...plottedOutcomes].map((o) => of(o, `crane.s${k}`)),
    }),
  );
  const differences = actuators.map(
    (k): ReportPlot => ({
      title: `Difference of s${k} from the monolithic reference`,
      unit: 'm',
      series: coupled.map((o) => of(o, `difference_s${k}`)),
    }),
  );
  const pressures = actuators.map(
    (k): ReportPlot => ({
      title: `Pressures${k === '' ? '' : ` of actuator ${k}`}`,
      unit: 'Pa',
      series: [1, 2, 3].flatMap((i) => [
        of(truth, `crane.p${k}${i}`, `p${i}, ${truth.case.title}`),
        ...plottedOutcomes.slice(0, 1).map((o) => of(o, `actuator${k}.p${i}`, `p${i}, ${o.case.title}`)),
      ]),
    }),
  );
  const bonds = crane === 'single' ? ['lift'] : ['lift', 'jib'];
  const residuals = bonds.map(
    (bond): ReportPlot => ({
      title: `Residual energy Σ|δE| of the bond “${bond}”`,
      unit: 'J',
      log: true,
      series: coupled.map((o) => of(o, `${bond}.residual_energy_magnitude`)),
    }),
  );
  const balance: ReportPlot = {
    title: 'Energy balance of the system: drift',
    unit: 'J',
    series: good.map((o) => of(o, 'energy_balance')),
  };
  return {
    title: crane === 'single' ? 'Single-actuator crane' : 'Double-actuator crane',
    plots: [...lengths, ...differences, ...pressures, ...residuals, balance],
    scene: scene(crane, plottedOutcomes[0] ?? truth, truth),
  };
}

function scene(crane: CraneKind, outcome: Outcome, ghost: Outcome): Scene {
  const point = (name: string): { x: string; y: string } => ({ x: `crane.x_${name}`, y: `crane.y_${name}` });
  const cylinder2: Scene['bodies'] =
    crane === 'double' ? [{ kind: 'cylinder', from: 'P', to: 'M', size: 0.06 }] : [];
  return {
    title: `The crane: ${outcome.case.title}; behind it, as a ghost, the monolithic reference`,
    run: outcome.case.name,
    compareRun: ghost.case.name,
    points: {
      O: { x: 0, y: 0 },
      B: { x: Math.sqrt(3) / 2, y: 0 },
      P: point('P'),
      Q: { x: 'x_Q', y: 'y_Q' },
      M: { x: 'x_M', y: 'y_M' },
      R: point('R'),
    },
    bodies: [
      { kind: 'ground', at: 'O' },
      { kind: 'ground', at: 'B' },
      { kind: 'rod', from: 'O', to: 'Q', size: 0.06 },
      { kind: 'rod', from: 'Q', to: 'R', size: 0.04 },
      { kind: 'cylinder', from: 'B', to: 'P', size: 0.08 },
      ...cylinder2,
      { kind: 'pin', at: 'P' },
      { kind: 'pin', at: 'Q' },
      { kind: 'mass', at: 'Q', label: 'm_p', size: 0.12 },
      { kind: 'mass', at: 'R', label: 'm_h', size: 0.1 },
    ],
  };
}

import type { Host } from '../../../../fmu-sdk/host/choice/host.ts';
import { advise } from '../../../../master/advise/advise.ts';
import type { TrialRunner } from '../../../../master/advise/trials/trial-runner.ts';
import { couplings } from '../../../../master/coupling/scheme-registry.ts';
import { Session } from '../../../../master/run/loop/session.ts';
import { simulate } from '../../../../master/run/simulate.ts';
import { type Coupled, exactly, runOf, unitsOf } from '../../../problems/coupled/coupled.ts';
import type { LinearUnit } from '../../../problems/coupled/linear-unit.ts';
import { cpuSeconds, type KnownRun, type KnownSystem, type OtherScheme } from './known-system.ts';
import { advance } from './model.ts';
import type { OdeSystem } from './ode-systems.ts';
import { OdeUnit, wholeOf } from './ode-unit.ts';

/** Communication steps of a run, and the limit of work of `advise`. */
const [steps, mostWork] = [800, 3e6];
/** Longest step of a monolithic run [s]. */
const fine = 5e-4;

type About = Pick<KnownSystem, 'isLater' | 'isStiff'> & { readonly scheme?: 'newton' };

/** Returns linear units whose truth is a closed form. */
export function linearSystem(problem: Coupled, about: About): KnownSystem {
  return {
    ...coupledSystem(problem, about),
    truth: 'closed form',
    advised: async (error) => {
      const counted: LinearUnit[] = [];
      await advise(trialsOf(problem, problem.stopTime / steps, counted), { error, mostWork });
      return counted.reduce((sum, unit) => sum + unit.steps, 0);
    },
    exact: async (names, times) => {
      const places = names.map((name) => problem.connections.findIndex(([from]) => from === name));
      const row = exactly(problem, times[1] - times[0]);
      const start = exactly(problem, 0).next();
      const rows = [...times].map((_, n) => (n === 0 ? start : row.next()));
      return places.map((place) => Float64Array.from(rows, (values) => values[place]));
    },
  };
}

/** Returns units with equations and events, whose truth is a monolithic run. */
export function odeSystem(
  { name, odes, connections, stopTime, hasEvents }: OdeSystem,
  about: About,
): KnownSystem {
  const make = (): LinearUnit[] => odes.map((ode) => new OdeUnit(ode));
  const problem: Coupled = { name, make, units: odes as never, connections, stopTime };
  return {
    ...coupledSystem(problem, about),
    ...{ truth: 'monolithic run', hasEvents },
    exact: async (names, times) => {
      const { model, start, carried } = wholeOf(odes, connections);
      const x = start.slice();
      const places = names.map((column) => connections.findIndex(([from]) => from === column));
      const curves = names.map(() => new Float64Array(times.length));
      for (let n = 0; n < times.length; n++) {
        if (n > 0) advance(model, x, times[n - 1], times[n] - times[n - 1], fine);
        const values = carried(times[n], x);
        for (const [k, place] of places.entries()) curves[k][n] = values[place];
      }
      return curves;
    },
  };
}

function coupledSystem(problem: Coupled, about: About): Omit<KnownSystem, 'truth' | 'exact'> {
  const step = problem.stopTime / steps;
  return {
    ...about,
    ...{ name: problem.name, step },
    run: async (H, other) => ran(problem, H, other ?? { scheme: about.scheme ?? 'jacobi', order: 1 }),
    banded: bandedRun(problem, about.scheme),
  };
}

/** Returns a function that runs the units as the library runs FMUs. A host opens them. */
function bandedRun(problem: Coupled, scheme = 'jacobi'): KnownSystem['banded'] {
  const { system } = runOf(problem, { scheme, order: 1, step: problem.stopTime / steps }).session;
  const outputs = new Map(system.connections.map(({ from }, k) => [problem.connections[k][0], from]));
  const host: Host = {
    name: system.units[0].binary.form,
    find: async () => undefined,
    open: async (_, { name }) => unitsOf(problem).find((unit) => unit.name === name)!,
  };
  const recorded = { ...system, record: { ...system.record, columns: [...outputs.values()] } };
  return async (H, error) => simulate({ ...recorded, step: H }, { hosts: [host], collect: true, error });
}

function ran(problem: Coupled, step: number, coupling: OtherScheme): KnownRun | undefined {
  const { session, units } = runOf(problem, { ...coupling, step });
  const names = [...new Set(problem.connections.map(([from]) => from))];
  const read = names.map((name) => session.reader(name));
  const rows: number[][] = [];
  try {
    session.start();
    rows.push([0, ...read.map((item) => Number(item()))]);
    while (!session.done) {
      session.advance(1);
      rows.push([session.time(), ...read.map((item) => Number(item()))]);
    }
  } catch {
    return undefined;
  }
  const data = ['time', ...names].map((_, k) => Float64Array.from(rows, (row) => row[k]));
  if (!data.every((column) => column.every(Number.isFinite))) return undefined;
  return {
    recorded: { names: ['time', ...names], data },
    work: units.reduce((sum, unit) => sum + unit.steps, 0),
  };
}

/** Prepares a problem for trials, whose units are collected. */
function trialsOf(problem: Coupled, step: number, units: LinearUnit[]): TrialRunner {
  const { session } = runOf(problem, { scheme: 'jacobi', order: 1, step });
  return {
    system: session.system,
    // Units with exponentials are slow with steps of changing size.
    schemes: couplings.all.filter(({ traits }) => traits.adaptive !== true),
    extrapolations: [],
    cpuSeconds,
    open: (variant, prepare) => {
      const instances = unitsOf(problem);
      units.push(...instances);
      prepare(instances);
      return { run: new Session(variant, { instances }), close: () => {} };
    },
  };
}

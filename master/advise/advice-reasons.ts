import type { CheckedSystem } from '../system/system.ts';
import type { InterfaceJacobian } from './accuracy/interface-jacobian.ts';
import type { InterfaceValue } from './accuracy/interface-values.ts';
import { differences } from './accuracy/run-accuracy.ts';
import type { RatedTrial, SearchResult } from './scheme-search.ts';
import type { Trial } from './trials/scheme-trial.ts';

/** Data that an advice is based on. */
export interface AdviceData {
  system: CheckedSystem;
  values: readonly InterfaceValue[];
  /** Requested error. */
  error: number;
  searchResult: SearchResult;
  /** System with the algorithm of its file. */
  present?: RatedTrial;
  jacobian: InterfaceJacobian | { reason: string };
  until?: number;
  /** Schemes with events, which are not tried. */
  forEvents: readonly string[];
}

/** Explains an advice in five sentences: choice, alternatives, interface, bonds, and reference. */
export function explainAdvice(grounds: AdviceData): string[] {
  return [chosen(grounds), rivals(grounds), interfaceLine(grounds), bonds(grounds), measure(grounds)];
}

const short = (x: number): string =>
  x === 0
    ? '0'
    : Number(x.toPrecision(2))
        .toExponential()
        .replace('e+0', '')
        .replace(/^(.*)e-([12])$/, (_, m, e) => String(Number(`${m}e-${e}`)));
const seconds = (x: number): string => `${Number(x.toPrecision(6))} s`;
const named = ({ candidate, step }: Trial): string => `${candidate.label}, H = ${seconds(step)}`;

function chosen({ values, error, searchResult: { best, met, reference } }: AdviceData): string {
  const item = differences(best.trial, reference.trial, reference.scales);
  const worst = values[item.indexOf(Math.max(...item))]?.name ?? '';
  const { unitSteps, work } = best.trial;
  const whole = work === unitSteps ? '' : ` (${work} with internal steps and state copies)`;
  const jumps =
    best.between === undefined ? '' : `, and up to ${short(best.between)} between points where values jump`;
  const cost = `${unitSteps} FMU steps${whole}, ${best.trial.cpuSeconds.toFixed(2)} s of CPU time`;
  return met
    ? `${named(best.trial)}: error ${short(Math.max(best.error, reference.error))} (of ${worst}; wanted ${short(error)}${jumps}) by ${cost}.`
    : `No trial reached the requested error of ${short(error)}. The nearest is ${named(best.trial)}, error ${short(Math.max(best.error, reference.error))} (of ${worst}), by ${cost}.`;
}

function rivals(grounds: AdviceData): string {
  const {
    searchResult: { best, others },
    present,
  } = grounds;
  const seenNames = new Set([best.trial.candidate.scheme.name]);
  const next = others.filter(({ trial }) => {
    const { name } = trial.candidate.scheme;
    return !seenNames.has(name) && seenNames.add(name);
  });
  const times = (trial: Trial): string => `${(trial.work / best.trial.work).toFixed(1)} times the work`;
  const list = next.slice(0, 2).map(({ trial }) => `${named(trial)} (${times(trial)})`);
  const rest =
    (list.length === 0 ? 'No other scheme reached it.' : `Next: ${list.join('; ')}.`) +
    describeUntried(grounds);
  if (present === undefined) return rest;
  const now =
    present.trial.failed === undefined
      ? `error ${short(present.error)} by ${times(present.trial)}`
      : `no result (${firstOf(present.trial.failed)})`;
  return `${rest} The present algorithm (${named(present.trial)}): ${now}.`;
}

/**
 * Describes schemes without a grid of equal steps, which are not tried. They may be better for
 * discrete values.
 */
export function describeUntried({
  system: { units, connections },
  forEvents,
}: Pick<AdviceData, 'system' | 'forEvents'>): string {
  const first = connections.find(({ from: { variable } }) => variable.variability !== 'continuous');
  if (first === undefined || forEvents.length === 0) return '';
  const name = `${units[first.from.unit].name}.${first.from.variable.name}`;
  return ` ${name} is discrete: ${forEvents.join(', ')}, which locates events, was not tried.`;
}

function interfaceLine({ jacobian }: AdviceData): string {
  if ('reason' in jacobian) return `The interface was not analyzed: ${firstOf(jacobian.reason)}.`;
  const [at] = jacobian.radii;
  const limit = jacobian.radii[jacobian.radii.length - 1];
  const through =
    limit.radius > 1e-3
      ? `with direct feedthrough around a loop of gain ${short(limit.radius)}`
      : `without direct feedthrough around a loop (${short(limit.radius)} at H = ${seconds(limit.step)})`;
  const what = !(at.radius < 1)
    ? 'an iteration without acceleration diverges'
    : at.radius > 0.1
      ? 'exchanged values affect themselves within a step'
      : 'weakly coupled within a step';
  return `Over the first step the interface Jacobian has the spectral radius ${short(at.radius)}: ${what}, ${through}.`;
}

function bonds({ system, searchResult: { best, runs } }: AdviceData): string {
  if (system.bonds.length === 0)
    return 'No power bonds are declared, so residual energies are not available.';
  const list = (runs.get(best.trial.candidate) ?? []).filter(({ failed }) => failed === undefined);
  const before =
    list.filter(({ parts }) => parts < best.trial.parts).at(-1) ??
    list.find(({ parts }) => parts > best.trial.parts);
  const parts = system.bonds.slice(0, 3).map(({ name, unit }, k) => {
    const energy = best.trial.residuals[k];
    const order =
      before === undefined || !(before.residuals[k] > 0) || !(energy > 0)
        ? ''
        : `, proportional to H^${(Math.log(before.residuals[k] / energy) / Math.log(best.trial.parts / before.parts)).toFixed(1)}`;
    return `${name} ${short(energy)} ${unit}${order}`;
  });
  const more = system.bonds.length > 3 ? `, and ${system.bonds.length - 3} more` : '';
  return `Residual energy Σ|δE| at this step: ${parts.join('; ')}${more}.`;
}

function measure({
  searchResult: { reference, trials, work, best, met, exhausted, late, confirmed },
  until,
}: AdviceData): string {
  const { trial, error, order, against, agrees } = reference;
  const p = order === undefined ? '' : `, order ${order.toFixed(1)}`;
  const confirmation =
    against === undefined
      ? 'no other scheme is accurate enough to confirm it'
      : `${named(against.trial)} ${agrees ? 'agrees' : 'does not agree'} (difference ${short(against.difference)})`;
  const where = until === undefined ? '' : ` up to t = ${until} s`;
  const gap = met && confirmed === false ? ', but it did not run at all points of the chosen run' : '';
  const end = exhausted ? `, and the ${late ? 'time budget' : 'limit of work'} is reached` : '';
  return `The reference is ${named(trial)}${where}, with an estimated error of ${short(error)}${p}: ${confirmation}${gap}, ${trials} runs, ${(work / best.trial.work).toFixed(0)} times the work of this one${end}.`;
}

/** Returns the first sentence. */
const firstOf = (text: string): string => text.split(/\.(?:\s|$)/)[0];

import type { CheckedSystem } from '../system/system.ts';
import type { InterfaceJacobian } from './interface-jacobian.ts';
import type { InterfaceValue } from './interface-values.ts';
import { differences } from './run-accuracy.ts';
import type { Found, Rated } from './scheme-search.ts';
import type { Trial } from './scheme-trial.ts';

/** What an advice rests on. */
export interface Grounds {
  system: CheckedSystem;
  values: readonly InterfaceValue[];
  /** The wanted error. */
  error: number;
  found: Found;
  /** The system as its file has it. */
  present?: Rated;
  jacobian: InterfaceJacobian | { reason: string };
  until?: number;
  /** Schemes that hand on events, which are not tried. */
  forEvents: readonly string[];
}

/** Why, in five sentences: what was chosen, against what, what the interface is like, what bonds say, and by what it was measured. */
export function whyLines(grounds: Grounds): string[] {
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

function chosen({ values, error, found: { best, met, reference } }: Grounds): string {
  const each = differences(best.trial, reference.trial, reference.scales);
  const worst = values[each.indexOf(Math.max(...each))]?.name ?? '';
  const { unitSteps, work } = best.trial;
  const whole = work === unitSteps ? '' : ` (${work} with internal ones and copies of states)`;
  const jumps =
    best.between === undefined ? '' : `; where values jump, up to ${short(best.between)} between two points`;
  const cost = `${unitSteps} unit steps${whole}, ${best.trial.cpuSeconds.toFixed(2)} s of CPU time`;
  return met
    ? `${named(best.trial)}: error ${short(Math.max(best.error, reference.error))} (of ${worst}; wanted ${short(error)}${jumps}) by ${cost}.`
    : `Nothing that was tried has the wanted error of ${short(error)}: the nearest is ${named(best.trial)}, error ${short(Math.max(best.error, reference.error))} (of ${worst}), by ${cost}.`;
}

function rivals(grounds: Grounds): string {
  const {
    found: { best, others },
    present,
  } = grounds;
  const seen = new Set([best.trial.candidate.scheme.name]);
  const next = others.filter(({ trial }) => {
    const { name } = trial.candidate.scheme;
    return !seen.has(name) && seen.add(name);
  });
  const times = (trial: Trial): string => `${(trial.work / best.trial.work).toFixed(1)} times the work`;
  const list = next.slice(0, 2).map(({ trial }) => `${named(trial)} (${times(trial)})`);
  const rest =
    (list.length === 0 ? 'No other scheme has it.' : `Next: ${list.join('; ')}.`) + untried(grounds);
  if (present === undefined) return rest;
  const now =
    present.trial.failed === undefined
      ? `error ${short(present.error)} by ${times(present.trial)}`
      : `no result (${firstOf(present.trial.failed)})`;
  return `${rest} As the file has it (${named(present.trial)}): ${now}.`;
}

/** What has no grid of equal steps is not tried: it may be better where discrete values are exchanged. */
export function untried({
  system: { units, connections },
  forEvents,
}: Pick<Grounds, 'system' | 'forEvents'>): string {
  const first = connections.find(({ from: { variable } }) => variable.variability !== 'continuous');
  if (first === undefined || forEvents.length === 0) return '';
  const name = `${units[first.from.unit].name}.${first.from.variable.name}`;
  return ` ${name} is discrete: ${forEvents.join(', ')}, which meets events where they are, was not tried.`;
}

function interfaceLine({ jacobian }: Grounds): string {
  if ('reason' in jacobian) return `The interface was not probed: ${firstOf(jacobian.reason)}.`;
  const [at] = jacobian.radii;
  const limit = jacobian.radii[jacobian.radii.length - 1];
  const through =
    limit.radius > 1e-3
      ? `outputs follow inputs at once, around a loop of gain ${short(limit.radius)}`
      : `nothing goes around at once (${short(limit.radius)} at H = ${seconds(limit.step)})`;
  const what = !(at.radius < 1)
    ? 'an iteration without acceleration diverges'
    : at.radius > 0.1
      ? 'what is exchanged acts on itself within a step'
      : 'weakly coupled within a step';
  return `Over a step from the start the interface Jacobian has the spectral radius ${short(at.radius)}: ${what}; ${through}.`;
}

function bonds({ system, found: { best, runs } }: Grounds): string {
  if (system.bonds.length === 0)
    return 'No power bonds are declared, so no residual energy tells of the coupling.';
  const list = (runs.get(best.trial.candidate) ?? []).filter(({ failed }) => failed === undefined);
  const before =
    list.filter(({ parts }) => parts < best.trial.parts).at(-1) ??
    list.find(({ parts }) => parts > best.trial.parts);
  const parts = system.bonds.slice(0, 3).map(({ name, unitOfMeasure }, k) => {
    const energy = best.trial.residuals[k];
    const order =
      before === undefined || !(before.residuals[k] > 0) || !(energy > 0)
        ? ''
        : `, with H to the power ${(Math.log(before.residuals[k] / energy) / Math.log(best.trial.parts / before.parts)).toFixed(1)}`;
    return `${name} ${short(energy)} ${unitOfMeasure}${order}`;
  });
  const more = system.bonds.length > 3 ? `, and ${system.bonds.length - 3} more` : '';
  return `Residual energy Σ|δE| at this step: ${parts.join('; ')}${more}.`;
}

function measure({ found: { reference, trials, work, best, exhausted }, until }: Grounds): string {
  const { trial, error, order, against, agrees } = reference;
  const p = order === undefined ? '' : `, order ${order.toFixed(1)}`;
  const held =
    against === undefined
      ? 'no other scheme came near enough to check it'
      : `${named(against.trial)} ${agrees ? 'agrees' : 'does not agree'} (difference ${short(against.difference)})`;
  const where = until === undefined ? '' : ` up to t = ${until} s`;
  const end = exhausted ? '; the work that it may take was used up' : '';
  return `Measured against ${named(trial)}${where}, whose own error is about ${short(error)}${p}; ${held}; ${trials} runs, ${(work / best.trial.work).toFixed(0)} times the work of this one${end}.`;
}

/** The first sentence. */
const firstOf = (text: string): string => text.split(/\.(?:\s|$)/)[0];

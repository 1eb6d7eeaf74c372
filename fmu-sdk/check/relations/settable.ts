import { elementCount, type Variable } from '../../description/description.ts';
import { sameValues, type Value } from '../behaviour/fmu-probe.ts';
import { readableInInitialization } from '../behaviour/values/readable-variables.ts';
import {
  isClocked,
  otherValues,
  readable,
  samples,
  startOf,
} from '../behaviour/values/variable-selection.ts';
import type { Choice } from './choice.ts';
import { isLongText, longTextOf, refusedSettings } from './refused-settings.ts';
import { keyOf, type Situation } from './situation.ts';

/** Limit of variables that one action sets or reads. FMUs may have a million. */
const most = 100;

/** Limit of the size that a structural parameter gets. */
const mostElements = 64;

/** Returns the variables that an importer may set now. */
export function settableNow(situation: Situation): Variable[] {
  const { target, mode, events, description } = situation;
  const allowed = (v: Variable): boolean => {
    const input = v.causality === 'input';
    const tunable = v.causality === 'parameter' && v.variability === 'tunable';
    switch (mode) {
      case 'configuration':
        return v.causality === 'structuralParameter';
      case 'reconfiguration':
        return v.causality === 'structuralParameter' && v.variability === 'tunable';
      case 'instantiated':
        return (input && target.fmi === 3) || v.causality === 'parameter' || beginsExactly(v);
      case 'initialization':
        return input || v.causality === 'parameter' || beginsExactly(v);
      case 'continuousTime':
        return input && v.variability === 'continuous';
      case 'event':
        return (input || tunable) && v.canHandleMultipleSetPerTimeInstant !== false;
      case 'step':
        return events ? input && v.variability === 'continuous' : input || tunable;
      case 'clockActivation':
        return input || tunable;
      default:
        return false;
    }
  };
  const known = new Set<string>();
  return description.variables.filter(
    (v) =>
      v.variability !== 'constant' &&
      (!isClocked(v) || isActive(situation, v)) &&
      allowed(v) &&
      !known.has(keyOf(v)) &&
      known.add(keyOf(v)),
  );
}

/** Returns true if the variable is calculated, but an importer may set the value it begins with. */
function beginsExactly({ initial, causality }: Variable): boolean {
  return initial === 'exact' && (causality === 'local' || causality === 'output');
}

/** Returns true if a Clock of the variable is active. */
function isActive({ active }: Situation, { type, clocks }: Variable): boolean {
  return type !== 'Clock' && clocks?.some((r) => active.has(r)) === true;
}

/** Returns true if the last model partition of scheduled execution has computed the variable. */
function isComputed({ activated, mode }: Situation, { type, clocks }: Variable): boolean {
  if (mode !== 'clockActivation' || activated === undefined) return false;
  return type !== 'Clock' && clocks?.includes(activated) === true;
}

/** Returns the variables that an importer may read now. */
export function readableNow(situation: Situation): Variable[] {
  const { mode, dirty, target, description } = situation;
  if (mode === 'instantiated' || mode === 'configuration' || mode === 'reconfiguration') return [];
  // FMI 2.0.5, 4.2.4; FMI 3.0.2, 4.2.1: after setters a step comes first.
  if (mode === 'step' && dirty) return [];
  const now = { ...target, description };
  const all = mode === 'initialization' ? readableInInitialization(now) : readable(now);
  const clocked = description.variables.filter((v) => isActive(situation, v) || isComputed(situation, v));
  return [...spread(all), ...clocked.slice(0, most)];
}

/** Outputs first, then some of the others, evenly. */
function spread(variables: readonly Variable[]): readonly Variable[] {
  if (variables.length <= most) return variables;
  const outputs = variables.filter((v) => v.causality === 'output').slice(0, most / 2);
  const others = variables.filter((v) => !outputs.includes(v));
  const step = others.length / (most - outputs.length);
  return [
    ...outputs,
    ...Array.from({ length: most - outputs.length }, (_, i) => others[Math.floor(i * step)]),
  ];
}

/** Returns values within the bounds of a variable. Returns undefined if the bounds allow one value only. */
export function chosenValues(
  { target, values }: Situation,
  variable: Variable,
  choice: Choice,
): Value[] | undefined {
  const begin = startOf(variable) ?? filled(variable);
  const now = (values.get(keyOf(variable)) ?? begin).slice(0, begin.length) as Value[];
  const kind = choice.of(5);
  if (variable.type === 'String' || variable.type === 'Binary') {
    const isLongRefused = refusedSettings(target).has(longTextOf(variable));
    const all = textsOf(variable).filter((text) => !isLongRefused || !isLongText(text));
    // The second one is another than now.
    const at = all.findIndex((sample) => sameValues([sample], now.slice(0, 1)));
    return begin.map((_, i) => all[((kind === 1 ? at + 1 : kind) + i) % all.length]);
  }
  if (now.length < begin.length) return begin;
  if (kind === 1) return otherValues(target, variable, now);
  if (kind === 2) return begin;
  if (kind === 3) {
    const isLarge = variable.causality === 'structuralParameter' && !(Number(variable.max) <= mostElements);
    return (
      (!isLarge && (bound(variable, variable.max, begin) ?? wideOf(variable, begin))) ||
      otherValues(target, variable, begin)
    );
  }
  if (kind === 4)
    return (
      bound(variable, variable.min, begin) ?? moved(variable, begin) ?? otherValues(target, variable, begin)
    );
  return otherValues(target, variable, begin);
}

/** Texts of walks. Long ones differ at their ends, so that a cut text shows. */
const texts = ['', 'plain', 'ß №', `Größe “β” №7 ${'x'.repeat(75)}1`, `${'y'.repeat(90)}2`];

function textsOf(variable: Variable): readonly (string | Uint8Array)[] {
  return variable.type === 'String' ? texts : samples(variable);
}

/** Values of an array whose size has changed, so that its start value is void. */
function filled({ type, dimensions, ...rest }: Variable): Value[] {
  const count = elementCount({ type, dimensions, ...rest });
  const zero: Value = type === 'String' ? '' : type === 'Binary' ? new Uint8Array() : 0;
  const wide = type === 'Int64' || type === 'UInt64' || type === 'Enumeration';
  return Array.from({ length: count }, () => (wide ? 0n : zero));
}

/** Whole numbers that fit into the type, but not into the next smaller one. */
const wide: Partial<Record<Variable['type'], number>> = {
  Int16: 300,
  UInt16: 300,
  Int32: 70_003,
  UInt32: 70_003,
  Int64: 2 ** 33 + 3,
  UInt64: 2 ** 33 + 3,
};

/** Returns large values of an input without bounds, which a narrower type would change. */
function wideOf({ type, causality, min, max }: Variable, begin: readonly Value[]): Value[] | undefined {
  const value = wide[type];
  if (value === undefined || causality !== 'input' || min !== undefined || max !== undefined)
    return undefined;
  return begin.map(() => (/64$/.test(type) ? BigInt(value) : value));
}

function bound(variable: Variable, text: string | undefined, begin: readonly Value[]): Value[] | undefined {
  if (text === undefined || !/^(Float|U?Int)/.test(variable.type)) return undefined;
  if (/64$/.test(variable.type) && variable.type !== 'Float64')
    return /^[-+]?\d+$/.test(text) ? begin.map(() => BigInt(text)) : undefined;
  const value = Number(text);
  const float32 = variable.type === 'Float32';
  return Number.isFinite(value) && (!float32 || Math.fround(value) === value)
    ? begin.map(() => value)
    : undefined;
}

/** Moves continuous inputs without bounds farther from their start value. */
function moved(
  { type, causality, min, max, nominal }: Variable,
  begin: readonly Value[],
): Value[] | undefined {
  if (type !== 'Float64' || causality !== 'input' || min !== undefined || max !== undefined) return undefined;
  const span = Math.abs(Number(nominal ?? 1)) || 1;
  return begin.map((x, i) => Number(x) - span * (1 + 0.25 * i));
}

import type { CauseKind } from '../cause.ts';

/** What ends every use of a unit, in the order in which an importer meets it. */
const stops = [
  /^archive\/(readable|one-piece|encryption|compression|version-needed|duplicate|escape|description-present)$/,
  /^xml\//,
  /^description\/(version-known|interface-present)$/,
  /^schema\//,
  /^(archive\/implementation|binary\/(library-present|readable|format|architecture|(.*-)?functions))$/,
  /^wasm\/(readable|component|world|version)$/,
  /^load\/(version|types-platform|instantiates)$/,
  /^run\/steps$/,
];

/** Areas of rules by what their defects cost: first those that spoil results, then those that stop some importers. */
const costs = [
  ['run', 'step', 'event', 'memory', 'derivative', 'states', 'ticking'],
  ['value', 'order', 'load', 'robust'],
  ['variable', 'structure', 'clock', 'clocked', 'type', 'interface', 'binary', 'wasm'],
  ['description', 'unit', 'experiment', 'archive'],
];

interface Ranked {
  readonly kind: CauseKind | 'rule';
  readonly rules: readonly string[];
}

/** How soon a cause is told among those of its class, the smallest first: a crash, what stops a simulation, the rest. */
export function rankOf({ kind, rules }: Ranked): number {
  if (kind === 'crash') return 0;
  const places = rules.map((rule) => stops.findIndex((stop) => stop.test(rule))).filter((n) => n >= 0);
  if (places.length > 0) return 1 + Math.min(...places);
  const first = 1 + stops.length;
  if (kind === 'refusal') return first;
  const cost = costs.findIndex((areas) => areas.includes(rules[0].split('/')[0]));
  return first + 1 + (cost < 0 ? costs.length : cost);
}

import type { CauseKind } from '../result/cause.ts';

/** Rules whose findings prevent any use of the FMU, in the order of an importer's work. */
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

/**
 * Areas of rules by the cost of their defects: first wrong results, then failures of some
 * importers.
 */
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

/**
 * Returns the rank of a cause among those of its severity. Crashes come first, then causes that
 * stop a simulation.
 */
export function rankOf({ kind, rules }: Ranked): number {
  if (kind === 'crash') return 0;
  const places = rules.map((rule) => stops.findIndex((stop) => stop.test(rule))).filter((n) => n >= 0);
  if (places.length > 0) return 1 + Math.min(...places);
  const first = 1 + stops.length;
  if (kind === 'refusal') return first;
  const cost = costs.findIndex((areas) => areas.includes(rules[0].split('/')[0]));
  return first + 1 + (cost < 0 ? costs.length : cost);
}

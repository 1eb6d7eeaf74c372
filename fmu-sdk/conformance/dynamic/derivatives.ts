import type { Variable } from '../../description/description.ts';
import { status } from '../../host/calls.ts';
import { isClocked } from './pick.ts';
import type { Probe } from './probe.ts';
import type { Target } from './target.ts';

/** Pairs that a rule looks at; units may have a million. */
const most = 60;

export function withDirectional({ kind, description }: Target): string | undefined {
  return description[kind]?.providesDirectionalDerivatives
    ? undefined
    : 'the unit says that it gives no directional derivatives';
}

/** Scalars that can be differentiated by one another: outputs by the continuous inputs that they name. */
export function derivativePairs({ description }: Target): { unknown: Variable; known: Variable }[] {
  const { variables } = description;
  const scalar = (v: Variable): boolean => v.type === 'Float64' && v.dimensions.length === 0 && !isClocked(v);
  const pairs = description.outputs.flatMap(({ variable, dependencies }) => {
    const knowns = dependencies?.map((i) => variables[i]) ?? variables;
    return knowns
      .filter((v) => v.causality === 'input' && v.variability === 'continuous' && scalar(v))
      .filter(() => scalar(variables[variable]))
      .map((known) => ({ unknown: variables[variable], known }));
  });
  return pairs.slice(0, most);
}

/** ∂unknown/∂known · seed; undefined when the unit refuses. */
export function directional(
  probe: Probe,
  unknown: Variable,
  known: Variable,
  seed: number,
): number | undefined {
  const sensitivity = new Float64Array(1);
  const answer = probe.ask('directionalDerivative', `∂${unknown.name}/∂${known.name}, seed ${seed}`, (c) =>
    c.directionalDerivative(
      Uint32Array.of(unknown.valueReference),
      Uint32Array.of(known.valueReference),
      Float64Array.of(seed),
      sensitivity,
    ),
  );
  return answer <= status.warning ? sensitivity[0] : undefined;
}

export function adjoint(probe: Probe, unknown: Variable, known: Variable): number | undefined {
  const sensitivity = new Float64Array(1);
  const answer = probe.ask('adjointDerivative', `∂${unknown.name}/∂${known.name}`, (c) =>
    c.adjointDerivative(
      Uint32Array.of(unknown.valueReference),
      Uint32Array.of(known.valueReference),
      Float64Array.of(1),
      sensitivity,
    ),
  );
  return answer <= status.warning ? sensitivity[0] : undefined;
}

/** The unit's derivative, central differences of two widths, and how far they may be apart. */
export function differences(
  probe: Probe,
  unknown: Variable,
  known: Variable,
): { exact: number; numeric: number; slack: number } | undefined {
  const exact = directional(probe, unknown, known, 1);
  const u = Number(probe.read(known).values[0]);
  const scale = Math.max(Math.abs(u), Number(known.nominal ?? 1));
  const at = (value: number): number | undefined =>
    probe.write(known, [value]) <= status.warning ? Number(probe.read(unknown).values[0]) : undefined;
  const slope = (d: number): number | undefined => {
    const [high, low] = [at(u + d), at(u - d)];
    return high === undefined || low === undefined ? undefined : (high - low) / (2 * d);
  };
  const [wide, narrow] = [slope(2e-4 * scale), slope(1e-4 * scale)];
  const y = at(u);
  if (exact === undefined || wide === undefined || narrow === undefined || y === undefined) return undefined;
  // Where the two differ the function bends or has a corner: neither can tell better than that.
  const rounding = (1e-10 * Math.max(Math.abs(y), 1)) / (1e-4 * scale);
  const slack = 2 * Math.abs(wide - narrow) + 1e-6 * Math.abs(narrow) + rounding;
  return { exact, numeric: narrow, slack };
}

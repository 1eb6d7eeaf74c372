import { type Manifest, type ManifestVariable, sizeOf } from '../manifest/manifest.ts';
import { indicatorsOf, statesOf } from '../manifest/model-exchange-states.ts';

/** Returns the methods of the generated class that describe and integrate continuous states. */
export function modelExchangeMembers(manifest: Manifest): string[] {
  const states = statesOf(manifest);
  if (states.length === 0) return [];
  const indicators = indicatorsOf(manifest);
  const [ofStates, ofDerivatives] = [states.map(({ state }) => state), states.map((s) => s.derivative)];
  const work = 3 * count(ofStates) + 6 * count(indicators);
  return [
    '',
    '  /** Work array of `integrate`. */',
    `  private integration: StaticArray<f64> = new StaticArray<f64>(${work});`,
    '',
    '  override doStep(t: f64, h: f64): void {',
    '    integrate(this, this.integration, t, h);',
    '  }',
    ...counting('stateCount', ofStates),
    ...reading('state', ofStates),
    '  override setState(i: i32, value: f64): void {',
    ...lineForEach(ofStates, (place) => `${place} = value`),
    '  }',
    ...reading('stateDerivative', ofDerivatives),
    ...counting('indicatorCount', indicators),
    ...reading('indicator', indicators),
    ...(indicators.length === 0
      ? []
      : [
          '  override keepSides(): void {',
          '    keepSides(this, this.integration);',
          '  }',
          '  override crowded(t: f64, near: f64, interval: f64): string {',
          '    const i: i32 = this.crossing;',
          ...lineForEach(
            indicators,
            (_, name) =>
              `return crowdWords(t, near, interval, ', the last where ' + ${name} + ' changes its sign')`,
          ),
          "    return crowdWords(t, near, interval, '');",
          '  }',
        ]),
  ];
}

function count(variables: readonly ManifestVariable[]): number {
  return variables.reduce((sum, v) => sum + sizeOf(v), 0);
}

function counting(name: string, variables: readonly ManifestVariable[]): string[] {
  return [`  override ${name}(): i32 {`, `    return ${count(variables)};`, '  }'];
}

function reading(name: string, variables: readonly ManifestVariable[]): string[] {
  return [
    `  override ${name}(i: i32): f64 {`,
    ...lineForEach(variables, (place) => `return ${place}`),
    '    return 0.0;',
    '  }',
  ];
}

/** Returns one line for each variable, for its element if i counts all elements in order. */
function lineForEach(
  variables: readonly ManifestVariable[],
  use: (place: string, name: string) => string,
): string[] {
  let first = 0;
  return variables.map((v) => {
    const from = first;
    first += sizeOf(v);
    if (v.dimensions === undefined) return `    if (i == ${from}) ${use(`this.${v.name}`, `'${v.name}'`)};`;
    return `    if (i >= ${from} && i < ${first}) ${use(`this.${v.name}[i - ${from}]`, `'${v.name}[' + numberText(f64(i - ${from})) + ']'`)};`;
  });
}

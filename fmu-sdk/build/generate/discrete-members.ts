import { hasEvents } from '../manifest/clock-fields.ts';
import { type Manifest, type ManifestVariable, sizeOf, variabilityOf } from '../manifest/manifest.ts';

/**
 * Returns the variables whose change is an event of a unit (FMI 3.0.2, 2.3.5): discrete inputs and
 * tunable parameters. A clocked input waits for its Clock.
 */
export function announcedVariables(manifest: Manifest): ManifestVariable[] {
  if (!hasEvents(manifest)) return [];
  return manifest.variables.filter((v) => {
    if (v.type === 'Clock' || v.clocks !== undefined) return false;
    if (v.causality === 'input') return variabilityOf(v) === 'discrete';
    return v.causality === 'parameter' && variabilityOf(v) === 'tunable';
  });
}

/** Returns the methods of the generated class that keep and compare these variables. */
export function discreteMembers(manifest: Manifest): string[] {
  const variables = announcedVariables(manifest);
  if (variables.length === 0) return [];
  return [
    '',
    '  /** Discrete inputs and tunable parameters of the last event. */',
    '  private keptDiscretes: KeptDiscretes = new KeptDiscretes();',
    '',
    '  override keepDiscretes(): void {',
    '    const kept: KeptDiscretes = this.keptDiscretes;',
    ...variables.flatMap((v) => elementwise(v, copy)),
    '  }',
    '  override discretesChanged(): bool {',
    '    const kept: KeptDiscretes = this.keptDiscretes;',
    ...variables.flatMap((v) => elementwise(v, compare)),
    '    return false;',
    '  }',
  ];
}

/** Function that returns the lines for one element, which is at `own` and kept at `kept`. */
type ElementCode = (v: ManifestVariable, own: string, kept: string) => string[];

function elementwise(v: ManifestVariable, code: ElementCode): string[] {
  if (v.dimensions === undefined)
    return code(v, `this.${v.name}`, `kept.${v.name}`).map((line) => `    ${line}`);
  return [
    `    for (let i: i32 = 0; i < ${sizeOf(v)}; i++) {`,
    ...code(v, `this.${v.name}[i]`, `kept.${v.name}[i]`).map((line) => `      ${line}`),
    '    }',
  ];
}

function copy(v: ManifestVariable, own: string, kept: string): string[] {
  if (!isBytes(v)) return [`${kept} = ${own};`];
  return [
    `${kept}.length = ${own}.length;`,
    `for (let k: i32 = 0; k < ${own}.length; k++) ${kept}.data[k] = ${own}.data[k];`,
  ];
}

function compare(v: ManifestVariable, own: string, kept: string): string[] {
  if (isBytes(v))
    return [
      `if (${own}.length != ${kept}.length) return true;`,
      `for (let k: i32 = 0; k < ${own}.length; k++) if (${own}.data[k] != ${kept}.data[k]) return true;`,
    ];
  // NaN differs from itself. It does not count as a change.
  const numbers = v.type.startsWith('Float') ? ` && (${own} == ${own} || ${kept} == ${kept})` : '';
  return [`if (${own} != ${kept}${numbers}) return true;`];
}

function isBytes(v: ManifestVariable): boolean {
  return v.type === 'String' || v.type === 'Binary';
}

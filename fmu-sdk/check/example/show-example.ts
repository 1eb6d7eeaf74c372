import type { Example } from './example-fmu.ts';

/** An example as text: the parts that were given, each under its name. */
export function showExample(example: Example): string {
  const parts = Object.entries(example).filter(([name]) => name !== 'fmi');
  return [`FMI ${example.fmi}`, ...parts.flatMap(([name, value]) => showPart(name, value))].join('\n');
}

function showPart(name: string, value: unknown): string[] {
  if (typeof value === 'string') return value.includes('<') ? lines(value) : [`${name}: ${value}`];
  if (value instanceof Uint8Array) return [`${name}: ${value.length} bytes`];
  if (Array.isArray(value)) return [`${name}: ${value.join(', ')}`];
  if (name === 'zip') return [`zip: ${JSON.stringify(value)}`];
  return Object.entries(value as object).map(([key, item]) =>
    item instanceof Uint8Array
      ? `${key}: ${item.length} bytes`
      : item === undefined
        ? `no ${key}`
        : `${key}: ${String(item).replace(/\s+/g, ' ')}`,
  );
}

function lines(value: string): string[] {
  return value.trim().split('\n');
}

import { interfaceName, methodsOf, resourceOf, type WitKind } from './wit-interfaces.ts';

/**
 * Exports of the core module that the Canonical ABI requires, by the glue's identifiers. A function
 * that both interfaces share is one function of the glue with two names.
 */
export function canonicalExports(kinds: readonly WitKind[]): Map<string, string> {
  const names = new Map([
    ['cabi_realloc', 'cabiRealloc'],
    [`${interfaceName('common')}#get-version`, identifier('get-version')],
  ]);
  for (const kind of kinds) {
    names.set(`${interfaceName(kind)}#[dtor]${resourceOf(kind)}`, identifier('destructor'));
    for (const { name, isStatic } of methodsOf[kind])
      names.set(methodExport(kind, name, isStatic === true), identifier(name));
  }
  return names;
}

/** Returns the core function of an interface's method. */
export function methodExport(kind: WitKind, name: string, isStatic = false): string {
  return `${interfaceName(kind)}#[${isStatic ? 'static' : 'method'}]${resourceOf(kind)}.${name}`;
}

/** Converts `do-step` to `fmiDoStep`, the glue's function. */
function identifier(name: string): string {
  return name
    .replace(/^|-/g, '-')
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^/, 'fmi');
}

/** Imports of the core module: [module, name] of each host function that the glue calls. */
export const canonicalImports: Record<
  'logMessage' | 'intermediateUpdate' | 'handle' | 'exchangeHandle',
  readonly [string, string]
> = {
  logMessage: [interfaceName('callbacks'), 'log-message'],
  intermediateUpdate: [interfaceName('intermediate-update-callbacks'), 'intermediate-update'],
  handle: newResource('co-simulation'),
  exchangeHandle: newResource('model-exchange'),
};

function newResource(kind: WitKind): [string, string] {
  return [`[export]${interfaceName(kind)}`, `[resource-new]${resourceOf(kind)}`];
}

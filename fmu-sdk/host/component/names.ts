import { interfaceName, methods, resource } from './wit.ts';

const common = interfaceName('common');
const coSimulation = interfaceName('co-simulation');

/** Exports of the core module that the Canonical ABI asks for: from the glue's identifiers to the interface's names. */
export function canonicalExports(): Map<string, string> {
  const names = new Map([
    ['cabiRealloc', 'cabi_realloc'],
    [identifier('get-version'), `${common}#get-version`],
    [identifier('destructor'), `${coSimulation}#[dtor]${resource}`],
  ]);
  for (const { name, isStatic } of methods)
    names.set(identifier(name), `${coSimulation}#[${isStatic ? 'static' : 'method'}]${resource}.${name}`);
  return names;
}

/** `do-step` → `fmiDoStep`, the glue's function. */
function identifier(name: string): string {
  return name
    .replace(/^|-/g, '-')
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^/, 'fmi');
}

/** What the core module imports: [module, name] of each function of the host that the glue calls. */
export const canonicalImports: Record<
  'logMessage' | 'intermediateUpdate' | 'handle',
  readonly [string, string]
> = {
  logMessage: [interfaceName('callbacks'), 'log-message'],
  intermediateUpdate: [interfaceName('intermediate-update-callbacks'), 'intermediate-update'],
  handle: [`[export]${coSimulation}`, `[resource-new]${resource}`],
};

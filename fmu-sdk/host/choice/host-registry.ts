import { Registry } from '../../util/registry.ts';
import { coreHost } from '../wasm/core-host.ts';
import { wrapCustomHost } from './custom-host.ts';
import type { Host } from './host.ts';
import type { NativeBinary } from './native-binary.ts';

/** Loads a host of `third-party-hosts.ts` on first use, because fmukit FMUs do not need it. */
function lazyHost(name: 'component' | 'native'): Host {
  const loaded = async (): Promise<Host> => (await import('./third-party-hosts.ts'))[name] as unknown as Host;
  return {
    name,
    find: async (unit, driving) => (await loaded()).find(unit, driving),
    open: async (binary, unit) => (await loaded()).open(binary, unit),
    startsProcess: (binary) => name === 'native' && !(binary as NativeBinary).trusted,
    gather: async (instances, gathering) => (await loaded()).gather?.(instances, gathering),
  };
}

/**
 * Hosts in the order in which they are tried.
 *
 * @example
 * console.log(hosts.all.map(({ name }) => name)); // [ 'core', 'component', 'native' ]
 */
export const hosts: Registry<Host> = new Registry(
  'host',
  [coreHost as unknown as Host, lazyHost('component'), lazyHost('native')],
  wrapCustomHost,
);

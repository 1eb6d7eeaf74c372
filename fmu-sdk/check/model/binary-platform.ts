import type { Architecture } from '../../host/native/headers/library-headers.ts';
import type { FmiVersion } from './fmi-version.ts';

/** Platform of a folder of binaries. */
export interface Platform {
  readonly architecture: Architecture;
  readonly system: 'windows' | 'linux' | 'darwin' | 'wasip2';
  /** ABI of static libraries. */
  readonly abi: string | undefined;
}

const names2: Readonly<Record<string, Platform>> = {
  win32: { architecture: 'x86', system: 'windows', abi: undefined },
  win64: { architecture: 'x86_64', system: 'windows', abi: undefined },
  linux32: { architecture: 'x86', system: 'linux', abi: undefined },
  linux64: { architecture: 'x86_64', system: 'linux', abi: undefined },
  darwin32: { architecture: 'x86', system: 'darwin', abi: undefined },
  darwin64: { architecture: 'x86_64', system: 'darwin', abi: undefined },
};

/**
 * Parses the name of a folder of binaries (FMI 2.0.5, 2.3; FMI 3.0.2, 2.5.1.4.1; FMI-LS-WASM).
 * Returns undefined for the names of other vendors.
 */
export function platformOf(name: string, version: FmiVersion): Platform | undefined {
  if (version === '2.0' && Object.hasOwn(names2, name)) return names2[name];
  if (name === 'wasm32-wasip2') return { architecture: 'wasm32', system: 'wasip2', abi: undefined };
  const match = /^(aarch32|aarch64|x86|x86_64)-(darwin|linux|windows)(?:-([a-z][a-z0-9_]*))?$/.exec(name);
  if (match === null) return undefined;
  return { architecture: match[1] as Architecture, system: match[2] as Platform['system'], abi: match[3] };
}

import type { Archive } from '../../archive/archive.ts';
import { type ModelDescription, majorVersion } from '../../description/description.ts';

const architectures: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'x86' };
const systems: Record<string, { name: string; short: string; extension: string }> = {
  linux: { name: 'linux', short: 'linux', extension: '.so' },
  win32: { name: 'windows', short: 'win', extension: '.dll' },
  darwin: { name: 'darwin', short: 'darwin', extension: '.dylib' },
};

/** Returns the FMI 3.0 name of this machine's platform: `x86_64-linux`. */
export function platformName(): string {
  return `${architectures[process.arch] ?? process.arch}-${systems[process.platform]?.name ?? process.platform}`;
}

/**
 * Returns the FMI 1.0 and 2.0 name of this machine's platform: `linux64`. Falls back to the FMI 3.0 name
 * (FMI 2.0.5, 2.3).
 */
export function platformName2(): string {
  const system = systems[process.platform];
  if (system === undefined || !['x64', 'ia32'].includes(process.arch)) return platformName();
  return `${system.short}${process.arch === 'x64' ? '64' : '32'}`;
}

/** Returns the archive path of the shared library for 64-bit Windows, or undefined. */
export function windowsLibrary(
  archive: Pick<Archive, 'has'>,
  description: ModelDescription,
  modelIdentifier: string,
): string | undefined {
  const folder = majorVersion(description) < 3 ? 'win64' : 'x86_64-windows';
  const path = `binaries/${folder}/${modelIdentifier}.dll`;
  return archive.has(path) ? path : undefined;
}

/** Returns the name of this machine's platform in the FMI version of an FMU. */
export function platformOf(description: ModelDescription): string {
  return majorVersion(description) < 3 ? platformName2() : platformName();
}

/** Returns the archive path of the shared library for this machine, or undefined. */
export function nativeLibrary(
  archive: Pick<Archive, 'has'>,
  description: ModelDescription,
  modelIdentifier: string,
): string | undefined {
  const path = `binaries/${platformOf(description)}/${modelIdentifier}${systems[process.platform]?.extension}`;
  return archive.has(path) ? path : undefined;
}

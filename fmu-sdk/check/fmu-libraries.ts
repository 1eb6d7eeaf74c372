import { attribute } from '../util/xml/parse-xml.ts';
import type { SharedLibrary } from './binary/shared-library.ts';
import type { Defect } from './defect.ts';
import type { FmuContent } from './fmu/fmu-content.ts';
import { type Platform, platformOf } from './model/binary-platform.ts';

/** The library of an FMU for one platform. */
export interface Library {
  readonly path: string;
  /** Below `binaries/`. */
  readonly folder: string;
  /** Without its extension: a modelIdentifier. */
  readonly name: string;
  readonly platform: Platform;
  readonly library: SharedLibrary;
}

/**
 * Returns the libraries that importers load: those named after a modelIdentifier, in folders of
 * known platforms.
 */
export function librariesOf(fmu: FmuContent): Library[] {
  if (fmu.version === undefined) return [];
  const names = fmu.model?.interfaces.map((element) => attribute(element, 'modelIdentifier')) ?? [];
  return [...fmu.libraries].flatMap(([path, library]) => {
    const [, folder, name] = /^binaries\/([^/]+)\/([^/]+)\.\w+$/.exec(path) ?? [];
    const platform = platformOf(folder ?? '', fmu.version!);
    return platform === undefined || !names.includes(name) ? [] : [{ path, folder, name, platform, library }];
  });
}

const formats = { linux: 'ELF', windows: 'PE', darwin: 'Mach-O', wasip2: 'wasm' } as const;

/** The format that a platform loads. */
export function formatOf(platform: Platform): SharedLibrary['format'] {
  return formats[platform.system];
}

/** Functions that a library lacks. */
export function* missing({ library, platform }: Library, functions: readonly string[]): Iterable<Defect> {
  if (library.fault !== undefined || library.format !== formatOf(platform)) return;
  const lacking = functions.filter((name) => !library.exports.has(name));
  if (lacking.length > 0)
    yield {
      message: `The library lacks ${lacking.length === 1 ? lacking[0] : `${lacking.length} of ${functions.length} functions`} among its exports.`,
      value: lacking.slice(0, 5).join(', ') + (lacking.length > 5 ? ', …' : ''),
      expected: 'all functions, exported by their names without a prefix',
    };
}

/** Returns true if the library belongs to this kind of interface. */
export function serves({ name }: Library, fmu: FmuContent, kind: string): boolean {
  return (fmu.model?.interfaces ?? []).some(
    (element) => element.name === kind && attribute(element, 'modelIdentifier') === name,
  );
}

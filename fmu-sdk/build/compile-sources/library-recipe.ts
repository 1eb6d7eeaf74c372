import { posix } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import type { BuildConfiguration, SourceFileSet } from '../../description/build-configuration.ts';
import { readBuildDescription } from '../../description/build-description-xml.ts';
import type { Interface, ModelDescription } from '../../description/description.ts';
import { textOfXml } from '../../description/xml-text.ts';
import { printableName, someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';

/**
 * Describes how to build a library: its name, and the files to compile and link. Paths are below
 * `sources/`.
 */
export interface Recipe {
  modelIdentifier: string;
  sets: readonly SourceFileSet[];
  /** Names of the libraries to link. */
  libraries: readonly string[];
  /**
   * True when the FMU does not list its sources. Then all sources that no other source includes are
   * compiled.
   */
  guessed?: boolean;
}

const buildFile = 'sources/buildDescription.xml';
const compiled = /\.(c|cc|cpp|cxx)$/i;

/**
 * Returns one recipe for each library of an FMU. It follows from the build description (FMI 3.0.2,
 * 2.4.10, or FMI 2.0.5, 2.3), or from the SourceFiles of the interfaces (FMI 2.0). Without both,
 * all sources are compiled that no other source includes.
 *
 * @param named sources to compile instead
 * @param sources files below `sources/`
 */
export async function recipesOf(
  archive: Archive,
  description: ModelDescription,
  sources: ReadonlyMap<string, Uint8Array>,
  platform: string,
  named: readonly string[],
): Promise<Recipe[]> {
  if (![...sources.keys()].some((path) => compiled.test(path)))
    throw new UserError(
      `port ${archive.file}: C sources are missing below sources/. Ask its author for an FMU with sources, or for a binary of ${platform}.`,
    );
  const identifiers = [...new Set(interfacesOf(description).map(({ modelIdentifier }) => modelIdentifier))];
  const recipeFor =
    named.length > 0 ? () => fromFileList(named) : await readDeclaredRecipe(archive, description, platform);
  return identifiers.map((modelIdentifier) => {
    const recipe = recipeFor(modelIdentifier) ?? sourcesNotIncluded(sources);
    return { modelIdentifier, ...recipe, sets: recipe.sets.map(normalizePaths) };
  });
}

/** Normalizes paths: `./gc/pool.c` becomes `gc/pool.c`. */
function normalizePaths(set: SourceFileSet): SourceFileSet {
  return { ...set, files: set.files.map((file) => ({ ...file, name: posix.normalize(file.name) })) };
}

type RecipeFiles = Omit<Recipe, 'modelIdentifier'>;

/** Reads what the FMU declares about its libraries. */
async function readDeclaredRecipe(
  archive: Archive,
  description: ModelDescription,
  platform: string,
): Promise<(modelIdentifier: string) => RecipeFiles | undefined> {
  if (archive.has(buildFile)) {
    const xml = textOfXml(await archive.bytes(buildFile), `${archive.file}:${buildFile}`, () => {});
    const { configurations } = readBuildDescription(xml, `${archive.file}:${buildFile}`);
    return (identifier) => ofConfiguration(archive.file, configurations, identifier, platform);
  }
  return (identifier) => {
    const matching = interfacesOf(description).filter(
      ({ modelIdentifier }) => modelIdentifier === identifier,
    );
    const files = [...new Set(matching.flatMap(({ sourceFiles = [] }) => sourceFiles))];
    return files.length === 0 ? undefined : fromFileList(files);
  };
}

/** Returns the configuration for this platform, otherwise the one for all platforms. */
function ofConfiguration(
  file: string,
  configurations: readonly BuildConfiguration[],
  identifier: string,
  platform: string,
): RecipeFiles {
  const matching = configurations.filter(({ modelIdentifier }) => modelIdentifier === identifier);
  const configuration =
    matching.find((configuration) => configuration.platform === platform) ??
    matching.find((configuration) => configuration.platform === undefined);
  if (configuration === undefined)
    throw new UserError(
      `port ${file}: ${buildFile} lacks a configuration of ${printableName(identifier)} for ${platform}. It has ${someNames(matching.map((other) => other.platform ?? 'all platforms')) || 'none'}. Name its sources with --source.`,
    );
  const strange = configuration.libraries.find(
    ({ external, name }) => external !== true || !/^[\w.+-]+$/.test(name),
  );
  if (strange !== undefined)
    throw new UserError(
      `port ${file}: ${buildFile} asks for the library ${printableName(strange.name)} inside the FMU, which is built for other platforms. Ask its author for a binary of ${platform}.`,
    );
  return { sets: configuration.sourceFileSets, libraries: configuration.libraries.map(({ name }) => name) };
}

/** Returns a configuration of files without further settings. */
function fromFileList(files: readonly string[]): RecipeFiles {
  // Some tools list headers too.
  const names = files.filter((name) => !/\.(h|hh|hpp|hxx)$/i.test(name));
  const set = { files: names.map((name) => ({ name })), definitions: [], includeDirectories: [] };
  return { sets: [set], libraries: [] };
}

/**
 * Returns the sources that no other source includes. Used when an FMU does not list its sources.
 */
function sourcesNotIncluded(sources: ReadonlyMap<string, Uint8Array>): RecipeFiles {
  const below = [...sources.keys()].filter((path) => compiled.test(path));
  const included = new Set(
    below.flatMap((path) => {
      const text = new TextDecoder().decode(sources.get(path));
      return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)].flatMap(([, name]) => [
        posix.normalize(name),
        posix.join(posix.dirname(path), name),
      ]);
    }),
  );
  const rootSources = below.filter((path) => !included.has(path));
  return { ...fromFileList(rootSources.length > 0 ? rootSources : below), guessed: true };
}

function interfacesOf(description: ModelDescription): Interface[] {
  const { coSimulation, modelExchange, scheduledExecution } = description;
  return [coSimulation, modelExchange, scheduledExecution].filter((one) => one !== undefined);
}

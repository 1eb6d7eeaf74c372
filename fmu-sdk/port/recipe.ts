import type { Archive } from '../archive/archive.ts';
import type { BuildConfiguration, SourceFileSet } from '../description/build-configuration.ts';
import { readBuildDescription } from '../description/build-description.ts';
import type { Interface, ModelDescription } from '../description/description.ts';
import { textOfXml } from '../description/text-of-xml.ts';
import { UserError } from '../error.ts';
import { nameText, someNames } from '../printable.ts';

/** How a library is made: its name, and what is compiled and linked. Paths are below `sources/`. */
export interface Recipe {
  modelIdentifier: string;
  sets: readonly SourceFileSet[];
  /** Names of libraries that the sources are linked with. */
  libraries: readonly string[];
}

const buildFile = 'sources/buildDescription.xml';
const source = /^sources\/.*\.(c|cc|cpp|cxx)$/i;

/**
 * One recipe for each library of a unit: from its build description (FMI 3.0.2, 2.4.10; FMI 2.0.5, 2.3), else from the SourceFiles
 * of its interfaces (FMI 2.0), else from `named`, else from `all.c`, which includes the rest where there is one.
 */
export async function recipesOf(
  archive: Archive,
  description: ModelDescription,
  platform: string,
  named: readonly string[],
): Promise<Recipe[]> {
  const there = archive.paths.filter((path) => source.test(path));
  if (there.length === 0)
    throw new UserError(
      `port ${archive.file}: it has no C sources below sources/. Ask its author for a unit with sources, or for a binary of ${platform}.`,
    );
  const identifiers = [...new Set(interfacesOf(description).map(({ modelIdentifier }) => modelIdentifier))];
  const asked = named.length > 0 ? () => plain(named) : await statedIn(archive, description, platform);
  return identifiers.map((modelIdentifier) => {
    const found = asked(modelIdentifier) ?? allIn(archive.file, there);
    return { modelIdentifier, ...found };
  });
}

type Found = Omit<Recipe, 'modelIdentifier'>;

/** What the unit says of a library. */
async function statedIn(
  archive: Archive,
  description: ModelDescription,
  platform: string,
): Promise<(modelIdentifier: string) => Found | undefined> {
  if (archive.has(buildFile)) {
    const xml = textOfXml(await archive.bytes(buildFile), `${archive.file}:${buildFile}`, () => {});
    const { configurations } = readBuildDescription(xml, `${archive.file}:${buildFile}`);
    return (identifier) => ofConfiguration(archive.file, configurations, identifier, platform);
  }
  return (identifier) => {
    const own = interfacesOf(description).filter(({ modelIdentifier }) => modelIdentifier === identifier);
    return plain([...new Set(own.flatMap(({ sourceFiles = [] }) => sourceFiles))]);
  };
}

/** The configuration for this platform, else the one for all. */
function ofConfiguration(
  file: string,
  configurations: readonly BuildConfiguration[],
  identifier: string,
  platform: string,
): Found {
  const own = configurations.filter(({ modelIdentifier }) => modelIdentifier === identifier);
  const found =
    own.find((configuration) => configuration.platform === platform) ??
    own.find((configuration) => configuration.platform === undefined);
  if (found === undefined)
    throw new UserError(
      `port ${file}: ${buildFile} has no configuration of ${nameText(identifier)} for ${platform}. It has ${someNames(own.map((other) => other.platform ?? 'all platforms')) || 'none'}. Name its sources with --source.`,
    );
  const strange = found.libraries.find(({ external, name }) => external !== true || !/^[\w.+-]+$/.test(name));
  if (strange !== undefined)
    throw new UserError(
      `port ${file}: ${buildFile} asks for the library ${nameText(strange.name)} out of the unit itself, which is made for other platforms. Ask its author for a binary of ${platform}.`,
    );
  return { sets: found.sourceFileSets, libraries: found.libraries.map(({ name }) => name) };
}

/** Files without more words about them; none: nothing is said. */
function plain(files: readonly string[]): Found | undefined {
  if (files.length === 0) return undefined;
  const set = { files: files.map((name) => ({ name })), definitions: [], includeDirectories: [] };
  return { sets: [set], libraries: [] };
}

function allIn(file: string, there: readonly string[]): Found {
  const below = there.map((path) => path.slice('sources/'.length));
  const all = below.length === 1 ? below : below.filter((path) => path === 'all.c');
  const found = plain(all);
  if (found === undefined)
    throw new UserError(
      `port ${file}: it has ${below.length} C sources and does not say which of them are compiled. Name them: --source ${below.slice(0, 2).map(nameText).join(' --source ')} … There are ${someNames(below)}.`,
    );
  return found;
}

function interfacesOf(description: ModelDescription): Interface[] {
  const { coSimulation, modelExchange, scheduledExecution } = description;
  return [coSimulation, modelExchange, scheduledExecution].filter((one) => one !== undefined);
}

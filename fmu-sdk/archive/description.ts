import type { ModelDescription } from '../description/description.ts';
import { readModelDescription, readTerminals } from '../description/read.ts';
import type { Archive } from './archive.ts';

/** The model description in an archive, with its terminals. Nothing of the unit is run. */
export async function descriptionIn(archive: Archive): Promise<ModelDescription> {
  const { file } = archive;
  const description = readModelDescription(
    await archive.text('modelDescription.xml'),
    `${file}:modelDescription.xml`,
  );
  const terminals = 'terminalsAndIcons/terminalsAndIcons.xml';
  if (archive.has(terminals))
    description.terminals = readTerminals(await archive.text(terminals), `${file}:${terminals}`);
  return description;
}

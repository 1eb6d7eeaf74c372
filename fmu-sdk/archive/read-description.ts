import { notesOnExperiment, notesOnInternalStep } from '../description/default-experiment.ts';
import type { ModelDescription } from '../description/description.ts';
import { readModelDescription, readTerminals } from '../description/read-model-description.ts';
import { measuringVariables, notesOnMeasurements } from '../description/variables/run-measurements.ts';
import { textOfXml } from '../description/xml-text.ts';
import { type Archive, textByteLimit } from './archive.ts';
import { notesOnPaths } from './zip-directory.ts';

/** A model description, and what the FMU's user should know of the files that it was read from. */
export interface DescriptionWithNotes {
  readonly description: ModelDescription;
  /** Sentences without a full stop. Empty for files that conform to the standard. */
  readonly notes: readonly string[];
}

/** The model description in an archive, with its terminals. Nothing of the FMU is run. */
export async function readDescription(archive: Archive): Promise<DescriptionWithNotes> {
  const notes = notesOnPaths(archive.content.entries);
  const read = async <T>(
    path: string,
    reader: (xml: string, file: string, note: (words: string) => void) => T,
  ): Promise<T> => {
    const file = `${archive.file}:${path}`;
    const note = (words: string): void => void notes.push(`${path} ${words}`);
    const text = textOfXml(await archive.bytes(path, textByteLimit), file, (words) =>
      note(`${words}; FMI asks for UTF-8`),
    );
    return reader(text, file, note);
  };
  const description = await read('modelDescription.xml', readModelDescription);
  const ofSteps = [...notesOnExperiment(description), ...notesOnInternalStep(description)];
  notes.push(...ofSteps.map((words) => `modelDescription.xml ${words}`));
  notes.push(...notesOnMeasurements(measuringVariables(description.variables)));
  const terminals = 'terminalsAndIcons/terminalsAndIcons.xml';
  if (archive.has(terminals)) description.terminals = await read(terminals, readTerminals);
  return { description, notes };
}

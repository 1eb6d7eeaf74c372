// Reads a model description, changes it and writes it.
import { openArchive, readModelDescription, writeModelDescription } from 'fmukit';

const archive = await openArchive('dist/my-filter.fmu');
const description = readModelDescription(await archive.text('modelDescription.xml'), archive.file);
for (const { name, causality, unit = '-' } of description.variables) console.log(causality, name, unit);

description.description = 'A lag, described anew';
const xml = writeModelDescription(description);
console.log(xml.includes('A lag, described anew'), readModelDescription(xml, 'new').variables.length);

// Prints:
// independent time s
// input u -
// output y -
// parameter T s
// parameter y_0 -
// parameter h s
// true 6

// Writes generated files: tables of the standards, variables.ts of every unit in the repository
// (for the type check and editors), and the list of rules.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateRuleFiles } from './build/rules.mjs';
import { root } from './setup/ensure.mjs';
import './setup/typescript.mjs';

const { generatedFiles } = await import('../fmu-sdk/build/generate/generated-files.ts');
for (const [path, text] of generatedFiles())
  if (!existsSync(`${root}${path}`) || readFileSync(`${root}${path}`, 'utf8') !== text)
    writeFileSync(`${root}${path}`, text);

const { generateFields } = await import('../fmu-sdk/build/generate/field-names.ts');
for (const group of ['units', 'bench/units', 'test/fixtures']) {
  for (const unit of readdirSync(`${root}${group}`)) {
    const folder = `${root}${group}/${unit}`;
    if (existsSync(`${folder}/unit.json`)) generateFields(folder);
  }
}
generateRuleFiles(root);

// Writes variables.ts of every unit in the repository, which the type check and the editors need, and the list of rules.
import { existsSync, readdirSync } from 'node:fs';
import { root } from './ensure.mjs';
import { generateRuleFiles } from './rules.mjs';
import './typescript.mjs';

const { generateFields } = await import('../fmu-sdk/seal/core.ts');
for (const group of ['units', 'bench/units', 'test/fixtures']) {
  for (const unit of readdirSync(`${root}${group}`)) {
    const folder = `${root}${group}/${unit}`;
    if (existsSync(`${folder}/unit.json`)) generateFields(folder);
  }
}
generateRuleFiles(root);

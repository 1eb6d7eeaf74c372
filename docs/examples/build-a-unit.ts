// Creates a unit from code, seals it and runs it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildUnit, openFmu } from 'fmukit';

const real = { type: 'Float64', variability: 'continuous' };
const manifest = {
  name: 'amplifier',
  version: '1.0.0',
  description: 'y = gain · u',
  variables: [
    { ...real, name: 'u', causality: 'input', start: 0 },
    { ...real, name: 'y', causality: 'output', dependsOn: ['u'] },
    { ...real, name: 'gain', causality: 'parameter', variability: 'fixed', start: 3 },
  ],
};
const source = `import { AmplifierVariables } from './variables.js';

export class Amplifier extends AmplifierVariables {
  override initialize(): void {
    this.y = this.gain * this.u;
  }

  override doStep(t: f64, h: f64): void {
    this.inputsAt(t + h);
    this.y = this.gain * this.u;
  }
}
`;
mkdirSync('amplifier', { recursive: true });
writeFileSync('amplifier/unit.json', JSON.stringify(manifest));
writeFileSync('amplifier/unit.ts', source);

const { file } = await buildUnit('amplifier', 'dist');
const fmu = await openFmu(file);
using unit = await fmu.instantiate();
unit.set('u', 14);
unit.initialize();
console.log(file, unit.get('y'));

// Prints:
// dist/amplifier.fmu 42

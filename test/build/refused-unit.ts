import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { className } from '../../fmu-sdk/build/manifest/manifest.ts';
import { testUnit } from '../../fmu-sdk/build/test-unit.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

export const y = { name: 'y', type: 'Float64', causality: 'output' } as const;
export const step = 'override doStep(t: f64, h: f64): void { this.y = t + h; }';

/** Units of a test file, and the results of building and testing them. */
export interface RefusedUnits {
  folder: string;
  /** Writes the folder of a unit with these members, from the fourth line of unit.ts on. */
  unit(name: string, members: string[], change?: object): string;
  build(home: string): Promise<unknown>;
  test(home: string): Promise<unknown>;
}

export function refusedUnits(): RefusedUnits {
  const folder = temporaryFolder('refused-units');
  return {
    folder,
    unit(name, members, change = {}) {
      const home = join(folder, name);
      mkdirSync(home);
      const defaultExperiment = { stopTime: 1, stepSize: 0.1 };
      const json = { name, version: '1', description: 'd', defaultExperiment, variables: [y], ...change };
      writeFileSync(join(home, 'unit.json'), JSON.stringify(json));
      const [unitClass, base] = [className(name), `${className(name)}Variables`];
      const head = `import { ${base} } from './variables.js';\n\nexport class ${unitClass} extends ${base} {`;
      writeFileSync(join(home, 'unit.ts'), [head, ...members, '}', ''].join('\n'));
      return home;
    },
    build: (home) => buildUnit(home, join(folder, 'out')),
    test: (home) => testUnit(home, { steps: 20, seed: 1 }),
  };
}

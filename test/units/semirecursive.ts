import { join } from 'node:path';
import { authorFile } from '../../fmu-sdk/build/lint/resolve-import.ts';
import { createModuleLoader } from '../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../setup.ts';

const folder = '../../units/multibody/semirecursive';

/** Classes of units/multibody/semirecursive, run as TypeScript. */
export type Semirecursive = typeof import('../../units/multibody/semirecursive/accumulation') &
  typeof import('../../units/multibody/semirecursive/articulated') &
  typeof import('../../units/multibody/semirecursive/axis') &
  typeof import('../../units/multibody/semirecursive/cylindrical') &
  typeof import('../../units/multibody/semirecursive/double-step') &
  typeof import('../../units/multibody/semirecursive/driven-joint') &
  typeof import('../../units/multibody/semirecursive/semirecursive-dynamics') &
  typeof import('../../units/multibody/semirecursive/exact') &
  typeof import('../../units/multibody/semirecursive/free-joint') &
  typeof import('../../units/multibody/semirecursive/interface-double-step') &
  typeof import('../../units/multibody/semirecursive/interface-penalty') &
  typeof import('../../units/multibody/semirecursive/line-actuator') &
  typeof import('../../units/multibody/semirecursive/tree-mechanism') &
  typeof import('../../units/multibody/semirecursive/penalty') &
  typeof import('../../units/multibody/semirecursive/prismatic') &
  typeof import('../../units/multibody/semirecursive/revolute') &
  typeof import('../../units/multibody/semirecursive/revolute-cut') &
  typeof import('../../units/multibody/semirecursive/rod-cut') &
  typeof import('../../units/multibody/semirecursive/spherical') &
  typeof import('../../units/multibody/semirecursive/translational-cut') &
  typeof import('../../units/multibody/semirecursive/tree') &
  typeof import('../../units/multibody/semirecursive/universal');

const files = [
  'accumulation',
  'articulated',
  'axis',
  'cylindrical',
  'double-step',
  'driven-joint',
  'semirecursive-dynamics',
  'exact',
  'free-joint',
  'interface-double-step',
  'interface-penalty',
  'line-actuator',
  'tree-mechanism',
  'penalty',
  'prismatic',
  'revolute',
  'revolute-cut',
  'rod-cut',
  'spherical',
  'translational-cut',
  'tree',
  'universal',
];

const loaded = createModuleLoader();

export async function loadSemirecursive(): Promise<Semirecursive> {
  const load = await loaded;
  const modules = files.map((file) => load(join(root, 'test/units', folder, `${file}.ts`)));
  return Object.assign({}, ...modules) as Semirecursive;
}

/** The mechanisms of units/linkages, and what drives them. */
export type Linkages = typeof import('../../units/linkages/four-bar-geometry') &
  typeof import('../../units/linkages/given-force') &
  typeof import('../../units/linkages/quick-return-geometry');

export async function loadLinkages(): Promise<Linkages> {
  const load = await loaded;
  const modules = ['four-bar-geometry', 'given-force', 'quick-return-geometry'].map((file) =>
    load(join(root, 'units/linkages', `${file}.ts`)),
  );
  return Object.assign({}, ...modules) as Linkages;
}

/** Why a unit's source gave up in `run`. */
export async function reasonOf(run: () => unknown): Promise<string> {
  const { failure } = (await loaded)(authorFile) as { failure: { message: string } };
  failure.message = '';
  try {
    run();
  } catch {
    return failure.message;
  }
  return 'it did not give up';
}

/** An array of the dialect with these elements. */
export const array = (...x: number[]): StaticArray<number> =>
  Float64Array.from(x) as unknown as StaticArray<number>;

export const zeros = (n: number): StaticArray<number> => array(...new Array<number>(n).fill(0));

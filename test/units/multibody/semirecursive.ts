import { join } from 'node:path';
import { authorFile } from '../../../fmu-sdk/build/lint/resolve-import.ts';
import { createModuleLoader } from '../../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../../setup.ts';

const folder = '../../units/multibody/semirecursive';

/** Classes of units/multibody/semirecursive, run as TypeScript. */
export type Semirecursive = typeof import('../../../units/multibody/semirecursive/dynamics/accumulation') &
  typeof import('../../../units/multibody/semirecursive/dynamics/articulated') &
  typeof import('../../../units/multibody/semirecursive/joints/axis') &
  typeof import('../../../units/multibody/semirecursive/joints/cylindrical') &
  typeof import('../../../units/multibody/semirecursive/loops/double-step') &
  typeof import('../../../units/multibody/semirecursive/joints/driven-joint') &
  typeof import('../../../units/multibody/semirecursive/dynamics/semirecursive-dynamics') &
  typeof import('../../../units/multibody/semirecursive/loops/exact') &
  typeof import('../../../units/multibody/semirecursive/joints/free-joint') &
  typeof import('../../../units/multibody/semirecursive/interface/interface-double-step') &
  typeof import('../../../units/multibody/semirecursive/interface/interface-penalty') &
  typeof import('../../../units/multibody/semirecursive/line-actuator') &
  typeof import('../../../units/multibody/semirecursive/tree-mechanism') &
  typeof import('../../../units/multibody/semirecursive/loops/penalty') &
  typeof import('../../../units/multibody/semirecursive/joints/prismatic') &
  typeof import('../../../units/multibody/semirecursive/joints/revolute') &
  typeof import('../../../units/multibody/semirecursive/cuts/revolute-cut') &
  typeof import('../../../units/multibody/semirecursive/cuts/rod-cut') &
  typeof import('../../../units/multibody/semirecursive/joints/spherical') &
  typeof import('../../../units/multibody/semirecursive/cuts/translational-cut') &
  typeof import('../../../units/multibody/semirecursive/tree') &
  typeof import('../../../units/multibody/semirecursive/joints/universal');

const files = [
  'dynamics/accumulation',
  'dynamics/articulated',
  'joints/axis',
  'joints/cylindrical',
  'loops/double-step',
  'joints/driven-joint',
  'dynamics/semirecursive-dynamics',
  'loops/exact',
  'joints/free-joint',
  'interface/interface-double-step',
  'interface/interface-penalty',
  'line-actuator',
  'tree-mechanism',
  'loops/penalty',
  'joints/prismatic',
  'joints/revolute',
  'cuts/revolute-cut',
  'cuts/rod-cut',
  'joints/spherical',
  'cuts/translational-cut',
  'tree',
  'joints/universal',
];

const loaded = createModuleLoader();

export async function loadSemirecursive(): Promise<Semirecursive> {
  const load = await loaded;
  const modules = files.map((file) => load(join(root, 'test/units', folder, `${file}.ts`)));
  return Object.assign({}, ...modules) as Semirecursive;
}

/** The mechanisms of units/linkages, and what drives them. */
export type Linkages = typeof import('../../../units/linkages/four-bar-geometry') &
  typeof import('../../../units/linkages/given-force') &
  typeof import('../../../units/linkages/quick-return-geometry');

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

import { join } from 'node:path';
import { authorFile } from '../../../fmu-sdk/build/lint/resolve-import.ts';
import { createModuleLoader } from '../../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../../setup.ts';

export type Problems = typeof import('../../problems/implicit');
export type Implicit = typeof import('../../../units/numerics/implicit/implicit-integrator') &
  typeof import('../../problems/adaptive-steps') &
  typeof import('../../../units/numerics/implicit/coefficients/coefficients') &
  typeof import('../../../units/numerics/implicit/implicit-method') &
  typeof import('../../../units/numerics/implicit/predictor') &
  typeof import('../../../units/numerics/implicit/time-point') &
  typeof import('../../../units/numerics/implicit/coefficients/wide');
export type Integrator = import('../../../units/numerics/implicit/implicit-integrator').ImplicitIntegrator;
export type Problem = import('../../../units/numerics/implicit/problem').ImplicitProblem;
export type Method = import('../../../units/numerics/implicit/implicit-method').Method;
export type Coefficients = import('../../../units/numerics/implicit/coefficients/coefficients').Coefficients;

export interface Modules {
  implicit: Implicit;
  problems: Problems;
  methods: readonly Method[];
  /** The message of what an action ends with, by `fail`. */
  failureOf(action: () => void): string;
}

/** Loads the integrators and problems as TypeScript. Method number n is methods[n − 1]. */
export async function implicitModules(): Promise<Modules> {
  const load = await createModuleLoader();
  const file = (name: string) => load(join(root, 'units/numerics/implicit', `${name}.ts`));
  const names = [
    'implicit-integrator',
    'coefficients/coefficients',
    'implicit-method',
    'predictor',
    'time-point',
    'coefficients/wide',
  ];
  const implicit = Object.assign(
    {},
    load(join(root, 'test/problems/adaptive-steps.ts')),
    ...names.map(file),
  ) as Implicit;
  const author = load(authorFile) as unknown as { failure: { message: string } };
  return {
    implicit,
    problems: load(join(root, 'test/problems/implicit.ts')) as unknown as Problems,
    methods: Array.from({ length: 16 }, (_, i) => new implicit.Methods().all[i + 1]),
    failureOf: (action) => {
      author.failure.message = '';
      try {
        action();
      } catch {
        return author.failure.message;
      }
      return 'nothing failed';
    },
  };
}

export const array = (values: readonly number[]): StaticArray<number> =>
  Float64Array.from(values) as unknown as StaticArray<number>;

/** The lower triangle of a tableau, row by row from the second on. */
export function triangle({ tableau }: Coefficients): number[] {
  return Array.from({ length: tableau.stages - 1 }, (_, i) => i + 1).flatMap((i) =>
    Array.from({ length: i + 1 }, (_, j) => tableau.at(i, j)),
  );
}

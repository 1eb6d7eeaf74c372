/**
 * The environment in which compilers optimize as in a release, also in quick tests, which otherwise
 * compile without optimization.
 */
export const release = { FMUKIT_OPTIMIZE: '' } as const;

/** Runs work in that environment. */
export async function released<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env.FMUKIT_OPTIMIZE ?? '';
  Object.assign(process.env, release);
  try {
    return await work();
  } finally {
    process.env.FMUKIT_OPTIMIZE = before;
  }
}

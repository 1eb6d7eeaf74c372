/** The environment in which compilers make what users get, also at the desk, where tests compile theirs without optimization. */
export const release = { FMUKIT_OPTIMIZE: '' } as const;

/** Does something in that environment. */
export async function released<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env.FMUKIT_OPTIMIZE ?? '';
  Object.assign(process.env, release);
  try {
    return await work();
  } finally {
    process.env.FMUKIT_OPTIMIZE = before;
  }
}

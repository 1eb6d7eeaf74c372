/**
 * Tests in processes of their own: they change what a process has (its environment, its prototypes, its handlers, the modules that it has
 * read), or count what it holds or allocates. Files, or folders with a slash.
 */
export const apart = [
  'cli/since',
  'build/component/shell',
  'export/compilers',
  'export/msvc',
  'fuzz/',
  'host/bounded-thread',
  'host/component/authority',
  'host/component/toll',
  'host/component/translator',
  'host/native/',
  'host/rollback/',
  'host/thread-clock',
  'host/thread/',
  'hostile/native/',
  'hostile/results/apart',
  'hostile/results/leavings',
  'hostile/results/remove',
  'hostile/results/signals',
  'cache/',
  'build/compiler',
  'package/other-version',
  'seams/coupling-heap',
  'sign/cli',
  'sign/keys',
  'sign/required',
] as const;

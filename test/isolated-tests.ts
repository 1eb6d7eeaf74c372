/**
 * Tests in separate processes, because they change the process (environment, prototypes, handlers,
 * loaded modules), or measure its resources. Files, or folders with a slash.
 */
export const apart = [
  'cli/since',
  'build/component/shell',
  'export/compilers',
  'export/msvc',
  'fuzz/',
  'host/bounded-thread',
  'host/component/authority',
  'host/component/transfer-limits',
  'host/component/translator',
  'host/native/',
  'host/rollback/',
  'host/thread-clock',
  'host/thread/',
  'hostile/native/',
  'hostile/results/leavings',
  'hostile/results/remove',
  'hostile/results/signals',
  'cache/',
  'package/other-version',
  'seams/coupling-heap',
  'sign/cli',
  'sign/keys',
  'sign/required',
] as const;

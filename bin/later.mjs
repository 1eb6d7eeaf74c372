// Modules of Node that few commands need are loaded when they are called: each takes a program half
// a millisecond to two at its start.

/** Functions and classes that are used from the modules. */
const later = {
  child_process: ['fork', 'spawn', 'spawnSync'],
  v8: ['deserialize', 'serialize', 'setFlagsFromString'],
  'timers/promises': ['setTimeout'],
};

/** Members of `worker_threads` that a program uses to start threads without being one. */
const starts = { worker_threads: ['MessageChannel', 'Worker', 'receiveMessageOnPort'] };

/**
 * esbuild plugin for a program that runs in a thread or without threads. It rejects any other
 * member as missing.
 */
export const loadedLater = pluginFor(later);
export const loadedLaterByFirst = pluginFor({ ...later, ...starts });

function pluginFor(modules) {
  const setup = (build) => {
    const filter = new RegExp(`^(node:)?(${Object.keys(modules).join('|')})$`);
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace('node:', ''), namespace: 'later' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: modules[path]
        .map(
          (name) =>
            `export function ${name}(...given) { const { ${name}: own } = require('node:${path}'); return new.target ? new own(...given) : own(...given); }`,
        )
        .join('\n'),
    }));
  };
  return { name: 'loaded-later', setup };
}

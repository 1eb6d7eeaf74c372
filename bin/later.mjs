// Modules of Node that few commands need are loaded when they are called: each takes a program half a millisecond to two at its start.

/** What is taken of them, all of it functions and classes. */
const later = {
  child_process: ['fork', 'spawn', 'spawnSync'],
  v8: ['deserialize', 'serialize', 'setFlagsFromString'],
  'timers/promises': ['setTimeout'],
};

/** Of threads, by a program that starts them and is none. */
const starts = { worker_threads: ['MessageChannel', 'Worker', 'receiveMessageOnPort'] };

/** For esbuild, of a program that is a thread itself, or is none. What else is taken of one of them it refuses as missing. */
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

import { explainMissing } from '../../../util/optional-package.ts';
import { messageOf, UserError } from '../../../util/user-error.ts';
import { serveTasks, type TaskProgress } from '../../watchdog/bounded-task.ts';
import { withLargest } from '../bounds/memory-bounds.ts';
import { withoutComments } from '../wasi/wasi-draft.ts';
import { Program } from './component-program.ts';
import type { Translation } from './component-translation.ts';

/** A component whose core modules have been checked. */
export interface TranslatorTask {
  component: Uint8Array;
  key: string;
  name: string;
}

/** Names of interfaces, functions and versions in the component model. */
const plainName = /^[a-z0-9:/@.+-]{1,1000}$/i;

/** Largest code generated from a component, and largest memory of the translator [bytes]. */
const mostCode = 64 << 20;
const translatorMemory = 1 << 30;

/**
 * Runs in a thread that translates components, because a crafted component may block the translator
 * forever.
 */
serveTasks(async ({ component, key, name }: TranslatorTask, progress: TaskProgress): Promise<Translation> => {
  const { files, imports, exports } = await generated(component, name, progress);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes > mostCode)
    throw new UserError(
      `load ${name}: its component becomes ${bytes} bytes of code, but the limit is ${mostCode} bytes. Use a smaller FMU.`,
    );
  for (const item of [...imports, ...exports])
    if (!plainName.test(item))
      throw new UserError(
        `load ${name}: its component has an interface with the invalid name ${JSON.stringify(item.slice(0, 100))}. Do not use this FMU.`,
      );
  const cores = new Map([...files].filter(([file]) => file.endsWith('.wasm')));
  const text = (file: string): string => new TextDecoder().decode(files.get(file));
  const script = text('unit.js').replace(/^export /gm, '');
  const declared = [...files.keys()].filter((file) => /^interfaces\/fmi-fmi3-/.test(file));
  const declarations = withoutComments(declared.map(text).join('\n'));
  const translation: Translation = { key, script, cores, exports, declarations };
  new Program(translation, name).rejectForbiddenImports(name);
  return translation;
});

async function generated(
  component: Uint8Array,
  name: string,
  progress: TaskProgress,
): Promise<{ files: Map<string, Uint8Array>; imports: string[]; exports: string[] }> {
  const generate = await translator(name);
  progress.at();
  try {
    const { files, imports, exports } = generate(component, {
      name: 'unit',
      map: [],
      instantiation: { tag: 'sync' },
      noNodejsCompat: true,
      // A status that replaces a result is thrown without a wrapper.
      noComponentErrorWrapping: true,
    });
    return { files: new Map(files), imports, exports: exports.map(([item]) => item) };
  } catch (error) {
    throw new UserError(
      `load ${name}: its component is not valid: ${messageOf(error).slice(0, 1000)}. Get the file again.`,
    );
  } finally {
    progress.away();
  }
}

type Generate = typeof import('@bytecodealliance/jco-transpile/component').generate;

/** Loads jco, which is large and rarely needed, with limited memory. */
async function translator(name: string): Promise<Generate> {
  const { compile } = WebAssembly;
  WebAssembly.compile = (bytes) =>
    compile(withLargest(bytes as Uint8Array, translatorMemory) as BufferSource);
  try {
    const { $init, generate } = await import('@bytecodealliance/jco-transpile/component').catch((error) => {
      throw explainMissing(`load ${name}`, error);
    });
    await $init;
    return generate;
  } finally {
    WebAssembly.compile = compile;
  }
}

import { messageOf, UserError } from '../../error.ts';
import { explainMissing } from '../../optional.ts';
import { plain } from './draft.ts';
import { modulesOf } from './modules.ts';
import { Program } from './program.ts';
import type { Translation } from './translation.ts';

/** Names of interfaces, functions and versions, as the component model has them. */
const plainName = /^[a-z0-9:/@.+-]+$/i;

/** Translations that are kept, the one asked for last at the end. */
const kept = new Map<string, Promise<Translation>>();
const keptLimit = 16;

/** Checks and translates a component; the same bytes are translated once. Runs nothing of it. */
export async function translate(component: Uint8Array, name: string): Promise<Translation> {
  const digest = await crypto.subtle.digest('SHA-256', component as BufferSource);
  const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const translation = kept.get(key) ?? fresh(component, key, name);
  kept.delete(key);
  kept.set(key, translation);
  if (kept.size > keptLimit) kept.delete(kept.keys().next().value as string);
  translation.catch(() => kept.delete(key));
  return translation;
}

async function fresh(component: Uint8Array, key: string, name: string): Promise<Translation> {
  modulesOf(component, name);
  const { files, imports, exports } = await generated(component, name);
  for (const item of [...imports, ...exports])
    if (!plainName.test(item))
      throw new UserError(
        `load ${name}: its component has an interface named ${JSON.stringify(item)}; do not use this unit.`,
      );
  const cores = new Map([...files].filter(([file]) => file.endsWith('.wasm')));
  const text = (file: string): string => new TextDecoder().decode(files.get(file));
  const script = text('unit.js').replace(/^export /gm, '');
  const declared = [...files.keys()].filter((file) => /^interfaces\/fmi-fmi3-/.test(file));
  const declarations = plain(declared.map(text).join('\n'));
  const translation: Translation = { key, script, cores, exports, declarations };
  new Program(translation, name).refuseAuthority(name);
  return translation;
}

async function generated(
  component: Uint8Array,
  name: string,
): Promise<{ files: Map<string, Uint8Array>; imports: string[]; exports: string[] }> {
  // Large, and needed by few units.
  const { $init, generate } = await import('@bytecodealliance/jco-transpile/component').catch((error) => {
    throw explainMissing(`load ${name}`, error);
  });
  await $init;
  try {
    const { files, imports, exports } = generate(component, {
      name: 'unit',
      map: [],
      instantiation: { tag: 'sync' },
      noNodejsCompat: true,
      // A status in place of a result is thrown as it is.
      noComponentErrorWrapping: true,
    });
    return { files: new Map(files), imports, exports: exports.map(([item]) => item) };
  } catch (error) {
    throw new UserError(`load ${name}: its component is not valid: ${messageOf(error)}. Get the file again.`);
  }
}

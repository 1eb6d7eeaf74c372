import { messageOf, UserError } from '../../../util/user-error.ts';
import { inBoundedThread, TaskEndedError } from '../../watchdog/bounded-thread.ts';
import { checkModules } from './check-modules.ts';
import type { Translation } from './component-translation.ts';
import type { TranslatorTask } from './translator-task.ts';

/** Cached translations, the most recently used last. */
const translations = new Map<string, Promise<Translation>>();
const keptLimit = 16;

/** Limits of the translator for one component. It prints a panic, and the error says what it is. */
const bounds = {
  cpuSeconds: 30,
  wallSeconds: 600,
  heapMegabytes: 1024,
  reuse: 'unless failed',
  silent: true,
} as const;

/** Checks and translates a component without running its code. Equal bytes are translated once. */
export async function translate(component: Uint8Array, name: string): Promise<Translation> {
  const digest = await crypto.subtle.digest('SHA-256', component as BufferSource);
  const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const translation = translations.get(key) ?? fresh(component, key, name);
  translations.delete(key);
  translations.set(key, translation);
  if (translations.size > keptLimit) translations.delete(translations.keys().next().value as string);
  translation.catch(() => translations.delete(key));
  return translation;
}

/** Translates in a separate thread, so that a stuck translator affects only this component. */
async function fresh(component: Uint8Array, key: string, name: string): Promise<Translation> {
  checkModules(component, name);
  const task: TranslatorTask = { component, key, name };
  try {
    return await inBoundedThread<Translation>('dist/translator.js', task, bounds);
  } catch (error) {
    if (error instanceof UserError && !(error instanceof TaskEndedError)) throw error;
    const what =
      error instanceof TaskEndedError ? error.words : `stopped: ${messageOf(error).split('\n', 1)[0]}`;
    throw new UserError(`load ${name}: the translator of its component ${what}. Use a simpler FMU.`);
  }
}

import { crc32 } from 'node:zlib';
import { translateComponent } from '../../fmu-sdk/host/component/component-form.ts';
import { checkModules } from '../../fmu-sdk/host/component/translation/check-modules.ts';
import { coreModuleOf } from '../../fmu-sdk/host/wasm/extract-core.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { readSections } from '../../fmu-sdk/wasm/wasm-sections.ts';
import { Broken, reads, type Target } from '../fuzz-target.ts';
import { mutateWasm } from '../mutate/mutate-wasm.ts';

/**
 * One in so many of the components that pass the first checks is translated, which takes some 100
 * 000 times as long.
 */
const translatedOneIn = 5000;

/**
 * Fuzzes components of FMI-LS-WASM from any source: the checks before the translator, and for some
 * cases the translator. Nothing in them runs. A component that breaks the translator must not break
 * it for the next case.
 */
export const component: Target = {
  name: 'component',
  about: 'components of FMI-LS-WASM (WebAssembly)',
  mutate: mutateWasm,
  hasForm: (bytes) => reads(() => readSections(bytes)),
  run: async (bytes) => {
    const ways: string[] = [];
    try {
      ways.push(`core ${coreModuleOf(bytes).length < bytes.length}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // Perhaps it is another tool's.
      ways.push(error.message.slice(0, 40));
    }
    checkModules(bytes, 'case');
    if (crc32(bytes) % translatedOneIn === 0) ways.push(await translated(bytes));
    return `accepted ${ways.join()} ${sectionsOf(bytes)}`;
  },
};

async function translated(bytes: Uint8Array): Promise<string> {
  try {
    await translateComponent(bytes, 'coSimulation', 'case');
    return 'translated';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (/RuntimeError|panicked at/.test(error.message)) throw new Broken(error.message);
    return `not translated: ${error.message.slice(0, 60)}`;
  }
}

/** The first kinds of sections of a component, and of the components in it. */
function sectionsOf(bytes: Uint8Array): string {
  const ids: number[] = [];
  for (let at = 8; at < bytes.length && ids.length < 6; ) {
    const id = bytes[at];
    let size = 0;
    let shift = 0;
    do size += (bytes[++at] & 0x7f) * 2 ** (7 * shift++);
    while (bytes[at] >= 0x80 && shift < 5);
    ids.push(id);
    at += 1 + size;
  }
  return ids.join();
}

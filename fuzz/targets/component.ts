import { crc32 } from 'node:zlib';
import { UserError } from '../../fmu-sdk/error.ts';
import { coreModuleOf } from '../../fmu-sdk/host/component/extract.ts';
import { modulesOf } from '../../fmu-sdk/host/component/modules.ts';
import { translateComponent } from '../../fmu-sdk/host/component.ts';
import { mutateWasm } from '../mutate/wasm.ts';
import { Broken, type Target } from '../target.ts';

/** One in so many of the components that pass the first checks is translated, which takes some 100 000 times as long. */
const translatedOneIn = 5000;

/**
 * Components of FMI-LS-WASM from anybody: the checks before the translator sees them, for a few the translator. Nothing of them
 * is run. A component that breaks the translator must not break it for the next one.
 */
export const component: Target = {
  name: 'component',
  about: 'components of FMI-LS-WASM (WebAssembly)',
  mutate: mutateWasm,
  run: async (bytes) => {
    const ways: string[] = [];
    try {
      ways.push(`core ${coreModuleOf(bytes).length < bytes.length}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // Perhaps it is another tool's.
      ways.push(error.message.slice(0, 40));
    }
    const modules = modulesOf(bytes, 'case');
    const names = modules.map((each) => WebAssembly.Module.exports(each).length);
    if (crc32(bytes) % translatedOneIn === 0) ways.push(await translated(bytes));
    return `accepted ${ways.join()} ${names.slice(0, 4).join()}`;
  },
};

async function translated(bytes: Uint8Array): Promise<string> {
  try {
    await translateComponent(bytes, 'coSimulation', 'case');
    return 'translated';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (/unreachable|panic|RuntimeError/.test(error.message)) throw new Broken(error.message);
    return `not translated: ${error.message.slice(0, 60)}`;
  }
}

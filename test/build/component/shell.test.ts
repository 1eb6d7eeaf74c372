import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shellKey } from '../../../fmu-sdk/build/component/component-shell.ts';
import { componentFromCore } from '../../../fmu-sdk/build/component/embed-component.ts';
import * as artifacts from '../../../fmu-sdk/cache/artifact-cache.ts';
import { sectionIds } from '../../../fmu-sdk/wasm/module-outline.ts';
import { readSections, uleb, writeSections } from '../../../fmu-sdk/wasm/wasm-sections.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { buildCoreModule } from './every-type.ts';

vi.mock(import('../../../fmu-sdk/cache/artifact-cache.ts'), async (original) => {
  const real = await original();
  return { ...real, storeArtifact: vi.fn(real.storeArtifact) };
});

let core: Uint8Array;
const folder = temporaryFolder('shell');
beforeAll(async () => {
  core = await buildCoreModule();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Returns a module with another memory but equal imports and exports. */
function withPages(wasm: Uint8Array, pages: number): Uint8Array {
  const body = new Uint8Array([1, 1, ...uleb(pages), ...uleb(pages)]);
  return writeSections(
    readSections(wasm).map((section) => (section.id === sectionIds.memory ? { ...section, body } : section)),
  );
}

function withExportNamed(wasm: Uint8Array, name: string, other: string): Uint8Array {
  const out = Buffer.from(wasm);
  const at = out.indexOf(name);
  expect(at).toBeGreaterThan(0);
  out.write(other, at);
  return new Uint8Array(out);
}

describe('the shell around a core module', () => {
  it('serves another module with equal imports and exports from the cache, without the tools, with equal bytes', async () => {
    const other = withPages(core, 77);
    vi.stubEnv('FMUKIT_CACHE', 'off');
    const [first, expected] = [await componentFromCore(core), await componentFromCore(other)];
    expect(Buffer.compare(first, expected)).not.toBe(0);
    vi.stubEnv('FMUKIT_CACHE', folder);
    vi.mocked(artifacts.storeArtifact).mockClear();
    expect(Buffer.compare(await componentFromCore(core), first)).toBe(0);
    expect(artifacts.storeArtifact).toHaveBeenCalledTimes(1);
    expect(Buffer.compare(await componentFromCore(other), expected)).toBe(0);
    expect(artifacts.storeArtifact).toHaveBeenCalledTimes(1);
  });

  it('depends on the names of the exports, and on the world', () => {
    const key = shellKey(core, 'world');
    expect(shellKey(withPages(core, 77), 'world')).toBe(key);
    expect(shellKey(core, 'another world')).not.toBe(key);
    expect(shellKey(withExportNamed(core, 'internalStep', 'internalStop'), 'world')).not.toBe(key);
  });
});

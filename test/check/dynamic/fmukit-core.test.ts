import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { targetsOf } from '../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import type { CheckResult } from '../../../fmu-sdk/check/result/check-result.ts';
import type { BehaviourRule } from '../../../fmu-sdk/check/rule.ts';
import { behaviourRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import {
  fmukitCoreOf,
  wrappingOf,
  wrappings,
} from '../../../fmu-sdk/host/component/fmukit/component-wrapping.ts';
import { openComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import type { FmiApi } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { coreModuleOf } from '../../../fmu-sdk/host/wasm/extract-core.ts';
import { notEmpty } from '../../not-empty.ts';
import { openFmukitComponent } from '../../open-fmukit-component.ts';
import { packagedUnits, root } from '../../setup.ts';

/** A unit with Event Mode and Clocks. */
const file = join(root, 'dist/sampled-controller.fmu');
const path = 'binaries/wasm32-wasip2/sampled_controller.wasm';

/** Verdicts and findings, with the number of calls that the unit's functions have had. */
async function judged(
  open: () => FmiApi,
  spoil: (base: FmiApi) => Partial<FmiApi> = () => ({}),
  area = '',
): Promise<{ result: CheckResult; opened: number }> {
  const [wasmTarget] = (await targetsOf(file)).filter(({ name }) => name.startsWith('wasm32'));
  let opened = 0;
  const target: Target = {
    ...wasmTarget,
    open: async () => {
      opened++;
      return { calls: replaceCalls(open(), spoil) };
    },
  };
  const rules = notEmpty<BehaviourRule>(
    `rules on behaviour ${area}`,
    behaviourRules.filter(({ id }) => id.startsWith(area)),
  );
  return { result: await runOnTargets(file, rules, [target]), opened };
}

describe('the check of a fmukit FMU', () => {
  let core: () => FmiApi;
  let translated: () => FmiApi;
  beforeAll(async () => {
    const component = await (await openArchive(file)).bytes(path);
    const coreBytes = (await fmukitCoreOf(component)) as Uint8Array;
    const translation = await translateComponent(component, 'coSimulation', 'check');
    core = () => openFmukitComponent(coreBytes, 'check');
    translated = () => openComponent(translation, 'coSimulation', 'check');
  });

  it('the core module gives the findings of jco: nothing, rule by rule', async () => {
    const [a, b] = [await judged(core), await judged(translated)];
    expect(a).toEqual(b);
    expect(a.opened).toBeGreaterThan(15);
    expect(a.result.verdicts.flatMap(({ findings }) => findings)).toEqual([]);
    expect(a.result.verdicts.filter(({ status }) => status === 'passed').length).toBeGreaterThan(50);
  });

  it('the core module gives the findings of jco for an FMU that forgets its state, with equal calls', async () => {
    const spoil = (): Partial<FmiApi> => ({ setState: () => 0 });
    const [a, b] = [await judged(core, spoil, 'memory/'), await judged(translated, spoil, 'memory/')];
    expect(a).toEqual(b);
    expect(a.result.verdicts.flatMap(({ findings }) => findings).length).toBeGreaterThan(0);
  });
});

describe('recognizing a fmukit component', () => {
  it('a fmukit component is recognized by the parts around its core module, equal in every packaged FMU', async () => {
    for (const unit of packagedUnits) {
      const archive = await openArchive(join(root, `dist/${unit}.fmu`));
      const component = await archive.bytes(`binaries/wasm32-wasip2/${unit.replaceAll('-', '_')}.wasm`);
      expect(await wrappingOf(component), unit).toBe([...wrappings.keys()][0]);
    }
  });

  it('any flipped bit around its core makes it a third-party component', async () => {
    const component = await (await openArchive(file)).bytes(path);
    const core = coreModuleOf(component);
    const begin = core.byteOffset - component.byteOffset;
    const around = [...component.keys()].filter((at) => at < begin || at >= begin + core.length);
    const sampled = notEmpty(
      'bytes around the core',
      around.filter((_, i) => i % 97 === 0),
    );
    for (const at of sampled) {
      const flipped = component.slice();
      flipped[at] ^= 1;
      expect(await fmukitCoreOf(flipped), `byte ${at}`).toBeUndefined();
    }
    expect(await fmukitCoreOf(component)).toEqual(core);
    // A core that does not compile is reported elsewhere.
    const crooked = component.slice();
    crooked.fill(0xff, begin + core.length - 2000, begin + core.length - 1000);
    expect(await fmukitCoreOf(crooked)).toBeUndefined();
  });
});

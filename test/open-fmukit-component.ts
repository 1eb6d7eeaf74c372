import type { FmukitKind } from '../fmu-sdk/host/component/fmukit/fmukit-component.ts';
import { openForm } from '../fmu-sdk/host/component/open-component.ts';
import type { FmiApi } from '../fmu-sdk/host/instance/fmi-api.ts';

/** Opens the functions of a fmukit FMU by its core module (see `fmukitCoreOf`). */
export function openFmukitComponent(
  core: Uint8Array,
  name: string,
  kind: FmukitKind = 'coSimulation',
): FmiApi {
  return openForm({ form: 'core', core, kind }, kind, name);
}

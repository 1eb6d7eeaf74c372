import type { StaticRule } from '../../rule.ts';
import { wasmAuthority } from './authority.ts';
import { wasmCommon } from './common.ts';
import { wasmComponent } from './component.ts';
import { wasmManifest } from './manifest.ts';
import { wasmReadable } from './readable.ts';
import { wasmVersion } from './version.ts';
import { wasmWorld } from './world.ts';

/** Rules of the area `wasm`. */
export const wasmRules: readonly StaticRule[] = [
  wasmAuthority,
  wasmCommon,
  wasmComponent,
  wasmManifest,
  wasmReadable,
  wasmVersion,
  wasmWorld,
];

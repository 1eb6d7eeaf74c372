import type { Conduct } from '../../dynamic/rule.ts';
import { eventModeRefused } from './event-mode-refused.ts';
import { files } from './files.ts';
import { freeAnywhere } from './free-anywhere.ts';
import { instanceName } from './instance-name.ts';
import { instantiates } from './instantiates.ts';
import { leak } from './leak.ts';
import { refusalLogged } from './refusal-logged.ts';
import { threads } from './threads.ts';
import { typesPlatform } from './types-platform.ts';
import { version } from './version.ts';
import { wrongToken } from './wrong-token.ts';

export const loadRules: readonly Conduct[] = [
  eventModeRefused,
  files,
  freeAnywhere,
  instanceName,
  instantiates,
  leak,
  refusalLogged,
  threads,
  typesPlatform,
  version,
  wrongToken,
];

import type { Conduct } from '../../dynamic/rule.ts';
import { free } from './free.ts';
import { refused } from './refused.ts';
import { runAgain } from './run-again.ts';
import { serialized } from './serialize.ts';
import { serializeRefused } from './serialize-refused.ts';
import { serializeSame } from './serialize-same.ts';
import { several } from './several.ts';
import { survivesReset } from './survives-reset.ts';
import { truncated } from './truncated.ts';

export const memoryRules: readonly Conduct[] = [
  free,
  refused,
  runAgain,
  serializeRefused,
  serializeSame,
  serialized,
  several,
  survivesReset,
  truncated,
];

import { describe, expect, it } from 'vitest';
import { namesOption } from './counted/option-names.ts';

describe('an option of a run', () => {
  it('an option is found as a member, a key and a text, and not in comments and imports', () => {
    for (const code of ['options.realtime', '({ realtime: 1 })', "'realtime'", "'--realtime'"])
      expect(namesOption(code, 'realtime'), code).toBe(true);
    for (const code of ['// realtime', "import { realtime } from 'realtime'", 'realtimeOf'])
      expect(namesOption(code, 'realtime'), code).toBe(false);
  });
});

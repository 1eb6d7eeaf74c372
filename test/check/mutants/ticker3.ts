import type { Mutant } from './mutant.ts';

type Row = [what: string, edits: Mutant['edits'], fault: string, rules: string[]];

const ticking = ['ticking/*'];
const Tick = '  m->before = m->count;\n  m->count++;\n';
const Update = '  memset(c->m.active, 0, sizeof c->m.active);\n';
const Call = '  if (c->update != NULL) c->update(c->environment);\n';
const Restore = '  memcpy(&c->m, state, sizeof(Model));\n';

const rows: Row[] = [
  [
    'partition-refused',
    [
      [
        '  if (clock < vr_tick || clock >= vr_out) REFUSE("%u is no input clock.", clock);',
        '  if (clock != vr_tick) REFUSE("%u is no input clock.", clock);',
      ],
    ],
    'the partitions of some clocks cannot be activated',
    ticking,
  ],
  [
    'set-refused',
    [['    if (r[i] < vr_tick || r[i] >= vr_out) REFUSE', '    if (r[i] != vr_tick) REFUSE']],
    'some clocks cannot be activated in Event Mode',
    ticking,
  ],
  [
    'unreadable',
    [['    case vr_sum: CLOCKED(vr_trigger);', '    case vr_sum: CLOCKED(vr_tick);']],
    'a clocked variable cannot be read while its clock is active',
    ticking,
  ],
  ['stays-active', [[Update, '']], 'clocks stay active after updateDiscreteStates', ticking],
  [
    'told-twice',
    [['    if (c->kind == scheduled && r[i] == vr_out) c->m.active[vr_out] = false;\n', '']],
    'an output clock is active for every fmi3GetClock',
    ticking,
  ],
  [
    'previous-same',
    [[Tick, '  m->count++;\n  m->before = m->count;\n']],
    'the previous value is the present one',
    ticking,
  ],
  [
    'previous-elsewhere',
    [
      [
        'static void trigger(Model* m) { m->sum += m->u; }',
        'static void trigger(Model* m) { m->sum += m->u; m->count += 10; }',
      ],
    ],
    'another clock changes a clocked state',
    ticking,
  ],
  [
    'counts-steps',
    [['  *last = c->m.time = t + h;\n', '  *last = c->m.time = t + h;\n  c->m.count++;\n']],
    'a clocked state changes between ticks',
    ticking,
  ],
  [
    'reset-keeps-count',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n  start(&c->m);\n',
        'FUNCTION(Reset)(Unit* c) {\n  const int32_t count = c->m.count;\n  start(&c->m);\n  c->m.count = count;\n',
      ],
    ],
    'reset keeps the count of ticks',
    ticking,
  ],
  [
    'reset-keeps-countdown',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n  start(&c->m);\n',
        'FUNCTION(Reset)(Unit* c) {\n  const int32_t rings = c->m.rings;\n  start(&c->m);\n  c->m.rings = rings;\n',
      ],
    ],
    'reset keeps how often the alarm rang',
    ticking,
  ],
  [
    'state-without-count',
    [[Restore, `  const int32_t count = c->m.count;\n${Restore}  c->m.count = count;\n`]],
    'the count of ticks is not restored',
    ticking,
  ],
  [
    'state-without-countdown',
    [[Restore, `  const int q = c->m.qualifier;\n${Restore}  c->m.qualifier = q;\n`]],
    'the countdown is not restored',
    [...ticking, 'memory/*'],
  ],
  [
    'static-count',
    [
      [Tick, '  m->before = m->count;\n  m->count = ++shared;\n'],
      ['static void tick(Model* m) {', 'static int32_t shared;\nstatic void tick(Model* m) {'],
    ],
    'ticks of all instances are counted together',
    ticking,
  ],
  [
    'interval-negative',
    [['  else if (r == vr_slow) *value = m->period;', '  else if (r == vr_slow) *value = -m->period;']],
    'the interval of a periodic clock is negative',
    ticking,
  ],
  [
    'interval-zero',
    [['  else if (r == vr_slow) *value = m->period;', '  else if (r == vr_slow) *value = 0;']],
    'the interval of a periodic clock is 0',
    ticking,
  ],
  [
    'interval-refused',
    [['  else if (r == vr_slow) *value = m->period;\n', '']],
    'a clock does not tell its interval',
    ticking,
  ],
  [
    'not-yet-known',
    [['  *q = r == vr_alarm ? m->qualifier : unchanged;', '  *q = m->qualifier;']],
    'the interval of a periodic clock is not yet known',
    ticking,
  ],
  [
    'qualifier',
    [['  *q = r == vr_alarm ? m->qualifier : unchanged;', '  *q = r == vr_alarm ? m->qualifier : 7;']],
    'a qualifier is none',
    ticking,
  ],
  [
    'shift-negative',
    [
      [
        '    v[i] = 0;\n  }\n  return fmi3OK;\n}\n\nFUNCTION(Activate',
        '    v[i] = -0.1;\n  }\n  return fmi3OK;\n}\n\nFUNCTION(Activate',
      ],
    ],
    'a shift is negative',
    ticking,
  ],
  [
    'set-interval-refused',
    [['    if (r[i] != vr_beat || !(v[i] > 0)) REFUSE', '    if (r[i] != 4711) REFUSE']],
    'a clock does not take an interval',
    ticking,
  ],
  [
    'fraction-other',
    [['llround(value * 1000);', 'llround(value * 100);']],
    'the interval as a fraction is another number',
    ticking,
  ],
  [
    'countdown-again',
    [['  if (r == vr_alarm && m->qualifier == changed) m->qualifier = unchanged;\n', '']],
    'a countdown tells again and again that it has changed',
    ticking,
  ],
  [
    'countdown-negative',
    [['  m->countdown = 0.05;', '  m->countdown = -0.05;']],
    'a countdown is negative',
    ticking,
  ],
  [
    'update-outside',
    [
      [
        '  c->m.mode = c->kind == scheduled ? activation : eventMode;',
        `  c->m.mode = c->kind == scheduled ? activation : eventMode;\n${Call}`,
      ],
    ],
    'clockUpdate outside of a partition',
    ['importer/clock-update'],
  ],
  [
    'update-environment',
    [[Call, '  if (c->update != NULL) c->update(c);\n']],
    'clockUpdate gets another environment',
    ['importer/environment'],
  ],
  [
    'update-null',
    [[Call, '  c->update(c->environment);\n']],
    'clockUpdate is called where it is NULL',
    ['importer/absent-callbacks'],
  ],
  ['update-missing', [[Call, '']], 'an output clock ticks and clockUpdate is not called', ticking],
  [
    'locked',
    [['  if (c->unlock != NULL) c->unlock();\n', '']],
    'preemption stays locked',
    ['importer/preemption'],
  ],
  [
    'unlocked',
    [['  if (c->lock != NULL) c->lock();\n', '']],
    'preemption is unlocked that was not locked',
    ['importer/preemption'],
  ],
  [
    'lock-null',
    [['  if (c->lock != NULL) c->lock();\n', '  c->lock();\n']],
    'lockPreemption is called where it is NULL',
    ['importer/absent-callbacks'],
  ],
  [
    'partition-of-output',
    [['  if (clock < vr_tick || clock >= vr_out) REFUSE("%u is no input clock.", clock);', '']],
    'any number is taken for a partition',
    ticking,
  ],
  [
    'leak-tick',
    [[Tick, `${Tick}  { char* volatile p = malloc(24); (void)p; }\n`]],
    '24 bytes a tick',
    ['load/allocations', 'load/leak'],
  ],
  [
    'crash-sixth',
    [[Tick, `${Tick}  if (m->count == 6) *(volatile int*)0 = 1;\n`]],
    'a crash at the sixth tick',
    [...ticking, 'run/*'],
  ],
  [
    'random',
    [
      [
        'static void trigger(Model* m) { m->sum += m->u; }',
        'static void trigger(Model* m) { m->sum += m->u + (int)(clock() % 3); }',
      ],
      ['#include <math.h>\n', '#include <math.h>\n#include <time.h>\n'],
    ],
    'what is computed depends on the processor’s time',
    ticking,
  ],
];

/** Mutants that are known to be undetected, with the reason. */
const survivors: Readonly<Record<string, string>> = {
  'state-without-countdown':
    'whether the countdown was told is set again by its own tick, before it is asked for in the runs that are compared',
};

/** The unit `ticker3`, which has clocks, with one fault each. */
export const mutantsOfClocks: readonly Mutant[] = rows.map(([what, edits, fault, rules]) => ({
  name: `ticker3/${what}`,
  unit: 'ticker3',
  edits,
  fault,
  rules,
  survives: survivors[what],
}));

import type { Mutant } from './mutant.ts';

type Row = [
  what: string,
  edits: Mutant['edits'],
  fault: string,
  rules: string[],
  description?: Mutant['description'],
];

const memory = ['importer/arrays'];
const leak = ['load/allocations', 'load/leak'];
const results = ['importer/results', 'event/flags', 'event/integrator-flags', 'step/flags', 'value/boolean'];
const two = ['load/two-instances'];
const state = ['memory/*'];
const resetRules = ['value/*', 'run/reset*'];
const derivative = ['derivative/*'];
const depends = ['run/dependencies*', 'states/dependencies'];

const DoStep = '  *event = *terminate = *early = false;\n';
const Last = '  *last = m->time;\n';

const rows: Row[] = [
  // Memory of the importer.
  [
    'get-behind',
    [
      [
        '  END;\n}\n\nFUNCTION(SetFloat64)',
        '  if (values > 0) v[values] = 0;\n  END;\n}\n\nFUNCTION(SetFloat64)',
      ],
    ],
    'GetFloat64 writes one value more',
    memory,
  ],
  [
    'get-before',
    [
      [
        '  END;\n}\n\nFUNCTION(SetFloat64)',
        '  if (values > 1) v[-1] = 0;\n  END;\n}\n\nFUNCTION(SetFloat64)',
      ],
    ],
    'GetFloat64 writes in front of the array',
    memory,
  ],
  [
    'get-scalar-behind',
    [
      [
        '      if (r[i] == in) v[at++] = c->m.field;                                                          \\',
        '      if (r[i] == in) v[values] = 0, v[at++] = c->m.field;  \\',
      ],
    ],
    'getters of scalars write one value more',
    memory,
  ],
  [
    'states-behind',
    [['  memcpy(x, c->m.x, n * sizeof *x);', '  memcpy(x, c->m.x, (n + 1) * sizeof *x);']],
    'three states are written of two',
    memory,
  ],
  [
    'derivatives-behind',
    [
      [
        'for (size_t i = 0; i < n; i++) dx[i] = derivative(&c->m, i);',
        'for (size_t i = 0; i <= n; i++) dx[i] = derivative(&c->m, i);',
      ],
    ],
    'three derivatives are written of two',
    memory,
  ],
  [
    'nominals-behind',
    [['for (size_t i = 0; i < n; i++) x[i] = 1;', 'for (size_t i = 0; i < most; i++) x[i] = 1;']],
    'four nominals are written of two',
    memory,
  ],
  [
    'indicators-behind',
    [['  z[0] = indicator(&c->m);', '  z[0] = z[1] = indicator(&c->m);']],
    'two event indicators are written of one',
    memory,
  ],
  [
    'serialize-behind',
    [
      [
        '  memcpy(bytes, state, sizeof(Model));\n  return',
        '  memcpy(bytes, state, sizeof(Model));\n  bytes[size] = 0;\n  return',
      ],
    ],
    'a byte more is serialized',
    memory,
  ],
  [
    'directional-behind',
    [
      [
        '  return fmi3OK;\n}\nFUNCTION(GetAdjointDerivative)',
        '  out[outs] = 0;\n  return fmi3OK;\n}\nFUNCTION(GetAdjointDerivative)',
      ],
    ],
    'a sensitivity more is written',
    memory,
  ],
  [
    'set-reads-behind',
    [
      ['#define SETTING_Boolean\n', '#define SETTING_Boolean\n'],
      [
        '      case vr_d: IN(inputs); m->d = v[at]; break;',
        '      case vr_d: IN(inputs); m->d = v[at] + 0 * v[at + 1]; break;',
      ],
    ],
    'SetFloat64 reads a value more',
    memory,
  ],
  [
    'string-sizes-behind',
    [['    v[at++] = c->m.blob;', '    v[at++] = c->m.blob, sizes[at] = 0;']],
    'GetBinary writes a size more',
    memory,
  ],
  [
    'flag-as-int',
    [['  *nominals = false;', '  *(int*)nominals = 0;']],
    'a flag is written as an int',
    memory,
  ],
  [
    'set-writes',
    [
      [
        'case vr_u: IN(inputs | continuous); m->u = v[at]; break;',
        'case vr_u: IN(inputs | continuous); m->u = v[at]; ((double*)v)[at] = 0; break;',
      ],
    ],
    'SetFloat64 changes the importer’s values',
    ['importer/constants'],
  ],
  [
    'get-writes-references',
    [
      [
        '  const Model* m = &c->m;\n  size_t at = 0;',
        '  const Model* m = &c->m;\n  size_t at = 0;\n  if (n > 0) *(volatile uint32_t*)&r[n - 1] = r[n - 1];',
      ],
    ],
    'GetFloat64 writes into the references',
    ['importer/constants'],
  ],
  [
    'seed-written',
    [
      [
        '  if (rows != outs || columns != seeds)',
        '  *(volatile double*)&seed[0] = seed[0];\n  if (rows != outs || columns != seeds)',
      ],
    ],
    'the seed is written',
    ['importer/constants'],
  ],
  [
    'name-kept',
    [
      ['  c->name = strdup(name);', '  c->name = (char*)name;'],
      ['  free(c->name);\n', ''],
      [
        'say(c, fmi3OK, "events", "beat %d", m->beats);',
        'say(c, fmi3OK, "events", "%s: beat %d", c->name, m->beats);',
      ],
    ],
    'the importer’s name is kept',
    ['importer/lent'],
  ],
  [
    'string-kept',
    [
      ['    strcpy(c->m.text, v[at++]);', '    c->lent = v[at++];'],
      ['  char* name;\n', '  char* name;\n  const char* lent;\n'],
      ['    v[at++] = c->m.text;', '    v[at++] = c->lent != NULL ? c->lent : c->m.text;'],
    ],
    'the importer’s string is kept',
    ['importer/lent', 'value/set-text'],
  ],
  [
    'binary-kept',
    [
      ['    memcpy(c->m.blob, v[at], sizes[at]);', '    c->lent = v[at];'],
      ['  char* name;\n', '  char* name;\n  const uint8_t* lent;\n'],
      ['    v[at++] = c->m.blob;', '    v[at++] = c->lent != NULL ? c->lent : c->m.blob;'],
    ],
    'the importer’s binary is kept',
    ['importer/lent', 'value/set-text'],
  ],
  [
    'reference-kept',
    [
      [
        '  const Model* m = &c->m;\n  size_t at = 0;',
        '  const Model* m = &c->m;\n  size_t at = 0;\n  if (c->seen != NULL && *c->seen == 4711) return fmi3Error;\n  c->seen = r;',
      ],
      ['  char* name;\n', '  char* name;\n  const uint32_t* seen;\n'],
    ],
    'the importer’s references are kept',
    ['importer/lent'],
  ],
  // Leaks.
  [
    'leak-instance',
    [['  free(c->name);\n  free(c);', '  free(c->name);']],
    'the instance is not freed',
    leak,
  ],
  ['leak-name', [['  free(c->name);\n  free(c);', '  free(c);']], 'the name is not freed', leak],
  [
    'leak-step',
    [['  *last = m->time;\n', '  *last = m->time;\n  { char* volatile p = malloc(24); (void)p; }\n']],
    '24 bytes a step',
    leak,
  ],
  [
    'leak-piece',
    [['  m->time += h;\n', '  m->time += h;\n  { char* volatile p = malloc(8); (void)p; }\n']],
    '8 bytes an internal step',
    leak,
  ],
  ['leak-state', [['  free(*state);\n', '']], 'states are not freed', leak],
  [
    'leak-deserialize',
    [
      [
        '  if (*state == NULL) *state = malloc(sizeof(Model));\n  memcpy(*state, bytes',
        '  *state = malloc(sizeof(Model)); { char* volatile p = malloc(100); (void)p; }\n  memcpy(*state, bytes',
      ],
    ],
    '100 bytes for each state that is deserialized',
    leak,
  ],
  ['leak-log', [['  free(text);\n', '']], 'messages are not freed', leak],
  [
    'leak-reset',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n',
        'FUNCTION(Reset)(Unit* c) {\n  { char* volatile p = malloc(64); (void)p; }\n',
      ],
    ],
    '64 bytes a reset',
    leak,
  ],
  [
    'leak-get',
    [
      [
        '  const Model* m = &c->m;\n  size_t at = 0;',
        '  const Model* m = &c->m;\n  { char* volatile p = malloc(16); (void)p; }\n  size_t at = 0;',
      ],
    ],
    '16 bytes a GetFloat64',
    leak,
  ],
  [
    'leak-set-string',
    [
      [
        '    strcpy(c->m.text, v[at++]);',
        '    strcpy(c->m.text, v[at++]); { char* volatile p = strdup(c->m.text); (void)p; }',
      ],
    ],
    'a copy of each string',
    leak,
  ],
  [
    'leak-event',
    [
      [
        '  m->previous = indicator(m);\n  return changed;',
        '  m->previous = indicator(m);\n  { char* volatile p = malloc(40); (void)p; }\n  return changed;',
      ],
    ],
    '40 bytes an event',
    leak,
  ],
  [
    'leak-initialization',
    [
      [
        '  c->m.previous = indicator(&c->m);\n',
        '  c->m.previous = indicator(&c->m);\n  { char* volatile p = malloc(2000); (void)p; }\n',
      ],
    ],
    '2000 bytes an initialization',
    leak,
  ],
  [
    'leak-derivatives',
    [
      [
        'for (size_t i = 0; i < n; i++) dx[i] = derivative(&c->m, i);',
        'double* volatile all = malloc(8 * n); (void)all; for (size_t i = 0; i < n; i++) dx[i] = derivative(&c->m, i);',
      ],
    ],
    'an array each time derivatives are asked for',
    leak,
  ],
  [
    'leak-directional',
    [
      [
        '  if (rows != outs || columns != seeds)',
        '  double* volatile all = malloc(64); (void)all;\n  if (rows != outs || columns != seeds)',
      ],
    ],
    '64 bytes a directional derivative',
    leak,
  ],
  [
    'double-free',
    [['  free(*state);\n', '  free(*state);\n  free(*state);\n']],
    'states are freed twice',
    [...state, 'importer/*', 'load/allocations'],
  ],
  // Callbacks.
  [
    'null-log',
    [['if (!c->logging || c->log == NULL) return;', 'if (!c->logging && c->log != NULL) return;']],
    'a logger that is NULL is called',
    ['importer/absent-callbacks'],
  ],
  [
    'null-update',
    [['if (c->update != NULL) c->update(', 'c->update(']],
    'intermediateUpdate is called where it is NULL',
    ['importer/absent-callbacks'],
  ],
  [
    'log-environment',
    [['c->log(c->environment, status', 'c->log(c, status']],
    'the logger gets another environment',
    ['importer/environment'],
  ],
  [
    'update-environment',
    [['c->update(c->environment, m->time', 'c->update(NULL, m->time']],
    'intermediateUpdate gets another environment',
    ['importer/environment'],
  ],
  [
    'update-outside',
    [
      [
        'FUNCTION(EnterStepMode)(Unit* c) {\n',
        'FUNCTION(EnterStepMode)(Unit* c) {\n  bool w; double q; if (c->update != NULL) c->update(c->environment, c->m.time, false, true, true, false, &w, &q);\n',
      ],
      [
        '  c->m.previous = indicator(&c->m);\n',
        '  c->m.previous = indicator(&c->m);\n  bool w; double q; if (c->update != NULL) c->update(c->environment, c->m.time, false, true, true, false, &w, &q);\n',
      ],
    ],
    'intermediateUpdate outside doStep',
    ['importer/intermediate'],
  ],
  [
    'update-late',
    [['c->update(c->environment, m->time,', 'c->update(c->environment, m->time + h,']],
    'intermediateUpdate behind the step',
    ['importer/intermediate'],
  ],
  [
    'update-back',
    [['c->update(c->environment, m->time,', 'c->update(c->environment, t + h - i * 0.001,']],
    'intermediateUpdate goes back in time',
    ['importer/intermediate'],
  ],
  [
    'update-in-get',
    [
      [
        '  const Model* m = &c->m;\n  size_t at = 0;',
        '  const Model* m = &c->m;\n  bool w; double q; if (c->update != NULL) c->update(c->environment, c->m.time, false, true, true, false, &w, &q);\n  size_t at = 0;',
      ],
    ],
    'intermediateUpdate in a getter',
    ['importer/intermediate'],
  ],
  // Flags.
  [
    'event-unset',
    [[DoStep, '  *terminate = *early = false;\n']],
    'eventHandlingNeeded is not always written',
    results,
  ],
  [
    'terminate-unset',
    [[DoStep, '  *event = *early = false;\n']],
    'terminateSimulation is not written',
    results,
  ],
  ['early-unset', [[DoStep, '  *event = *terminate = false;\n']], 'earlyReturn is not written', results],
  ['last-unset', [[Last, '']], 'lastSuccessfulTime is not written', results],
  ['flag-two', [['  *again = false;', '  *(char*)again = 2;']], 'a flag is 2', results],
  [
    'nominals-unset',
    [['  *nominals = false;\n', '']],
    'nominalsOfContinuousStatesChanged is not written',
    results,
  ],
  ['next-unset', [['  *next = c->m.beat;\n', '']], 'nextEventTime is not written', results],
  [
    'integrator-unset',
    [['  *event = crossed(&c->m);\n', '  if (crossed(&c->m)) *event = true;\n']],
    'enterEventMode is not always written',
    results,
  ],
  [
    'boolean-seven',
    [
      ['SCALARS(Boolean, bool, vr_b, vr_bo, b)', 'SCALARS(Boolean, uint8_t, vr_b, vr_bo, seven)'],
      ['uint64_t u64; bool b;', 'uint64_t u64; uint8_t seven;'],
      ['  m->k = 1;\n', '  m->k = 1;\n  m->seven = 7;\n'],
    ],
    'a Boolean is 7',
    results,
  ],
  [
    'event-without-mode',
    [['    if (happens && c->events) *event = true;', '    if (happens) *event = true;']],
    'eventHandlingNeeded without event mode',
    ['step/*'],
  ],
  [
    'early-not-allowed',
    [
      [
        '    if (i < pieces && c->early && ((wanted && until <= m->time) || *event)) {',
        '    if (i < pieces && (happens || (wanted && until <= m->time))) {',
      ],
    ],
    'an early return that is not allowed',
    ['step/*'],
  ],
  [
    'early-whole',
    [[Last, '  *last = m->time;\n  *early = c->early;\n']],
    'earlyReturn though the step is whole',
    ['step/*'],
  ],
  [
    'early-beyond',
    [[Last, '  *last = m->time + (*early ? h : 0);\n']],
    'an early return beyond the step',
    ['step/*'],
  ],
  ['last-before', [[Last, '  *last = t - h;\n']], 'lastSuccessfulTime before the step', ['step/*']],
  ['last-nan', [[Last, '  *last = 0.0 / 0.0;\n']], 'lastSuccessfulTime is no number', ['step/*']],
  [
    'changed-not-said',
    [['  *changed = handle(c);', '  handle(c), *changed = false;']],
    'states change and the flag does not say so',
    ['event/*'],
  ],
  [
    'changed-said',
    [['  *changed = handle(c);', '  handle(c), *changed = true;']],
    'control: the flag says so and states are as before, which is allowed',
    [],
  ],
  ['never-settles', [['  *again = false;', '  *again = true;']], 'events never settle', ['event/settles']],
  [
    'next-past',
    [['    m->beat += 0.5;\n', '    m->beat -= 0.5;\n']],
    'the next event lies in the past',
    ['event/*'],
  ],
  [
    'next-stays',
    [['  *next = c->m.beat;\n', '  *next = 0.5;\n']],
    'the next event stays at 0.5 s',
    ['event/*'],
  ],
  [
    'event-again',
    [['  m->previous = indicator(m);\n  return changed;', '  m->count++;\n  return changed;']],
    'each iteration counts',
    ['event/again'],
  ],
  [
    'event-missed',
    [
      ['  *event = crossed(&c->m);\n', '  *event = false;\n'],
      ['  if (crossed(m)) {\n    m->x[0] = 1;', '  if (crossed(m) && c->exchange) {\n    m->x[0] = 0.9;'],
    ],
    'co-simulation misses the event of model exchange',
    ['event/*', 'run/*', 'oracle/*', 'step/*'],
  ],
  [
    'nominals-changed',
    [['for (size_t i = 0; i < n; i++) x[i] = 1;', 'for (size_t i = 0; i < n; i++) x[i] = 1 + c->m.count;']],
    'nominals change and the flag does not say so',
    ['event/*', 'states/*'],
  ],
  // States.
  [
    'state-without-time',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double time = c->m.time;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.time = time;\n',
      ],
    ],
    'the time is not restored',
    state,
  ],
  [
    'state-without-x',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double x = c->m.x[1];\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.x[1] = x;\n',
      ],
    ],
    'a state is not restored',
    state,
  ],
  [
    'state-without-input',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double u = c->m.u;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.u = u;\n',
      ],
    ],
    'an input is not restored',
    state,
  ],
  [
    'state-without-count',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const int n = c->m.count, b = c->m.beats;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.count = n, c->m.beats = b;\n',
      ],
    ],
    'counters are not restored',
    state,
  ],
  [
    'state-without-beat',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.beat;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.beat = b;\n',
      ],
    ],
    'the next time event is not restored',
    state,
  ],
  [
    'state-without-parameter',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.gain;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.gain = b;\n',
      ],
    ],
    'a parameter is not restored',
    state,
  ],
  [
    'state-without-text',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  char t[textBytes]; memcpy(t, c->m.text, textBytes);\n  memcpy(&c->m, state, sizeof(Model));\n  memcpy(c->m.text, t, textBytes);\n',
      ],
    ],
    'a string is not restored',
    state,
  ],
  [
    'state-without-i64',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const int64_t b = c->m.i64;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.i64 = b;\n',
      ],
    ],
    'an integer input is not restored',
    state,
  ],
  [
    'state-shared',
    [
      [
        '  if (*state == NULL) *state = malloc(sizeof(Model));\n  memcpy(*state, &c->m',
        '  static Model one;\n  *state = &one;\n  memcpy(*state, &c->m',
      ],
      ['  free(*state);\n', ''],
      [
        '  if (*state == NULL) *state = malloc(sizeof(Model));\n  memcpy(*state, bytes',
        '  static Model one;\n  *state = &one;\n  memcpy(*state, bytes',
      ],
    ],
    'all states are one',
    state,
  ],
  [
    'state-changes-unit',
    [
      [
        '  memcpy(*state, &c->m, sizeof(Model));\n',
        '  memcpy(*state, &c->m, sizeof(Model));\n  c->m.x[0] += 1e-6;\n',
      ],
    ],
    'taking a state changes the unit',
    state,
  ],
  [
    'state-used-up',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  memcpy(&c->m, state, sizeof(Model));\n  memset((void*)state, 0, 64);\n',
      ],
    ],
    'setting a state uses it up',
    state,
  ],
  [
    'size-varies',
    [
      ['  *size = sizeof(Model);', '  static int k;\n  *size = sizeof(Model) + 8 * (size_t)(k++ % 3);'],
      ['  if (state == NULL || size != sizeof(Model))', '  if (state == NULL)'],
      ['  if (size != sizeof(Model)) REFUSE', '  if (size < sizeof(Model)) REFUSE'],
    ],
    'the size of a state varies',
    state,
  ],
  [
    'size-zero',
    [
      ['  *size = sizeof(Model);', '  *size = 0;'],
      ['  if (state == NULL || size != sizeof(Model))', '  if (state == NULL)'],
      ['  memcpy(bytes, state, sizeof(Model));', ''],
    ],
    'the serialized state is empty',
    state,
  ],
  [
    'serialize-half',
    [
      [
        '  memcpy(bytes, state, sizeof(Model));\n',
        '  memset(bytes, 0, size);\n  memcpy(bytes, state, 40);\n',
      ],
    ],
    'half of a state is serialized',
    state,
  ],
  [
    'serialize-unit',
    [['  memcpy(bytes, state, sizeof(Model));\n', '  memcpy(bytes, &c->m, sizeof(Model));\n']],
    'the unit is serialized, not the state',
    state,
  ],
  [
    'deserialize-unit',
    [['  memcpy(*state, bytes, sizeof(Model));\n', '  memcpy(*state, &c->m, sizeof(Model));\n']],
    'deserialized is the present',
    state,
  ],
  [
    'state-pointer-left',
    [['  *state = NULL;\n  return', '  return']],
    'FreeFMUState leaves the pointer',
    [...state, 'importer/results'],
  ],
  [
    'truncated-taken',
    [['  if (size != sizeof(Model)) REFUSE("The size is another.");\n  if (*state', '  if (*state']],
    'bytes of any number are taken for a state',
    state,
  ],
  // Instances.
  [
    'static-x',
    [
      [
        'static double derivative(const Model* m, size_t i) { return m->u',
        'static double all;\nstatic double derivative(const Model* m, size_t i) { return all * 0 + m->u',
      ],
      ['  m->time += h;\n', '  static double sum;\n  sum += h;\n  m->x[1] += sum * 1e-3;\n  m->time += h;\n'],
    ],
    'instances add up the time of all',
    two,
  ],
  [
    'static-parameter',
    [
      [
        'case vr_gain: IN(instantiated | initialization | eventMode | stepMode); m->gain = v[at]; break;',
        'case vr_gain: IN(instantiated | initialization | eventMode | stepMode); shared = v[at]; break;',
      ],
      ['case vr_gain: v[at] = m->gain; break;', 'case vr_gain: v[at] = shared; break;'],
      ['static void start(', 'static double shared = 2;\nstatic void start('],
      ['return m->gain * m->u', 'return shared * m->u'],
      ['  m->gain = 2;', '  shared = 2;'],
    ],
    'a parameter is that of all instances',
    two,
  ],
  [
    'static-input',
    [
      [
        'case vr_u: IN(inputs | continuous); m->u = v[at]; break;',
        'case vr_u: IN(inputs | continuous); m->u = shared = v[at]; break;',
      ],
      [
        'static double derivative(const Model* m, size_t i) { return m->u',
        'static double shared;\nstatic double derivative(const Model* m, size_t i) { return shared',
      ],
    ],
    'an input is that of all instances',
    two,
  ],
  [
    'static-text',
    [
      [
        '    v[at++] = c->m.text;',
        '    static char text[textBytes];\n    strcpy(text, c->m.text);\n    v[at++] = text;',
      ],
      ['    strcpy(c->m.text, v[at++]);', '    strcpy(shared, v[at++]);\n    strcpy(c->m.text, shared);'],
      ['static double derivative(', 'static char shared[textBytes];\nstatic double derivative('],
    ],
    'equivalent: texts pass through a static buffer during the call',
    [],
  ],
  [
    'one-only',
    [
      [
        '  Unit* c = calloc(1, sizeof *c);\n',
        '  static int living;\n  if (living++ % 2 == 1) return NULL;\n  Unit* c = calloc(1, sizeof *c);\n',
      ],
    ],
    'every second instance is refused',
    [...two, 'robust/many-instances', 'load/*'],
  ],
  [
    'two-refused',
    [
      [
        '  Unit* c = calloc(1, sizeof *c);\n',
        '  if (living++ > 0) return NULL;\n  Unit* c = calloc(1, sizeof *c);\n',
      ],
      ['  free(c->name);\n  free(c);', '  living--;\n  free(c->name);\n  free(c);'],
      ['static Unit* made(', 'static int living;\nstatic Unit* made('],
    ],
    'one instance a process, which is not declared',
    two,
  ],
  // Values.
  [
    'lost-initialization',
    [
      [
        '  c->m.mode = c->exchange || c->events ? eventMode : stepMode;\n',
        '  c->m.mode = c->exchange || c->events ? eventMode : stepMode;\n  c->m.k = 1;\n',
      ],
    ],
    'a parameter is lost after the initialization',
    resetRules,
  ],
  [
    'lost-continuous',
    [['  c->m.mode = continuous;\n', '  c->m.mode = continuous;\n  c->m.gain = 2;\n']],
    'a parameter is lost in Continuous-Time Mode',
    resetRules,
  ],
  [
    'lost-step',
    [[DoStep, `${DoStep}  m->gain = 2;\n`]],
    'a tunable parameter is lost in the first step',
    resetRules,
  ],
  ['lost-input', [[Last, `${Last}  m->i32 = 0;\n`]], 'an input is lost in each step', resetRules],
  ['lost-text', [[Last, `${Last}  m->text[0] = 0;\n`]], 'a string is lost in each step', resetRules],
  [
    'lost-enter',
    [['  c->m.mode = initialization;\n', '  c->m.mode = initialization;\n  c->m.d = 0;\n']],
    'an input is lost when the initialization begins',
    resetRules,
  ],
  [
    'lost-terminate',
    [['  c->m.mode = terminated;\n', '  c->m.mode = terminated;\n  c->m.x[0] = 0;\n']],
    'outputs are lost at terminate',
    ['run/*'],
  ],
  [
    'lost-terminate-count',
    [['  c->m.mode = terminated;\n', '  c->m.mode = terminated;\n  c->m.count = c->m.beats = 0;\n']],
    'counters are lost at terminate',
    ['run/*'],
  ],
  [
    'refused-terminated',
    [
      [
        '#define GETTABLE (instantiated | initialization | eventMode | continuous | stepMode | terminated |',
        '#define GETTABLE (instantiated | initialization | eventMode | continuous | stepMode |',
      ],
    ],
    'nothing can be read after terminate',
    ['run/terminated*'],
  ],
  [
    'i64-double',
    [
      ['SCALARS(Int64, int64_t, vr_i64, vr_i64o, i64)', 'SCALARS(Int64, int64_t, vr_i64, vr_i64o, f64)'],
      ['int64_t i64, option;', 'double f64; int64_t i64, option;'],
    ],
    '64-bit integers pass through double',
    ['value/*'],
  ],
  [
    'u64-signed',
    [
      ['SCALARS(UInt64, uint64_t, vr_u64, vr_u64o, u64)', 'SCALARS(UInt64, uint64_t, vr_u64, vr_u64o, half)'],
      ['uint64_t u64;', 'uint64_t u64; struct { uint64_t half : 63; };'],
    ],
    'the highest bit of UInt64 is lost',
    ['value/*'],
  ],
  [
    'u32-signed',
    [
      ['SCALARS(UInt32, uint32_t, vr_u32, vr_u32o, u32)', 'SCALARS(UInt32, uint32_t, vr_u32, vr_u32o, f)'],
      ['uint32_t u32;', 'uint32_t u32; float f;'],
    ],
    'UInt32 passes through float',
    ['value/*'],
  ],
  [
    'u8-seven',
    [
      ['SCALARS(UInt8, uint8_t, vr_u8, vr_u8o, u8)', 'SCALARS(UInt8, uint8_t, vr_u8, vr_u8o, seven)'],
      ['uint8_t u8;', 'uint8_t u8; struct { uint8_t seven : 7; };'],
    ],
    'the highest bit of UInt8 is lost',
    ['value/*'],
  ],
  [
    'i16-byte',
    [
      ['SCALARS(Int16, int16_t, vr_i16, vr_i16o, i16)', 'SCALARS(Int16, int16_t, vr_i16, vr_i16o, byte)'],
      ['int16_t i16;', 'int16_t i16; int8_t byte;'],
    ],
    'Int16 has 8 bits',
    ['value/*'],
  ],
  [
    'u16-byte',
    [
      ['SCALARS(UInt16, uint16_t, vr_u16, vr_u16o, u16)', 'SCALARS(UInt16, uint16_t, vr_u16, vr_u16o, i16b)'],
      ['uint16_t u16;', 'uint16_t u16; int16_t i16b; '],
    ],
    'control: UInt16 in an Int16 keeps its bits',
    [],
  ],
  [
    'i8-clamped',
    [
      ['SCALARS(Int8, int8_t, vr_i8, vr_i8o, i8)', 'SCALARS(Int8, int8_t, vr_i8, vr_i8o, nine)'],
      ['int8_t i8;', 'int8_t i8; struct { int8_t nine : 5; };'],
    ],
    'Int8 has 5 bits',
    ['value/*'],
  ],
  [
    'f64-float',
    [['case vr_d: IN(inputs); m->d = v[at]; break;', 'case vr_d: IN(inputs); m->d = (float)v[at]; break;']],
    'a Float64 passes through float',
    ['value/*'],
  ],
  [
    'parameter-float',
    [
      [
        'case vr_gain: IN(instantiated | initialization | eventMode | stepMode); m->gain = v[at]; break;',
        'case vr_gain: IN(instantiated | initialization | eventMode | stepMode); m->gain = (float)v[at]; break;',
      ],
    ],
    'a parameter passes through float',
    ['value/*'],
  ],
  [
    'string-cut',
    [['    strcpy(c->m.text, v[at++]);', '    strcpy(c->m.text, v[at++]), c->m.text[20] = 0;']],
    'strings are cut',
    ['value/set-text'],
  ],
  [
    'binary-zero',
    [
      [
        '    c->m.blobSize = sizes[at++];',
        '    c->m.blobSize = strnlen((const char*)v[at], sizes[at]), at++;',
      ],
    ],
    'binaries end at a zero',
    ['value/set-text'],
  ],
  [
    'array-reversed',
    [
      [
        '        for (size_t j = 0; j < size; j++) m->x[j] = v[at + j];',
        '        for (size_t j = 0; j < size; j++) m->x[size - 1 - j] = v[at + j];',
      ],
    ],
    'an array is set in reverse',
    ['value/*'],
  ],
  [
    'array-first',
    [
      [
        '        for (size_t j = 0; j < size; j++) m->x[j] = v[at + j];',
        '        for (size_t j = 0; j < size; j++) m->x[j] = v[at];',
      ],
    ],
    'all elements get the first',
    ['value/*'],
  ],
  [
    'second-first',
    [['case vr_u: v[at] = m->u; break;', 'case vr_u: v[at] = at == 0 ? m->u : m->u + 1; break;']],
    'a value depends on its place in the list',
    ['value/several-at-once'],
  ],
  [
    'constant-moves',
    [['case vr_pi: v[at] = 3.25; break;', 'case vr_pi: v[at] = 3.25 + m->time; break;']],
    'a constant changes with time',
    ['value/*'],
  ],
  [
    'parameter-moves',
    [['  m->time += h;\n', '  m->time += h;\n  m->k *= 1.0001;\n']],
    'a fixed parameter changes in the run',
    ['value/*'],
  ],
  [
    'calculated-moves',
    [['case vr_half: v[at] = m->k / 2; break;', 'case vr_half: v[at] = m->k / 2 + m->time; break;']],
    'a calculated parameter changes in the run',
    ['value/*'],
  ],
  [
    'discrete-moves',
    [['case vr_e: v[at] = 3 * m->d; break;', 'case vr_e: v[at] = 3 * m->d + m->time; break;']],
    'a discrete output changes between events',
    ['value/*', 'states/*', 'run/*'],
  ],
  ['start-other', [['  m->gain = 2;', '  m->gain = 2.5;']], 'a start value is another', ['value/start']],
  [
    'get-changes',
    [
      [
        '      case vr_y: v[at] = output(m); break;',
        '      case vr_y: v[at] = output(m); ((Model*)m)->x[1] += 1e-6; break;',
      ],
    ],
    'reading an output changes the unit',
    ['value/repeated-get', 'states/pure', 'run/*'],
  ],
  [
    'unknown-ok',
    [['default: REFUSE("There is no Float64 %u.", r[i]);', 'default: v[at] = 0;']],
    'unknown references are read',
    ['value/unknown-get'],
  ],
  [
    'count-ok',
    [
      [
        '#define END if (at != values) REFUSE("%s: %zu values are too many.", __func__, values); return fmi3OK',
        '#define END return fmi3OK',
      ],
    ],
    'a wrong number of values is taken',
    ['value/wrong-count', 'importer/results'],
  ],
  // Dependencies and derivatives.
  [
    'depends-discrete',
    [['case vr_y: v[at] = output(m); break;', 'case vr_y: v[at] = output(m) + m->d; break;']],
    'an output depends on a discrete input that it does not name',
    depends,
  ],
  [
    'depends-integer',
    [['case vr_e: v[at] = 3 * m->d; break;', 'case vr_e: v[at] = 3 * m->d + m->i32; break;']],
    'an output depends on an integer input that it does not name',
    depends,
  ],
  [
    'depends-boolean',
    [['case vr_y: v[at] = output(m); break;', 'case vr_y: v[at] = output(m) + m->b; break;']],
    'an output depends on a Boolean input that it does not name',
    depends,
  ],
  [
    'depends-continuous',
    [['case vr_e: v[at] = 3 * m->d; break;', 'case vr_e: v[at] = 3 * m->d + m->u; break;']],
    'an output depends on a continuous input that it does not name',
    depends,
  ],
  [
    'depends-derivative',
    [['return m->u - m->k * m->x[i]; }', 'return m->u - m->k * m->x[i] + 0.1 * m->d; }']],
    'a derivative depends on an input that it does not name',
    depends,
  ],
  [
    'depends-text',
    [
      [
        'case vr_y: v[at] = output(m); break;',
        'case vr_y: v[at] = output(m) + (m->text[0] == 0 ? 1 : 0) + strlen(m->text) * 1e-3; break;',
      ],
    ],
    'an output depends on a string that it does not name',
    [...depends],
  ],
  [
    'directional-sign',
    [['return i == j ? -m->k : 0;', 'return i == j ? m->k : 0;']],
    '∂ẋ/∂x has the wrong sign',
    derivative,
  ],
  [
    'directional-input',
    [
      [
        'if (unknown == vr_y && known == vr_u) return m->gain;',
        'if (unknown == vr_y && known == vr_u) return 2 * m->gain;',
      ],
    ],
    '∂y/∂u is double',
    derivative,
  ],
  [
    'directional-start',
    [
      [
        'if (unknown == vr_y && known == vr_u) return m->gain;',
        'if (unknown == vr_y && known == vr_u) return 2;',
      ],
    ],
    '∂y/∂u is that of the start values',
    derivative,
  ],
  [
    'directional-forcing',
    [
      [
        'if (unknown == vr_dx && known == vr_u) return 1;',
        'if (unknown == vr_dx && known == vr_u) return 0;',
      ],
    ],
    '∂ẋ/∂u is zero',
    derivative,
  ],
  [
    'directional-output',
    [
      [
        'if (unknown == vr_y && known == vr_x) return j == 0 ? 1 : 0;',
        'if (unknown == vr_y && known == vr_x) return j == 1 ? 1 : 0;',
      ],
    ],
    '∂y/∂x is that of another element',
    derivative,
  ],
  ['directional-seed', [['j) * seed[column];', 'j);']], 'the seed is ignored', derivative],
  [
    'directional-last',
    [['          out[row] += partial', '          out[row] = partial']],
    'directional derivatives of several knowns do not add',
    derivative,
  ],
  [
    'adjoint-transposed',
    [['          out[column] += seed[row]', '          out[column] = seed[row]']],
    'adjoint derivatives of several unknowns do not add',
    derivative,
  ],
  [
    'adjoint-sign',
    [['          out[column] += seed[row] * partial', '          out[column] -= seed[row] * partial']],
    'adjoint derivatives have the wrong sign',
    derivative,
  ],
  [
    'output-derivative-sign',
    [['    v[i] = derivative(&c->m, 0);', '    v[i] = -derivative(&c->m, 0);']],
    'output derivatives have the wrong sign',
    derivative,
  ],
  [
    'output-derivative-zero',
    [['    v[i] = derivative(&c->m, 0);', '    v[i] = 0;']],
    'output derivatives are zero',
    derivative,
  ],
  [
    'output-derivative-refused',
    [['    if (r[i] != vr_y || order[i] != 1)', '    if (r[i] != 4711)']],
    'output derivatives are refused',
    derivative,
  ],
  [
    'indicator-other',
    [['  z[0] = indicator(&c->m);', '  z[0] = indicator(&c->m) + 0.1;']],
    'the event indicator is not its variable',
    ['states/*', 'event/*'],
  ],
  [
    'indicator-sign',
    [['  z[0] = indicator(&c->m);', '  z[0] = -indicator(&c->m);']],
    'the event indicator has the other sign than its variable',
    ['states/*', 'event/*'],
  ],
  [
    'derivative-other',
    [['dx[i] = derivative(&c->m, i);\n  return', 'dx[i] = 2 * derivative(&c->m, i);\n  return']],
    'derivatives are not the variables der(x)',
    ['states/derivatives-agree'],
  ],
  [
    'derivative-stale',
    [
      [
        '  memcpy(c->m.x, x, n * sizeof *x);\n',
        '  static int k;\n  if (k++ % 2 == 0) memcpy(c->m.x, x, n * sizeof *x);\n',
      ],
    ],
    'every second setting of states is ignored',
    ['states/*'],
  ],
  [
    'state-second',
    [['  memcpy(c->m.x, x, n * sizeof *x);\n', '  c->m.x[0] = x[0];\n']],
    'the second state is not taken',
    ['states/*'],
  ],
  [
    'states-read-other',
    [['  memcpy(x, c->m.x, n * sizeof *x);\n', '  memcpy(x, c->m.x, n * sizeof *x);\n  x[1] = x[0];\n']],
    'the second state that is read is the first',
    ['states/*', 'event/*'],
  ],
  [
    'nominal-zero',
    [['for (size_t i = 0; i < n; i++) x[i] = 1;', 'for (size_t i = 0; i < n; i++) x[i] = 0;']],
    'nominal values are zero',
    ['states/nominals'],
  ],
  [
    'time-ignored',
    [['  IN(c->exchange ? continuous : 0);\n  c->m.time = time;', '  IN(c->exchange ? continuous : 0);']],
    'SetTime does nothing',
    ['value/time', 'states/*'],
  ],
  // Structure.
  [
    'count-fixed',
    [['  *n = c->m.n;\n', '  *n = 2;\n']],
    'the number of states does not follow n',
    ['states/*', 'value/structural', 'value/structural-values'],
  ],
  [
    'array-fixed',
    [
      [
        '    const size_t size = r[i] == vr_x || r[i] == vr_dx ? m->n : 1;',
        '    const size_t size = r[i] == vr_x || r[i] == vr_dx ? 2 : 1;',
      ],
    ],
    'arrays do not follow n',
    ['value/structural'],
  ],
  [
    'count-indicators',
    [['  (void)c;\n  *n = 1;', '  (void)c;\n  *n = 2;']],
    'the number of event indicators is another',
    ['states/count', 'event/*'],
  ],
  [
    'resize-keeps',
    [['    c->m.n = v[at++];', '    at++;']],
    'a structural parameter is not taken',
    ['value/structural'],
  ],
  [
    'structural-lost',
    [
      [
        '  c->m.mode = c->m.mode == configuration ? instantiated',
        '  c->m.n = 2;\n  c->m.mode = c->m.mode == configuration ? instantiated',
      ],
    ],
    'a structural parameter is lost at the end of Configuration Mode',
    ['value/structural'],
  ],
  [
    'resize-zero',
    [['    const size_t size = r[i] == vr_x ? m->n : 1;', '    const size_t size = r[i] == vr_x ? 2 : 1;']],
    'arrays of another size cannot be set',
    ['value/structural*', 'states/*'],
  ],
  // Order, robustness, logging.
  [
    'order-step',
    [['  IN(c->exchange ? 0 : stepMode);\n', '']],
    'doStep in any state',
    ['order/*', 'robust/*'],
  ],
  [
    'order-initialization',
    [['  IN(instantiated);\n  c->m.mode = initialization;', '  c->m.mode = initialization;']],
    'the initialization can be entered in any state',
    ['order/*'],
  ],
  [
    'reset-refused',
    [['FUNCTION(Reset)(Unit* c) {\n', 'FUNCTION(Reset)(Unit* c) {\n  IN(terminated);\n']],
    'reset in Terminated alone',
    ['order/*', 'run/reset*'],
  ],
  [
    'reset-partial',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n  start(&c->m);',
        'FUNCTION(Reset)(Unit* c) {\n  const double x = c->m.x[1];\n  start(&c->m);\n  c->m.x[1] = x;',
      ],
    ],
    'reset keeps a state',
    ['run/reset*'],
  ],
  [
    'reset-parameter',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n  start(&c->m);',
        'FUNCTION(Reset)(Unit* c) {\n  const double k = c->m.k;\n  start(&c->m);\n  c->m.k = k;',
      ],
    ],
    'reset keeps a parameter',
    ['run/reset*'],
  ],
  [
    'reset-text',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n  start(&c->m);',
        'FUNCTION(Reset)(Unit* c) {\n  char t[textBytes]; memcpy(t, c->m.text, textBytes);\n  start(&c->m);\n  memcpy(c->m.text, t, textBytes);',
      ],
    ],
    'reset keeps a string',
    ['run/reset*'],
  ],
  [
    'reset-structure',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n  start(&c->m);',
        'FUNCTION(Reset)(Unit* c) {\n  const uint64_t n = c->m.n;\n  start(&c->m);\n  c->m.n = n;',
      ],
    ],
    'reset keeps a structural parameter',
    ['run/reset*', 'value/structural*'],
  ],
  [
    'token',
    [['if (token == NULL || strcmp(token, "{full3}") != 0)', 'if (token == NULL)']],
    'any token is taken',
    ['load/wrong-token'],
  ],
  [
    'refused-silently',
    [['    if (log != NULL) log(environment, fmi3Error, "errors", "The token is another.");\n', '']],
    'a refusal is not logged',
    ['load/refusal-logged'],
  ],
  ['version', [['return "3.0";', 'return "2.0";']], 'another version', ['load/version']],
  [
    'not-exported',
    [['FUNCTION(EvaluateDiscreteStates)(Unit* c)', 'static fmi3Status hidden(Unit* c)']],
    'a function is not exported',
    ['load/*', 'binary/*', 'order/*'],
  ],
  [
    'log-off',
    [['if (!c->logging || c->log == NULL) return;', 'if (c->log == NULL) return;']],
    'it logs where logging is off',
    ['log/silent'],
  ],
  [
    'log-category',
    [['"events", "beat %d"', '"beats", "beat %d"']],
    'a category that is not described',
    ['log/categories'],
  ],
  ['prints', [[Last, `${Last}  printf("step\\n");\n`]], 'it prints', ['log/prints']],
  [
    'files',
    [[Last, `${Last}  FILE* f = fopen("steps.txt", "a"); if (f) fclose(f);\n`]],
    'it leaves a file',
    ['load/files'],
  ],
  [
    'thread',
    [
      ['  c->early = early;\n', '  c->early = early;\n  pthread_t t; pthread_create(&t, 0, idle, 0);\n'],
      [
        '#include <math.h>\n',
        '#include <math.h>\n#include <pthread.h>\n#include <unistd.h>\nstatic void* idle(void* x) { for (;;) pause(); return x; }\n',
      ],
    ],
    'a thread goes on after the instance was freed',
    ['load/threads'],
  ],
  [
    'error-is-final',
    [
      ['FUNCTION(Reset)(Unit* c) {\n', 'FUNCTION(Reset)(Unit* c) {\n  if (c->broken) return fmi3Error;\n'],
      ['  char* name;\n', '  char* name;\n  bool broken;\n'],
      [
        'default: REFUSE("There is no Float64 %u.", r[i]);',
        'default: c->broken = true; REFUSE("There is no Float64 %u.", r[i]);',
      ],
    ],
    'no reset after an error',
    ['robust/after-error'],
  ],
  [
    'crash-null',
    [['  if (state == NULL) REFUSE("There is no state.");\n  memcpy(&c->m', '  memcpy(&c->m']],
    'a state that is NULL ends the process',
    ['memory/*', 'robust/*'],
  ],
  [
    'crash-fifth',
    [[Last, `${Last}  static int k; if (++k % 5 == 0) *(volatile int*)0 = 1;\n`]],
    'a crash in the fifth step',
    ['run/*', 'step/*', 'value/*'],
  ],
  [
    'hang',
    [[Last, `${Last}  while (m->beats == 1) *(volatile double*)&m->x[3] += 1;\n`]],
    'it hangs after half a second',
    ['run/*', 'step/*', 'event/*'],
  ],
  [
    'random',
    [['  m->k = 1;\n', '  m->k = 1;\n  static int k; m->x[0] = 1 + 1e-12 * k++;\n']],
    'each instance begins a little elsewhere',
    ['run/*', 'value/start', 'load/two-instances'],
  ],
  [
    'clock-time',
    [
      ['  m->time += h;\n', '  m->time += h;\n  m->x[1] += 1e-12 * (double)(clock() % 1000);\n'],
      ['#include <math.h>\n', '#include <math.h>\n#include <time.h>\n'],
    ],
    'results depend on the processor’s time',
    ['run/*', 'memory/*', 'load/two-instances'],
  ],
  [
    'step-size',
    [[DoStep, `${DoStep}  if (h < 0.001) REFUSE("The step is too short.");\n`]],
    'short steps are refused',
    ['step/*'],
  ],
  [
    'step-negative',
    [['  if (!(h > 0)) REFUSE("A step is longer than 0.");\n', '']],
    'steps of no length are taken',
    ['step/*'],
  ],
  [
    'step-elsewhere',
    [
      [
        '  if (fabs(t - m->time) > 1e-6 * (1 + fabs(t))) REFUSE("It is at %g, not at %g.", m->time, t);\n',
        '  m->time = t;\n',
      ],
    ],
    'steps may begin anywhere',
    ['step/*'],
  ],
  [
    'start-ignored',
    [['  c->m.time = c->m.start = start;', '  c->m.time = c->m.start = 0; (void)start;']],
    'the start time is ignored',
    ['run/later-start', 'value/time'],
  ],
  [
    'nan',
    [['  m->time += h;\n', '  m->time += h;\n  if (m->time > 0.04) m->x[0] = 0.0 / 0.0;\n']],
    'a state becomes NaN',
    ['run/*', 'states/*', 'value/*'],
  ],
];

/** Mutants that are known to be undetected, with the reason. */
const survivors: Readonly<Record<string, string>> = {};

/** The unit `full3` with one fault each. */
export const mutants3: readonly Mutant[] = rows.map(([what, edits, fault, rules, description]) => ({
  name: `full3/${what}`,
  unit: 'full3',
  edits,
  fault,
  rules,
  description,
  survives: survivors[what],
}));

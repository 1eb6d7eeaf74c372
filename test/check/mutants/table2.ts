import type { Mutant } from './mutant.ts';

type Row = [what: string, edits: Mutant['edits'], fault: string, rules: string[]];

const rows: Row[] = [
  [
    'get-behind',
    [
      [
        '      default: REFUSE("There is no Real %u.", r[i]);\n    }\n  return fmi2OK;',
        '      default: REFUSE("There is no Real %u.", r[i]);\n    }\n  v[n] = 0;\n  return fmi2OK;',
      ],
    ],
    'GetReal writes one value more',
    ['importer/arrays'],
  ],
  [
    'get-before',
    [
      [
        '      default: REFUSE("There is no Integer %u.", r[i]);\n    }\n  return fmi2OK;',
        '      default: REFUSE("There is no Integer %u.", r[i]);\n    }\n  if (n > 0) v[-1] = 0;\n  return fmi2OK;',
      ],
    ],
    'GetInteger writes in front of the array',
    ['importer/arrays'],
  ],
  [
    'boolean-as-double',
    [['    v[i] = c->m.b;', '    *(double*)&v[i] = 0, v[i] = c->m.b;']],
    'GetBoolean writes eight bytes a value',
    ['importer/arrays'],
  ],
  [
    'states-behind',
    [['  memcpy(x, c->m.x, n * sizeof *x);', '  memcpy(x, c->m.x, (n + 1) * sizeof *x);']],
    'three states are written of two',
    ['importer/arrays'],
  ],
  [
    'derivatives-behind',
    [['for (size_t i = 0; i < n; i++) dx[i]', 'for (size_t i = 0; i <= n; i++) dx[i]']],
    'three derivatives are written of two',
    ['importer/arrays'],
  ],
  [
    'indicators-behind',
    [['  z[0] = indicator(&c->m);', '  z[0] = z[1] = indicator(&c->m);']],
    'two event indicators are written of one',
    ['importer/arrays'],
  ],
  [
    'nominals-behind',
    [['for (size_t i = 0; i < n; i++) x[i] = 1;', 'for (size_t i = 0; i < n + 2; i++) x[i] = 1;']],
    'four nominals are written of two',
    ['importer/arrays'],
  ],
  [
    'serialize-behind',
    [['  memcpy(bytes, state, sizeof(Model));', '  memcpy(bytes, state, sizeof(Model)), bytes[size] = 0;']],
    'a byte more is serialized',
    ['importer/arrays'],
  ],
  [
    'directional-behind',
    [['    out[a] = 0;', '    out[a] = out[a + 1] = 0;']],
    'a sensitivity more is written',
    ['importer/arrays'],
  ],
  [
    'event-info-behind',
    [
      [
        '  info->nextEventTime = c->m.beat;',
        '  info->nextEventTime = c->m.beat;\n  (&info->nextEventTime)[1] = 0;',
      ],
    ],
    'behind the event info is written',
    ['importer/arrays'],
  ],
  [
    'set-writes',
    [
      [
        'case vr_u: IN(inputs | continuous); m->u = v[i]; m->slope = 0; break;',
        'case vr_u: IN(inputs | continuous); m->u = v[i]; ((double*)v)[i] = 0; m->slope = 0; break;',
      ],
    ],
    'SetReal changes the importer’s values',
    ['importer/constants'],
  ],
  [
    'name-kept',
    [
      [
        '  c->name = f->allocateMemory(strlen(name) + 1, 1);\n  strcpy(c->name, name);\n',
        '  c->name = (char*)name;\n',
      ],
      ['  f->freeMemory(c->name);\n', ''],
    ],
    'the importer’s name is kept',
    ['importer/lent', 'importer/environment', 'value/set-text'],
  ],
  [
    'string-kept',
    [
      ['    strcpy(c->m.text, v[i]);', '    c->lent = v[i];'],
      ['  char* name;\n', '  char* name;\n  const char* lent;\n'],
      ['    v[i] = c->m.text;', '    v[i] = c->lent != NULL ? c->lent : c->m.text;'],
    ],
    'the importer’s string is kept',
    ['importer/lent', 'importer/environment', 'value/set-text'],
  ],
  [
    'leak-instance',
    [['  f->freeMemory(c);\n', '']],
    'the instance is not freed',
    ['load/allocations', 'load/leak'],
  ],
  [
    'leak-name',
    [['  f->freeMemory(c->name);\n', '']],
    'the name is not freed',
    ['load/allocations', 'load/leak'],
  ],
  [
    'leak-step',
    [['  const int pieces =', '  { char* volatile p = malloc(24); (void)p; }\n  const int pieces =']],
    '24 bytes a step',
    ['load/allocations', 'load/leak'],
  ],
  ['leak-state', [['  free(*state);\n', '']], 'states are not freed', ['load/allocations', 'load/leak']],
  [
    'leak-get',
    [
      [
        '  const Model* m = &c->m;\n',
        '  const Model* m = &c->m;\n  { char* volatile p = malloc(16); (void)p; }\n',
      ],
    ],
    '16 bytes a GetReal',
    ['load/allocations', 'load/leak'],
  ],
  [
    'leak-reset',
    [
      [
        'FUNCTION(Reset)(Unit* c) {\n',
        'FUNCTION(Reset)(Unit* c) {\n  { char* volatile p = malloc(64); (void)p; }\n',
      ],
    ],
    '64 bytes a reset',
    ['load/allocations', 'load/leak'],
  ],
  [
    'leak-allocate',
    [
      [
        'FUNCTION(SetupExperiment)(Unit* c, int toleranceDefined, double tolerance, double start, int stopDefined, double stop) {\n',
        'FUNCTION(SetupExperiment)(Unit* c, int toleranceDefined, double tolerance, double start, int stopDefined, double stop) {\n  void* volatile p = c->callbacks->allocateMemory(1, 100); (void)p;\n',
      ],
    ],
    '100 bytes of allocateMemory an experiment',
    ['load/allocations', 'load/leak'],
  ],
  [
    'freed-other',
    [['  c->name = f->allocateMemory(strlen(name) + 1, 1);', '  c->name = malloc(strlen(name) + 1);']],
    'freeMemory gets what malloc gave',
    ['importer/memory-functions'],
  ],
  [
    'free-of-allocated',
    [['  f->freeMemory(c->name);', '  free(c->name);']],
    'free gets what allocateMemory gave',
    ['importer/*'],
  ],
  [
    'log-environment',
    [['c->callbacks->logger(c->callbacks->componentEnvironment, c->name', 'c->callbacks->logger(c, c->name']],
    'the logger gets another environment',
    ['importer/environment'],
  ],
  [
    'log-name',
    [['componentEnvironment, c->name, status', 'componentEnvironment, "full2", status']],
    'the logger gets another name',
    ['importer/environment'],
  ],
  ['boolean-two', [['    c->m.b = v[i] != 0;', '    c->m.b = v[i] ? 2 : 0;']], 'true is 2', ['value/*']],
  ['boolean-minus', [['    v[i] = c->m.b;', '    v[i] = c->m.b ? -1 : 0;']], 'true is −1', ['value/*']],
  [
    'info-unset',
    [['  info->terminateSimulation = 0;\n', '']],
    'terminateSimulation is not written',
    ['importer/results', 'event/flags', 'event/integrator-flags'],
  ],
  [
    'next-unset',
    [['  info->nextEventTime = c->m.beat;\n', '']],
    'nextEventTime is not written',
    ['importer/results', 'event/flags', 'event/integrator-flags'],
  ],
  [
    'flag-two',
    [
      [
        '  info->newDiscreteStatesNeeded = 0;',
        '  info->newDiscreteStatesNeeded = 0, info->nominalsOfContinuousStatesChanged = 2;',
      ],
      ['  info->nominalsOfContinuousStatesChanged = 0;\n', ''],
    ],
    'a flag is 2',
    ['importer/results', 'event/flags', 'event/integrator-flags'],
  ],
  [
    'integrator-unset',
    [['  *event = crossed(&c->m);\n', '  if (crossed(&c->m)) *event = 1;\n']],
    'enterEventMode is not always written',
    ['importer/results', 'event/flags', 'event/integrator-flags'],
  ],
  [
    'changed-not-said',
    [
      [
        '  info->valuesOfContinuousStatesChanged = handle(c);',
        '  handle(c), info->valuesOfContinuousStatesChanged = 0;',
      ],
    ],
    'states change and the flag does not say so',
    ['event/*'],
  ],
  [
    'next-past',
    [['    m->beat += 0.5;\n', '    m->beat -= 0.5;\n']],
    'the next event lies in the past',
    ['event/*'],
  ],
  [
    'never-settles',
    [['  info->newDiscreteStatesNeeded = 0;', '  info->newDiscreteStatesNeeded = 1;']],
    'events never settle',
    ['event/settles'],
  ],
  [
    'state-without-time',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.time;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.time = b;\n',
      ],
    ],
    'time is not restored',
    ['memory/*'],
  ],
  [
    'state-without-x',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.x[1];\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.x[1] = b;\n',
      ],
    ],
    'x is not restored',
    ['memory/*'],
  ],
  [
    'state-without-input',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.u;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.u = b;\n',
      ],
    ],
    'input is not restored',
    ['memory/*'],
  ],
  [
    'state-without-count',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const int b = c->m.count;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.count = b;\n',
      ],
    ],
    'count is not restored',
    ['memory/*'],
  ],
  [
    'state-without-beat',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.beat;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.beat = b;\n',
      ],
    ],
    'beat is not restored',
    ['memory/*'],
  ],
  [
    'state-without-parameter',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const double b = c->m.gain;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.gain = b;\n',
      ],
    ],
    'parameter is not restored',
    ['memory/*'],
  ],
  [
    'state-without-integer',
    [
      [
        '  memcpy(&c->m, state, sizeof(Model));\n',
        '  const int b = c->m.i;\n  memcpy(&c->m, state, sizeof(Model));\n  c->m.i = b;\n',
      ],
    ],
    'integer is not restored',
    ['memory/*'],
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
    ['memory/*'],
  ],
  [
    'serialize-half',
    [['  memcpy(bytes, state, sizeof(Model));', '  memset(bytes, 0, size), memcpy(bytes, state, 40);']],
    'half of a state is serialized',
    ['memory/*'],
  ],
  [
    'deserialize-unit',
    [['  memcpy(*state, bytes, sizeof(Model));', '  memcpy(*state, &c->m, sizeof(Model));']],
    'deserialized is the present',
    ['memory/*'],
  ],
  [
    'state-pointer-left',
    [['  *state = NULL;\n  return', '  return']],
    'FreeFMUstate leaves the pointer',
    ['memory/*', 'importer/results'],
  ],
  [
    'static-parameter',
    [
      ['m->gain = v[i]; break;', 'shared = v[i]; break;'],
      ['case vr_gain: v[i] = m->gain; break;', 'case vr_gain: v[i] = shared; break;'],
      ['static void start(', 'static double shared = 2;\nstatic void start('],
      ['return m->gain * m->u', 'return shared * m->u'],
      ['  m->gain = 2;', '  shared = 2;'],
    ],
    'a parameter is that of all instances',
    ['load/two-instances'],
  ],
  [
    'static-time',
    [['  m->time += h;\n', '  static double sum;\n  sum += h;\n  m->x[1] += sum * 1e-3;\n  m->time += h;\n']],
    'instances add up the time of all',
    ['load/two-instances'],
  ],
  [
    'two-refused',
    [
      [
        '  Unit* c = f->allocateMemory(1, sizeof *c);\n',
        '  if (living++ > 0) return NULL;\n  Unit* c = f->allocateMemory(1, sizeof *c);\n',
      ],
      ['  f->freeMemory(c->name);\n', '  living--;\n  f->freeMemory(c->name);\n'],
      ['EXPORT void* fmi2Instantiate(', 'static int living;\nEXPORT void* fmi2Instantiate('],
    ],
    'one instance a process, which is not declared',
    ['load/two-instances'],
  ],
  [
    'lost-initialization',
    [
      [
        '  c->m.mode = c->exchange ? eventMode : stepMode;\n',
        '  c->m.mode = c->exchange ? eventMode : stepMode;\n  c->m.k = 1;\n',
      ],
    ],
    'a parameter is lost after the initialization',
    ['value/*', 'run/reset*'],
  ],
  [
    'lost-step',
    [['  const int pieces =', '  m->gain = 2;\n  const int pieces =']],
    'a tunable parameter is lost in the first step',
    ['value/*', 'run/reset*'],
  ],
  [
    'lost-input',
    [['  const int pieces =', '  m->i = 0;\n  const int pieces =']],
    'an input is lost in each step',
    ['value/*', 'run/reset*'],
  ],
  [
    'lost-terminate',
    [['  c->m.mode = terminated;\n', '  c->m.mode = terminated;\n  c->m.x[0] = 0;\n']],
    'outputs are lost at terminate',
    ['run/*'],
  ],
  [
    'integer-short',
    [['case vr_i: IN(inputs); c->m.i = v[i]; break;', 'case vr_i: IN(inputs); c->m.i = (short)v[i]; break;']],
    'Integer has 16 bits',
    ['value/*', 'run/reset*'],
  ],
  [
    'integer-float',
    [
      [
        'case vr_i: IN(inputs); c->m.i = v[i]; break;',
        'case vr_i: IN(inputs); c->m.i = (int)(double)(float)v[i]; break;',
      ],
    ],
    'Integer passes through float',
    ['value/*', 'run/reset*'],
  ],
  [
    'real-float',
    [['case vr_d: IN(inputs); m->d = v[i]; break;', 'case vr_d: IN(inputs); m->d = (float)v[i]; break;']],
    'a Real passes through float',
    ['value/*', 'run/reset*'],
  ],
  [
    'string-cut',
    [['    strcpy(c->m.text, v[i]);', '    strcpy(c->m.text, v[i]), c->m.text[20] = 0;']],
    'strings are cut',
    ['value/*', 'run/reset*'],
  ],
  [
    'constant-moves',
    [['case vr_pi: v[i] = 3.25; break;', 'case vr_pi: v[i] = 3.25 + m->time; break;']],
    'a constant changes with time',
    ['value/*', 'run/reset*'],
  ],
  [
    'parameter-moves',
    [['  m->time += h;\n', '  m->time += h;\n  m->k *= 1.0001;\n']],
    'a fixed parameter changes in the run',
    ['value/*', 'run/reset*'],
  ],
  [
    'start-other',
    [['  m->gain = 2;', '  m->gain = 2.5;']],
    'a start value is another',
    ['value/*', 'run/reset*'],
  ],
  [
    'depends-integer',
    [['case vr_e: v[i] = 3 * m->d; break;', 'case vr_e: v[i] = 3 * m->d + m->i; break;']],
    'an output depends on an integer input that it does not name',
    ['run/dependencies*', 'states/dependencies'],
  ],
  [
    'depends-continuous',
    [['case vr_e: v[i] = 3 * m->d; break;', 'case vr_e: v[i] = 3 * m->d + m->u; break;']],
    'an output depends on a continuous input that it does not name',
    ['run/dependencies*', 'states/dependencies'],
  ],
  [
    'depends-derivative',
    [['m->x[0] - m->x[1]; }', 'm->x[0] - m->x[1] + m->u; }']],
    'a derivative depends on an input that it does not name',
    ['run/dependencies*', 'states/dependencies'],
  ],
  [
    'depends-state',
    [['return i == 0 ? m->u - m->k * m->x[0]', 'return i == 0 ? m->u - m->k * m->x[0] + 0.1 * m->x[1]']],
    'a derivative depends on a state that it does not name',
    ['run/dependencies*', 'states/dependencies'],
  ],
  [
    'directional-sign',
    [['known == vr_x1) return -m->k;', 'known == vr_x1) return m->k;']],
    '∂ẋ/∂x has the wrong sign',
    ['derivative/*'],
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
    ['derivative/*'],
  ],
  [
    'directional-state',
    [
      [
        'if (unknown == vr_dx2 && known == vr_x2) return -1;',
        'if (unknown == vr_dx2 && known == vr_x2) return 0;',
      ],
    ],
    '∂ẋ/∂x lacks an element',
    ['derivative/*'],
  ],
  [
    'directional-last',
    [['out[a] += partial', 'out[a] = partial']],
    'directional derivatives of several knowns do not add',
    ['derivative/*'],
  ],
  [
    'output-derivative-sign',
    [
      [
        '    v[i] = c->m.gain * c->m.slope + derivative(&c->m, 0);',
        '    v[i] = -c->m.gain * c->m.slope - derivative(&c->m, 0);',
      ],
    ],
    'output derivatives have the wrong sign',
    ['derivative/*'],
  ],
  [
    'output-derivative-zero',
    [['    v[i] = c->m.gain * c->m.slope + derivative(&c->m, 0);', '    v[i] = 0;']],
    'output derivatives are zero',
    ['derivative/*'],
  ],
  [
    'input-derivative-refused',
    [['    if (r[i] != vr_u || order[i] != 1)', '    if (r[i] != 4711)']],
    'input derivatives are refused, though inputs can be interpolated',
    ['derivative/*', 'step/*'],
  ],
  [
    'derivative-other',
    [['dx[i] = derivative(&c->m, i);', 'dx[i] = 2 * derivative(&c->m, i);']],
    'derivatives are not the variables der(x)',
    ['states/*'],
  ],
  [
    'nominal-zero',
    [['for (size_t i = 0; i < n; i++) x[i] = 1;', 'for (size_t i = 0; i < n; i++) x[i] = 0;']],
    'nominal values are zero',
    ['states/nominals'],
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
    'guid',
    [['if (guid == NULL || strcmp(guid, "{full2}") != 0)', 'if (guid == NULL)']],
    'any GUID is taken',
    ['load/wrong-token'],
  ],
  ['platform', [['return "default";', 'return "linux";']], 'another types platform', ['load/types-platform']],
  [
    'log-off',
    [
      [
        'if (!c->logging || c->callbacks->logger == NULL) return;',
        'if (c->callbacks->logger == NULL) return;',
      ],
    ],
    'it logs where logging is off',
    ['log/silent'],
  ],
  [
    'step-negative',
    [['  if (!(h > 0)) REFUSE("A step is longer than 0.");\n', '']],
    'steps of no length are taken',
    ['step/*'],
  ],
  [
    'start-ignored',
    [['  c->m.time = start;\n', '  c->m.time = 0; (void)start;\n']],
    'the start time is ignored',
    ['run/*', 'value/time', 'step/*'],
  ],
  [
    'status-time',
    [['(void)kind, *v = c->m.time, fmi2OK', '(void)kind, *v = -1, fmi2OK']],
    'lastSuccessfulTime is −1',
    ['step/*'],
  ],
];

/** The unit `full2` with one fault each. */
export const mutants2: readonly Mutant[] = rows.map(([what, edits, fault, rules]) => ({
  name: `full2/${what}`,
  unit: 'full2',
  edits,
  fault,
  rules,
}));

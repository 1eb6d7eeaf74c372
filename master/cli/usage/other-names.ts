/** Commands of FMPy, OMSimulator and other tools, with the command of fmukit that does the task. */
const commandNames: Readonly<Record<string, string>> = {
  simulate: 'run',
  sim: 'run',
  start: 'run',
  execute: 'run',
  info: 'inspect',
  show: 'inspect',
  list: 'inspect',
  describe: 'inspect',
  dump: 'inspect',
  validate: 'check',
  compliance: 'check',
  compile: 'port',
  create: 'new',
  init: 'new',
  gui: 'view',
  diff: 'compare',
  convert: 'export',
  save: 'export',
  couple: 'run',
  connect: 'run',
  result: 'report',
  results: 'report',
  sweep: 'study',
  optimize: 'fit',
  calibrate: 'fit',
  recommend: 'advise',
  serve: 'view',
};

/** Options of FMPy, OMSimulator and other tools, with the option of fmukit that does the task. */
const optionNames: Readonly<Record<string, string>> = {
  'step-size': 'step',
  'time-step': 'step',
  'fixed-step': 'step',
  dt: 'step',
  'end-time': 'stop-time',
  tstop: 'stop-time',
  duration: 'stop-time',
  tstart: 'start-time',
  'start-values': 'set',
  start: 'set',
  param: 'set',
  parameter: 'set',
  parameters: 'set',
  value: 'set',
  values: 'set',
  'output-file': 'output',
  'result-file': 'output',
  results: 'output',
  'input-file': 'input',
  'relative-tolerance': 'tolerance',
  reltol: 'tolerance',
  rtol: 'tolerance',
  'interface-type': 'interface',
  'fmi-type': 'interface',
  variables: 'record',
  columns: 'record',
  interval: 'output-interval',
  algorithm: 'scheme',
  threshold: 'error',
};

/** Values of options, with the option that does the task. */
const valueNames: Readonly<Record<string, string>> = { html: 'report', page: 'report' };

/** Returns the command of fmukit for a command of another tool, or undefined. */
export const commandFor = (name: string): string | undefined => own(commandNames, name.toLowerCase());

/** Returns the option of fmukit for an option of another tool, or undefined. */
export const optionFor = (name: string): string | undefined => own(optionNames, name.toLowerCase());

/** Returns the option of fmukit for a value of another option, or undefined. */
export const optionForValue = (value: string): string | undefined => own(valueNames, value.toLowerCase());

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

import { readFileSync } from 'node:fs';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import type { Setting } from '../../advise/candidates.ts';
import { readSystemFile } from '../../system/load-system.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { isTerminals } from '../../system/terminals/is-terminals.ts';

/**
 * Writes an algorithm into a system file and leaves the rest of the file unchanged. Connections
 * that state their order get the new order if it changed. Rows of the results keep their times if
 * the new step allows it.
 */
export function writeAlgorithm(
  file: string,
  system: CheckedSystem,
  changed: CheckedSystem,
  setting: Setting,
): void {
  const { value } = readSystemFile(file);
  let json = readFileSync(file, 'utf8');
  const set = (path: JSONPath, to: unknown): void => {
    const formattingOptions = {
      insertSpaces: !/^\t/m.test(json),
      tabSize: 2,
      eol: json.includes('\r\n') ? '\r\n' : '\n',
    };
    json = applyEdits(json, modify(json, path, to, { formattingOptions }));
  };
  const { scheme, step, order, extrapolation, options } = setting;
  set(['algorithm', 'scheme'], scheme);
  set(['algorithm', 'step'], step);
  set(['algorithm', 'order'], order);
  if (value.algorithm.extrapolation !== extrapolation) set(['algorithm', 'extrapolation'], extrapolation);
  const schemeOptions = Object.keys(options).length > 0 ? options : undefined;
  if (schemeOptions !== undefined || value.algorithm.options !== undefined)
    set(['algorithm', 'options'], schemeOptions);
  // Connections of variables come first in a checked system.
  let k = 0;
  value.connections?.forEach((connection, i) => {
    if (isTerminals(connection)) return;
    const is = changed.connections[k++];
    if (connection.order !== undefined && connection.order !== is.order)
      set(['connections', i, 'order'], is.order);
    if (connection.extrapolation !== undefined && connection.extrapolation !== is.extrapolation)
      set(['connections', i, 'extrapolation'], is.extrapolation);
  });
  const rows = (system.record.every * system.step) / step;
  const every = Math.abs(rows - Math.round(rows)) < 1e-6 && rows > 0.5 ? Math.round(rows) : 1;
  if (every !== system.record.every) set(['record', 'every'], every);
  writeAtomically(file, Buffer.from(json));
}

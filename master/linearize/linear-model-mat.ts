import type { LinearModel } from '../../fmu-sdk/host/fmi-driver/jacobian/linearize-fmu.ts';
import { doubles, texts } from '../observe/formats/mat/mat-matrix.ts';

/**
 * Writes a linear model as a MAT file of version 4. It holds A, B, C, D, the operating point (x0,
 * u0, y0, dx0, t0), and the names of states, inputs and outputs.
 */
export function linearMat(model: LinearModel): Uint8Array {
  const { states, inputs, outputs, A, B, C, D, x, u, y, derivatives, time } = model;
  const column = (values: readonly number[]): number[][] => values.map((value) => [value]);
  const parts = [
    doubles('A', A, states.length),
    doubles('B', B, inputs.length),
    doubles('C', C, states.length),
    doubles('D', D, inputs.length),
    doubles('x0', column(x), 1),
    doubles('u0', column(u), 1),
    doubles('y0', column(y), 1),
    doubles('dx0', column(derivatives), 1),
    doubles('t0', [[time]], 1),
    ...[['states', states] as const, ['inputs', inputs] as const, ['outputs', outputs] as const].flatMap(
      ([name, names]) => (names.length === 0 ? [] : [texts(name, names)]),
    ),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

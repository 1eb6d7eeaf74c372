import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { isNumber, samples, settable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Bytes of a text that every FMU has room for. */
const alwaysFits = 16;

const isLong = (value: string | Uint8Array): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) > alwaysFits;

export const setText: Rule = {
  id: 'value/set-text',
  title: 'Strings and binaries keep the values that were set',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A string is stored byte for byte, in UTF-8, even if it is empty. The FMU copies it, because the importer may free its memory. A string of more than 16 bytes may be refused, but not truncated. Binaries may contain zeros.',
  needs: 'behaviour',
  faults: [
    injectFault('strings end at the first non-ASCII character', (base) => ({
      setStrings: (vrs, values) =>
        base.setStrings(
          vrs,
          values.map((s) => s.replace(/[^ -~].*/u, '')),
        ),
    })),
  ],
  inapplicableReason: (target) =>
    settable(target).every(isNumber) ? 'the FMU does not have a settable String or Binary' : undefined,
  async check({ target, open, report }) {
    for (const variable of settable(target).filter((v) => !isNumber(v))) {
      if (variable.dimensions.length > 0) continue;
      for (const value of samples(variable)) {
        const probe = await open();
        probe.reach('instantiated');
        const answer = probe.write(variable, [value]);
        // The standard does not limit the size of a text. An FMU may refuse a long one, but must
        // not truncate it.
        if (isLong(value) && answer === status.error) continue;
        if (answer > status.warning) {
          report(probe, {
            message: `"${variable.name}" cannot be set.`,
            value: statusNames[answer],
            expected: 'ok',
          });
          continue;
        }
        probe.initialize(probe.experiment);
        const { values } = probe.read(variable);
        if (!sameValues(values, [value]))
          report(probe, {
            message: `"${variable.name}" differs from the value that was set.`,
            value: quantity(variable, values),
            expected: quantity(variable, [value] as Value[]),
          });
      }
    }
  },
};

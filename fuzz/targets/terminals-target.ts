import {
  readTerminalsAndIcons,
  writeTerminalsAndIcons,
} from '../../fmu-sdk/description/terminals/terminals-and-icons.ts';
import { type Target, textOf } from '../fuzz-target.ts';
import { mutateXml } from '../mutate/mutate-xml.ts';
import { roundTrip } from '../round-trip.ts';
import { isXml } from './shared-inputs.ts';

const read = (text: string): ReturnType<typeof readTerminalsAndIcons> =>
  readTerminalsAndIcons(text, 'case.xml');

/** `terminalsAndIcons.xml`. What is accepted is written and read again as the same. */
export const terminals: Target = {
  name: 'terminals',
  about: 'terminals and icons',
  mutate: mutateXml,
  hasForm: isXml,
  run: (bytes) => {
    const all = read(textOf(bytes));
    roundTrip(all, writeTerminalsAndIcons, read);
    const shape = all.terminals.map(
      (t) => `${t.members.length} ${t.streamMembers?.length} ${t.terminals?.length}`,
    );
    return `accepted ${shape.slice(0, 3).join()} ${Object.keys(all).join()}`;
  },
};

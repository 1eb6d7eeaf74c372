import { callsOf } from './c-source.ts';
import type { Edit, Subject } from './operators.ts';
import { splitAtCommas } from './tokens.ts';

const restores = /^(?:fmi\d)?(?:set_?FMU_?state|reset)/i;
const saves = /^(?:fmi\d)?(?:get_?FMU_?state|serialize_?FMU_?state|de_?serialize)/i;

/**
 * Forgets one field where a whole struct is saved, restored, reset or serialized. A saved field is
 * zero. A restored field keeps its value.
 */
export function forgetField(subject: Subject): Edit[] {
  const { name, body } = subject.fn;
  const [isRestore, isSave] = [restores.test(name), saves.test(name)];
  if (!isRestore && !isSave) return [];
  return callsOf(body)
    .filter(({ name: called }) => /^(?:memcpy|memset|start|setStartValues)$/.test(called))
    .flatMap(({ open, close }) => {
      const [first] = splitAtCommas(body, open + 1, close);
      const target = subject.text(...first);
      const call = subject.text(open - 1, close + 1);
      const forget = isRestore ? kept : zeroed;
      return placesIn(subject).map((place) =>
        subject.replace(open - 1, close + 1, forget(call, target, place)),
      );
    });
}

interface Place {
  struct: string;
  /** Field, or a field of a field. */
  path: string;
}

/** Returns the fields of the FMU's structs, also through fields that are such structs. */
function placesIn({ fields }: Subject): Place[] {
  const direct = fields.map(({ struct, name }) => ({ struct, path: name }));
  const nested = fields.flatMap(({ struct, name, type }) =>
    fields
      .filter((inner) => inner.struct === type)
      .map((inner) => ({ struct, path: `${name}.${inner.name}` })),
  );
  return [...direct, ...nested];
}

/** The compiler rejects fields that the target does not have. */
function kept(call: string, target: string, { path }: Place): string {
  return `KEEP_FIELD((${target})->${path}, ${call})`;
}

function zeroed(call: string, target: string, { struct, path }: Place): string {
  return `ZERO_FIELD(${target}, ${struct}, ${path}, ${call})`;
}

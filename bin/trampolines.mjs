// binaryen catches its own exceptions in JavaScript: it calls functions that may throw by way of a
// trampoline there. Here the same trampolines as a module of WebAssembly: the optimizer takes a
// fifth less.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A trampoline: it calls the function of this number with the arguments. After an exception it
 * restores the stack and leaves a note for the caller.
 */
const trampoline =
  /function (\w+)\((\w+)(?:,\w+)*\)\{var (\w+)=(\w+)\(\);try\{(?:return )?\w+\(\2\)\([^()]*\)\}catch\((\w+)\)\{if\((\w+)\(\3\),!\(\5 instanceof \w+\)\)throw \5;(?:return )?(\w+)\(1,0\)(?:,0n)?\}\}/g;

/**
 * Extracts the trampolines of binaryen's package.
 *
 * `module` imports `own.table`, the table of binaryen's functions, and `own.tag`, the tag of its
 * exceptions. It exports trampolines under the names by which binaryen imports them, and a table
 * `links`. The table receives, in this order, the functions that binaryen exports under the names
 * `links`. `size` is the size of `own.table`.
 *
 * @param text JavaScript of the package, without the WebAssembly
 * @param bytes WebAssembly of the package
 * @returns `module`, `links` and `size`
 */
export async function trampolinesOf(text, bytes) {
  const found = [...text.matchAll(trampoline)];
  if (found.length === 0)
    throw new Error(
      'build dist/compiler.cjs: trampolines are missing in binaryen/index.js. Check its new version.',
    );
  const [, , , , save, , restore, threw] = found[0];
  const links = [save, restore, threw].map((name) => only(text, `[,;]${name}=\\w+\\.(\\w+)[,;]`));
  const names = new Set(found.map(([, name]) => only(text, `[,{]([\\w$]+):${name}(?=[,}])`)));
  const { imports, size } = shapeOf(bytes);
  const functions = imports.filter(({ name }) => names.has(name)).map(asText);
  const wat = `(module
    (import "own" "table" (table $all ${size} ${size} funcref))
    (import "own" "tag" (tag $thrown))
    (table $links (export "links") 3 3 funcref)
    (type $save (func (result i32)))
    (type $restore (func (param i32)))
    (type $threw (func (param i32 i32)))
    ${functions.join('\n')})`;
  const wabt = await require('wabt')();
  const module = wabt.parseWat('trampolines.wat', wat, { exceptions: true });
  module.validate();
  return { module: Buffer.from(module.toBinary({}).buffer), links, size };
}

function asText({ name, type: [params, results] }) {
  const [, ...rest] = params;
  const result = results.map((type) => `(result ${type})`).join('');
  const nothing = results.map((type) => `(${type}.const 0)`).join('');
  const restore = '(call_indirect $links (type $restore) (local.get $stack) (i32.const 1))';
  return `(func (export "${name}") ${params.map((type) => `(param ${type})`).join(' ')} ${result} (local $stack i32)
    (local.set $stack (call_indirect $links (type $save) (i32.const 0)))
    (try ${result}
      (do (call_indirect $all ${rest.map((type) => `(param ${type})`).join(' ')} ${result}
        ${rest.map((_, i) => `(local.get ${i + 1})`).join(' ')} (local.get 0)))
      (catch $thrown ${restore}
        (call_indirect $links (type $threw) (i32.const 1) (i32.const 0) (i32.const 2)) ${nothing})
      (catch_all ${restore} (rethrow 0))))`;
}

function only(text, pattern) {
  const all = [...text.matchAll(new RegExp(pattern, 'g'))];
  if (all.length === 1) return all[0][1];
  throw new Error(
    `build dist/compiler.cjs: binaryen/index.js has ${pattern} ${all.length} times. Check its new version.`,
  );
}

const typeNames = { 127: 'i32', 126: 'i64', 125: 'f32', 124: 'f64' };

/** Reads the imports of a module, all functions, with their types, and the size of its table. */
function shapeOf(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const list = (item) => Array.from({ length: number() }, item);
  const text = () => Buffer.from(list(() => bytes[at++])).toString();
  const values = () => list(() => typeNames[bytes[at++]]);
  let types;
  let imports;
  let size;
  while (at < bytes.length) {
    const id = bytes[at++];
    const end = number() + at;
    if (id === 1)
      types = list(() => {
        at++;
        return [values(), values()];
      });
    if (id === 2)
      imports = list(() => {
        text();
        return { name: text(), kind: bytes[at++], type: types[number()] };
      });
    if (id === 4) {
      // Behind their number, one, and what it holds.
      at += 3;
      size = number();
    }
    at = end;
  }
  return { imports, size };
}

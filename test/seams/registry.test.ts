import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behaviourRules, fileRules, standardRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { severities } from '../../fmu-sdk/check/severity.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { integrators } from '../../fmu-sdk/solver/solver-registry.ts';
import { platforms } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { Registry } from '../../fmu-sdk/util/registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import { extrapolations } from '../../master/extrapolation/extrapolation-registry.ts';
import { sinks } from '../../master/observe/formats/result-formats.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';

const names = fc.uniqueArray(
  fc.string().filter((name) => name.trim() !== ''),
  { maxLength: 8 },
);
const thing = (name: string): { name: string } => ({ name });

describe('a registry', () => {
  it('a registry finds every implementation by its name, in the given order', () => {
    fc.assert(
      fc.property(names, names, (first, second) => {
        const more = second.filter((name) => !first.includes(name)).map(thing);
        const all = [...first.map(thing), ...more];
        const registry = new Registry('thing', first.map(thing)).with(more);
        expect(registry.all).toEqual(all);
        for (const { name } of all) expect(registry.named(name, 'find').name).toBe(name);
      }),
    );
  });

  it('a registry owns its list, which callers cannot change', () => {
    const things = [thing('a')];
    const registry = new Registry('thing', things);
    things.push(thing('b'));
    expect(registry.all).toEqual([thing('a')]);
    for (const { all } of [registry, hosts, integrators, couplings, extrapolations, sinks, inputSources])
      expect(() => (all as unknown[]).push(thing('c'))).toThrow(TypeError);
    for (const list of [standardRules, fileRules, behaviourRules, severities, platforms])
      expect(() => (list as unknown as unknown[]).push('c')).toThrow(TypeError);
  });

  it('a registry stays unchanged when it is extended', () => {
    fc.assert(
      fc.property(names, (knownNames) => {
        const registry = new Registry('thing', knownNames.map(thing));
        const before = [...registry.all];
        registry.with([thing(`${knownNames.join()}+`)]);
        expect(registry.all).toEqual(before);
        expect(registry.with()).toBe(registry);
        expect(registry.with([])).toBe(registry);
      }),
    );
  });

  it('a registry refuses an unknown name and lists the known ones', () => {
    fc.assert(
      fc.property(names, fc.string(), (knownNames, unknownName) => {
        fc.pre(!knownNames.includes(unknownName));
        const find = (): unknown =>
          new Registry('thing', knownNames.map(thing)).named(unknownName, 'run crane');
        expect(find).toThrow(UserError);
        expect(find).toThrow(
          `run crane: unknown thing "${unknownName}". Known: ${knownNames.join(', ')}. Choose one of them, or pass a custom one through the API.`,
        );
      }),
    );
  });

  it('a registry refuses an implementation without a name', () => {
    for (const more of [[thing('')], [thing(' ')], [{}], [null], 5])
      expect(() => new Registry('thing', [thing('a')]).with(more as never)).toThrow(
        'register thing: expected a list of values with a "name". Give one.',
      );
  });

  it('a registry refuses two implementations of one name, given together or later', () => {
    fc.assert(
      fc.property(
        names.filter((candidate) => candidate.length > 0),
        fc.nat(),
        (knownNames, k) => {
          const name = knownNames[k % knownNames.length];
          const message = `register thing "${name}": the name occurs twice. Rename one of them.`;
          expect(() => new Registry('thing', [...knownNames, name].map(thing))).toThrow(message);
          expect(() => new Registry('thing', knownNames.map(thing)).with([thing(name)])).toThrow(message);
        },
      ),
    );
  });
});

describe.each([couplings, extrapolations, sinks, inputSources, integrators, hosts])(
  'registry of $what',
  (registry) => {
    it('a registry refuses a second implementation of a built-in name', () => {
      const [{ name }] = registry.all;
      const more = [...registry.all].slice(0, 1) as never[];
      expect(() => registry.with(more)).toThrow(
        `register ${registry.what} "${name}": the name occurs twice.`,
      );
    });
  },
);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuildDescription } from '../../fmu-sdk/description/build-configuration.ts';
import { readBuildDescription } from '../../fmu-sdk/description/build-description-xml.ts';
import type { TerminalsAndIcons } from '../../fmu-sdk/description/description.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import {
  readTerminalsAndIcons,
  writeTerminalsAndIcons,
} from '../../fmu-sdk/description/terminals/terminals-and-icons.ts';
import { writeModelDescription2 } from '../../fmu-sdk/description/write-fmi2.ts';
import { writeModelDescription } from '../../fmu-sdk/description/write-model-description.ts';
import { width } from '../width.ts';
import { annotations, description, double, partialRecord, rectangle, terminal, text } from './arbitrary.ts';
import { writeBuildDescription } from './write-build-description.ts';

describe('writing and reading without loss', () => {
  it('returns the original model description of FMI 3.0', () => {
    fc.assert(
      fc.property(description(3), (d) => {
        expect(readModelDescription(writeModelDescription(d), 'x')).toEqual(d);
      }),
      { numRuns: width(50, 500) },
    );
  });

  it('returns the original model description of FMI 2.0', () => {
    fc.assert(
      fc.property(description(2), (d) => {
        expect(readModelDescription(writeModelDescription2(d), 'x')).toEqual(d);
      }),
      { numRuns: width(50, 500) },
    );
  });

  it('returns the original terminals and icons', () => {
    const all: fc.Arbitrary<TerminalsAndIcons> = fc
      .record({
        terminals: fc.array(terminal, { maxLength: 3 }),
        more: partialRecord({
          coordinateSystem: fc.record({ ...rectangle, suggestedScalingFactorTo_mm: double }),
          icon: fc.record(rectangle),
          graphicAnnotations: annotations,
          annotations,
        }),
      })
      .map(({ terminals, more }) => ({ terminals, ...more }));
    fc.assert(
      fc.property(all, (of) => {
        expect(readTerminalsAndIcons(writeTerminalsAndIcons(of), 'x')).toEqual(of);
      }),
      { numRuns: width(20, 200) },
    );
  });

  it('returns the original build description', () => {
    const join = <A, B>(parts: { own: A; more: B }): A & B => ({ ...parts.own, ...parts.more });
    const files = fc.array(
      fc.record({ own: fc.record({ name: text }), more: partialRecord({ annotations }) }).map(join),
      {
        maxLength: 2,
      },
    );
    const definitions = fc.array(
      fc
        .record({
          own: fc.record({
            name: text,
            options: fc.array(partialRecord({ value: text, description: text }), { maxLength: 2 }),
          }),
          more: partialRecord({ optional: fc.boolean(), value: text, description: text, annotations }),
        })
        .map(join),
      { maxLength: 2 },
    );
    const set = fc
      .record({
        own: fc.record({ files, definitions, includeDirectories: files }),
        more: partialRecord({
          name: text,
          language: text,
          compiler: text,
          compilerOptions: text,
          annotations,
        }),
      })
      .map(join);
    const library = fc
      .record({
        own: fc.record({ name: text }),
        more: partialRecord({ version: text, external: fc.boolean(), description: text, annotations }),
      })
      .map(join);
    const configuration = fc
      .record({
        own: fc.record({
          modelIdentifier: text,
          sourceFileSets: fc.array(set, { maxLength: 2 }),
          libraries: fc.array(library, { maxLength: 2 }),
        }),
        more: partialRecord({ platform: text, description: text, annotations }),
      })
      .map(join);
    const all: fc.Arbitrary<BuildDescription> = fc
      .record({
        own: fc.record({ configurations: fc.array(configuration, { maxLength: 2 }) }),
        more: partialRecord({ annotations }),
      })
      .map(join);
    fc.assert(
      fc.property(all, (of) => {
        expect(readBuildDescription(writeBuildDescription(of), 'x')).toEqual(of);
      }),
      { numRuns: width(20, 200) },
    );
  });
});

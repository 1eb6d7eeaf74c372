import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { platformOf } from '../../model/binary-platform.ts';
import { noModel } from '../../model/variables/named-variables.ts';
import { descendants, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const buildConfiguration: readonly Rule[] = ruleFamily({ needs: 'build', severity: 'violation' }, [
  {
    id: 'build/default-configuration',
    title: 'An interface has at most one build configuration without platform',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation: 'Importers use a configuration without platform as a fallback. Only one of them is allowed.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: fmi3({
      build: configuration('<SourceFile name="unit.c"/>') + configuration('<SourceFile name="unit.c"/>'),
    }),
    *check(root) {
      const general = childrenNamed(root, 'BuildConfiguration').filter(
        (element) => attribute(element, 'platform') === undefined,
      );
      for (const { item, first } of repeated(general, (element) => attribute(element, 'modelIdentifier')))
        yield defect(
          item,
          undefined,
          `The configuration in line ${first.line} lacks a platform too.`,
          'an attribute platform',
        );
    },
  },
  {
    id: 'build/identifier-built',
    title: 'Every kind of interface has a build configuration',
    fmi3: '2.5.1.3',
    explanation:
      'An importer chooses the configuration by modelIdentifier. Without a configuration for an interface it cannot build the interface from the sources, and needs a binary.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: fmi3({
      interfaces: '<ModelExchange modelIdentifier="other"/><CoSimulation modelIdentifier="unit"/>',
      build: configuration('<SourceFile name="unit.c"/>'),
    }),
    inapplicableReason: noModel,
    *check(root, fmu) {
      const built = childrenNamed(root, 'BuildConfiguration').map((element) =>
        attribute(element, 'modelIdentifier'),
      );
      if (
        built.includes(undefined) ||
        !built.some((name) => fmu.model!.interfaces.some((i) => attribute(i, 'modelIdentifier') === name))
      )
        return;
      for (const element of fmu.model!.interfaces) {
        const name = attribute(element, 'modelIdentifier');
        if (name !== undefined && !built.includes(name) && fmu.libraries.size === 0)
          yield defect(
            root,
            undefined,
            `${element.name} with the modelIdentifier ${name} lacks a build configuration.`,
            `a BuildConfiguration for ${name}`,
          );
      }
    },
  },
  {
    id: 'build/model-identifier',
    title: 'Build configurations belong to a kind of interface of the FMU',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation:
      'modelIdentifier must match the ModelExchange, CoSimulation or ScheduledExecution element that the configuration builds.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: fmi3({
      interfaces: '<CoSimulation modelIdentifier="other"/>',
      build: configuration('<SourceFile name="unit.c"/>'),
    }),
    inapplicableReason: noModel,
    *check(root, fmu) {
      const names = [
        ...new Set(fmu.model!.interfaces.flatMap((element) => attribute(element, 'modelIdentifier') ?? [])),
      ];
      for (const element of childrenNamed(root, 'BuildConfiguration')) {
        const name = attribute(element, 'modelIdentifier');
        if (name !== undefined && !names.includes(name))
          yield defect(
            element,
            'modelIdentifier',
            'The modelIdentifier does not match a declared interface.',
            names.join(' or '),
          );
      }
    },
  },
  {
    id: 'build/option-default',
    title: 'The default of a preprocessor definition is one of its options',
    fmi2: '2.3',
    fmi3: '2.4.10.4',
    explanation: 'If a PreprocessorDefinition has Option elements, its value must be one of theirs.',
    pass: fmi3({
      build: configuration(
        '<SourceFile name="unit.c"/><PreprocessorDefinition name="A" value="1"><Option value="1"/><Option value="2"/></PreprocessorDefinition>',
      ),
    }),
    fail: fmi3({
      build: configuration(
        '<SourceFile name="unit.c"/><PreprocessorDefinition name="A" value="3"><Option value="1"/><Option value="2"/></PreprocessorDefinition>',
      ),
    }),
    *check(root) {
      for (const definition of descendants(root, 'PreprocessorDefinition')) {
        const options = childrenNamed(definition, 'Option').map((option) => attribute(option, 'value'));
        const value = attribute(definition, 'value');
        if (options.length > 0 && value !== undefined && !options.includes(value))
          yield defect(definition, 'value', 'The value is not one of the options.', options.join(' or '));
      }
    },
  },
  {
    id: 'build/platform',
    title: 'Platforms of build configurations are platform tuples',
    severity: 'advice',
    fmi2: '2.3',
    fmi3: '2.5.1.4.1',
    explanation:
      'platform is a tuple <arch>-<sys>, such as x86_64-linux. Importers use it to find their configuration.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>', 'platform="aarch64-linux"') }),
    fail: fmi3({ build: configuration('<SourceFile name="unit.c"/>', 'platform="linux64"') }),
    *check(root) {
      for (const element of childrenNamed(root, 'BuildConfiguration')) {
        const platform = attribute(element, 'platform');
        if (platform !== undefined && platformOf(platform, '3.0') === undefined)
          yield defect(
            element,
            'platform',
            'The standard does not define this platform tuple.',
            'such as x86_64-linux',
          );
      }
    },
  },
  {
    id: 'build/version',
    title: 'buildDescription.xml has the FMI version of the FMU',
    fmi3: '2.4.10',
    explanation: 'In FMI 3.0 the fmiVersion of this file must match that of modelDescription.xml.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: fmi3({ attributes: { fmiVersion: '3.1' }, build: configuration('<SourceFile name="unit.c"/>') }),
    *check(root, fmu) {
      const version = attribute(root, 'fmiVersion');
      const other = fmu.model === undefined ? undefined : attribute(fmu.model.root, 'fmiVersion');
      if (version !== undefined && other !== undefined && version !== other)
        yield defect(root, 'fmiVersion', `modelDescription.xml is of FMI ${other}.`, other);
    },
  },
]);

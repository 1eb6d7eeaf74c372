import { elf } from '../../example/example-elf.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import { missing, serves } from '../../fmu-libraries.ts';
import { common2, coSimulation2, functions3, modelExchange2 } from '../../model/required-functions.ts';
import type { Rule, RuleOn } from '../../rule.ts';
import { type Examples, ruleFamily } from '../../rule-family.ts';

const modelExchange =
  '<ModelExchange modelIdentifier="unit"><SourceFiles><File name="unit.c"/></SourceFiles></ModelExchange>';

interface Row extends Omit<RuleOn<'library'>, 'needs' | 'severity' | 'check' | 'pass' | 'fail'>, Examples {
  functions: readonly string[];
  /** Only of libraries for this kind of interface. */
  kind?: string;
}

const rows: readonly Row[] = [
  {
    id: 'binary/co-simulation-functions',
    title: 'Libraries for co-simulation export its functions',
    fmi2: '2.3',
    explanation: 'An FMU for co-simulation implements fmi2DoStep and the other functions of its interface.',
    pass: fmi2({ files: { 'binaries/linux64/unit.so': elf() } }),
    fail: fmi2({ files: { 'binaries/linux64/unit.so': elf({ exports: common2 }) } }),
    interfaces: ['coSimulation'],
    functions: coSimulation2,
    kind: 'CoSimulation',
  },
  {
    id: 'binary/common-functions',
    title: 'Libraries export the common functions of FMI 2.0',
    fmi2: '2.3',
    explanation: 'Every FMU implements all common functions, even those of capabilities that it lacks.',
    pass: fmi2({ files: { 'binaries/linux64/unit.so': elf() } }),
    fail: fmi2({
      files: { 'binaries/linux64/unit.so': elf({ exports: [...common2.slice(1), ...coSimulation2] }) },
    }),
    functions: common2,
  },
  {
    id: 'binary/functions',
    title: 'Libraries export all functions of FMI 3.0',
    fmi3: '2.5',
    explanation:
      'The library must export all functions of fmi3Functions.h, even those of capabilities and interfaces that the FMU lacks, so that importers can look them up. In a shared library their names lack a prefix.',
    pass: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf() } }),
    fail: fmi3({ files: { 'binaries/x86_64-linux/unit.so': elf({ exports: functions3.slice(1) }) } }),
    functions: functions3,
  },
  {
    id: 'binary/model-exchange-functions',
    title: 'Libraries for model exchange export its functions',
    fmi2: '2.3',
    explanation:
      'An FMU for model exchange implements fmi2GetDerivatives and the other functions of its interface.',
    pass: fmi2({ interfaces: modelExchange, files: { 'binaries/linux64/unit.so': elf() } }),
    fail: fmi2({
      interfaces: modelExchange,
      files: { 'binaries/linux64/unit.so': elf({ exports: [...common2, ...coSimulation2] }) },
    }),
    interfaces: ['modelExchange'],
    functions: modelExchange2,
    kind: 'ModelExchange',
  },
];

/** Functions that one kind of interface of FMI 3.0 alone has. */
const ofKind: Readonly<Record<string, RegExp>> = {
  ModelExchange:
    /^fmi3(InstantiateModelExchange|EnterContinuousTimeMode|CompletedIntegratorStep|SetTime|SetContinuousStates|GetContinuousStates|GetContinuousStateDerivatives|GetEventIndicators|GetNominalsOfContinuousStates|GetNumberOfEventIndicators|GetNumberOfContinuousStates)$/,
  CoSimulation: /^fmi3(InstantiateCoSimulation|EnterStepMode|GetOutputDerivatives|DoStep)$/,
  ScheduledExecution: /^fmi3(InstantiateScheduledExecution|ActivateModelPartition)$/,
};

/**
 * Returns the required functions: FMI 3.0 itself requires those of the FMU's kinds of interface,
 * 3.0.1 requires all.
 */
function neededOf({ judging, model }: FmuContent, functions: readonly string[]): readonly string[] {
  if (judging?.edition !== '3.0' || model === undefined) return functions;
  const has = new Set(model.interfaces.map(({ name }) => name));
  const others = Object.entries(ofKind).filter(([kind]) => !has.has(kind));
  return functions.filter((name) => !others.some(([, pattern]) => pattern.test(name)));
}

/** Functions that importers look up in a library. */
export const binaryFunctions: readonly Rule[] = ruleFamily(
  { needs: 'library', severity: 'violation' },
  rows.map(({ functions, kind, ...about }) => ({
    ...about,
    *check(library, unit) {
      if (kind === undefined || serves(library, unit, kind))
        yield* missing(library, neededOf(unit, functions));
    },
  })),
);

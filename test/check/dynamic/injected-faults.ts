import { deviationOf } from '../../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import { replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { Probe } from '../../../fmu-sdk/check/behaviour/fmu-probe.ts';
import type { InjectedFault } from '../../../fmu-sdk/check/behaviour/rule-context.ts';
import type { ExperimentResult } from '../../../fmu-sdk/check/oracle/reference-results.ts';
import { Specimen, specimenDescription } from './specimen.ts';

/** Targets of rules on behaviour: every interface of both standards. */
export const forms = [
  [2, 'coSimulation'],
  [2, 'modelExchange'],
  [3, 'coSimulation'],
  [3, 'modelExchange'],
  [3, 'scheduledExecution'],
] as const;

/**
 * Returns the specimen as a target, with or without a defect, beside conforming targets of its
 * model: other kinds, another binary.
 */
export function specimenTarget(fmi: 2 | 3, kind: Target['kind'], fault?: InjectedFault): Target {
  const kinds = (['coSimulation', 'modelExchange'] as const).filter((other) => other !== kind);
  const otherTargets = [
    ...kinds.map((other) => specimenAlone(fmi, other)),
    { ...specimenAlone(fmi, kind), name: 'component', binary: 'component', sandboxed: true },
  ];
  const sameAs = { file: 'sound.fmu', targets: forms.map(([f, k]) => specimenAlone(f, k)) };
  const target = specimenAlone(fmi, kind, fault);
  return { ...target, others: otherTargets, comparedFmu: sameAs, results: { tried: () => triedOn(target) } };
}

function specimenAlone(fmi: 2 | 3, kind: Target['kind'], fault?: InjectedFault): Target {
  const sound = specimenDescription(fmi, kind);
  const description = fault?.describe?.(sound) ?? sound;
  return {
    name: `specimen, ${kind}`,
    fmi,
    kind,
    description,
    binary: 'specimen',
    open: async () => {
      // A defect in a claim belongs to the description. The FMU is unchanged.
      let instances = 0;
      const calls = replaceCalls(new Specimen(fmi, kind), (base) => ({
        instantiate: (options) => {
          instances++;
          return base.instantiate(options);
        },
      }));
      return {
        calls: fault?.corrupt(calls) ?? calls,
        footprint: {
          memory: () => instances * (fault?.leaks ?? 0),
          cpuSeconds: () => 0,
          threads: () => 1 + instances * (fault?.threads ?? 0),
          written: () => [...(fault?.writes ?? [])],
        },
      };
    },
  };
}

/** Returns a reference result: y at the start, as the author of the specimen recorded it. */
async function triedOn(target: Target): Promise<ExperimentResult[]> {
  const { calls } = await target.open();
  const probe = new Probe(target, calls);
  probe.reach('initialization');
  const [y] = probe.read(target.description.variables.find(({ name }) => name === 'y')!).values;
  const measure = { name: 'y', unit: 'm', tolerance: 1e-6 };
  return [{ name: 'noted', deviations: [deviationOf(measure, [0], [Number(y)], [0], [2])], missing: [] }];
}

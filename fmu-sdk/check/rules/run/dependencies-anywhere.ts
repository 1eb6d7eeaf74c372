import type { FmiApi } from '../../../host/instance/fmi-api.ts';
import { random } from '../../../util/seeded-random.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { variationCount, walk } from '../../behaviour/trajectory/walk.ts';
import {
  dependencyDefects,
  type Factors,
  knownsIn,
  listedUnknowns,
  listsParameters,
  parametersAsKnowns,
} from '../../behaviour/values/dependency-check.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

/** Stretches of each walk. */
const stretches = 4;

/** Number of modes that are tried. */
const mostModes = 2;

export const runRegions: Rule = {
  id: 'run/dependencies-anywhere',
  title: 'Dependencies hold in every region of the state space',
  severity: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'An unknown follows only the knowns in its list, whatever the states, inputs and modes are. With dependenciesKind "constant" or "fixed" it follows them with one factor. The check walks through the state space, over events and with other parameters, and moves the knowns one by one. Knowns in Initialization Mode are inputs, parameters and other variables with initial="exact". If the FMU lists no parameters at all, a missing parameter is a matter of robustness.',
  needs: 'behaviour',
  faults: [
    injectFault('far from the start an output follows an unlisted input', farFollower(), {
      kind: 'modelExchange',
    }),
    injectFault(
      'an output with a constant factor is a square',
      (base) => ({ get: afterReading(base, 3, (z) => z * z) }),
      {
        kind: 'modelExchange',
        describe: (d) => ({
          ...d,
          outputs: d.outputs.map((output) => ({
            ...output,
            dependenciesKind: output.dependencies?.map(() => 'constant' as const),
          })),
        }),
      },
    ),
  ],
  inapplicableReason: (target) =>
    (['initialization', 'continuousTime'] as const).some(
      (phase) =>
        listedUnknowns(target, phase).length > 0 &&
        [...knownsIn(target, phase), ...parametersAsKnowns(target)].length > 0,
    )
      ? undefined
      : 'the FMU does not list dependencies on anything that can be set',
  async check({ target, open, report, reportAmount }) {
    const probe = await open();
    let points = 0;
    for (let variation = 0; variation < variationCount(probe, mostModes); variation++) {
      if (variation > 0) probe.beginAgain();
      const factors: Factors = new Map();
      const next = random(variation);
      for (const { phase, when } of walk(probe, { variation, stretches })) {
        if (phase === 'step') continue;
        points++;
        const initial = phase === 'initialization' ? new Map() : factors;
        const defects = dependencyDefects(probe, phase, next, initial);
        for (const defect of defects)
          report(probe, { ...defect, message: `${defect.message.replace(/\.$/, '')}, ${when}.` });
        if (defects.length > 0) return;
      }
    }
    if (!listsParameters(target)) for (const defect of parameterDefects(probe)) report(probe, defect);
    reportAmount(`at ${points} points`);
  },
};

/** Moves parameters of an FMU that lists none, in a new instance, because it may refuse the values. */
function parameterDefects(probe: Probe): Defect[] {
  let defects: Defect[] = [];
  probe.beginAgain();
  probe.attempt(() => {
    probe.reach('initialization');
    const knowns = parametersAsKnowns(probe.target);
    defects = dependencyDefects(probe, 'initialization', random(0), new Map(), knowns);
  });
  return defects.slice(0, 1);
}

/** An output that follows the input as soon as the state is below half its start value. */
function farFollower(): (base: FmiApi) => Partial<FmiApi> {
  return (base) => ({
    get: afterReading(base, 2, (y) => {
      const u = base.values('Float64', Uint32Array.of(1));
      base.get(u);
      return y < 1.6 ? y + Number(u.view[0]) : y;
    }),
  });
}

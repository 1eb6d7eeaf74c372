import type { FmiApi } from '../../../host/instance/fmi-api.ts';
import { random } from '../../../util/seeded-random.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { walk } from '../../behaviour/trajectory/walk.ts';
import {
  dependencyDefects,
  type Factors,
  knownsIn,
  listedUnknowns,
} from '../../behaviour/values/dependency-check.ts';
import { modeCount } from '../../behaviour/values/move-variables.ts';
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
    'An unknown follows only the knowns in its list, whatever the states, inputs and modes are. With dependenciesKind "constant" or "fixed" it follows them with one factor. The check walks through the state space, over events and with other parameters, and moves the knowns one by one. A missing parameter in the list of an initial unknown is a matter of robustness. It is not reported if the FMU lists no parameters at all.',
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
      (phase) => listedUnknowns(target, phase).length > 0 && knownsIn(target, phase).length > 0,
    )
      ? undefined
      : 'the FMU does not list dependencies on anything that can be set',
  async check({ open, report, reportAmount }) {
    const probe = await open();
    let points = 0;
    for (let variation = 0; variation < 2 + modeCount(probe, mostModes); variation++) {
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
    reportAmount(`at ${points} points`);
  },
};

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

import { OwnCode } from '../../fmu-sdk/own-code.ts';
import { UnitFailure } from './activity.ts';
import type { Coupling, CouplingScheme } from './coupling.ts';
import type { OwnStepsLog } from './step-log.ts';

const isOfUnit = (thrown: unknown): boolean => thrown instanceof UnitFailure;

/** A coupling scheme of a user's own: what it makes is looked at, and what fails in it is told as its own. */
export function ownScheme(scheme: CouplingScheme): CouplingScheme {
  const { name, traits, options } = scheme;
  const code = new OwnCode(`register coupling scheme "${name}": it`);
  code.needs('scheme', scheme, 'couple');
  if (!Array.isArray(code.needs('"traits"', traits).needs)) code.refuse('has no list "needs" in its traits');
  for (const option of Object.values(options ?? {})) code.needs('option', option);
  return {
    name,
    traits,
    options,
    ...code.methods(scheme, 'alsoNeeds'),
    couple(context) {
      const own = new OwnCode(`run ${context.system.name}: the coupling scheme "${name}"`, isOfUnit);
      const inner: Coupling = own.method(scheme, 'couple')(context);
      return new OwnCoupling(own.needs('coupling', inner, 'settle', 'step'), own);
    },
  };
}

class OwnCoupling implements Coupling {
  readonly settle: () => boolean;
  readonly step: (n: number, t: number, H: number) => void;
  readonly initialized?: (t: number) => void;

  constructor(
    private readonly inner: Coupling,
    private readonly own: OwnCode,
  ) {
    this.settle = own.method(inner, 'settle');
    this.step = own.method(inner, 'step');
    if (inner.initialized !== undefined) this.initialized = own.method(inner, 'initialized');
  }

  get notes(): readonly string[] {
    const { inner, own } = this;
    try {
      return Array.isArray(inner.notes) ? inner.notes : [];
    } catch (thrown) {
      throw own.failure('notes', thrown);
    }
  }

  get ownSteps(): OwnStepsLog | undefined {
    return this.inner.ownSteps;
  }
}

import type { InterfaceKind, MemoryViolation, MemoryViolationKind } from '../../../host/instance/fmi-api.ts';
import { functionName } from '../../behaviour/calls/call-names.ts';
import { exercise, provokeError } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { oncePerTarget, watchCalls, withMemory } from '../../behaviour/process/process-watch.ts';
import type { InjectedFault, RuleContext } from '../../behaviour/rule-context.ts';
import type { Defect } from '../../defect.ts';
import { observe, wander } from '../../relations/moves.ts';
import { goOn, type PairChoices, typicalPairs } from '../../relations/typical-pairs.ts';
import { Walker } from '../../relations/walker.ts';
import type { BehaviourRule, Rule } from '../../rule.ts';

interface Row extends Pick<BehaviourRule, 'title' | 'fmi2' | 'fmi3' | 'interfaces' | 'explanation'> {
  id: string;
  /**
   * Messages for each kind of access. `where` is the function. The first kind is injected as a
   * fault.
   */
  kinds: Partial<
    Record<
      MemoryViolationKind,
      (t: MemoryViolation, where: string) => Pick<Defect, 'message' | 'expected' | 'severity'>
    >
  >;
  inapplicableReason?(target: Target): string | undefined;
}

const rows: readonly Row[] = [
  {
    id: 'importer/arrays',
    title: 'The FMU accesses the importer’s arrays only within their bounds',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'The call gives the number of elements of each array. Memory beside it belongs to the importer, or to another FMU: a value written there falsifies other results, or ends the importer later without a trace. The check puts every array at the end of a memory page.',
    kinds: {
      behind: ({ more }, where) => ({
        message: `${where} accesses memory behind an array, ${more} bytes from its start.`,
        expected: 'accesses up to the end of the array',
      }),
      before: ({ more }, where) => ({
        message: `${where} writes ${more} bytes before an array.`,
        expected: 'accesses from the start of the array',
      }),
    },
  },
  {
    id: 'importer/constants',
    title: 'The FMU does not write to read-only arguments',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'Value references, values to set, seeds and texts are const: the importer reuses these arrays in the next call.',
    kinds: {
      constant: ({ more }, where) => ({
        message: `${where} writes to a read-only array, at byte ${more}.`,
        expected: 'an unchanged array',
      }),
    },
  },
  {
    id: 'importer/lent',
    title: 'The FMU uses the importer’s memory only during the call',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'Strings, binaries and arrays are valid only during the call. An FMU must copy data that it needs later. The check removes them after every call.',
    kinds: {
      kept: (_, where) => ({
        message: `${where} uses memory of an earlier call.`,
        expected: 'a copy in the FMU',
      }),
    },
  },
  {
    id: 'importer/environment',
    title: 'Callbacks receive the environment and name of their instance',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation:
      'The importer identifies the instance by the environment (FMI 2.0: and the name) from instantiation. With another environment the importer accesses invalid memory.',
    kinds: {
      environment: (_, where) => ({
        message: `In ${where} a callback receives an environment other than that of its instance.`,
        expected: 'the pointer from instantiation',
      }),
      name: (_, where) => ({
        message: `In ${where} the logger receives a name other than that of its instance.`,
        expected: 'the name from instantiation',
      }),
    },
  },
  {
    id: 'importer/results',
    title: 'The FMU writes every result, and flags are true or false',
    fmi2: '2.1.2 and 2.1.7',
    fmi3: '2.2.3 and 2.2.7.2',
    explanation:
      'After ok every requested value and every returned flag is written. A flag is fmiTrue (1) or fmiFalse (0), and the pointer to a freed state is NULL. Importers need not initialize this memory: an unwritten result has an arbitrary value.',
    kinds: {
      boolean: ({ more }, where) => ({
        message: `${where} returns a flag that is neither true nor false: ${more}.`,
        expected: '0 or 1',
      }),
      unwritten: ({ more, still }, where) => ({
        message: `${where} answers ok, but does not write ${still > 0 ? `value ${more + 1} of ${still}` : 'a result'}.`,
        expected: 'every result written',
        severity: 'robustness',
      }),
      stateLeft: (_, where) => ({
        message: `${where} answers ok, but does not reset the pointer to the freed state.`,
        expected: 'a NULL pointer',
      }),
    },
  },
  {
    id: 'importer/intermediate',
    title: 'Intermediate updates occur inside doStep, at times of the step',
    fmi3: '4.2.2',
    interfaces: ['coSimulation'],
    explanation:
      'The callback for intermediate updates is called only during doStep. Its times are between the communication point and the end of the step, and do not decrease below a finished one. If the FMU offers an early return, the importer writes its request to two results.',
    kinds: {
      updatePlace: (_, where) => ({
        message: `${where} calls intermediateUpdate.`,
        expected: 'calls from fmi3DoStep only',
      }),
      updateTime: ({ more, still }) => ({
        message: `An intermediate update is at ${more} s, outside the step or before an earlier one at ${still} s.`,
        expected: 'ascending times from the start of the step to its end',
      }),
      updateResults: () => ({
        message: 'An intermediate update offers an early return, and passes NULL for a result.',
        expected: 'pointers to earlyReturnRequested and earlyReturnTime',
      }),
    },
  },
  {
    id: 'importer/clock-update',
    title: 'The FMU reports Clocks only while it computes a model partition',
    fmi3: '5.2.2',
    interfaces: ['scheduledExecution'],
    explanation:
      'clockUpdate is called during activateModelPartition, where the importer can get the ticking Clocks.',
    kinds: {
      clockPlace: (_, where) => ({
        message: `${where} calls clockUpdate.`,
        expected: 'calls from fmi3ActivateModelPartition only',
      }),
    },
  },
  {
    id: 'importer/preemption',
    title: 'The FMU unlocks preemption as often as it locks it',
    fmi3: '5.1',
    interfaces: ['scheduledExecution'],
    explanation:
      'An FMU must unlock all locks before it returns. Otherwise other partitions can never run again.',
    kinds: {
      locked: (_, where) => ({
        message: `${where} returns with preemption locked.`,
        expected: 'as many calls of unlockPreemption as of lockPreemption',
      }),
      unlocked: (_, where) => ({
        message: `${where} unlocks preemption that is not locked.`,
        expected: 'as many calls of unlockPreemption as of lockPreemption',
      }),
    },
  },
];

/** Rules on what an FMU does with the memory and the callbacks of its importer. */
export const trespass: readonly Rule[] = rows.map(({ kinds, inapplicableReason, ...about }) => {
  const names = Object.keys(kinds) as MemoryViolationKind[];
  const fmi = about.fmi3 === undefined ? 2 : 3;
  return {
    ...about,
    severity: 'violation',
    needs: 'behaviour',
    inapplicableReason: (target) => withMemory(target) ?? inapplicableReason?.(target),
    faults: names.map((kind) => planted(kind, fmi, about.interfaces?.[0] ?? 'coSimulation')),
    async check(context) {
      const { probe, trespasses } = await (names.includes('environment') ? withError : ordinary)(context);
      for (const item of trespasses)
        if (names.includes(item.kind))
          context.report(probe, kinds[item.kind]!(item, nameOf(context.target.fmi, item.call)));
    },
  };
});

const ordinary = oncePerTarget((context) => watchCalls(context, (probe) => useFully(probe, false)));
const withError = (context: RuleContext): ReturnType<typeof ordinary> =>
  watchCalls(context, (probe) => useFully(probe, true));

/**
 * Runs a complete life of an instance, optionally with an error. What the FMU leaves open after an
 * error is not a fault.
 */
function useFully(probe: Probe, error: boolean): void {
  const { coSimulation } = probe.description;
  const steps = probe.target.kind === 'coSimulation';
  const earlyReturnAllowed = steps && coSimulation?.mightReturnEarlyFromDoStep === true;
  if (steps && coSimulation?.hasEventMode) {
    exercise(probe, { earlyReturnAllowed, eventModeUsed: true });
    probe.free();
  }
  exercise(probe, { earlyReturnAllowed });
  if (error) provokeError(probe);
  probe.free();
  if (!error) for (const choices of typicalPairs) wanderThrough(probe, choices);
  // A refused instantiation logs, too.
  if (error && probe.instantiate({ token: '{this is another token}' })) probe.free();
}

/** Makes the moves of a pair of sequences: over events, with other sizes, values and Clocks. */
function wanderThrough(probe: Probe, { before, detour, after, withoutEvents }: PairChoices): void {
  probe.beginAgain();
  const walker = new Walker(probe, true);
  try {
    walker.instantiate({}, withoutEvents !== true);
    wander(walker, [...before, ...detour, ...after, goOn, goOn], observe);
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
  }
}

/** Getters and setters of all types are one operation. */
function nameOf(fmi: 2 | 3, call: string): string {
  if (call === 'get' || call === 'set') return `A ${call}ter of numbers`;
  return functionName(fmi, call);
}

function planted(kind: MemoryViolationKind, fmi: 2 | 3, of: InterfaceKind): InjectedFault {
  return injectFault(
    `the guard notes: ${kind}`,
    (base) => ({
      watch: {
        ...base.watch!,
        trespasses: () => [{ kind, call: 'doStep', count: 1, more: 8, still: 0 }],
      },
    }),
    { fmi, kind: of },
  );
}

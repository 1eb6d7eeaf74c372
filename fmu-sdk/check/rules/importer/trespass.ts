import type { InterfaceKind, Trespass, TrespassKind } from '../../../host/fmi-api.ts';
import { functionName } from '../../behaviour/call-names.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { exercise, provoke } from '../../behaviour/exercise-fmu.ts';
import { replacing } from '../../behaviour/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { oncePerTarget, watched, withMemory } from '../../behaviour/process-watch.ts';
import type { Bench, Plant } from '../../behaviour/rule-context.ts';
import type { Defect } from '../../defect.ts';
import type { BehaviourRule, Rule } from '../../rule.ts';

interface Row extends Pick<BehaviourRule, 'title' | 'fmi2' | 'fmi3' | 'interfaces' | 'explanation'> {
  id: string;
  /** What of it is told of each kind, `where` being the function; the first is planted. */
  kinds: Partial<
    Record<TrespassKind, (t: Trespass, where: string) => Pick<Defect, 'message' | 'expected' | 'class'>>
  >;
  without?(target: Target): string | undefined;
}

const rows: readonly Row[] = [
  {
    id: 'importer/arrays',
    title: 'Nothing is touched beside the arrays that the importer hands over',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'An array has as many elements as the call says. What lies beside it belongs to the importer, or to another unit: written there, a value destroys results elsewhere, or ends the importer later and without a trace. The check puts every array at the end of a page of memory.',
    kinds: {
      behind: ({ more }, where) => ({
        message: `${where} touches memory behind an array, ${more} bytes from its begin.`,
        expected: 'that it ends with the array',
      }),
      before: ({ more }, where) => ({
        message: `${where} writes ${more} bytes in front of an array.`,
        expected: 'that it begins with the array',
      }),
    },
  },
  {
    id: 'importer/constants',
    title: 'What is handed over to be read is not written',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'Value references, values to be set, seeds and texts are const: the importer uses the same arrays in the next call.',
    kinds: {
      constant: ({ more }, where) => ({
        message: `${where} writes into an array that it is to read, at byte ${more}.`,
        expected: 'that it is as before',
      }),
    },
  },
  {
    id: 'importer/lent',
    title: 'What is handed over is used during the call alone',
    fmi2: '2.1.7',
    fmi3: '2.2.7.2',
    explanation:
      'Strings, binaries and arrays need not live longer than the call: a unit makes copies of what it wants to keep. The check takes them away after every call.',
    kinds: {
      kept: (_, where) => ({
        message: `${where} uses memory that was lent for an earlier call.`,
        expected: 'a copy of its own',
      }),
    },
  },
  {
    id: 'importer/environment',
    title: 'Callbacks get the environment and the name of their instance',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation:
      'The importer knows by the environment (FMI 2.0: and the name) that it gave at instantiation which of its instances calls. A unit that passes another makes it use memory that is none.',
    kinds: {
      environment: (_, where) => ({
        message: `In ${where} a callback gets another environment than that of its instance.`,
        expected: 'the pointer that was given at instantiation',
      }),
      name: (_, where) => ({
        message: `In ${where} the logger gets another name than that of its instance.`,
        expected: 'the name that was given at instantiation',
      }),
    },
  },
  {
    id: 'importer/results',
    title: 'Every result is written, and flags are true or false',
    fmi2: '2.1.2 and 2.1.7',
    fmi3: '2.2.3 and 2.2.7.2',
    explanation:
      'After ok every value that was asked for is there, and so is every flag that the function returns; a flag is fmiTrue (1) or fmiFalse (0), and the pointer to a state that was freed is NULL. Importers need not write anything there before: what is left is what was in that memory.',
    kinds: {
      boolean: ({ more }, where) => ({
        message: `${where} returns a flag that is neither true nor false: ${more}.`,
        expected: '0 or 1',
      }),
      unwritten: ({ more, still }, where) => ({
        message: `${where} answers ok and leaves ${still > 0 ? `value ${more + 1} of ${still}` : 'a result'} unwritten.`,
        expected: 'that every result is written',
        class: 'robustness',
      }),
      stateLeft: (_, where) => ({
        message: `${where} answers ok and leaves the pointer to the state that it has freed.`,
        expected: 'a NULL pointer',
      }),
    },
  },
  {
    id: 'importer/intermediate',
    title: 'Intermediate updates come inside doStep, at times of the step',
    fmi3: '4.2.2',
    interfaces: ['coSimulation'],
    explanation:
      'The callback for intermediate updates is called during doStep alone, with times from the communication point to the end of the step that do not go back behind a finished one.',
    kinds: {
      updatePlace: (_, where) => ({
        message: `${where} calls intermediateUpdate.`,
        expected: 'that fmi3DoStep alone calls it',
      }),
      updateTime: ({ more, still }) => ({
        message: `An intermediate update comes at ${more} s, outside the step or before an earlier one at ${still} s.`,
        expected: 'times that ascend from the begin of the step to its end',
      }),
    },
  },
  {
    id: 'importer/clock-update',
    title: 'The unit reports Clocks while a model partition is computed',
    fmi3: '5.2.2',
    interfaces: ['scheduledExecution'],
    explanation:
      'clockUpdate is called during activateModelPartition: only then can the importer ask which Clocks tick.',
    kinds: {
      clockPlace: (_, where) => ({
        message: `${where} calls clockUpdate.`,
        expected: 'that fmi3ActivateModelPartition alone calls it',
      }),
    },
  },
  {
    id: 'importer/preemption',
    title: 'Preemption is unlocked as often as it is locked',
    fmi3: '5.1',
    interfaces: ['scheduledExecution'],
    explanation:
      'What a unit has locked it unlocks before it returns: otherwise no other partition is ever computed again.',
    kinds: {
      locked: (_, where) => ({
        message: `${where} returns with preemption locked.`,
        expected: 'as many calls of unlockPreemption as of lockPreemption',
      }),
      unlocked: (_, where) => ({
        message: `${where} unlocks preemption, which is not locked.`,
        expected: 'as many calls of unlockPreemption as of lockPreemption',
      }),
    },
  },
];

/** Rules on what a unit does with the memory and the callbacks of its importer. */
export const trespass: readonly Rule[] = rows.map(({ kinds, without, ...about }) => {
  const names = Object.keys(kinds) as TrespassKind[];
  const fmi = about.fmi3 === undefined ? 2 : 3;
  return {
    ...about,
    class: 'violation',
    needs: 'behaviour',
    without: (target) => withMemory(target) ?? without?.(target),
    plants: names.map((kind) => planted(kind, fmi, about.interfaces?.[0] ?? 'coSimulation')),
    async check(bench) {
      const { probe, trespasses } = await (names.includes('environment') ? withError : ordinary)(bench);
      for (const each of trespasses)
        if (names.includes(each.kind))
          bench.report(probe, kinds[each.kind]!(each, nameOf(bench.target.fmi, each.call)));
    },
  };
});

const ordinary = oncePerTarget((bench) => watched(bench, (probe) => useFully(probe, false)));
const withError = (bench: Bench): ReturnType<typeof ordinary> =>
  watched(bench, (probe) => useFully(probe, true));

/** A life with all that it has in it, and an error where that is to be logged: what it then leaves open is nobody’s fault. */
function useFully(probe: Probe, error: boolean): void {
  const { coSimulation } = probe.description;
  const steps = probe.target.kind === 'coSimulation';
  const earlyReturnAllowed = steps && coSimulation?.mightReturnEarlyFromDoStep === true;
  if (steps && coSimulation?.hasEventMode) {
    exercise(probe, { earlyReturnAllowed, eventModeUsed: true });
    probe.free();
  }
  exercise(probe, { earlyReturnAllowed });
  if (error) provoke(probe);
  probe.free();
}

/** Getters and setters of all types are one operation. */
function nameOf(fmi: 2 | 3, call: string): string {
  if (call === 'get' || call === 'set') return `A ${call}ter of numbers`;
  return functionName(fmi, call);
}

function planted(kind: TrespassKind, fmi: 2 | 3, of: InterfaceKind): Plant {
  return {
    says: `the guard notes: ${kind}`,
    fmi,
    kind: of,
    corrupt: (calls) =>
      replacing(calls, (base) => ({
        watch: {
          ...base.watch!,
          trespasses: () => [{ kind, call: 'doStep', count: 1, more: 8, still: 0 }],
        },
      })),
  };
}

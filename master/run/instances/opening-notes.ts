import type { HostOptions } from '../../../fmu-sdk/host/choice/host.ts';
import { defaultSolver } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { type IntegratedGroup, integratedGroups } from '../../system/structure/integrated-groups.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { UnitNote } from './unit-notes.ts';

/** Collects what hosts report while units open in any order, and tells it in the order of the units. */
export class OpeningNotes {
  private readonly confined: (string | undefined)[] = [];
  private readonly integrated: string[][] = [];
  private readonly groups: readonly IntegratedGroup[];
  private readonly joined: ReadonlySet<number>;
  private isTold = false;

  constructor(
    private readonly system: CheckedSystem,
    private readonly note: UnitNote,
  ) {
    this.groups = integratedGroups(system);
    this.joined = new Set(this.groups.flatMap(({ units }) => units));
  }

  /** Returns the functions that receive reports on unit k. */
  of(k: number): Required<Pick<HostOptions, 'confined' | 'integrated' | 'noticed'>> {
    const { name } = this.system.units[k];
    return {
      confined: (words) => {
        this.confined[k] = words;
      },
      integrated: (words) => {
        if (this.isTold) this.note([name], words);
        else if (!this.joined.has(k)) this.integrated[k] = [...(this.integrated[k] ?? []), words];
      },
      noticed: (words) => this.note([name], words),
    };
  }

  /** Tells all reports so far. Later ones are told at once. */
  tell(): void {
    this.isTold = true;
    const { units } = this.system;
    const names = new Map<string, string[]>();
    this.confined.forEach((words, k) => {
      if (words !== undefined) names.set(words, [...(names.get(words) ?? []), units[k].name]);
    });
    for (const [words, each] of names) this.note(each, `native code runs ${words}`);
    this.integrated.forEach((all, k) => {
      for (const words of all) this.note([units[k].name], words);
    });
    for (const { units: members, solver = defaultSolver } of this.groups)
      this.note(
        members.map((k) => units[k].name),
        `one system, integrated by ${solver}`,
      );
  }
}

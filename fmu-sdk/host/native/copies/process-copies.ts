import { UserError } from '../../../util/user-error.ts';
import type { InstanceCopy } from '../../state/instance-copy.ts';
import type { Addon, Handle } from '../addon.ts';
import type { EngineClient } from '../engine/engine-client.ts';

/** Saved states of one isolated FMU. Each place holds a frozen copy of its process. */
export class ProcessCopies {
  private readonly usedPlaces: boolean[];

  constructor(
    private readonly addon: Addon,
    private readonly unit: Handle,
    private readonly line: EngineClient,
    private readonly what: string,
  ) {
    this.usedPlaces = new Array(addon.copies.limit).fill(false);
  }

  make(): InstanceCopy {
    const { addon, unit, line, what, usedPlaces: taken } = this;
    const place = taken.indexOf(false);
    if (place < 0)
      throw new UserError(
        `snapshot of ${what}: ${taken.length} snapshots already exist, each in a separate process. Release one that is not needed.`,
      );
    taken[place] = true;
    let isSaved = false;
    return {
      take: () => {
        const answer = line.answered(addon.hold(unit, place));
        if (answer !== 0) throw new UserError(this.refusal(answer));
        isSaved = true;
      },
      restore: () => {
        if (!isSaved)
          throw new UserError(`restore ${what}: no state is saved here. Take the snapshot first.`);
        line.answered(addon.back(unit, place));
      },
      release: () => {
        addon.drop(unit, place);
        taken[place] = false;
        isSaved = false;
      },
    };
  }

  private refusal(answer: number): string {
    const { what, line, addon } = this;
    const threads = answer - addon.copies.threads;
    const why =
      threads > 1
        ? `it has ${threads} threads, but a copy of its process would have one`
        : threads >= 0
          ? 'its threads cannot be counted (/proc), but a copy of its process would have one'
          : new TextDecoder().decode(line.resultBytes(1024));
    return `snapshot of ${what}: ${why}. Ask its author for FMU state (canGetAndSetFMUState), or choose a coupling scheme without rollback.`;
  }
}

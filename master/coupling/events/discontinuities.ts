import { inputsOf } from '../continuous/evaluation-order.ts';
import type { CouplingContext } from '../coupling.ts';
import { isLane, type Lanes } from '../transfer/scalar-connections.ts';

/**
 * Which outputs go on otherwise behind an event than before it: those of units that have handled it, those that say nothing of events, those that change at events alone, and
 * outputs that follow such without a state between, by the model structure of their units. All others are as smooth there as anywhere; so what a unit sees of
 * them goes on through an event of its own.
 */
export class Kinks {
  /** Of each lane: its unit says when it has events, and its output changes between them. */
  private readonly smooth: Uint8Array;
  /** Of each lane those that its output may follow at once. */
  private readonly feeds: Int32Array[];
  private readonly kinked: Uint8Array;

  constructor(
    { system, instances }: CouplingContext,
    private readonly lanes: Lanes,
  ) {
    const { size, to } = lanes;
    this.smooth = new Uint8Array(size);
    this.feeds = Array.from({ length: size }, () => new Int32Array(0));
    this.kinked = new Uint8Array(size);
    const into = instances.map((): number[] => []);
    for (let j = 0; j < size; j++) into[to[j]].push(j);
    for (const connection of system.connections.filter(isLane)) {
      const { unit, variable } = connection.from;
      const inputs = inputsOf(instances[unit].description, variable);
      const isSmooth = instances[unit].eventful !== undefined && variable.variability === 'continuous';
      const feeds = Int32Array.from(
        into[unit].filter((j) => inputs?.has(lanes.variable(j).valueReference) ?? true),
      );
      for (const i of lanes.indexesOf(connection)) {
        this.smooth[i] = Number(isSmooth);
        this.feeds[i] = feeds;
      }
    }
  }

  /** Forgets the past of what goes on otherwise behind an event that these units have handled; left out: of all. */
  forget(involved: Uint8Array | undefined): void {
    const { lanes, kinked, smooth } = this;
    for (let i = 0; i < kinked.length; i++)
      kinked[i] = Number(involved === undefined || smooth[i] === 0 || involved[lanes.from[i]] === 1);
    while (this.spread());
    for (let i = 0; i < kinked.length; i++) if (kinked[i] === 1) lanes.forget(i);
  }

  /** From lanes to those that follow them; whether there were any. */
  private spread(): boolean {
    const { kinked, feeds } = this;
    let any = false;
    for (let i = 0; i < kinked.length; i++) {
      if (kinked[i] === 1) continue;
      for (let j = 0; j < feeds[i].length; j++) if (kinked[feeds[i][j]] === 1) kinked[i] = 1;
      if (kinked[i] === 1) any = true;
    }
    return any;
  }
}

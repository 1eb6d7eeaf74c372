import { inputsOf } from '../continuous/evaluation-order.ts';
import type { CouplingContext } from '../coupling.ts';
import { isScalarConnection, type ScalarConnections } from '../transfer/scalar-connections.ts';

/**
 * Finds outputs that may be discontinuous at an event. These are discrete outputs,
 * and outputs of units that handled it or do not report events. Outputs that depend directly on
 * such outputs by the model structure follow. All other outputs are smooth at the event.
 */
export class Discontinuities {
  /** 1 for each scalar connection whose unit reports its events and whose output is continuous. */
  private readonly smooth: Uint8Array;
  /** Connections, for each scalar connection, on which its output may depend directly. */
  private readonly feeds: Int32Array[];
  private readonly discontinuous: Uint8Array;

  constructor(
    { system, instances }: CouplingContext,
    private readonly scalarConnections: ScalarConnections,
  ) {
    const { size, to } = scalarConnections;
    this.smooth = new Uint8Array(size);
    this.feeds = Array.from({ length: size }, () => new Int32Array(0));
    this.discontinuous = new Uint8Array(size);
    const into = instances.map((): number[] => []);
    for (let j = 0; j < size; j++) into[to[j]].push(j);
    for (const connection of system.connections.filter(isScalarConnection)) {
      const { unit, variable } = connection.from;
      const inputs = inputsOf(instances[unit].description, variable);
      const isSmooth = instances[unit].eventful !== undefined && variable.variability === 'continuous';
      const feeds = Int32Array.from(
        into[unit].filter((j) => inputs?.has(scalarConnections.variable(j).valueReference) ?? true),
      );
      for (const i of scalarConnections.indexesOf(connection)) {
        this.smooth[i] = Number(isSmooth);
        this.feeds[i] = feeds;
      }
    }
  }

  /**
   * Discards the past of outputs that may be discontinuous after these units handled an event.
   * Default: all outputs.
   */
  forget(involved: Uint8Array | undefined): void {
    const { scalarConnections, discontinuous, smooth } = this;
    for (let i = 0; i < discontinuous.length; i++)
      discontinuous[i] = Number(
        involved === undefined || smooth[i] === 0 || involved[scalarConnections.from[i]] === 1,
      );
    while (this.spread());
    for (let i = 0; i < discontinuous.length; i++) if (discontinuous[i] === 1) scalarConnections.forget(i);
  }

  /** Marks connections that depend on marked ones. Returns true if there were any. */
  private spread(): boolean {
    const { discontinuous, feeds } = this;
    let any = false;
    for (let i = 0; i < discontinuous.length; i++) {
      if (discontinuous[i] === 1) continue;
      for (let j = 0; j < feeds[i].length; j++) if (discontinuous[feeds[i][j]] === 1) discontinuous[i] = 1;
      if (discontinuous[i] === 1) any = true;
    }
    return any;
  }
}

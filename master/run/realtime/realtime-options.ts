/** Options of a real-time run. */
export interface RealtimeOptions {
  /** Simulation time per second of wall time. */
  factor: number;
  /** Action if the run is a whole step late. Default: continue and catch up. */
  late?: 'continue' | 'stop' | undefined;
}

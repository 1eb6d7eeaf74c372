import type { LoopBuilder, LoopPlan, RunnableLoop } from '../../fast-path/multi-step-loop.ts';
import type { Addon } from '../addon.ts';
import { LoopProgram } from './loop-program.ts';

const known = new WeakMap<Addon, LoopBuilder>();

/** Returns the builder of loops over FMUs in this process (`native-loop.c`). */
export function nativeLoops(addon: Addon): LoopBuilder {
  const builder = known.get(addon) ?? { changes: 0, make: (plan: LoopPlan) => make(addon, plan) };
  known.set(addon, builder);
  return builder;
}

function make(addon: Addon, plan: LoopPlan): RunnableLoop | undefined {
  const program = new LoopProgram();
  program.whole(plan);
  const { words, reals, arrays, seats } = program;
  const units = seats.map(({ unit }) => unit);
  const loop = addon.loop(Uint32Array.from(words), Float64Array.from(reals), arrays, units);
  if (loop === undefined) return undefined;
  // Keeps the loop's data alive as long as the loop.
  const loopData = { loop: loop[0], arrays, units, number: loop[1] };
  const desk = new Int32Array(addon.desk);
  const { make: run } = addon;
  return {
    run: () => {
      desk[0] = loopData.number;
      run();
    },
  };
}

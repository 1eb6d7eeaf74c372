import { Chain as ChainSystem } from '../multibody/divide-and-conquer/chain-assembly';
import { placeChain } from '../rods/place-chain';
import { Motion, startMotion, stepMotion } from '../rods/rod-motion';
import { ChainVariables } from './variables';

/** Rods that swing from a fixed point: see README.md. */
export class Chain extends ChainVariables {
  private system: ChainSystem = new ChainSystem(64, true);
  private motion: Motion = new Motion(this.system);

  override internalStep(): f64 {
    return this.integrator == 1 ? 0.0 : this.h;
  }

  override initialize(): void {
    this.system.use(this.n);
    placeChain(this.system, this.a, this.m, this.J, this.angle, 0.0, 0.0);
    this.depth = this.system.depth();
    startMotion<Chain>(this, this.motion);
  }

  doStep(t: f64, h: f64): void {
    stepMotion<Chain>(this, this.motion, t, h);
  }
}

import { Mobility } from '../multibody/divide-and-conquer/mobility';
import { System } from '../multibody/divide-and-conquer/system';
import { Motion, MotionVariables, startMotion } from './rod-motion';
import { Rods } from './rods';

/** Fields of a unit that includes pentagon.json. */
export interface PentagonVariables extends MotionVariables {
  grubler: i32;
  mobility: i32;
  a: f64;
  base: f64;
  m: f64;
  J: StaticArray<f64>;
  standing: bool;
  tilt: f64;
}

/** Degree in radians. Angles between sides. */
const degree: f64 = 0.017453292519943295;

/**
 * Regular pentagons of equal rods (Malczyk & Frączek 2012, Figs. 4, 8). The first has the ground as
 * its fifth side, from (0, 0) to (a, 0). It hangs below, or stands above. The second hangs from rod
 * 3 on its outer side.
 */
export class Pentagons {
  readonly system: System;
  readonly motion: Motion;
  private rods: Rods;
  private mobility: Mobility;
  /** Present point of the walk along the rods, and the two ends of rod 3 [m]. */
  private at: StaticArray<f64> = new StaticArray<f64>(2);
  private begin3: StaticArray<f64> = new StaticArray<f64>(2);
  private end3: StaticArray<f64> = new StaticArray<f64>(2);

  /** @param count 1 or 2 */
  constructor(readonly count: i32) {
    const rods: Rods = new Rods(4 * count, 5 * count);
    for (let k: i32 = 0; k < 5; k++) rods.pin(k, k == 4 ? 0 : k + 1);
    if (count == 2) {
      rods.pin(3, 5);
      for (let k: i32 = 5; k < 8; k++) rods.pin(k, k + 1);
      rods.pin(8, 3);
      rods.system.reduce(3, rods.system.chain(5, 8));
    }
    rods.system.ground(rods.system.chain(1, 4));
    this.rods = rods;
    this.system = rods.system;
    this.motion = new Motion(rods.system);
    this.mobility = new Mobility(rods.system);
  }

  /** Bodies and joints as they stand at the start. */
  place<U extends PentagonVariables>(unit: U): void {
    const side: f64 = unit.standing ? -degree : degree;
    const at: StaticArray<f64> = this.at;
    at.fill(0.0);
    for (let k: i32 = 0; k < 4; k++) {
      if (k == 2) copy(at, this.begin3);
      this.rod<U>(unit, k + 1, k, unit.tilt + side * (72.0 * f64(k) - 108.0));
      if (k == 2) copy(at, this.end3);
    }
    this.rods.pinAt(4, at[0], at[1], unit.base * Math.cos(unit.tilt), unit.base * Math.sin(unit.tilt));
    if (this.count == 1) return;
    copy(this.begin3, at);
    for (let k: i32 = 0; k < 4; k++)
      this.rod<U>(unit, k + 5, k + 5, unit.tilt + side * (72.0 * f64(k) - 72.0));
    this.rods.pinAt(9, at[0], at[1], this.end3[0], this.end3[1]);
  }

  /** Starts at rest, after closing the loops. */
  start<U extends PentagonVariables>(unit: U): void {
    this.place<U>(unit);
    startMotion<U>(unit, this.motion);
    unit.grubler = this.mobility.grubler;
    unit.mobility = this.mobility.count();
  }

  /** The next rod of the walk, in a direction [rad], and the joint at which it begins. */
  private rod<U extends PentagonVariables>(unit: U, body: i32, joint: i32, angle: f64): void {
    const x: f64 = this.at[0];
    const y: f64 = this.at[1];
    this.at[0] = x + unit.a * Math.cos(angle);
    this.at[1] = y + unit.a * Math.sin(angle);
    this.rods.rod(body, x, y, this.at[0], this.at[1], unit.m, unit.J);
    this.rods.pinAt(joint, x, y, x, y);
  }
}

function copy(from: StaticArray<f64>, to: StaticArray<f64>): void {
  to[0] = from[0];
  to[1] = from[1];
}

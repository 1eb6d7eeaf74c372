/** State y and derivative ẏ at one time. */
export class Point {
  readonly y: StaticArray<f64>;
  readonly ydot: StaticArray<f64>;

  constructor(size: i32) {
    this.y = new StaticArray<f64>(size);
    this.ydot = new StaticArray<f64>(size);
  }
}

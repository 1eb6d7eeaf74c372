/** x[i …] · y[j …] of two vectors of 6. */
export function dot6(x: StaticArray<f64>, i: i32, y: StaticArray<f64>, j: i32): f64 {
  return (
    unchecked(x[i]) * unchecked(y[j]) +
    unchecked(x[i + 1]) * unchecked(y[j + 1]) +
    unchecked(x[i + 2]) * unchecked(y[j + 2]) +
    unchecked(x[i + 3]) * unchecked(y[j + 3]) +
    unchecked(x[i + 4]) * unchecked(y[j + 4]) +
    unchecked(x[i + 5]) * unchecked(y[j + 5])
  );
}

/** x[i …] += factor y[j …] of two vectors of 6. */
export function add6(x: StaticArray<f64>, i: i32, factor: f64, y: StaticArray<f64>, j: i32): void {
  unchecked((x[i] += factor * y[j]));
  unchecked((x[i + 1] += factor * y[j + 1]));
  unchecked((x[i + 2] += factor * y[j + 2]));
  unchecked((x[i + 3] += factor * y[j + 3]));
  unchecked((x[i + 4] += factor * y[j + 4]));
  unchecked((x[i + 5] += factor * y[j + 5]));
}

/** x[i …] = y[j …] of two vectors of 6. */
export function copy6(x: StaticArray<f64>, i: i32, y: StaticArray<f64>, j: i32): void {
  unchecked((x[i] = y[j]));
  unchecked((x[i + 1] = y[j + 1]));
  unchecked((x[i + 2] = y[j + 2]));
  unchecked((x[i + 3] = y[j + 3]));
  unchecked((x[i + 4] = y[j + 4]));
  unchecked((x[i + 5] = y[j + 5]));
}

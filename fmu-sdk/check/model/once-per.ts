/**
 * Caches the result of `make` for each object while the object exists: rules request it for every
 * variable.
 */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (of) => {
    const there = made.get(of) ?? { value: make(of) };
    made.set(of, there);
    return there.value;
  };
}

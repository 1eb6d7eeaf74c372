/**
 * Caches the result of `make` for each object while the object exists: rules request it for every
 * variable.
 */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const cache = new WeakMap<K, { value: V }>();
  return (of) => {
    const entry = cache.get(of) ?? { value: make(of) };
    cache.set(of, entry);
    return entry.value;
  };
}

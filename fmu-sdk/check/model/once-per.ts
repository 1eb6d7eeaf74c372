/** What is made of an object, made once for each and kept as long as the object is: rules ask it of every variable. */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (of) => {
    const there = made.get(of) ?? { value: make(of) };
    made.set(of, there);
    return there.value;
  };
}

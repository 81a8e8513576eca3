/** Caches what `make` returns for an object, for as long as somebody holds the object, which may never change. */
export const remembered = <Key extends object, Made extends NonNullable<unknown>>(
  make: (key: Key) => Made,
): ((key: Key) => Made) => {
  const known = new WeakMap<Key, Made>()
  return (key) => known.get(key) ?? known.set(key, make(key)).get(key)!
}

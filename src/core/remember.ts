/** Caches what `make` returns for an object, for as long as somebody holds the object, which may never change. */
export const remembered = <Key extends object, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const known = new WeakMap<Key, { made: Made }>()
  return (key) => {
    const found = known.get(key) ?? { made: make(key) }
    known.set(key, found)
    return found.made
  }
}

// Ends a test file at the first test that fails, whose cross the runner prints at once: `node --import ./test/bail.mjs
// FILE`. What was thrown without being an error has no cross: there fewer have passed than there are, and no more is
// said.
const { write } = process.stdout

/** @type {typeof process.stdout.write} */
process.stdout.write = (/** @type {any} */ ...given) => {
  const done = write.apply(process.stdout, /** @type {any} */ (given))
  if (/✘|\((\d+) \/ (?!\1\))/.test(String(given[0]))) process.exit(1)
  return done
}

// Ends a test file at the first test that fails, whose cross the runner prints at once:
// `node --import ./test/bail.mjs FILE`.
const { write } = process.stdout

/** @type {typeof process.stdout.write} */
process.stdout.write = (/** @type {any} */ ...given) => {
  const done = write.apply(process.stdout, /** @type {any} */ (given))
  if (String(given[0]).includes('✘')) process.exit(1)
  return done
}

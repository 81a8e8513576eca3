import * as assert from 'uvu/assert'

/** Returns numbers as text, with four places after the point or five digits. */
export const digits = (...values: number[]): string =>
  values.map((value) => Number(Math.abs(value) < 1 ? value.toFixed(4) : value.toPrecision(5))).join(' ')

/** Whether two lines are the same but for a thousandth of their numbers, which another processor may round otherwise. */
const isNear = (one: string, other: string) => {
  const [words, others] = [one.split(' '), other.split(' ')]
  const isSame = (word: string, i: number) =>
    word === others[i] || Math.abs(Number(word) - Number(others[i])) <= 0.001 * (1 + Math.abs(Number(word)))
  return words.length === others.length && words.every(isSame)
}

/** Asserts that lines of words and numbers are the same but for what a processor rounds otherwise. */
export const assertNear = (actual: readonly string[], expected: readonly string[]): void =>
  assert.equal(
    actual.map((line, i) => (isNear(line, expected[i] ?? '') ? expected[i] : line)),
    expected,
  )

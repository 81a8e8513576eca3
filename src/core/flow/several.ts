/** The grammar allows no `;` in an option. */
const separator = ';'

/** Returns whether an answer has several parts. */
export const isSeveral = (answer: string): boolean => answer.includes(separator)

/** Joins answers into one. */
export const joined = (answers: readonly string[]): string => answers.join(separator)

/** Returns the parts of an answer. */
export const pickedOf = (answer: string): string[] => answer.split(separator).filter(Boolean)

/** Returns the answer with one option added or removed, in the order of the offer. */
export const withPick = (answer: string, one: string, offered: readonly string[]): string => {
  const before = pickedOf(answer)
  const isPicked = (value: string) => (value === one ? !before.includes(one) : before.includes(value))
  return joined(offered.filter(isPicked))
}

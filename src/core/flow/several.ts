/** Separates the answers of a question that takes several; the grammar admits it in none of them. */
const separator = ';'

/** Whether an answer is made of several. */
export const isSeveral = (answer: string): boolean => answer.includes(separator)

/** Returns one answer made of several. */
export const joined = (answers: readonly string[]): string => answers.join(separator)

/** Returns the single answers of an answer to a question that takes several. */
export const pickedOf = (answer: string): string[] => answer.split(separator).filter(Boolean)

/** Returns the answer with one of the `offered` added, or taken away if it was picked, in the order of the offer. */
export const withPick = (answer: string, one: string, offered: readonly string[]): string => {
  const before = pickedOf(answer)
  const isPicked = (value: string) => (value === one ? !before.includes(one) : before.includes(value))
  return joined(offered.filter(isPicked))
}

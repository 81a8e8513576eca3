/** Returns the result of `work`; `otherwise` if it throws, as where a browser forbids storage or a text is no JSON. */
export const attempt = <T, U>(work: () => T, otherwise: U): T | U => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

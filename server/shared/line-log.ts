/** How long a line waits for others at most, in milliseconds. */
const patience = 50

/**
 * A log whose lines are written together, some twenty times a second at most: each writing costs as much as many lines.
 * `flush` writes what waits, and belongs before the end of the process.
 */
export const lineLog = (write: (text: string) => void) => {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text) write(text)
  }
  return {
    line: (text: string) => {
      if (!waiting) setTimeout(flush, patience).unref()
      waiting += `${text}\n`
    },
    flush,
  }
}

/** Milliseconds a line waits for others. */
const patience = 50

/**
 * A log that writes its lines together, at most twenty times a second: a write costs as much as many lines. `flush`
 * belongs before the end of the process.
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

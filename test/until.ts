/** Waits half a minute at most for something that happens on another line; fails, saying what, when it does not. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>) => {
  for (let patience = 6000; !(await holds()); patience--) {
    if (!patience) throw new Error(`it never came: ${what}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}

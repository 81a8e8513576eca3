/** Runs a command and prints its lines; an error is printed as its sentence, and the exit code is 1. */
export const runCommand = async (command: () => Promise<readonly string[]>): Promise<void> => {
  try {
    for (const line of await command()) console.log(line)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

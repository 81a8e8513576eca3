import { readdirSync, readFileSync } from 'node:fs'

/** Ticks a second in /proc on Linux (proc(5), `_SC_CLK_TCK`). */
const ticks = 100

/** The fields of /proc/PID/stat from the third on: the name before may hold anything. */
const fieldsOf = (pid: number | string) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Seconds of processor that a process has used, its own and its ended children's. */
export const processorOf = (pid: number): number => {
  const [user, system, childUser, childSystem] = fieldsOf(pid).slice(11, 15).map(Number)
  return (user! + system! + childUser! + childSystem!) / ticks
}

/** The same of a process and its children. */
export const processorOfTree = (pid: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        return Number(name) === pid || fieldsOf(name)[1] === String(pid) ? sum + processorOf(Number(name)) : sum
      } catch {
        // It has ended meanwhile.
        return sum
      }
    }, 0)

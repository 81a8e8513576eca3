// What a test file uses of the processors, printed as `@used 12.3` when its process ends: `node --import ./test/used.mjs`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** @param {string} pid */
const statOf = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
    return [{ pid: Number(pid), parent: Number(fields[1]), seconds: ticks / 100 }]
  } catch {
    return [] // It has just ended.
  }
}

/**
 * What this process and those it has started have used so far, in seconds; 0 where the system does not say. Of a browser
 * that has ended, the processes that it forked are missing.
 */
export const secondsUsed = () => {
  if (!existsSync('/proc/self/stat')) return 0
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf)
  const family = new Set([process.pid])
  for (const one of family) for (const { pid, parent } of all) if (parent === one) family.add(pid)
  return all.reduce((sum, { pid, seconds }) => sum + (family.has(pid) ? seconds : 0), 0)
}

if (!process.channel && isMainThread) process.on('exit', () => console.log(`@used ${secondsUsed()}`))

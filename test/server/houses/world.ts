import { type ChildProcess, spawn } from 'node:child_process'
import { firstSecrets, sealPin } from '../../../server/settings/pin'
import type { Store } from '../../../server/store/store'
import { asker, type Jar } from '../http/door-world'

/** A server of the built product for many houses. */
export type Served = { url: string; stop: (signal?: NodeJS.Signals) => Promise<void>; log: () => string }

/** Starts the built server for the houses of a folder, on a free port. */
export const serve = (root: string, env: Record<string, string> = {}): Promise<Served> =>
  new Promise((done, fail) => {
    const { DATA_DIR: _, ADMIN_PIN: __, ...rest } = process.env
    // Optimised WebAssembly takes longer to compile than a test process runs.
    const child: ChildProcess = spawn(process.execPath, ['--liftoff-only', 'dist/server.mjs'], {
      env: { ...rest, PORT: '0', HOUSES: root, TRUST_PROXY: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    const stop = (signal: NodeJS.Signals = 'SIGTERM') =>
      new Promise<void>((ended) => {
        if (child.exitCode !== null || child.signalCode) return ended()
        child.removeAllListeners('exit')
        child.once('exit', () => ended())
        child.kill(signal)
      })
    const hear = (text: Buffer) => {
      out += text
      const url = /Benvenuto: (http:\S+) for/.exec(out)?.[1]
      if (url) done({ url, stop, log: () => out })
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('exit', (status) => fail(new Error(`the server ended (${status}):\n${out}`)))
  })

/** Makes a house's secrets. A seal of the usual power takes 0.1 s of a processor at each comparison. */
export const houseSecrets = async (store: Store, pin: string) => {
  await store.saveSettings({ adminPin: await sealPin(pin, 1) })
  await firstSecrets(store, undefined)
}

/** Makes one person's calls to one house, with separate cookies by default. */
export const visitor = (url: string, name: string, jar: Jar = {}) => {
  const ask = asker(url)
  return {
    jar,
    ask: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(method, path, {
        ...(body !== undefined && { body }),
        jar,
        headers: { host: name, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', ...headers },
      }),
  }
}

import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { openStore } from '../../../server/store/sqlite/open'
import { houseSecrets } from '../houses/world'
import { asker, type Jar, pin } from '../http/door-world'
import { using } from '../store/store-world'

const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(DATA_|HOUSES|PORT|ADMIN)/.test(name)),
)

/** Starts the built server on a folder, in a process that can be killed; its outgoing requests may reach this machine. */
export const start = async (DATA_DIR: string, more: Record<string, string> = {}) => {
  if (!readdirSync(DATA_DIR).length)
    await using(openStore({ dir: DATA_DIR, backups: 0 }), (store) => houseSecrets(store, pin))
  return new Promise<{ url: string; kill: () => Promise<unknown> }>((done, fail) => {
    const env = { ...bare, PORT: '0', DATA_DIR, OUTGOING_PRIVATE: '1', ...more }
    const child = spawn(process.execPath, ['--liftoff-only', 'dist/server.mjs'], { env })
    const gone = new Promise((ended) => child.once('close', ended))
    let out = ''
    child.stdout.on('data', (text) => {
      out += text
      const url = /Benvenuto: (http:\S+)/.exec(out)?.[1]
      const kill = () => {
        child.kill('SIGKILL')
        return gone
      }
      if (url) done({ url, kill })
    })
    child.stderr.on('data', (text) => (out += text))
    child.once('exit', () => fail(new Error(out)))
  })
}

export type Running = Awaited<ReturnType<typeof start>>

/** Signs the host in; returns what makes calls. */
export const hostAt = async ({ url }: Running) => {
  const [ask, jar] = [asker(url), {} as Jar]
  assert.is((await ask('POST', '/api/admin/login', { body: { pin }, jar })).status, 200)
  return (method: string, path: string, body?: object) => ask(method, path, { jar, ...(body && { body }) })
}

import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreRefused } from '../store'

const listen = (address: string) =>
  new Promise<Server>((done, fail) => {
    const server = createServer((caller) => caller.destroy()).once('error', fail)
    server.listen(address, () => done(server))
  })

const answers = (address: string) =>
  new Promise<boolean>((done) => {
    const caller = connect(address, () => done(true)).once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'EAGAIN'),
    )
    caller.once('close', () => caller.destroy())
  })

/** Uses a folder by a short path, because that of a socket must be shorter than 104 bytes. */
const withShortPath = async <T>(dir: string, use: (dir: string) => Promise<T>): Promise<T> => {
  if (Buffer.byteLength(dir) < 60) return use(dir)
  const link = join(tmpdir(), `bv-${randomBytes(6).toString('hex')}`)
  await fs.symlink(dir, link)
  return use(link).finally(() => fs.rm(link, { force: true }))
}

const claim = 'lock-'

const livingClaims = async (dir: string, mine: string) => {
  const alive: string[] = []
  for (const name of await fs.readdir(dir)) {
    if (!name.startsWith(claim) || name === mine) continue
    if (await withShortPath(dir, (dir) => answers(join(dir, name)))) alive.push(name)
    else await fs.rm(join(dir, name), { force: true })
  }
  return alive
}

const taken = (dir: string, name: string) =>
  new StoreRefused(
    `The data folder is in use by another server (process ${name.split('-')[1]}). Stop that one, or give this one a folder of its own in DATA_DIR (it is ${dir}).`,
  )

const claimByName = async (dir: string): Promise<() => Promise<void>> => {
  const name = `${claim}${process.pid}-${randomBytes(4).toString('hex')}`
  const server = await withShortPath(dir, (dir) => listen(join(dir, `.${name}`)))
  server.unref()
  await fs.rename(join(dir, `.${name}`), join(dir, name))
  const release = async () => {
    await fs.rm(join(dir, name), { force: true })
    await new Promise((done) => server.close(done))
  }
  for (let patience = 10; ; patience--) {
    const alive = await livingClaims(dir, name)
    if (!alive.length) return release
    // The first by name waits for the second to give way.
    if (!patience || alive.some((other) => other < name)) {
      await release()
      throw taken(dir, alive[0]!)
    }
    await pause(30)
  }
}

const claimByPipe = async (dir: string) => {
  const pipe = `\\\\.\\pipe\\benvenuto-${createHash('sha256').update(dir.toLowerCase()).digest('hex').slice(0, 32)}`
  const server = await listen(pipe).catch(() => {
    throw taken(dir, '-unknown')
  })
  server.unref()
  return () => new Promise<void>((done) => server.close(() => done()))
}

/**
 * Locks a folder for this process and returns the release; throws StoreRefused when another holds it.
 *
 * Each server listens on its own socket in the folder, then calls the others': an answer means alive, a refusal dead.
 * The kernel closes sockets also after kill -9, so no stale lock remains. Each shows itself before it looks, so no two
 * find the folder free. The folder must be on a local disk.
 */
export const lockFolder = async (dir: string): Promise<() => Promise<void>> => {
  const full = resolve(dir)
  try {
    return await (process.platform === 'win32' ? claimByPipe : claimByName)(full)
  } catch (error) {
    if (error instanceof StoreRefused) throw error
    if (!existsSync(full)) throw new StoreRefused(`There is no folder ${dir}. Name the data folder in DATA_DIR.`)
    throw new StoreRefused(
      `The data folder ${dir} cannot be written (${(error as Error).message}). Make it a folder of this user on a local disk, or name another in DATA_DIR.`,
    )
  }
}

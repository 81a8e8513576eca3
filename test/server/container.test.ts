// Runs the steps of the Dockerfile without containers: copies files, runs commands, and starts the result as another
// user who can write only to the data folder.
import { execSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from './store/store-world'

const test = suite('container')

type Stage = { name: string; steps: { word: string; rest: string }[] }

const stagesOf = (text: string): Stage[] => {
  const stages: Stage[] = []
  for (const line of text.split('\n').filter((line) => line.trim())) {
    const [word = '', ...rest] = line.split(' ')
    if (word === 'FROM') stages.push({ name: rest[2] ?? '', steps: [] })
    else stages.at(-1)!.steps.push({ word, rest: rest.join(' ') })
  }
  return stages
}

const packages = (isProduction: boolean) => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path && !(isProduction && dev) && existsSync(path))
    .map(([path]) => path)
}

const install = (at: string, isProduction: boolean) => {
  execSync('rm -rf node_modules', { cwd: at })
  for (const path of packages(isProduction)) {
    // A nested package is copied with its parent.
    if (path.lastIndexOf('node_modules/') > 0) continue
    mkdirSync(dirname(join(at, path)), { recursive: true })
    if (isProduction) cpSync(path, join(at, path), { recursive: true })
    else symlinkSync(join(process.cwd(), path), join(at, path))
  }
}

/** Uses the installed packages instead of a registry. */
const installations: { [command: string]: (at: string) => void } = {
  'npm ci': (at) => install(at, false),
  'npm prune --omit=dev': (at) => install(at, true),
}

/** Gives a build the compressed copies of the last one, as a second build in the same folder has them. */
const withCompressed = (at: string) => {
  const assets = 'dist/public/assets'
  mkdirSync(join(at, assets), { recursive: true })
  for (const name of readdirSync(assets))
    if (/\.(?:br|gz)$/.test(name)) copyFileSync(join(assets, name), join(at, assets, name))
}

const allowed = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))

const build = ({ steps }: Stage, at: string, stages: Map<string, string>) => {
  for (const { word, rest } of steps) {
    if (word === 'COPY') {
      const [, from, list = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest)!
      const names = list.split(' ')
      const to = names.pop()!
      for (const name of names) {
        const source = from ? join(stages.get(from)!, name.replace('/app/', '')) : name
        assert.ok(existsSync(source), `COPY ${rest}: ${name} is not there`)
        if (!from) assert.ok(allowed.includes(name), `${name} is left out by .dockerignore`)
        cpSync(source, to === './' ? join(at, name.split('/').at(-1)!) : join(at, to), { recursive: true })
      }
    }
    if (word === 'RUN' && installations[rest]) installations[rest](at)
    else if (word === 'RUN' && rest.startsWith('node ')) {
      withCompressed(at)
      execSync(rest, { cwd: at, stdio: 'pipe' })
    }
  }
}

const stages = stagesOf(readFileSync('Dockerfile', 'utf8'))

test('the image is built from existing files and serves as nobody, from a read-only folder', async () => {
  const root = folder()
  chmodSync(root, 0o755)
  const made = new Map<string, string>()
  for (const [index, stage] of stages.entries()) {
    const at = join(root, String(index))
    mkdirSync(at)
    build(stage, at, made)
    made.set(stage.name, at)
  }
  const at = made.get('')!
  assert.equal(existsSync(join(at, 'node_modules/typescript')), false, 'nothing for development')
  const { steps } = stages.at(-1)!
  const of = (word: string) => steps.filter((step) => step.word === word).map(({ rest }) => rest)
  assert.equal(of('USER'), ['node'])
  assert.equal(of('VOLUME'), ['/data'])
  assert.match(of('HEALTHCHECK')[0]!, /127\.0\.0\.1:3000\/readyz/)
  const [command, ...words] = JSON.parse(of('CMD')[0]!) as [string, ...string[]]
  assert.is(command, 'node')
  const data = join(root, 'data')
  mkdirSync(data)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(data, 65_534, 65_534)
  else execSync(`chmod -R a-w ${at}`)
  const child = spawn(process.execPath, words, {
    cwd: at,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: data, PORT: '0' },
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  })
  let out = ''
  const url = await new Promise<string>((done, fail) => {
    const hear = (text: Buffer) => {
      out += text
      const [, found] = /Benvenuto: (\S+)/.exec(out) ?? []
      if (found) done(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (status) => fail(new Error(`it ended (${status}): ${out}`)))
  })
  try {
    for (const path of ['/readyz', '/healthz', '/']) assert.is((await fetch(`${url}${path}`)).status, 200, path)
    assert.ok(existsSync(join(data, 'checkin.journal')))
  } finally {
    child.removeAllListeners('exit')
    const ended = new Promise((done) => child.once('exit', done))
    child.kill()
    await ended
    if (!isRoot) execSync(`chmod -R u+w ${at}`)
  }
})

test('compose names variables the server reads, and mounts what the image declares', () => {
  const text = readFileSync('compose.yaml', 'utf8')
  const main = readFileSync('server/main.ts', 'utf8')
  const environment = /x-environment:[^]*?\n\n/.exec(text)![0]
  const names = [...environment.matchAll(/^ {2}([A-Z_]+):/gm), ...text.matchAll(/<<: \*environment, ([A-Z_]+):/g)]
  assert.ok(names.length >= 5)
  for (const [, name] of names) assert.match(main, new RegExp(`\\b${name}\\b`))
  assert.match(text, /read_only: true/)
  assert.match(text, /houses:\/data/)
})

test.run()

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stopping } from '../../../server/http/guard'
import { until } from '../../until'
import { folder } from '../store/store-world'

const test = suite('stopping')

test('while stopping, accepted requests are answered with Connection: close; then no new one is accepted', async () => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const server = createServer(async (req, res) => {
    if (req.url === '/slow') await held
    res.end(req.url)
  })
  const stop = stopping(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const caller = async () => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const ended = new Promise<void>((done) => socket.on('close', () => done()))
    await new Promise((done) => socket.once('connect', done))
    const until = async (part: string) => {
      while (!text.includes(part)) await new Promise((done) => setTimeout(done, 5))
    }
    return {
      ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`),
      until,
      ended,
      said: () => text,
    }
  }
  const [slow, kept] = [await caller(), await caller()]
  kept.ask('/first')
  await kept.until('/first')
  assert.match(kept.said(), /Connection: keep-alive/)
  const arrived = new Promise((done) => server.once('request', done))
  slow.ask('/slow')
  await arrived
  const stopped = stop()
  kept.ask('/second')
  await kept.until('/second')
  release()
  await Promise.all([slow.ended, kept.ended, stopped])
  assert.match(slow.said(), /Connection: close[^]*\/slow/)
  assert.match(kept.said(), /\/first[^]*Connection: close[^]*\/second/)
  const refused = await new Promise((done) => connect(port, '127.0.0.1').once('error', done))
  assert.is((refused as NodeJS.ErrnoException).code, 'ECONNREFUSED')
})

test('SIGTERM to npm start ends the server, which folds and lets its folder go', async () => {
  const [project, data] = [folder(), folder()]
  const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const script = start.replace('node build.mjs', 'true').replace('dist/server.mjs', resolve('dist/server.mjs'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts: { start: script } }))
  const npm = spawn('npm', ['start'], {
    cwd: project,
    env: { ...process.env, PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((done) => npm.once('close', done))
  await new Promise<void>((done) =>
    npm.stdout.on('data', (text) => {
      if (String(text).includes('http://')) done()
    }),
  )
  npm.kill('SIGTERM')
  await ended
  await until('the folder free', () => !readdirSync(data).some((name) => name.startsWith('lock-')))
  assert.equal(
    readdirSync(data).filter((name) => name !== 'backups'),
    ['checkin.journal', 'checkin.mark', 'checkin.sqlite', 'flow', 'secrets.key'],
  )
})

test.run()

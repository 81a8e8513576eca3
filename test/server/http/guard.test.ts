import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guarded } from '../../../server/http/guard'
import { until } from '../../until'

const test = suite('half-open connections')

const server = async () => {
  const one = guarded((_req, res) => res.end('ok'))
  one.listen(0, '127.0.0.1')
  await once(one, 'listening')
  const { port } = one.address() as AddressInfo
  const held = () =>
    new Promise<number>((done, fail) => one.getConnections((error, count) => (error ? fail(error) : done(count))))
  const sockets: Socket[] = []
  /** Opens a connection that never closes its side and never reads. */
  const open = async (text: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    socket.write(text)
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    one.closeAllConnections()
    await new Promise((done) => one.close(done))
  }
  return { held, open, close }
}

test('an invalid request, or a head that never ends, closes the connection even without reading', async () => {
  const { held, open, close } = await server()
  try {
    for (const text of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nhost: x\r\n', '']) await open(text)
    for (let n = 0; n < 20; n++) await open('GET / HTTP/1.1\r\nx: ')
    await until('every connection is gone', async () => (await held()) === 0)
    assert.is(await held(), 0)
  } finally {
    await close()
  }
})

test.run()

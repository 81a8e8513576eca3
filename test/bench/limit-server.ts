// What HTTP, the check and the disk alone allow: bare node:http, the very validator we serve, and a file to which what
// has come is appended and flushed together before it is answered. No journey, no tables, nobody is known.
import { fdatasync, openSync, readFileSync, write } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Flow } from '../../schema/steps'
import { checkinSchema, instantiate, validatorSource } from '../../server/flow/compile'
import { italianDay } from '../../server/shared/clock'
import { normalizedBody } from '../../src/core/checkin/spellings'

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const file = openSync(process.argv[2]!, 'a')
let waiting: { line: string; res: ServerResponse }[] = []
let isWriting = false
let count = 0

const answer = (res: ServerResponse, status: number, body: object) => {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  res.end(text)
}

/** Writes and flushes what has come, answers it, and goes on with what has come meanwhile. */
const flush = () => {
  const group = waiting
  waiting = []
  isWriting = group.length > 0
  if (!isWriting) return
  const done = (error: unknown) => {
    if (error) throw error
    for (const { res } of group) answer(res, 200, { success: true, data: { id: ++count } })
    flush()
  }
  write(file, group.map(({ line }) => line).join(''), (error) => (error ? done(error) : fdatasync(file, done)))
}

void instantiate(validatorSource(checkinSchema(flow)), () => italianDay(new Date())).then((validate) => {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const record = normalizedBody(JSON.parse(Buffer.concat(chunks).toString()))
      if (!validate(record)) return answer(res, 400, { success: false, errors: validate.errors })
      waiting.push({ line: `${JSON.stringify(record)}\n`, res })
      if (!isWriting) flush()
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
})

// What HTTP, the checks and the disk alone allow: node:http behind our guard, the same checks of headers and cookie, the
// very validator we serve, and a file to which the same journal lines are appended and flushed together before they are
// answered with the same headers. No journey, no tables, no caps.
import { fdatasync, openSync, readFileSync, write } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Flow } from '../../schema/steps'
import { cookiesOf, sessions } from '../../server/auth/sessions'
import { checkinSchema, instantiate, validatorSource } from '../../server/flow/compile'
import { guarded } from '../../server/http/guard'
import { callerAddress, isOurs } from '../../server/http/origin'
import { headers, json } from '../../server/http/responses'
import { italianDay } from '../../server/shared/clock'
import { lineOf, origin, recordAfter } from '../../server/store/sqlite-file/journal-records'
import { normalizedBody } from '../../src/core/checkin/spellings'

const [, , path, key] = process.argv
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const file = openSync(path!, 'a')
const { guest: guestOf } = sessions(key!, Date.now)
let waiting: { body: string; res: ServerResponse }[] = []
let isWriting = false
let count = 0
let mark = origin

/** Writes and flushes what has come, answers it, and goes on with what has come meanwhile. */
const flush = () => {
  const group = waiting
  waiting = []
  isWriting = group.length > 0
  if (!isWriting) return
  const done = (error: unknown) => {
    if (error) throw error
    for (const { res } of group) json(res, 200, { success: true, data: { id: ++count } }, headers)
    flush()
  }
  const lines = group.map(({ body }) => {
    const record = recordAfter(mark, body)
    mark = record
    return lineOf(record)
  })
  write(file, lines.join(''), (error) => (error ? done(error) : fdatasync(file, done)))
}

void instantiate(validatorSource(checkinSchema(flow)), () => italianDay(new Date())).then((validate) => {
  const server = guarded((req, res) => {
    const guest = guestOf(cookiesOf(req.headers.cookie), false)
    if (!guest || !isOurs(req, `http://${req.headers.host}`) || !callerAddress(req, true)) return json(res, 403, {})
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const record = normalizedBody(JSON.parse(Buffer.concat(chunks).toString()))
      if (!validate(record)) return json(res, 400, { success: false, errors: validate.errors ?? [] })
      const { owner } = guest
      const kept = { ...record, enabledForSending: 'no', createdAt: new Date().toISOString(), owner }
      waiting.push({ body: JSON.stringify(['add', owner, record.draftId, kept]), res })
      if (!isWriting) flush()
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
})

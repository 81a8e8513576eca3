// What HTTP, the checks and the disk alone allow: node:http behind our guard, the same checks of headers and cookie, the
// very validator we serve, and a file to which the same journal lines are appended and flushed together before they are
// answered with the same headers. No journey, no tables, no caps. With `whole` the journey is walked and the tables are
// written as well, a transaction for each group: all that a check-in is promised, in one straight line.
import { fdatasync, openSync, readFileSync, write } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Draft } from '../../schema/checkin'
import { defaults } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { cookiesOf, sessions } from '../../server/auth/sessions'
import { guestRecord, roomOf } from '../../server/checkin/intake'
import { checkinSchema, instantiate, validatorSource } from '../../server/flow/compile'
import type { CurrentFlow } from '../../server/flow/serve'
import { callerAddress, isOurs } from '../../server/http/caller'
import { guarded } from '../../server/http/guard'
import { headers, json } from '../../server/http/responses'
import { italianDay } from '../../server/shared/clock'
import { openDatabase } from '../../server/store/sqlite-file/database'
import { lineOf, origin, recordAfter } from '../../server/store/sqlite-file/journal-records'
import { normalizedBody } from '../../src/core/checkin/spellings'
import { withFurtherGuests } from '../../src/core/flow/further-guests'
import { roomy } from './posting'

const [, , path, key, what] = process.argv
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const today = () => italianDay(new Date())
const file = openSync(path!, 'a')
const { guest: guestOf } = sessions(key!, Date.now)
const tables = what === 'whole' ? await openDatabase() : undefined
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
    tables?.apply(records)
    for (const { res } of group) json(res, 200, { success: true, data: { id: ++count } }, headers)
    flush()
  }
  const records = group.map(({ body }) => (mark = recordAfter(mark, body)))
  write(file, records.map(lineOf).join(''), (error) => (error ? done(error) : fdatasync(file, done)))
}

void instantiate(validatorSource(checkinSchema(flow)), today).then((validate) => {
  const published = { flow: withFurtherGuests(flow), version: '', validate, today } as CurrentFlow
  const settings = { ...defaults, ...roomy }
  /** The record of a check-in; undefined for one that the schema refuses. Throws for one that the journey does. */
  const recordOf = (body: object, code: string): Draft | undefined => {
    if (tables) return guestRecord(published, settings, roomOf(settings, code)!, body)
    const record = normalizedBody(body)
    return validate(record) ? record : undefined
  }
  const server = guarded((req, res) => {
    const guest = guestOf(cookiesOf(req.headers.cookie), false)
    if (!guest || !isOurs(req, `http://${req.headers.host}`) || !callerAddress(req, true)) return json(res, 403, {})
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const given = JSON.parse(Buffer.concat(chunks).toString()) as { draftId: string }
      const record = recordOf(given, guest.code)
      if (!record) return json(res, 400, { success: false, errors: validate.errors ?? [] })
      const [{ owner }, { draftId }] = [guest, given]
      const kept = { ...record, draftId, enabledForSending: 'no', createdAt: new Date().toISOString(), owner }
      waiting.push({ body: JSON.stringify(['add', owner, draftId, kept]), res })
      if (!isWriting) flush()
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
})

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { readWords } from '../../../server/flow/read'
import { delays, mailAllowance } from '../../../server/mail/delivery'
import { type LetterFlow, logoOf } from '../../../server/mail/envelope'
import { type MailQueue, openMailQueue } from '../../../server/mail/queue'
import { deliveryFault, type MailServer, mailServer } from '../../../server/mail/smtp'
import { italianDay } from '../../../server/shared/clock'
import type { LetterNote } from '../../../server/store/notes'
import { openStore } from '../../../server/store/sqlite/open'
import { type Store, StoreUnavailable } from '../../../server/store/store'
import { certificate } from '../../fixtures/certificate'
import { until } from '../../until'
import { failing, folder, stay, using } from '../store/store-world'
import { closedPort, dot, type Manners, partOf, party, postOffice, readable, withMail, world } from './mail-world'

const test = suite('mail')
const all = (more: Partial<Settings> = {}): Settings => ({ ...defaults, ...withMail, ...more })

const shipped = readWords('src/text').words
const flow = (): LetterFlow => ({ flow: { fields: {} }, words: shipped })

type House = {
  office: Awaited<ReturnType<typeof postOffice>>
  store: Store
  mailQueue: MailQueue
  clock: ReturnType<typeof world>
  lines: string[]
  dir: string
  open: (server?: MailServer, at?: () => LetterFlow) => Promise<MailQueue>
  has: (status: string, id?: number) => Promise<void>
}

const house =
  (
    work: (house: House) => Promise<void>,
    {
      manners = {},
      settings = {},
      more = {},
    }: { manners?: Manners; settings?: Partial<Settings>; more?: Parameters<typeof postOffice>[1] } = {},
  ) =>
  async () => {
    const office = await postOffice(manners, more)
    const dir = folder()
    const store = await openStore({ dir })
    await store.saveSettings({ ...withMail, ...settings })
    const clock = world()
    const lines: string[] = []
    const open = (server = office.server, at = flow) =>
      openMailQueue({ store, server, flow: at, now: clock.now, timer: clock.timer, log: (line) => lines.push(line) })
    const mailQueue = await open()
    const has = (status: string, id = 1) =>
      until(
        `letters of ${id} ${status}`,
        () =>
          mailQueue
            .status(id)
            .map((one) => one.status)
            .join() === status,
      )
    try {
      await work({ office, store, mailQueue, clock, lines, dir, open, has })
      for (const line of lines) assert.not.match(line, /segreta|sbagliata|@|JÖRG|ROSSI/i)
    } finally {
      await mailQueue.close()
      await store.close()
      await office.close()
    }
  }

test(
  "letters use the house's own texts and show the answers to its own questions",
  house(async ({ office, store, mailQueue, clock, open }) => {
    await mailQueue.close()
    const words = {
      ...shipped,
      it: { ...shipped.it, 'targa.label': 'Targa', 'letter.host.title': 'Arriva qualcuno' },
      de: {
        ...shipped.de,
        'targa.label': 'Kennzeichen',
        'auto.label': 'Mit dem Auto?',
        'auto.yes': 'Ja',
        'letter.lead': 'Schön, dass Sie kommen.',
      },
    }
    const fields = {
      targa: { control: 'text', schema: { type: 'string' } },
      auto: { control: 'buttons', options: ['yes', 'no'], schema: { type: 'string' } },
      unasked: { control: 'text', schema: { type: 'string' } },
    }
    const again = await open(undefined, () => ({ flow: { fields }, words }) as unknown as LetterFlow)
    await store.addCheckin(stay(1, { ...party, targa: 'AB 123 CD', auto: 'yes' }))
    await again.enqueue(1)
    clock.pass(0)
    await until('two letters', () => office.letters.length === 2)
    await again.close()
    const [guest, host] = office.letters.map((letter) => partOf(letter, 'text/plain'))
    assert.match(guest!, /Schön, dass Sie kommen\./)
    assert.match(guest!, /Kennzeichen: AB 123 CD/)
    assert.match(guest!, /Mit dem Auto: Ja/)
    assert.not.match(guest!, /unasked/)
    assert.match(host!, /Arriva qualcuno/)
    assert.match(host!, /Targa: AB 123 CD/)
  }),
)

test(
  'the host gets a letter when a check-in is saved, the guest half an hour later',
  house(async ({ office, store, mailQueue, clock, has }) => {
    const add = () => mailQueue.announce(party, (letters) => store.addCheckin(stay(1, party), letters))
    const twice = await Promise.all([add(), add()])
    assert.equal(twice.map(({ id, letters = [] }) => [id, letters.length]).sort(), [
      [1, 0],
      [1, 2],
    ])
    clock.pass(0)
    await has('queued,sent')
    clock.pass(29)
    assert.is(office.letters.length, 1)
    clock.pass(1)
    await has('sent,sent')
    await mailQueue.enqueue(1)
    clock.pass(60)
    assert.is(office.letters.length, 2)
  }),
)

test(
  'a guest who confirms gets the letter at once, and only once',
  house(async ({ office, store, mailQueue, clock, has }) => {
    await mailQueue.announce(party, (letters) => store.addCheckin(stay(1, party), letters))
    clock.pass(0)
    await has('queued,sent')
    await mailQueue.enqueue(1)
    clock.pass(0)
    await has('sent,sent')
    clock.pass(60)
    assert.is(office.letters.length, 2)
  }),
)

test(
  'a confirmed check-in sends the guest a letter in the language of the guest, and the host one in Italian',
  house(async ({ office, store, mailQueue, clock, has }) => {
    await store.addCheckin(stay(1, party))
    await mailQueue.enqueue(1)
    clock.pass(0)
    await has('sent,sent')
    const [guest, host] = office.letters
    assert.equal([guest!.from, guest!.to, guest!.user], ['checkin@bellavista.example', ['jorg@example.org'], 'casa'])
    assert.is(readable(guest!.headers.subject), 'Bestätigung Ihres Online-Check-ins')
    assert.match(readable(guest!.headers.from), /^"?Hotel Bellavista"? <checkin@bellavista\.example>$/)
    assert.is(guest!.headers['reply-to'], 'info@bellavista.example')
    assert.is(guest!.headers['auto-submitted'], 'auto-generated')
    for (const body of [partOf(guest!, 'text/plain'), partOf(guest!, 'text/html').replaceAll('&#39;', "'")])
      for (const fact of [
        "Jörg D'Angelo",
        'Maria Rossi',
        'Camera Vista Mare',
        'Dienstag, 1. Juli 2025',
        'Freitag, 4. Juli 2025',
        '3 Nächte',
        '1-01072025',
        'Wie es jetzt weitergeht',
        'Hotel Bellavista',
      ])
        assert.ok(body.includes(fact), fact)
    assert.equal(host!.to, ['info@bellavista.example'])
    assert.is(readable(host!.headers.subject), "Nuovo check-in: JÖRG D'ANGELO, 01/07/2025")
    assert.is(host!.headers['reply-to'], 'jorg@example.org')
    assert.match(partOf(host!, 'text/plain'), /Lingua dell'ospite: Tedesco/)
    for (const { raw, parts } of office.letters) {
      const said = raw + parts.map(({ body }) => body.toString('utf8')).join()
      for (const secret of ['CA12345AA', 'YB7654321', 'DNGJRG80E17Z112X', '1980', '17/05', 'KÖLN', 'segreta'])
        assert.not.ok(said.includes(secret), secret)
    }
  }),
)

test(
  'the host’s subject is used, and a raster logo is embedded in the letter',
  house(
    async ({ office, store, mailQueue, clock, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      await has('sent,sent')
      assert.is(readable(office.letters[0]!.headers.subject), 'Benvenuti al Bellavista')
      const image = office.letters[0]!.parts.find(({ type }) => type === 'image/png')!
      assert.is(image.body.toString('base64'), dot.split(',')[1])
      assert.ok(partOf(office.letters[0]!, 'text/html').includes(`src="cid:${image.id.slice(1, -1)}"`))
    },
    { settings: { emailSubject: 'Benvenuti al Bellavista', logoUrl: dot } },
  ),
)

test('an SVG logo is not attached, and a picture is drawn no larger than 200 by 80', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 0, 2, 0, 0, 0, 0, 0, 0])
  assert.is(logoOf('data:image/svg+xml;base64,PHN2Zy8+'), undefined)
  assert.is(logoOf(''), undefined)
  assert.equal(logoOf(dot)!.picture, { source: 'cid:logo@benvenuto', width: 1, height: 1 })
  assert.equal(logoOf(`data:image/jpeg;base64,${jpeg.toString('base64')}`)!.picture, {
    source: 'cid:logo@benvenuto',
    width: 160,
    height: 80,
  })
  assert.equal(logoOf('data:image/webp;base64,UklGRg==')!.picture, { source: 'cid:logo@benvenuto', height: 56 })
  assert.equal(logoOf('data:image/png;base64,iVBORw==')!.picture.height, 56)
})

test('errors of the mail library without a server response are translated for the host', () => {
  const failed = (code: string, more = {}) =>
    deliveryFault(Object.assign(new Error('x'), { code, ...more }), 'mail.it', false)
  for (const [code, says] of [
    ['EDNS', /mail\.it non è raggiungibile/],
    ['ESOCKET', /mail\.it non è raggiungibile/],
    ['ETIMEDOUT', /mail\.it non ha risposto in tempo/],
    ['EABORT', /mail\.it non ha risposto in tempo/],
    ['ECONNECTION', /mail\.it ha interrotto la connessione/],
    ['EAUTH', /Nome utente o password SMTP2GO non corretti/],
    ['ENOAUTH', /Nome utente o password SMTP2GO non corretti/],
    ['EELSE', /L'invio dell'email non è riuscito/],
  ] as const) {
    const { sentence, mark, permanent, everyone } = failed(code)
    assert.match(sentence, says)
    assert.equal([mark, permanent, everyone], [code, false, true])
  }
  assert.match(failed('EAUTH', { responseCode: 535 }).sentence, /Nome utente o password/)
  assert.is(failed('EAUTH', { responseCode: 535 }).mark, 'EAUTH 535')
})

test('a truncated picture is drawn at a fixed height', () => {
  const whole: Record<string, number[]> = {
    png: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 9, 0, 0, 0, 7, 8],
    gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 9, 0, 7, 0, 0],
    jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 7, 0, 9, 3],
  }
  const drawn = (kind: string, bytes: number[]) =>
    logoOf(`data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`)!.picture
  for (const [kind, bytes] of Object.entries(whole)) {
    assert.equal(drawn(kind, bytes), { source: 'cid:logo@benvenuto', width: 9, height: 7 }, kind)
    for (let length = 1; length < bytes.length; length++)
      assert.equal(
        drawn(kind, bytes.slice(0, length)),
        { source: 'cid:logo@benvenuto', height: 56 },
        `${kind} ${length}`,
      )
  }
})

test(
  'a check-in confirmed many times gets one letter, and a guest without address none',
  house(async ({ office, store, mailQueue, clock, has }) => {
    await store.addCheckin(stay(1, party))
    const { email: _, ...unreachable } = stay(2) as Record<string, unknown>
    await store.addCheckin(unreachable as never)
    await Promise.all([1, 1, 1, 2].map(mailQueue.enqueue))
    await mailQueue.enqueue(1)
    clock.pass(0)
    await has('sent,sent')
    await mailQueue.enqueue(1)
    await has('sent', 2)
    clock.pass(5)
    await mailQueue.close()
    assert.is(office.letters.length, 3)
    assert.is((await store.notes('mail')).length, 3)
    assert.not.match(JSON.stringify(await store.notes('mail')), /@|JÖRG/)
  }),
)

test(
  'the guest waits for the disk and not for the mail server',
  house(
    async ({ office, store, mailQueue, clock }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      assert.equal(
        (await store.notes('mail')).map(({ status }) => status),
        ['queued', 'queued'],
      )
      assert.is(office.seen.connections, 0)
      clock.pass(0)
    },
    { manners: { greet: false } },
  ),
)

test(
  'without mail settings nothing is queued, which is logged once',
  house(
    async ({ store, mailQueue, lines }) => {
      await store.addCheckin(stay(1, party))
      await Promise.all([mailQueue.enqueue(1), mailQueue.enqueue(1)])
      assert.equal([await store.notes('mail'), mailQueue.list(), lines.length], [[], [], 1])
    },
    { settings: { smtp2goPassword: null as never } },
  ),
)

test(
  'after a wrong password one letter retries for all, and at once after the host corrects it',
  house(
    async ({ office, store, mailQueue, clock, lines, has }) => {
      for (const n of [1, 2, 3]) await store.addCheckin(stay(n))
      await Promise.all([1, 2, 3].map(mailQueue.enqueue))
      clock.pass(0)
      await until('all put off', () =>
        mailQueue.list().every(({ error }) => error === 'Nome utente o password SMTP2GO non corretti.'),
      )
      assert.is(office.seen.logins, 1)
      assert.equal(mailQueue.status(1)[0]!.next, '2025-06-13T10:01:00.000Z')
      assert.match(lines[0]!, /a letter to the guest was not sent \(EAUTH 535\), next try in 1 min/)
      await store.saveSettings({ smtp2goPassword: 'segreta' })
      mailQueue.wake()
      for (const n of [1, 2, 3]) await has('sent,sent', n)
      assert.is(office.letters.length, 6)
    },
    { settings: { smtp2goPassword: 'sbagliata' } },
  ),
)

test(
  'a refused recipient is given up at once, and the host still gets a letter',
  house(
    async ({ office, store, mailQueue, clock, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      await has('failed,sent')
      assert.is(
        mailQueue.status(1)[0]!.error,
        "Il server di posta non accetta l'indirizzo del destinatario (codice 550).",
      )
      clock.pass(10_000)
      mailQueue.wake()
      assert.equal([office.letters.length, office.seen.connections], [1, 2])
    },
    { manners: { recipient: (address) => (address.startsWith('jorg') ? 550 : undefined) } },
  ),
)

test(
  'a refused sender can be corrected and retried, a refused letter cannot',
  house(
    async ({ office, store, mailQueue, clock, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      await until('put off', () => mailQueue.list().every(({ error }) => /mittente.*553/.test(error ?? '')))
      Object.assign(office.manners, { sender: undefined, data: 554 })
      clock.pass(1)
      await has('failed,failed')
      assert.match(mailQueue.status(1)[0]!.error!, /rifiutato l'email \(codice 554\)/)
    },
    { manners: { sender: 553 } },
  ),
)

test(
  'a busy or unreachable server is retried after 1, 5, 15, 60 minutes, 4 hours, and daily for three days',
  house(
    async ({ office, store, mailQueue, clock, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      for (const [tries, minutes] of delays.entries()) {
        await until(
          `try ${tries + 1}`,
          () =>
            office.seen.data === 2 * (tries + 1) &&
            mailQueue.list().every(({ next = '' }) => Date.parse(next) === clock.now().getTime() + minutes * 60_000),
        )
        assert.is(mailQueue.status(1)[0]!.error, 'Il server di posta non accetta email in questo momento (codice 451).')
        for (let left = minutes; left > 0; left -= 60) {
          clock.pass(Math.min(60, left))
          await new Promise(setImmediate)
        }
      }
      await has('failed,failed')
      assert.equal(delays.slice(0, 5), [1, 5, 15, 60, 240])
      assert.is(office.letters.length, 0)
    },
    { manners: { data: 451 } },
  ),
)

test(
  'a server that never greets times out, and is retried',
  house(
    async ({ office, store, mailQueue, clock, has }) => {
      office.server.patience.greeting = 100
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      await until('put off', () =>
        mailQueue
          .list()
          .every(({ error }) => error === 'Il server di posta 127.0.0.1 non ha risposto in tempo: riprova tra poco.'),
      )
      delete office.manners.greet
      office.server.patience.greeting = 3000
      clock.pass(1)
      await has('sent,sent')
    },
    { manners: { greet: false } },
  ),
)

test(
  'after a connection dropped in the middle of a letter the letter arrives once',
  house(
    async ({ office, store, mailQueue, clock, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      await until('put off', () => mailQueue.list().every(({ error }) => /interrotto la connessione/.test(error ?? '')))
      assert.is(office.seen.data, 2)
      delete office.manners.data
      clock.pass(1)
      await has('sent,sent')
      assert.is(office.letters.length, 2)
    },
    { manners: { data: 'drop' } },
  ),
)

test(
  'a letter whose answer never comes may have arrived: it is not sent again, not after a restart either',
  house(
    async ({ office, store, mailQueue, clock, open, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      clock.pass(0)
      for (const count of [1, 2]) {
        await until(`${count} letters`, () => office.letters.length === count)
        office.hangUp()
      }
      await has('failed,failed')
      assert.match(mailQueue.status(1)[0]!.error!, /potrebbe essere arrivata/)
      await mailQueue.close()
      delete office.manners.data
      const next = await open()
      await next.enqueue(1)
      next.wake()
      clock.pass(10_000)
      assert.equal(
        next.status(1).map(({ status }) => status),
        ['failed', 'failed'],
      )
      assert.is(office.letters.length, 2)
      await next.close()
    },
    { manners: { data: 'mute' } },
  ),
)

test(
  'after a crash before the handover a letter is sent again with the same id; after it, not',
  house(
    async ({ office, store, mailQueue, clock, dir, has }) => {
      await store.addCheckin(stay(1, party))
      await mailQueue.enqueue(1)
      const [early, late] = [folder(), folder()]
      const crash = (into: string) => cpSync(dir, into, { recursive: true, filter: (path) => !path.includes('lock-') })
      crash(early)
      office.server.patience.answer = 20_000
      clock.pass(0)
      await until('handed over', () => office.letters.length === 1)
      crash(late)
      delete office.manners.data
      const states = []
      for (const copy of [early, late]) {
        const again = await openStore({ dir: copy })
        const time = world()
        const other = await openMailQueue({
          store: again,
          server: office.server,
          flow,
          now: time.now,
          timer: time.timer,
          log: () => {},
        })
        time.pass(0)
        await until('done', () => other.list().every(({ status }) => status === 'sent' || status === 'failed'))
        states.push(
          other
            .status(1)
            .map(({ status }) => status)
            .join(),
        )
        await other.close()
        await again.close()
      }
      assert.equal(states, ['sent,sent', 'failed,sent'])
      const ids = office.letters.map(({ headers }) => headers['message-id'])
      assert.is(ids[0], ids[1])
      assert.match(ids[0]!, /^<[0-9a-f]{32}@bellavista\.example>$/)
      assert.is(new Set(ids).size, 2)
      await has('sending,queued')
      office.hangUp()
    },
    { manners: { data: 'mute' } },
  ),
)

test(
  'the queue survives a restart',
  house(async ({ office, store, mailQueue, clock, open }) => {
    await store.addCheckin(stay(1, party))
    const away = await open({ ...office.server, port: await closedPort() })
    await away.enqueue(1)
    clock.pass(0)
    await until('put off', () => away.list().every(({ error }) => /non è raggiungibile/.test(error ?? '')))
    await away.close()
    await mailQueue.close()
    const back = await open()
    assert.is(office.letters.length, 0)
    clock.pass(1)
    await until('sent', () => back.list().length === 2 && back.list().every(({ status }) => status === 'sent'))
    assert.is(office.letters.length, 2)
    await back.close()
  }),
)

test(
  'a letter of a check-in removed meanwhile is dropped',
  house(async ({ office, store, mailQueue, clock }) => {
    await store.addCheckin(stay(1, party))
    await store.addCheckin(stay(2, party))
    await Promise.all([1, 2].map(mailQueue.enqueue))
    await store.removeCheckin(1)
    await store.removeCheckin(2)
    await mailQueue.forget(2)
    await mailQueue.enqueue(2)
    clock.pass(0)
    await until('dropped', () => !mailQueue.list().length)
    await mailQueue.close()
    assert.equal([await store.notes('mail'), office.letters.length], [[], 0])
  }),
)

test(
  'a letter that cannot be noted as being handed over is not handed over',
  house(async ({ office, store, clock }) => {
    await store.addCheckin(stay(1, party))
    let full = true
    const updateNote: Store['updateNote'] = (kind, id, letter) =>
      full && (letter as LetterNote).status === 'sending'
        ? Promise.reject(new StoreUnavailable('full'))
        : store.updateNote(kind, id, letter)
    const mailQueue = await openMailQueue({
      store: { ...store, updateNote },
      server: office.server,
      flow,
      now: clock.now,
      timer: clock.timer,
      log: () => {},
    })
    await mailQueue.enqueue(1)
    clock.pass(0)
    await until('put off', () => mailQueue.list().every(({ status, error }) => status === 'queued' && error))
    assert.equal([office.seen.data, office.letters.length], [2, 0])
    full = false
    clock.pass(1)
    await until('sent', () => mailQueue.list().every(({ status }) => status === 'sent'))
    assert.is(office.letters.length, 2)
    await mailQueue.close()
  }),
)

test(
  'closing drops letters not yet handed over and waits for the others',
  house(async ({ office, store, mailQueue, clock }) => {
    await store.addCheckin(stay(1, party))
    await mailQueue.enqueue(1)
    office.server.patience.settle = 5000
    clock.pass(0)
    await until('in the letter', () => office.seen.data === 1)
    office.server.patience.settle = 60
    await mailQueue.close()
    assert.equal(
      (await store.notes('mail')).map(({ status }) => status),
      ['queued', 'queued'],
    )
  }),
)

test(
  'no name, subject or sender can add a header',
  house(
    async ({ office, store, mailQueue, clock }) => {
      const evil = 'X\r\nBcc: thief@example.org\r\n\r\n<script>alert(1)</script>'
      await store.addCheckin(stay(1, { ...party, mainGuestName: evil, roomDescription: evil, reservationCode: evil }))
      await mailQueue.enqueue(1)
      clock.pass(0)
      await until('tried', () => mailQueue.list().every(({ status, error }) => status === 'sent' || error))
      assert.equal(
        mailQueue.status(1).map(({ status }) => status),
        ['sent', 'queued'],
      )
      await store.saveSettings({ emailReplyTo: null })
      mailQueue.wake()
      await until('sent', () => mailQueue.list().every(({ status }) => status === 'sent'))
      assert.is(office.letters.length, 2)
      for (const letter of office.letters) {
        assert.equal(
          Object.keys(letter.headers).filter((name) => /bcc|script/.test(name)),
          [],
        )
        assert.is(letter.to.length, 1)
        assert.not.match(partOf(letter, 'text/html'), /<script/)
      }
    },
    {
      settings: {
        companyName: 'Casa\r\nBcc: thief@example.org',
        emailSubject: 'Ciao\r\nBcc: thief@example.org',
        emailReplyTo: 'info@bellavista.example\r\nBcc: thief@example.org',
      },
    },
  ),
)

const day = 24 * 60
const enqueued = async ({ store, mailQueue }: House, count: number, more: (index: number) => object = () => ({})) => {
  for (let id = 1; id <= count; id++) {
    await store.addCheckin(stay(id, { ...party, ...more(id) }))
    await mailQueue.enqueue(id)
  }
}

test(
  'a day’s fourth letter to one address waits for the host’s release; a restart resets no count',
  house(async (all) => {
    const { office, store, mailQueue, clock, open, has, lines } = all
    await enqueued(all, 4, (id) => ({ email: id === 4 ? ' GUEST@Example.org' : 'guest@example.org' }))
    clock.pass(0)
    await has('held,sent', 4)
    assert.equal(
      lines.filter((line) => line.includes('waits for the host')),
      ['mail: a letter to the guest waits for the host (held.address)'],
    )
    assert.match(mailQueue.status(4)[0]!.error!, /già partite 3 email oggi/)
    assert.is(office.letters.length, 7)
    await mailQueue.close()
    const next = await open()
    await store.addCheckin(stay(5, { ...party, email: 'guest@example.org' }))
    await next.enqueue(5)
    clock.pass(0)
    await until('held again', () => next.status(5)[0]?.status === 'held')
    await next.release(5)
    clock.pass(0)
    await until('let go', () => next.status(5)[0]?.status === 'sent')
    assert.is(next.status(4)[0]!.status, 'held')
    clock.pass(day)
    await store.addCheckin(stay(6, { ...party, email: 'guest@example.org' }))
    await next.enqueue(6)
    clock.pass(0)
    await until('sent the next day', () => next.status(6).every(({ status }) => status === 'sent'))
    await next.close()
  }),
)

test('a day has three letters to one address and a hundred in all, and the next day begins anew', async () => {
  let now = new Date('2026-05-01T10:00:00Z')
  await using(openStore({ dir: folder(), backups: 0 }), async (store) => {
    const allowance = await mailAllowance(store, 'key', () => now)
    for (let time = 0; time < 2; time++) {
      for (let n = 0; n < 3; n++) {
        assert.is(allowance.usedUp('one@example.org'), undefined)
        await allowance.count('one@example.org')
      }
      assert.is(allowance.usedUp(' ONE@example.org'), 'address')
      assert.is(allowance.usedUp('other@example.org'), undefined)
      for (let n = 3; n < 100; n++) {
        assert.is(allowance.usedUp(), undefined, String(n))
        await allowance.count(undefined)
      }
      assert.equal([allowance.usedUp(), allowance.usedUp('other@example.org')], ['house', 'house'])
      await allowance.giveBack('one@example.org')
      assert.equal([allowance.usedUp(), allowance.usedUp('one@example.org')], [undefined, undefined])
      now = new Date('2026-05-02T10:00:00Z')
    }
  })
})

test(
  'a hundred letters leave the house in a day, and the others wait for the host',
  house(async ({ office, store, mailQueue, clock, open }) => {
    await mailQueue.close()
    await store.note('mail-day', { day: italianDay(clock.now()), house: 97, addresses: {} })
    const next = await open()
    for (const id of [1, 2]) {
      await store.addCheckin(stay(id, { ...party, email: `guest${id}@example.org` }))
      await next.enqueue(id)
    }
    clock.pass(0)
    await until('one held', () => next.list().some(({ status }) => status === 'held'))
    assert.is(office.letters.length, 3)
    const [counted, ...others] = await store.notes('mail-day')
    assert.equal([counted!.house, others], [100, []])
    assert.not.match(JSON.stringify(counted), /example/)
    await next.close()
  }),
)

test(
  'a check-in deleted while its letter is being stored leaves no letter',
  house(async ({ store, mailQueue, open }) => {
    await store.addCheckin(stay(1, party))
    const addLetter = store.addLetter
    store.addLetter = async (letter) => {
      await store.removeCheckin(1)
      await mailQueue.forget(1)
      return addLetter(letter)
    }
    await mailQueue.enqueue(1)
    store.addLetter = addLetter
    assert.equal([mailQueue.list(), await store.notes('mail')], [[], []])
    const left = { checkinId: 9, addressee: 'guest' as const, status: 'queued' as const, at: '', next: '', tries: 0 }
    // A state that an earlier version could leave.
    await store.note('mail' as never, left as never)
    await mailQueue.close()
    const next = await open()
    assert.equal([next.list(), await store.notes('mail')], [[], []])
    await next.close()
  }),
)

test('implicit TLS works like STARTTLS; without TLS, or to an unknown server, nothing is sent', async () => {
  const secure = await postOffice({}, { secure: true })
  const clear = await postOffice({}, { hideSTARTTLS: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] })
  const store = await openStore({ dir: folder() })
  const tries = async (server: MailServer) => {
    const mailQueue = await openMailQueue({ store, server, flow, log: () => {} })
    return mailQueue.test(all()).finally(mailQueue.close)
  }
  const failed = {
    success: false,
    message: 'La connessione sicura (TLS) con il server di posta 127.0.0.1 non è riuscita.',
  }
  assert.equal(await tries(secure.server), { success: true, message: 'Email SMTP2GO inviata' })
  assert.equal(await tries(clear.server), failed)
  const { ca: _, ...stranger } = secure.server
  assert.equal(await tries(stranger), failed)
  assert.equal(await tries({ ...clear.server, secure: true }), failed)
  assert.equal([clear.seen.logins, secure.letters.length], [0, 1])
  await store.close()
  await Promise.all([secure.close(), clear.close()])
})

test(
  'the test of the settings reports its result in Italian',
  house(async ({ office, mailQueue, open }) => {
    assert.equal(await mailQueue.test(all()), { success: true, message: 'Email SMTP2GO inviata' })
    assert.equal(office.letters[0]!.to, ['info@bellavista.example'])
    assert.is(readable(office.letters[0]!.headers.subject), 'Prova di invio')
    const said = async (more: Partial<Settings>, other = mailQueue) => {
      const { success, message } = await other.test(all(more))
      assert.is(success, false)
      return message
    }
    const off = "L'invio delle email non è configurato: attiva SMTP2GO e indica nome utente, password e mittente."
    assert.equal([await said({ enableSMTP2GO: false }), await said({ emailSender: '' })], [off, off])
    assert.is(await said({ smtp2goPassword: 'sbagliata' }), 'Nome utente o password SMTP2GO non corretti.')
    const away = await open({ ...office.server, port: await closedPort() })
    assert.is(
      await said({}, away),
      'Il server di posta 127.0.0.1 non è raggiungibile: controlla la connessione e riprova.',
    )
    await away.close()
    const late = 'Il server di posta 127.0.0.1 non ha risposto in tempo: riprova tra poco.'
    office.manners.data = 'mute'
    office.server.patience.answer = 300
    assert.is(await said({}), late)
    office.manners.greet = false
    office.server.patience.greeting = 100
    assert.is(await said({}), late)
  }),
)

test('the mail server is SMTP2GO over TLS unless the environment names another', () => {
  const { patience: _, ...usual } = mailServer({})
  assert.equal(usual, { host: 'mail.smtp2go.com', port: 465, secure: true })
  const path = join(folder(), 'ca.pem')
  writeFileSync(path, certificate)
  const { host, port, secure, ca } = mailServer({ SMTP_HOST: 'smtp.example', SMTP_PORT: '587', SMTP_CA: path })
  assert.equal([host, port, secure, ca], ['smtp.example', 587, false, readFileSync(path, 'utf8')])
  assert.throws(() => mailServer({ SMTP_PORT: 'x' }), /SMTP_PORT must be a port number/)
  assert.throws(() => mailServer({ SMTP_CA: '/nowhere' }), /SMTP_CA names a file/)
})

test(
  'a failing disk refuses the letters, and a later confirmation queues them',
  house(async ({ office, store, clock }) => {
    await store.addCheckin(stay(1, party))
    let full = true
    const addLetter: Store['addLetter'] = (letter) =>
      full ? Promise.reject(new StoreUnavailable('full')) : store.addLetter(letter)
    const mailQueue = await openMailQueue({
      store: { ...store, addLetter },
      server: office.server,
      flow,
      now: clock.now,
      timer: clock.timer,
      log: () => {},
    })
    assert.is((await failing(mailQueue.enqueue(1))).name, 'StoreUnavailable')
    full = false
    await mailQueue.enqueue(1)
    assert.is(mailQueue.list().length, 2)
    await mailQueue.close()
  }),
)

test.run()

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readWords } from '../../../server/flow/read'
import { type MailQueueOptions, openMailQueue } from '../../../server/mail/queue'
import type { MailServer } from '../../../server/mail/smtp'
import { until } from '../../until'
import { failing } from '../store/store-world'
import { atTheOffice, withMail, world } from './mail-world'
import { letter, shelf } from './shelf'

const test = suite('the queue of letters')

const { words } = readWords('src/text')
const start = '2025-06-13T10:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString()
const off = "L'invio delle email non è configurato: attiva SMTP2GO e indica nome utente, password e mittente."

const nowhere: MailServer = {
  host: 'mail.example',
  port: 0,
  secure: true,
  patience: { connect: 1, greeting: 1, answer: 1, settle: 0 },
}

const guest = { email: 'ospite@example.org', mainGuestName: 'MARIA' }

/** A queue on a house's in-memory store, with the delay of its only timer in milliseconds. */
const opened = async (house: ReturnType<typeof shelf>, more: Partial<MailQueueOptions> = {}) => {
  const clock = world(start)
  const naps = new Set<number>()
  const lines: string[] = []
  const queue = await openMailQueue({
    store: house.store,
    server: nowhere,
    flow: () => ({ flow: { fields: {} }, words }),
    log: (line) => lines.push(line),
    now: clock.now,
    timer: (run, milliseconds) => {
      naps.add(milliseconds)
      const cancel = clock.timer(() => {
        naps.delete(milliseconds)
        run()
      }, milliseconds)
      return () => {
        naps.delete(milliseconds)
        cancel()
      }
    },
    ...more,
  })
  return { ...house, ...clock, queue, lines, naps: () => [...naps] }
}

/** The house's first check-in is stored with its letters. */
const announced = ({ queue, store, checkins }: Awaited<ReturnType<typeof opened>>) =>
  queue.announce(checkins[1]!, (letters) => store.addCheckin(checkins[1] as never, letters))

const short = (letters: readonly { addressee: string; status: string; tries?: number; next?: string | undefined }[]) =>
  letters.map(({ addressee, status, tries, next }) => [addressee, status, tries, next])

test('a check-in’s two letters are stored, the guest’s first, and a timer starts at once', async () => {
  const { queue, letters, naps } = await opened(shelf({ 1: guest, 2: {} }, withMail))
  assert.equal(naps(), [])
  await queue.enqueue(1)
  await queue.enqueue(2)
  await queue.enqueue(3)
  const waiting = { status: 'queued', at: start, next: start, tries: 0 }
  assert.equal(
    letters().map(({ id: _, ...rest }) => rest),
    [
      { checkinId: 1, addressee: 'guest', ...waiting },
      { checkinId: 1, addressee: 'host', ...waiting },
      { checkinId: 2, addressee: 'host', ...waiting },
    ],
  )
  assert.equal(queue.status(1), [
    { checkinId: 1, addressee: 'guest', status: 'queued', at: start, next: start },
    { checkinId: 1, addressee: 'host', status: 'queued', at: start, next: start },
  ])
  assert.equal(queue.list(), [...queue.status(1), ...queue.status(2)])
  assert.equal(naps(), [0])
})

test('the guest’s letter leaves half an hour later, or at the confirmation', async () => {
  const house = await opened(shelf({ 1: guest }, withMail))
  const { queue, letters, pass } = house
  await announced(house)
  const saved = [
    ['guest', 'queued', 0, at(30)],
    ['host', 'queued', 0, start],
  ]
  assert.equal(short(letters()), saved)
  await announced(house)
  assert.equal(short(letters()), saved)
  await queue.close()
  pass(29.5)
  await queue.enqueue(1)
  assert.equal(short(letters()), [
    ['guest', 'queued', 0, at(29.5)],
    ['host', 'queued', 0, start],
  ])
})

test('a confirmation does not hurry a letter that failed, was sent or is due already', async () => {
  const house = shelf({ 1: guest, 2: guest, 3: guest }, withMail)
  house.add('mail', letter(1, { tries: 1, next: at(30) }))
  house.add('mail', letter(2, { status: 'sent', next: at(30) }))
  house.add('mail', letter(3, { next: start }))
  for (const id of [1, 2, 3]) house.add('mail', letter(id, { addressee: 'host', status: 'sent' }))
  const before = house.letters()
  let changes = 0
  house.store.updateNote = async () => Boolean(++changes)
  const { queue, letters } = await opened(house)
  for (const id of [1, 2, 3]) await queue.enqueue(id)
  assert.equal([letters(), changes], [before, 0])
})

test('repeated confirmations store a letter once', async () => {
  const house = await opened(shelf({ 1: guest }, withMail))
  const { queue, letters } = house
  await Promise.all([announced(house), announced(house)])
  await Promise.all([queue.enqueue(1), queue.enqueue(1), announced(house)])
  assert.equal(short(letters()), [
    ['guest', 'queued', 0, start],
    ['host', 'queued', 0, start],
  ])
})

test('the ids of letters and the counts of addresses use a key of the house', async () => {
  const house = shelf()
  const asked: [name: string, bytes: number][] = []
  house.store.secret = async (name, make) => {
    asked.push([name, Buffer.from(make(), 'base64url').length])
    return 'a key'
  }
  await opened(house)
  assert.equal(asked, [['mail', 32]])
})

test('a letter that could not be stored can be queued again', async () => {
  const house = shelf({ 1: {} }, withMail)
  const addLetter = house.store.addLetter
  house.store.addLetter = () => Promise.reject(new Error('full'))
  const { queue, letters } = await opened(house)
  assert.is((await failing(queue.enqueue(1))).message, 'full')
  house.store.addLetter = addLetter
  await queue.enqueue(1)
  assert.is(letters().length, 1)
})

test('without mail settings nothing is queued; this is logged once, and not for a check-in that is only saved', async () => {
  const house = await opened(shelf({ 1: guest }))
  const { queue, letters, lines, state } = house
  await announced(house)
  assert.equal(lines, [])
  await queue.enqueue(1)
  await announced(house)
  await queue.enqueue(1)
  assert.equal([letters(), lines], [[], ['mail: not set up in the settings, so no letters are sent']])
  state.settings = withMail
  await queue.enqueue(1)
  assert.is(letters().length, 2)
})

test('the queue sleeps until the next letter is due, an hour at most', async () => {
  const due: [next: string[], nap: number[]][] = [
    [[at(10)], [600_000]],
    [[at(20), at(10), at(30)], [600_000]],
    [[at(60)], [3_600_000]],
    [[at(61)], [3_600_000]],
    [[at(-5), at(10)], [0]],
    [['never'], [0]],
    [[], []],
  ]
  for (const [nexts, nap] of due) {
    const house = shelf(Object.fromEntries(nexts.map((_, index) => [index, guest])), withMail)
    for (const [index, next] of nexts.entries()) house.add('mail', letter(index, { next }))
    const { queue, naps } = await opened(house)
    assert.equal(naps(), nap, nexts.join())
    await queue.close()
    assert.equal(naps(), [], 'a closed queue has no timer')
  }
})

test('with the real clock a due letter leaves at once, and another waits', async () => {
  const house = shelf({ 1: guest, 2: guest })
  house.add('mail', letter(1))
  house.add('mail', letter(2, { next: new Date(Date.now() + 60_000).toISOString() }))
  const queue = await openMailQueue({
    store: house.store,
    server: nowhere,
    flow: () => ({ flow: { fields: {} }, words }),
    log: () => {},
  })
  await until('one tried', () => house.letters()[0]!.tries === 1)
  await queue.close()
  const [one, other] = house.letters()
  assert.ok(Math.abs(Date.parse(one!.next!) - Date.now() - 60_000) < 10_000, one!.next)
  assert.is(other!.tries, 0)
})

test('a letter is tried when due and not before; while mail is off it is postponed with the reason', async () => {
  const house = shelf({ 1: guest, 2: guest, 3: guest })
  house.add('mail', letter(1, { next: at(0) }))
  house.add('mail', letter(2, { next: new Date(Date.parse(start) + 1).toISOString(), addressee: 'host', tries: 3 }))
  house.add('mail', letter(3, { status: 'sent' }))
  const { queue, letters, lines, naps, pass } = await opened(house)
  await queue.settled()
  assert.equal(short(letters()), [
    ['guest', 'queued', 1, at(1)],
    ['host', 'queued', 3, new Date(Date.parse(start) + 1).toISOString()],
    ['guest', 'sent', 0, at(-60)],
  ])
  assert.equal(queue.status(1), [
    { checkinId: 1, addressee: 'guest', status: 'queued', at: at(-60), next: at(1), error: off },
  ])
  assert.equal(lines, ['mail: a letter to the guest was not sent (off), next try in 1 min'])
  assert.equal(naps(), [1])
  pass(1)
  await queue.settled()
  assert.equal(short(letters()).slice(0, 2), [
    ['guest', 'queued', 2, at(6)],
    ['host', 'queued', 4, at(61)],
  ])
  assert.equal(naps(), [300_000])
})

test('changed mail settings retry every waiting letter, and no other', async () => {
  const house = shelf({ 1: guest, 2: guest, 3: guest })
  house.add('mail', letter(1, { next: at(600), tries: 5 }))
  house.add('mail', letter(2, { next: at(30) }))
  house.add('mail', letter(3, { status: 'held', next: undefined }))
  const { queue, letters } = await opened(house)
  queue.wake()
  await until('both tried', () => letters().filter(({ error }) => error === off).length === 2)
  assert.equal(short(letters()), [
    ['guest', 'queued', 6, at(1440)],
    ['guest', 'queued', 1, at(1)],
    ['guest', 'held', 0, undefined],
  ])
})

test('held letters are released for one check-in, and start again', async () => {
  const house = shelf({ 1: guest, 2: guest })
  house.add('mail', letter(1, { status: 'held', next: undefined, tries: 2, error: 'Aspetta.' }))
  house.add('mail', letter(1, { addressee: 'host', status: 'failed', next: undefined }))
  house.add('mail', letter(2, { status: 'held', next: undefined }))
  const { queue, letters, naps } = await opened(house)
  assert.equal(naps(), [])
  await queue.release(1)
  assert.equal(short(letters()), [
    ['guest', 'queued', 0, start],
    ['host', 'failed', 0, undefined],
    ['guest', 'held', 0, undefined],
  ])
  assert.equal([letters()[0]!.released, letters()[2]!.released, naps()], [true, undefined, [0]])
  assert.equal(queue.status(1)[0], { checkinId: 1, addressee: 'guest', status: 'queued', at: at(-60), next: start })
})

test('a letter interrupted during its handover may have arrived, and is given up when the queue opens', async () => {
  const house = shelf({ 1: guest }, withMail)
  house.add('mail', letter(1, { status: 'sending', next: undefined, tries: 1 }))
  const { queue, letters, lines } = await opened(house)
  assert.equal(short(letters()), [['guest', 'failed', 1, undefined]])
  assert.is(
    queue.status(1)[0]!.error,
    "La consegna si è interrotta alla fine: l'email potrebbe essere arrivata. Non viene inviata di nuovo, per non " +
      'spedirla due volte.',
  )
  assert.equal(lines, ['mail: a letter to the guest was not sent (unclear), given up'])
})

test('a failing store ends a round, and the letters are retried', async () => {
  const house = shelf({ 1: guest })
  house.add('mail', letter(1))
  const { settings } = house.store
  house.store.settings = () => Promise.reject(new RangeError('away'))
  const { queue, letters, lines, naps } = await opened(house)
  await queue.settled()
  assert.equal(lines, ['mail: the round was broken off (RangeError)'])
  assert.equal([short(letters()), naps()], [[['guest', 'queued', 0, at(-60)]], [0]])
  house.store.settings = settings
  await queue.settled()
  assert.is(letters()[0]!.tries, 1)
})

test('an unwritable letter is postponed alone, and the next one is tried', async () => {
  const house = shelf({ 1: guest, 2: {} }, withMail)
  house.add('mail', letter(1))
  house.add('mail', letter(2))
  const { checkin } = house.store
  const { queue, letters, lines } = await opened(house)
  house.store.checkin = (id) => (id === 1 ? Promise.reject(new Error('away')) : checkin(id))
  await queue.settled()
  assert.equal(short(letters()), [
    ['guest', 'queued', 1, at(1)],
    ['guest', 'failed', 0, undefined],
  ])
  assert.is(queue.status(1)[0]!.error, "L'invio dell'email non è riuscito.")
  assert.equal(lines, [
    'mail: a letter to the guest was not sent (other), next try in 1 min',
    'mail: a letter to the guest was not sent (address), given up',
  ])
})

test(
  'a fault common to all letters is met once a round, and recorded at all due letters',
  atTheOffice(
    async (office) => {
      const house = shelf({ 1: guest, 2: guest, 3: guest }, withMail)
      for (const id of [1, 2, 3]) house.add('mail', letter(id))
      const { queue, letters } = await opened(house, { server: office.server })
      await queue.settled()
      assert.is(office.seen.connections, 1)
      assert.equal(
        queue.list().map(({ error }) => error),
        Array(3).fill('Nome utente o password SMTP2GO non corretti.'),
      )
      assert.equal(short(letters()), Array(3).fill(['guest', 'queued', 1, at(1)]))
      office.manners.password = 'segreta'
      office.manners.recipient = 550
      queue.wake()
      await queue.settled()
      assert.is(office.seen.logins, 4, 'a fault of one letter is not put down to the next')
      await queue.close()
    },
    { password: 'altra' },
  ),
)

test(
  'no letter is given up because a server refuses connections: they leave when it accepts again',
  atTheOffice(
    async (office) => {
      const house = shelf({ 1: guest, 2: guest }, withMail)
      for (const id of [1, 2]) house.add('mail', letter(id))
      const { queue, letters } = await opened(house, { server: office.server })
      await queue.settled()
      assert.equal(short(letters()), Array(2).fill(['guest', 'queued', 1, at(1)]))
      assert.is(queue.status(1)[0]!.error, 'Il server di posta non accetta email in questo momento (codice 554).')
      delete office.manners.greet
      queue.wake()
      await queue.settled()
      assert.equal(short(letters()), Array(2).fill(['guest', 'sent', 1, undefined]))
      await queue.close()
    },
    { greet: 554 },
  ),
)

test('a closed queue sends nothing more, and a letter added while it closes waits for the next start', async () => {
  const house = shelf({ 1: guest, 2: guest }, withMail)
  house.add('mail', letter(1))
  const { queue, letters, lines, naps, pass } = await opened(house)
  await queue.close()
  pass(10)
  await queue.settled()
  queue.wake()
  await queue.enqueue(2)
  assert.equal(naps(), [])
  assert.equal([letters().map(({ tries }) => tries), lines], [[0, 0, 0], []])
})

test('closing ends a round after the current letter', async () => {
  const house = shelf({ 1: {}, 2: {} }, withMail)
  house.add('mail', letter(1))
  house.add('mail', letter(2))
  const { checkin } = house.store
  const { queue, letters } = await opened(house)
  let closed: Promise<void> | undefined
  house.store.checkin = (id) => {
    closed ??= queue.close()
    return checkin(id)
  }
  await queue.settled()
  await closed
  assert.equal(
    letters().map(({ status }) => status),
    ['failed', 'queued'],
  )
})

test(
  'closing waits for the answer to a letter that is being handed over',
  atTheOffice(
    async (office) => {
      // A queue that waits for a response on a closed connection would wait ten minutes.
      office.server.patience.answer = 600_000
      const house = shelf({ 1: guest }, withMail)
      house.add('mail', letter(1))
      const { queue, letters } = await opened(house, { server: office.server })
      const round = queue.settled()
      await until('a letter', () => office.letters.length === 1)
      let isClosed = false
      const closed = queue.close().then(() => {
        isClosed = true
      })
      await new Promise((done) => setTimeout(done, 30))
      assert.equal([isClosed, letters()[0]!.status], [false, 'sending'])
      office.hangUp()
      await Promise.all([closed, round])
      assert.is(letters()[0]!.status, 'failed')
    },
    { data: 'mute' },
  ),
)

test('a failure to make the house’s letter is logged, and affects nothing else', async () => {
  const { queue, lines } = await opened(shelf({}, withMail))
  await queue.tell({ ...withMail, letterLanguage: 'it' } as never, () => {
    throw new RangeError('no such day')
  })
  assert.equal(lines, ['mail: RangeError'])
})

test('trying the settings reports that mail is off', async () => {
  const { queue } = await opened(shelf())
  assert.equal(await queue.test({ enableSMTP2GO: false } as never), { success: false, message: off })
})

test.run()

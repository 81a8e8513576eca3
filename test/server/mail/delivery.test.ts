import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { readWords } from '../../../server/flow/read'
import { delays, deliveries, type MailAllowance, mailAllowance } from '../../../server/mail/delivery'
import { letterList } from '../../../server/mail/letter-list'
import type { MailServer } from '../../../server/mail/smtp'
import type { LetterNote } from '../../../server/store/notes'
import { until } from '../../until'
import { atTheOffice, withMail } from './mail-world'
import { letter, shelf } from './shelf'

const test = suite('what becomes of a letter')

const { words } = readWords('src/text')
const settings: Settings = { ...defaults, ...withMail }
const now = '2025-06-13T10:00:00.000Z'
const guest = { email: 'ospite@example.org', mainGuestName: 'MARIA' }

const nowhere: MailServer = {
  host: 'mail.example',
  port: 0,
  secure: true,
  patience: { connect: 1, greeting: 1, answer: 1, settle: 0 },
}

const opened = async (
  notes: readonly LetterNote[],
  { server = nowhere, house = shelf({ 1: guest, 2: guest }), more = {} as Partial<MailAllowance> } = {},
) => {
  for (const note of notes) house.add('mail', note)
  const lines: string[] = []
  const state = { isClosed: false, ending: new AbortController() }
  const statuses: string[] = []
  const updateNote = house.store.updateNote
  house.store.updateNote = (kind, id, note) => {
    statuses.push((note as LetterNote).status)
    return updateNote(kind, id, note)
  }
  const clock = () => new Date(now)
  const log = (line: string) => lines.push(line)
  const letters = await letterList(house.store, log)
  const allowance = { ...(await mailAllowance(house.store, 'key', clock)), ...more }
  const { deliver } = deliveries({
    store: house.store,
    server,
    letters,
    allowance,
    flow: () => ({ flow: { fields: {} }, words }),
    stays: async () => ({ dropped: true }),
    key: 'key',
    log,
    after: (minutes) => new Date(Date.parse(now) + minutes * 60_000).toISOString(),
    ending: state.ending.signal,
    isClosed: () => state.isClosed,
  })
  const first = () => deliver(letters.all()[0]!, settings)
  const kept = () => {
    const { id: _, checkinId: __, addressee: ___, ...rest } = house.letters()[0]!
    return JSON.parse(JSON.stringify(rest))
  }
  const counted = () => {
    const [day] = house.days()
    return day && [day.house, ...Object.values(day.addresses)]
  }
  return { ...house, list: letters, state, lines, statuses, first, kept, counted }
}

test('a letter is tried again after 1, 5, 15, 60 minutes, 4 hours, and daily for three days', () => {
  assert.equal(delays, [1, 5, 15, 60, 240, 1440, 1440, 1440])
})

test('the letters of a deleted check-in are deleted, without a report', async () => {
  const { checkins, first, letters, list, lines } = await opened([
    letter(1),
    letter(1, { addressee: 'host' }),
    letter(2),
  ])
  delete checkins[1]
  assert.is(await first(), undefined)
  assert.equal(
    [list.all(), letters()].map((all) => all.map(({ checkinId }) => checkinId)),
    [[2], [2]],
  )
  assert.equal(lines, [])
})

test('a letter without an address is given up before contacting a server', async () => {
  const { first, kept, lines, counted } = await opened([letter(1)], { house: shelf({ 1: { mainGuestName: 'MARIA' } }) })
  assert.is(await first(), undefined)
  const error = 'Manca un indirizzo email valido a cui scrivere.'
  assert.equal(kept(), { status: 'failed', at: now, tries: 0, error })
  assert.equal(lines, ['mail: a letter to the guest was not sent (address), given up'])
  assert.is(counted(), undefined)
})

test('a letter above the daily limit is held for the host', async () => {
  const guests = await opened([letter(1)], { more: { usedUp: (address) => (address ? 'address' : undefined) } })
  assert.is(await guests.first(), undefined)
  assert.equal(guests.kept(), {
    status: 'held',
    at: now,
    tries: 0,
    error: 'A questo indirizzo sono già partite 3 email oggi: questa aspetta una tua conferma.',
  })
  assert.equal(guests.lines, ['mail: a letter to the guest waits for the host (held.address)'])
  const hosts = await opened([letter(1, { addressee: 'host' })], {
    more: { usedUp: (address) => (address ? 'address' : 'house') },
  })
  assert.is(await hosts.first(), undefined)
  assert.equal(
    [hosts.kept().error, hosts.lines],
    [
      'Oggi sono già partite 100 email: questa aspetta una tua conferma.',
      ['mail: a letter to the host waits for the host (held.house)'],
    ],
  )
})

test(
  'a letter is counted and stored as being handed over, then as sent; the host’s counts for no address',
  atTheOffice(async ({ server, letters }) => {
    const { first, kept, counted, statuses, lines } = await opened([letter(1, { tries: 2, error: 'Era occupato.' })], {
      server,
    })
    assert.is(await first(), undefined)
    assert.equal(
      [kept(), counted(), statuses, lines],
      [{ status: 'sent', at: now, tries: 2 }, [1, 1], ['sending', 'sent'], []],
    )
    const host = await opened([letter(1, { addressee: 'host' })], { server })
    await host.first()
    assert.equal([host.kept().status, host.counted()], ['sent', [1]])
    assert.equal(
      letters.map(({ to, headers }) => [to, headers['message-id']]),
      [
        [['ospite@example.org'], '<82f8ca76f42d8fb9f465650560ba8560@bellavista.example>'],
        [['info@bellavista.example'], '<7594618821d0fb266cab8d7f0dcf9f6a@bellavista.example>'],
      ],
    )
  }),
)

test(
  'a letter the host released is sent at any count',
  atTheOffice(async ({ server }) => {
    const { first, kept } = await opened([letter(1, { released: true })], { server, more: { usedUp: () => 'house' } })
    await first()
    assert.is(kept().status, 'sent')
  }),
)

test(
  'a refused letter is given up and not counted, a postponed one is retried later',
  atTheOffice(
    async ({ server, manners }) => {
      const refused = await opened([letter(1)], { server })
      const fault = await refused.first()
      const error = "Il server di posta ha rifiutato l'email (codice 554)."
      assert.equal(fault, { sentence: error, mark: 'EMESSAGE 554', permanent: true, everyone: false })
      assert.equal(
        [refused.kept(), refused.counted(), refused.lines],
        [
          { status: 'failed', at: now, tries: 0, error },
          [0, 0],
          ['mail: a letter to the guest was not sent (EMESSAGE 554), given up'],
        ],
      )
      manners.data = 451
      const busy = await opened([letter(1, { tries: 1 })], { server })
      assert.is((await busy.first())!.mark, 'EMESSAGE 451')
      assert.equal(
        [busy.kept(), busy.counted(), busy.lines],
        [
          {
            status: 'queued',
            at: now,
            tries: 2,
            next: '2025-06-13T10:05:00.000Z',
            error: 'Il server di posta non accetta email in questo momento (codice 451).',
          },
          [0, 0],
          ['mail: a letter to the guest was not sent (EMESSAGE 451), next try in 5 min'],
        ],
      )
      const last = await opened([letter(1, { tries: 7 })], { server })
      await last.first()
      assert.equal([last.kept().tries, last.kept().next], [8, '2025-06-14T10:00:00.000Z'])
      const over = await opened([letter(1, { tries: 8 })], { server })
      await over.first()
      assert.equal([over.kept().status, over.kept().tries], ['failed', 8])
    },
    { data: 554 },
  ),
)

test(
  'a count that cannot be returned is logged, and the letter is retried anyway',
  atTheOffice(
    async ({ server }) => {
      const more = { giveBack: () => Promise.reject(new RangeError('full')) }
      const { first, kept, lines } = await opened([letter(1)], { server, more })
      await first()
      assert.equal([kept().status, kept().tries], ['queued', 1])
      assert.is(lines[0], 'mail: a count could not be written (RangeError)')
    },
    { data: 451 },
  ),
)

test(
  'a letter never handed over does not return the count of others',
  atTheOffice(
    async ({ server }) => {
      const house = shelf({ 1: guest })
      house.add('mail-day', { day: '2025-06-13', house: 5, addresses: {} })
      const { first, kept, counted, statuses } = await opened([letter(1)], { server, house })
      await first()
      assert.equal([kept().status, counted(), statuses], ['failed', [5], ['failed']])
    },
    { recipient: 550 },
  ),
)

test(
  'a letter that cannot be counted is not handed over',
  atTheOffice(async ({ server, letters }) => {
    const more = { count: () => Promise.reject(new Error('full')) }
    const { first, kept, statuses } = await opened([letter(1)], { server, more })
    await first()
    assert.equal([letters.length, kept().status, kept().tries, statuses], [0, 'queued', 1, ['queued']])
  }),
)

test(
  'a letter without an answer is given up, and stays counted',
  atTheOffice(
    async ({ server, letters }) => {
      const { first, kept, counted, state, lines } = await opened([letter(1)], { server })
      const tried = first()
      await until('a letter', () => letters.length === 1)
      state.ending.abort()
      assert.is(await tried, undefined)
      assert.equal([kept().status, kept().tries, counted()], ['failed', 0, [1, 1]])
      assert.match(kept().error, /^La consegna si è interrotta alla fine/)
      assert.equal(lines, ['mail: a letter to the guest was not sent (unclear), given up'])
    },
    { data: 'mute' },
  ),
)

test(
  'a letter whose check-in is deleted during the connection is not handed over, without a report',
  atTheOffice(async ({ server, letters, manners }) => {
    const { first, list, lines, counted } = await opened([letter(1)], { server })
    manners.recipient = () => void list.forget(1)
    assert.is(await first(), undefined)
    assert.equal([letters.length, list.all(), lines, counted()], [0, [], [], undefined])
  }),
)

test('a letter interrupted while closing, before the handover, waits unchanged; else it is retried', async () => {
  for (const isClosed of [true, false]) {
    const { first, kept, state, lines } = await opened([letter(1)])
    state.isClosed = isClosed
    state.ending.abort()
    const fault = await first()
    const { checkinId: _, addressee: __, ...waiting } = letter(1)
    if (isClosed) assert.equal([fault, kept(), lines], [undefined, waiting, []])
    else assert.equal([fault?.mark, kept().tries, lines.length], ['EABORT', 1, 1])
  }
})

test(
  'a letter the server postpones while the queue closes is postponed',
  atTheOffice(
    async ({ server }) => {
      const { first, kept, state } = await opened([letter(1)], { server })
      state.isClosed = true
      await first()
      assert.equal([kept().status, kept().tries], ['queued', 1])
    },
    { data: 451 },
  ),
)

test.run()

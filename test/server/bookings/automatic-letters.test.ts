import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { automaticLetters } from '../../../server/bookings/stay-letters'
import { italianDay } from '../../../server/shared/clock'
import { machineDisk } from '../../../server/store/sealed/disk'
import { restoredAt } from '../../../server/store/sealed/sealed-backup'
import { restore } from '../../../server/store/sqlite/recovery'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { answers, type Door, type Jar, openDoor } from '../http/door-world'
import { partOf, postOffice, readable, withMail } from '../mail/mail-world'
import { folder } from '../store/store-world'

const test = suite('letters to guests of stays without a press')

const settings = { ...withMail, publicAddress: 'https://casa.example', inviteWhen: 'known' }
const noon = () => romeInstant(addDays(italianDay(), 1), '12:00')

/** A door at noon with its mail server and its automatic letters. */
const living = async (
  more: object = {},
  office?: Awaited<ReturnType<typeof postOffice>>,
  home?: string,
  begins = noon(),
) => {
  const mail = office ?? (await postOffice())
  mail.server.patience.settle = 0
  const door = await openDoor({ begins, mail: mail.server, settings: { ...settings, ...more }, ...(home && { home }) })
  const restored = await restoredAt(machineDisk, door.dir)
  const { store, services, clock, lines } = door
  const now = () => new Date(clock.ms)
  const letters = automaticLetters({ ...services, store, now, restored, report: (line) => void lines.push(line) })
  return {
    door,
    mail,
    letters,
    turn: async () => {
      await letters.tick()
      await services.mailQueue.settled()
    },
    add: async (days: number, fields: object = {}) => {
      const arrival = addDays(italianDay(now()), days)
      const body = { stays: [{ arrival, departure: addDays(arrival, 2), code: 'A101', ...fields }] }
      const jar = await door.host()
      return (await door.ask('POST', '/api/bookings', { jar, body })).json.data.ids[0] as number
    },
    shown: async (id: number) =>
      (await door.ask('GET', '/api/bookings', { jar: await door.host() })).json.data.stays.find(
        (one: { id: number }) => one.id === id,
      ),
    /** The letters that reached guests: the house gets its own, of new devices. */
    got: () => mail.letters.filter(({ to }) => to[0]!.endsWith('@example.org')),
    sent: (id: number) => services.mailQueue.ofStay(id).map(({ about, status }) => `${about} ${status}`),
    close: async () => {
      await letters.stop()
      await door.close()
      await mail.close()
    },
  }
}

type House = Awaited<ReturnType<typeof living>>

const inHouse =
  (work: (house: House) => Promise<void>, more: object = {}) =>
  async () => {
    const house = await living(more)
    await work(house).finally(house.close)
  }

/** The guest of a stay checks in by the stay's link. Returns the check-in's id. */
const checkIn = async ({ ask, services }: Door, id: number, more: object = {}) => {
  const jar: Jar = {}
  const draftId = 'a1b2c3d4e5f6a7b8'
  const { token } = (await services.bookings.one(id))!.link!
  await ask('POST', '/api/stay-link', { body: { token, draftId }, jar })
  const { status, json } = await ask('POST', '/api/checkin', { body: answers({ draftId, ...more }), jar })
  assert.is(status, 200)
  return json.data.id as number
}

const ada = { name: 'Ada Neri', email: 'ada@example.org', language: 'fr' }

test(
  'the invitation goes once, with a link, in the guest’s language; a reminder follows on its day',
  inHouse(
    async ({ door, got, turn, add, sent, shown }) => {
      const id = await add(8, ada)
      assert.is((await shown(id)).planned.about, 'invitation')
      await turn()
      await turn()
      assert.equal(sent(id), ['invitation sent'])
      assert.match(readable(got()[0]!.headers.subject), /^Votre check-in/)
      assert.match(partOf(got()[0]!, 'text/plain'), /casa\.example\/stay\?lang=fr#[\w-]{22}/)
      assert.match(partOf(got()[0]!, 'text/plain'), /IT058091A1HOUSE001/)
      door.clock.ms += 5 * 86_400_000
      await turn()
      assert.equal(sent(id), ['invitation sent'], 'three days before is tomorrow’s')
      door.clock.ms += 86_400_000
      await turn()
      await turn()
      assert.equal(sent(id), ['invitation sent', 'reminder sent'])
      assert.match(readable(got()[1]!.headers.subject), /reste à faire/)
      await door.ask('DELETE', `/api/bookings/${id}`, { jar: await door.host() })
      assert.equal([sent(id), await door.store.notes('mail')], [[], []], 'a stay that is taken out takes its letters')
    },
    { reminderDays: 2, houseCin: 'IT058091A1HOUSE001' },
  ),
)

test(
  'a check-in that comes while the mail server is asked is in time: nothing is handed over',
  inHouse(async (house) => {
    const { door, mail, got, turn, add, sent } = house
    const id = await add(1, ada)
    let done: Promise<number> | undefined
    mail.manners.recipient = () => {
      done ??= checkIn(door, id)
      return undefined
    }
    // Long enough for the check-in between the address and the final dot.
    mail.server.patience.settle = 3_000
    await turn()
    await done
    assert.is(got().length, 0)
    assert.equal(sent(id), ['invitation dropped'])
  }),
)

test(
  'a check-in belongs to one stay: the letter of another room, or of a new booking, compares all stays',
  inHouse(
    async ({ door, turn, add, sent, shown }) => {
      const mario = { name: 'Mario Rossi', email: 'mario@example.org' }
      const rooms = [await add(3, mario), await add(3, { ...mario, room: 'Due' })]
      await turn()
      const arrival = addDays(italianDay(new Date(door.clock.ms)), 3)
      const days = { arrivalDate: arrival, numberOfNights: '2', departureDate: addDays(arrival, 2) }
      const checkin = await checkIn(door, rooms[0]!, days)
      door.clock.ms += 86_400_000
      await turn()
      assert.equal(rooms.map(sent), [['invitation sent'], ['invitation sent', 'reminder sent']])
      const { bookings } = door.services
      const checkinsOf = async (id: number) => (await bookings.one(id))!.checkins?.map((one) => one.id) ?? []
      assert.equal([await checkinsOf(rooms[0]!), await checkinsOf(rooms[1]!)], [[checkin], []])

      await bookings.remove((await bookings.one(rooms[1]!))!)
      await bookings.save({ ...(await bookings.one(rooms[0]!))!, cancelled: new Date(door.clock.ms).toISOString() })
      const anew = await add(2, mario)
      await turn()
      assert.equal([await checkinsOf(rooms[0]!), await checkinsOf(anew), sent(anew)], [[], [checkin], []])
      assert.is((await shown(anew)).state, 'registered')
    },
    { reminderDays: 2 },
  ),
)

test(
  'at night it waits for nine; switched off meanwhile it is dropped, and on again it goes, once',
  inHouse(async ({ door, mail, got, letters, turn, add, sent }) => {
    const id = await add(4, ada)
    const night = romeInstant(italianDay(new Date(door.clock.ms)), '23:30')
    mail.manners.sender = 451
    await turn()
    assert.equal(sent(id), ['invitation queued'])
    mail.manners.sender = undefined as never
    door.clock.ms = night
    await turn()
    assert.is(got().length, 0)
    const morning = romeInstant(addDays(italianDay(new Date(night)), 1), '09:00')
    assert.is(Date.parse(door.services.mailQueue.ofStay(id)[0]!.next!), morning)
    assert.equal(door.services.mailQueue.nextOfStays(), [morning], 'a closed house is woken then')
    await door.store.saveSettings({ inviteWhen: '' })
    door.clock.ms = morning
    await turn()
    assert.equal(sent(id), ['invitation dropped'])
    await door.store.saveSettings({ inviteWhen: 'known' })
    assert.is(await letters.next(), door.clock.ms)
    await turn()
    await turn()
    assert.equal(sent(id), ['invitation dropped', 'invitation sent'])
    assert.is(got().length, 1)
    assert.is(await letters.next(), undefined)
  }),
)

test(
  'a letter whose dialogue with the mail server crosses 20:00 waits for nine, and goes then, once',
  inHouse(async ({ door, mail, got, turn, add, sent }) => {
    const id = await add(4, ada)
    const today = italianDay(new Date(door.clock.ms))
    door.clock.ms = romeInstant(today, '19:59')
    mail.manners.recipient = () => void (door.clock.ms = romeInstant(today, '20:01'))
    await turn()
    assert.equal([got().length, sent(id)], [0, ['invitation queued']])
    mail.manners.recipient = undefined as never
    door.clock.ms = romeInstant(addDays(today, 1), '09:00')
    await turn()
    assert.equal([got().length, sent(id)], [1, ['invitation sent']])
  }),
)

test(
  'an arrival that moves takes its invitation along, also one that waits in the queue',
  inHouse(
    async ({ door, mail, letters, turn, add, sent }) => {
      const id = await add(3, ada)
      mail.manners.sender = 451
      await turn()
      const { bookings } = door.services
      const stay = (await bookings.one(id))!
      const arrival = addDays(stay.arrival, 20)
      await bookings.save({ ...stay, link: (await bookings.one(id))!.link!, arrival, departure: addDays(arrival, 1) })
      mail.manners.sender = undefined as never
      door.clock.ms += 3_600_000
      await turn()
      assert.equal(sent(id), ['invitation dropped'])
      assert.is(await letters.next(), romeInstant(addDays(arrival, -3), '09:00'))
      door.clock.ms = romeInstant(addDays(arrival, -3), '10:00')
      await turn()
      assert.equal(sent(id), ['invitation dropped', 'invitation sent'])
    },
    { inviteWhen: 'before', inviteDays: 3 },
  ),
)

test(
  'a stay without an address is the host’s to invite, until she says that she has; one without a room has no link',
  inHouse(async ({ door, turn, add, sent, shown }) => {
    const jar = await door.host()
    const id = await add(1, { name: 'Ugo Bianchi' })
    const roomless = await add(1, { ...ada, code: '' })
    await turn()
    assert.equal(sent(roomless), [])
    assert.equal([(await shown(id)).planned.byHand, (await shown(roomless)).planned], [true, undefined])
    const oggi = async () => (await door.ask('GET', '/api/day', { jar })).json.data.expected
    assert.ok((await oggi()).some((one: { id: number }) => one.id === id))
    const hand = (body: object) => door.ask('POST', `/api/bookings/${id}/handed`, { jar, body })
    assert.is((await hand({ about: 'invitation', way: 'pigeon' })).status, 400)
    assert.is((await hand({ about: 'invitation', way: 'whatsapp' })).status, 200)
    const after = await shown(id)
    assert.equal([after.planned, after.handed[0].way], [undefined, 'whatsapp'])
  }),
)

test('it is switched on only with a mailbox and an address for the links', async () => {
  const door: Door = await openDoor()
  try {
    const jar = await door.host()
    const on = () => door.ask('PATCH', '/api/settings/inviteWhen', { jar, body: { value: 'known' } })
    const refused = await on()
    assert.is(refused.status, 400)
    assert.match(refused.json.message, /email.*indirizzo pubblico/)
    await door.store.saveSettings({ ...withMail, publicAddress: 'https://casa.example' })
    assert.is((await on()).status, 200)
  } finally {
    await door.close()
  }
})

test(
  'the previews say the words of an invented stay in each language',
  inHouse(async ({ door }) => {
    const jar = await door.host()
    const read = async (about: string, language: string) =>
      (await door.ask('GET', `/api/stay-letters/${about}?language=${language}`, { jar })).json.data
    assert.match((await read('invitation', 'de')).text, /Maria Rossi[^]*casa\.example\/stay\?lang=de/)
    assert.match((await read('reminder', 'es')).subject, /pendiente/)
    assert.is((await door.ask('GET', '/api/stay-letters/reminder')).status, 401)
  }),
)

test('a backup restored after a letter left: it does not go twice, the host sees why; a link that was lost is sent anew', async () => {
  const before = await living({ reminderDays: 2 })
  const [queued, linked] = [await before.add(8, ada), await before.add(5, { ...ada, email: 'ugo@example.org' })]
  const jar = await before.door.host()
  await before.door.ask('POST', `/api/bookings/${linked}/link`, { jar, body: {} })
  before.mail.manners.sender = 451
  await before.letters.tick()
  await before.door.services.mailQueue.settled()
  assert.equal([before.sent(queued), before.sent(linked)], [['invitation queued'], ['invitation queued']])
  const unlinked = await before.add(9, { ...ada, email: 'ivo@example.org' })
  await before.door.services.mailQueue.forgetStay(linked)
  const backup = Buffer.from(await before.door.store.backup())
  before.mail.manners.sender = undefined as never
  before.door.clock.ms += 3_600_000
  await before.turn()
  assert.equal(before.got().length, 3)
  await before.letters.stop()
  await before.door.close()

  const home = folder()
  await restore({ bytes: backup, dir: home, disk: machineDisk, ask: async () => '' })
  const after = await living({ reminderDays: 2 }, before.mail, home, noon() + 7_200_000)
  after.door.clock.ms += 60_000
  await after.turn()
  await after.turn()
  assert.equal([after.sent(queued), after.sent(linked)], [['invitation failed'], ['invitation failed']])
  assert.equal(after.sent(unlinked), ['invitation sent'])
  assert.is(after.got().length, 4)
  assert.match((await after.shown(linked)).sent[0].error, /ripristinata una copia di sicurezza/)
  // The reminder goes on its day: its guest has not registered.
  after.door.clock.ms += 6 * 86_400_000
  await after.turn()
  assert.equal(after.sent(queued), ['invitation failed', 'reminder sent'])
  await after.close()
})

test.run()

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { printDigest } from '../../../server/shared/digests'
import { withoutGuest } from '../../../src/core/checkin/party'
import { printsOf } from '../../../src/core/police/police-state'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { byHand } from '../http/door-world'
import { partOf, postOffice, withMail } from '../mail/mail-world'
import { type OfficeDoor, officeSecrets, openWithOffices, policeSetting } from './offices-world'

const test = suite('reminders')
const hour = 3_600_000
const day = '2026-11-20'
const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'trasmissione',
  password: officeSecrets.region,
  firstDay: '2026-10-28',
}

const house = async (settings: object, work: (world: { door: OfficeDoor; said: () => string[] }) => Promise<void>) => {
  const post = await postOffice()
  const door = await openWithOffices({ ...withMail, ...settings }, { mail: post.server })
  await work({ door, said: () => post.letters.map((letter) => partOf(letter, 'text/plain')) }).finally(async () => {
    await door.close()
    await post.close()
  })
}

const arriving = (more: object = {}) =>
  byHand({
    arrivalDate: day,
    numberOfNights: '2',
    departureDate: addDays(day, 2),
    enabledForSending: 'yes',
    arrivalTimeSlot: '16:30-18:00',
    ...more,
  })

/** The host's statement that the police were told of the guests as they are. */
const toldNow = (checkin: Checkin) => JSON.stringify({ at: `${day}T10:00:00Z`, prints: printsOf(checkin, printDigest) })

const nobody = /ROSSI|MARIO|CA00000AA|RSSMRA80E10D612I|10\/05\/1980|1980-05-10|mario\.rossi|3331234567/

test('two hours before the deadline one letter names unsent guests by room and day, also those in a waiting file, not reported ones', async () => {
  await house({}, async ({ door, said }) => {
    const { store, clock } = door
    const { tick } = door.services.offices
    await store.addCheckin(arriving())
    await store.addCheckin(arriving({ roomDescription: 'Camera Verde' }))
    const told = await store.addCheckin(arriving({ roomDescription: 'Mansarda' }))
    await store.updateCheckin(told.id, { told: toldNow(told) })
    const filed = await store.addCheckin(arriving({ roomDescription: 'Cantina' }))
    await store.note('export', { at: `${day}T10:00:00Z`, ids: [filed.id], file: 'x-questura.txt', sha256: '' })
    clock.ms = romeInstant(addDays(day, 1), '14:20')
    await tick()
    assert.equal(said(), [], 'more than two hours are left')
    clock.ms = romeInstant(addDays(day, 1), '14:40')
    for (let n = 0; n < 4; n++, clock.ms += hour) await tick()
    assert.is(said().length, 1, 'one digest, once')
    assert.match(said()[0]!, /Camera Blu, arrivo 20\/11\/2026: .* entro il 21\/11\/2026 16:30/)
    assert.match(said()[0]!, /Camera Verde/)
    assert.match(said()[0]!, /Cantina/)
    assert.not.match(said()[0]!, /Mansarda/)
    assert.not.match(said()[0]!, nobody)
  })
})

test('a guest whose arrival the host moves to the next day is reminded of again, once; an earlier version’s note counts', async () => {
  await house({}, async ({ door, said }) => {
    const { store, clock } = door
    const { tick } = door.services.offices
    const { id } = await store.addCheckin(arriving())
    const former = await store.addCheckin(arriving({ roomDescription: 'Camera Verde' }))
    await store.note('reminder', { at: `${day}T10:00:00Z`, about: [`late ${former.id}`] })
    const move = { arrivalDate: addDays(day, 1), departureDate: addDays(day, 3) }
    for (const [days, count] of [
      [1, 1],
      [2, 2],
    ] as const) {
      clock.ms = romeInstant(addDays(day, days), '15:00')
      for (let n = 0; n < 2; n++, clock.ms += 2 * hour) await tick()
      assert.is(said().length, count)
      assert.match(said().at(-1)!, `Camera Blu, arrivo ${20 + days - 1}/11/2026`)
      await store.updateCheckin(id, move)
    }
    assert.not.match(said().join(), /Camera Verde/)
  })
})

test('a guest who named no hour is reminded of from 15:00 on, in hours after the arrival', async () => {
  await house({}, async ({ door, said }) => {
    const { store, clock } = door
    const { tick } = door.services.offices
    await store.addCheckin(arriving({ arrivalTimeSlot: 'unknown', numberOfNights: '1' }))
    for (const time of ['04:30', '14:50']) {
      clock.ms = romeInstant(day, time)
      await tick()
      assert.equal(said(), [], time)
    }
    clock.ms = romeInstant(day, '15:10')
    await tick()
    assert.match(said()[0]!, /Camera Blu, arrivo 20\/11\/2026: .* entro 6 ore dall'arrivo/)
  })
})

test('refused and unknown lines are reported in one letter; later ones within the hour wait for the next', async () => {
  await house({}, async ({ door, said }) => {
    const { store, clock, police } = door
    const { tick, police: office } = door.services.offices
    clock.ms = romeInstant(day, '12:00')
    const refused = await store.addCheckin(arriving())
    door.portal.ahead = 3 * 24 * hour
    await office.send([refused.id])
    door.portal.ahead = 0
    await tick()
    const unknown = await store.addCheckin(arriving({ roomDescription: 'Camera Verde' }))
    police.fail('dropAfter', 'Send')
    await office.send([unknown.id])
    await tick()
    assert.is(said().length, 1)
    clock.ms += hour
    await tick()
    await tick()
    assert.is(said().length, 2)
    assert.match(said()[0]!, /Camera Blu, arrivo 20\/11\/2026: il portale ha rifiutato/)
    assert.match(said()[1]!, /Camera Verde, arrivo 20\/11\/2026: non si sa se la schedina è arrivata/)
    assert.not.match(said().join('\n'), nobody)
  })
})

test('a guest who moves up is not late, one who came after the report is', async () => {
  await house({}, async ({ door, said }) => {
    const { store, clock } = door
    const { tick, police: office } = door.services.offices
    clock.ms = romeInstant(day, '12:00')
    const children = Object.entries({ second: 'ADA', third: 'BICE' }).flatMap(([who, name]) =>
      Object.entries({ Gender: 'DONNA', LastName: 'ROSSI', BirthDate: '2015-03-01', Citizenship: 'Francia' })
        .concat([
          ['Name', name],
          ['BirthCountry', 'Francia'],
          ['BirthCity', 'Francia'],
          ['ResidenceCountry', 'Francia'],
          ['ResidenceCity', 'Francia'],
        ])
        .map(([field, value]) => [`${who}Guest${field}`, value]),
    )
    const three = arriving({ ...Object.fromEntries(children), addSecondGuest: 'yes', addThirdGuest: 'yes' })
    const fewer = await store.addCheckin({ ...three, roomDescription: 'Camera Blu' })
    const more = await store.addCheckin({ ...three, addThirdGuest: 'no', roomDescription: 'Camera Verde' })
    await office.send([fewer.id])
    const stated = await store.updateCheckin(more.id, { told: toldNow(more) })
    await store.updateCheckin(fewer.id, withoutGuest(fewer as never, 'second') as never)
    await store.updateCheckin(more.id, { ...stated, addThirdGuest: 'yes' })
    clock.ms = romeInstant(addDays(day, 1), '14:40')
    await tick()
    assert.is(said().length, 1)
    assert.match(said()[0]!, /Camera Verde/)
    assert.not.match(said()[0]!, /Camera Blu/)
  })
})

test('a receipt missing for three days is reported once', async () => {
  await house({}, async ({ door, said }) => {
    const { store, clock, police } = door
    const { tick, police: office } = door.services.offices
    clock.ms = romeInstant(day, '12:00')
    const { id } = await store.addCheckin(arriving())
    await office.send([id])
    police.setDown(true)
    for (let days = 1; days < 6; days++) {
      clock.ms = romeInstant(addDays(day, days), '09:00')
      await tick()
      assert.is(said().length, days < 3 ? 0 : 1, `${days} days later`)
    }
    assert.match(said()[0]!, /Manca la ricevuta della Questura del 20\/11\/2026 per l'account «Casa Rossi»/)
  })
})

test('refused credentials of both offices are reported with what to do, and are not in the letter', async () => {
  const settings = {
    policeAccounts: [{ ...policeSetting, wsKey: 'old-wskey-before-the-change' }],
    regionStructures: [{ ...structure, password: 'wrong-word' }],
  }
  await house(settings, async ({ door, said }) => {
    const { store, clock } = door
    const { tick, police: office, region } = door.services.offices
    clock.ms = romeInstant(day, '12:00')
    const { id } = await store.addCheckin(arriving())
    await office.send([id])
    await region.send({ ...structure, region: 'lazio', password: 'wrong-word' })
    await tick()
    clock.ms += hour
    await tick()
    assert.is(said().length, 1)
    assert.match(
      said()[0]!,
      /«Casa Rossi» di Alloggiati Web non entra più: .*CREDENZIALI_ERRATE.*WsKey va generata di nuovo/s,
    )
    assert.match(said()[0]!, /La struttura A00000 non entra più in Ross1000/)
    assert.not.match(said()[0]!, /wrong-word|old-wskey|Questura-pw-7/)
  })
})

test('from the third of a month on, the previous month’s missing days are reported once', async () => {
  await house({ policeAccounts: [], regionStructures: [structure] }, async ({ door, said }) => {
    const { clock } = door
    const { tick } = door.services.offices
    for (const [date, letters] of [
      ['2026-11-02', 0],
      ['2026-11-03', 1],
      ['2026-11-04', 1],
    ] as const) {
      clock.ms = romeInstant(date, '09:00')
      await tick()
      assert.is(said().length, letters, date)
    }
    assert.match(said()[0]!, /Struttura A00000: del mese 2026-10 mancano alla Regione 4 giorni/)
  })
})

test('a letter that may have arrived is not repeated; one that did not is sent the next time', async () => {
  const post = await postOffice({ sender: 450 })
  const door = await openWithOffices({ ...withMail }, { mail: post.server })
  try {
    const { tick } = door.services.offices
    await door.store.addCheckin(arriving())
    door.clock.ms = romeInstant(addDays(day, 1), '14:40')
    await tick()
    assert.equal([post.letters.length, (await door.store.notes('reminder')).length], [0, 0])
    delete post.manners.sender
    door.clock.ms += hour
    await tick()
    assert.equal([post.letters.length, (await door.store.notes('reminder')).length], [1, 1])
  } finally {
    await door.close()
    await post.close()
  }
})

test.run()

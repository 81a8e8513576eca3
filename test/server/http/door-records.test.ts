import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest as person } from '../../../schema/person'
import { settings as schema } from '../../../schema/settings'
import { budgets } from '../../../server/auth/throttle'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import steps from '../../fixtures/flow/steps.json'
import { faultyDisk } from '../store/store-disk'
import { answers, atTheDoor, byHand, openDoor, pin } from './door-world'

const test = suite('check-ins at the door')
const draftId = 'abcdefghij0123456789'

test(
  'no guest reads or changes another guest’s check-in, with the same code or any form of the number',
  atTheDoor(async ({ ask, guest, store }) => {
    const [own, other] = [await guest('A101'), await guest('A101')]
    const { id } = (await ask('POST', '/api/checkin', { jar: own, body: answers({ draftId }) })).json.data
    const before = await store.checkin(id)
    for (const number of [id, `0${id}`, `${id}.0`, `+${id}`, `%3${id}`, `${id}%20`, `${id},${id}`])
      for (const [method, what, body] of [
        ['PATCH', 'update', answers({ mainGuestName: 'MALLORY' })],
        ['PATCH', 'payment-method', { paymentMethod: 'CARTA' }],
        ['POST', 'confirm', {}],
      ] as const)
        assert.is(
          (await ask(method, `/api/checkin/${number}/${what}`, { jar: other, body })).status,
          404,
          `${number} ${what}`,
        )
    assert.equal(await store.checkin(id), before)
    const missing = await ask('PATCH', '/api/checkin/99999/update', { jar: other, body: answers() })
    const foreign = await ask('PATCH', `/api/checkin/${id}/update`, { jar: other, body: answers() })
    assert.equal(missing.text, foreign.text, 'and nobody learns which numbers there are')
  }),
)

test(
  'the same attempt sent again is the same check-in; the attempt of another guest is not found by its name',
  atTheDoor(async ({ ask, guest, store }) => {
    const [own, other] = [await guest('A101'), await guest('A101')]
    const send = async (jar: typeof own) =>
      (await ask('POST', '/api/checkin', { jar, body: answers({ draftId }) })).json
    const [first, again, foreign] = [await send(own), await send(own), await send(other)]
    assert.is(first.data.id, again.data.id)
    assert.is.not(foreign.data.id, first.data.id)
    assert.equal(Object.keys(foreign.data), ['id'])
    const all = await Promise.all(Array.from({ length: 8 }, () => send(own)))
    assert.equal(new Set(all.map(({ data }) => data.id)).size, 1)
    assert.is((await store.checkins()).length, 2)
  }),
)

const system = {
  id: 77,
  checkInId: '77',
  owner: 'me',
  createdAt: 'long ago',
  confirmedAt: 'now',
  enabledForSending: 'yes',
  paymentStatus: 'completed',
  paymentId: 'paid',
  paymentMethod: 'PORTALE',
  showPaymentPage: 'false',
  roomDescription: 'Suite',
  reservationCode: '2020',
  isHost: true,
  isPrototypeOf: 'x',
  hasOwnProperty: 'x',
}

test(
  'an attempt sent again with other answers keeps the last, and the host looks at it anew; sent again as it was it changes nothing',
  atTheDoor(async ({ ask, guest, store }) => {
    const jar = await guest('A101')
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers({ draftId }) })).json.data
    const enabled = () => store.checkin(id).then((record) => [record!.mainGuestName, record!.enabledForSending])
    await store.updateCheckin(id, { enabledForSending: 'yes' })
    await ask('POST', '/api/checkin', { jar, body: answers({ draftId }) })
    assert.equal(await enabled(), ['MARIO', 'yes'])
    await ask('POST', '/api/checkin', { jar, body: answers({ draftId, mainGuestName: 'LUIGI' }) })
    assert.equal(await enabled(), ['LUIGI', 'no'])
  }),
)

test(
  'an attempt sent again after the report, with other answers, is refused with its number; as it was, it is answered',
  atTheDoor(async ({ ask, guest, store }) => {
    const jar = await guest('A101')
    const send = (more: object = {}) => ask('POST', '/api/checkin', { jar, body: answers({ draftId, ...more }) })
    const { id } = (await send()).json.data
    await store.updateCheckin(id, { enabledForSending: 'yes' })
    await store.note('export', { at: new Date().toISOString(), ids: [id], file: 'x.txt', sha256: '0' })
    const before = await store.checkin(id)
    const { json } = await ask('POST', '/api/guest-links', { jar, body: { guest: 'second' } })
    const other = await send({ mainGuestName: 'LUIGI' })
    const opened = await ask('POST', '/api/guest-link', { body: { token: json.data.token } })
    assert.is(opened.status, 410, 'the check-in is stored, so a further guest has nothing to add')
    assert.equal([other.status, other.json.id], [409, id], 'a browser that lost the answer has no number')
    const late = await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: answers({ mainGuestName: 'LUIGI' }) })
    assert.equal([other.status, other.json.message], [late.status, late.json.message])
    const same = await send()
    assert.equal([same.status, same.json.data], [200, { id }])
    assert.equal([await store.checkin(id), (await store.checkins()).length], [before, 1])
    assert.is((await ask('POST', `/api/checkin/${id}/confirm`, { jar, body: {} })).status, 200, 'and it can end')
  }),
)

test(
  'a guest sets answers and no field of the system, in new and changed check-ins',
  atTheDoor(async ({ ask, guest, store }) => {
    const jar = await guest('A101')
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers(system) })).json.data
    const made = (await store.checkin(id))!
    const expected = {
      reservationCode: 'A101',
      roomDescription: 'Camera Blu',
      showPaymentPage: 'true',
      enabledForSending: 'no',
      createdAt: made.createdAt,
      paymentStatus: undefined,
      paymentId: undefined,
      confirmedAt: undefined,
      checkInId: undefined,
      paymentMethod: undefined,
    }
    const seen = (record: object) =>
      Object.fromEntries(Object.keys(expected).map((name) => [name, (record as Record<string, unknown>)[name]]))
    assert.equal(seen(made), expected)
    assert.not(Object.hasOwn(made, 'isPrototypeOf'))
    await store.updateCheckin(id, { enabledForSending: 'yes', paymentStatus: 'completed', paymentId: 'pi_1' })
    const { json } = await ask('PATCH', `/api/checkin/${id}/update`, {
      jar,
      body: { ...system, mainGuestName: 'LUIGI' },
    })
    assert.equal(json.data, { id, showPaymentPage: 'true' }, 'the number, and the payment that the body has wrong')
    assert.is((await store.checkin(id))!.mainGuestName, 'LUIGI')
    assert.equal(
      seen((await store.checkin(id))!),
      { ...expected, paymentStatus: 'completed', paymentId: 'pi_1' },
      'and the host looks at it anew',
    )
  }),
)

test(
  'a change that leaves the journey incomplete is refused and changes nothing',
  atTheDoor(async ({ ask, guest, store }) => {
    const jar = await guest('A101')
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers() })).json.data
    const before = await store.checkin(id)
    for (const body of [
      { mainGuestBirthDate: '2999-01-01' },
      { addSecondGuest: 'yes' },
      { mainGuestGender: 'x' },
      { email: 'none' },
      { arrivalDate: '2001-01-01' },
      { mainGuestDocumentNumber: '12' },
    ]) {
      const { status, json } = await ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
      assert.equal([status, json.success, Array.isArray(json.faults)], [400, false, true], JSON.stringify(body))
    }
    assert.equal(await store.checkin(id), before)
    for (const lacking of ['mainGuestName', 'arrivalDate', 'email', 'invoiceType'])
      assert.is((await ask('POST', '/api/checkin', { jar, body: answers({ [lacking]: '' }) })).status, 400, lacking)
  }),
)

test(
  'when the host moves the arrival, the departure follows, whatever is sent for it; fields the record does not know are not kept',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const stay = { arrivalDate: '2026-02-27', numberOfNights: '2' }
    const { id } = (
      await ask('POST', '/api/checkin', {
        jar,
        body: byHand({
          ...stay,
          departureDate: '2030-01-01',
          isPrototypeOf: 'x',
          toLocaleString: 'y',
          owner: 'z',
          arrivalTimeSlot: '',
        }),
      })
    ).json.data
    const { createdAt: _, flowVersion: __, noticeVersion: ___, ...made } = (await store.checkin(id))!
    assert.equal(
      { ...made },
      { id, ...byHand(stay), departureDate: '2026-03-01', phone: '+39 3331234567', enabledForSending: 'no' },
    )
    const after = async (body: object) => {
      assert.is((await ask('PATCH', `/api/checkin/${id}/update`, { jar, body })).status, 200)
      const { departureDate, phone } = (await store.checkin(id))!
      return [departureDate, phone]
    }
    assert.equal(await after({ arrivalDate: '2028-02-28' }), ['2028-03-01', '+39 3331234567'])
    for (const departureDate of ['2030-01-01', '', null])
      assert.equal(await after({ departureDate }), ['2028-03-01', '+39 3331234567'], String(departureDate))
    assert.equal(await after({ phone: '113', numberOfNights: '3' }), ['2028-03-02', '+39 3331234567'])
    assert.equal(await after({ numberOfNights: '', phoneNumber: '' }), [undefined, undefined])
    assert.equal(
      await after({ departureDate: '2028-03-05' }),
      ['2028-03-05', undefined],
      'what nothing follows from is kept as it is sent',
    )
  }),
)

test(
  'a check-in by hand needs the fields of its visible sections; defaults count for no guest',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const send = async (body: object) => (await ask('POST', '/api/checkin', { jar, body })).json
    const lacking = async (body: object) =>
      (await send(body)).faults?.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)
    const fields = (name: string) =>
      steps.forms.newCheckin.sections.find((section) => section.name === name)!.fields ?? []
    const named = fields('main').map((field) =>
      Object.hasOwn(person.properties, field) ? `mainGuest${field[0]!.toUpperCase()}${field.slice(1)}` : field,
    )
    assert.equal(
      await lacking({}),
      [...fields('stay'), ...named].map((field) => `${field} required`),
    )
    assert.equal(await lacking(byHand({ mainGuestName: ' ', mainGuestGender: null, invoiceType: '' })), [
      'mainGuestName required',
      'mainGuestGender required',
      'invoiceType required',
    ])
    assert.is((await store.checkins()).length, 0)
    const {
      addSecondGuest: _,
      invoiceType: __,
      paymentMethod: ___,
      ...payload
    } = byHand() as unknown as Record<string, string>
    const { id } = (await send(payload)).data
    const made = (await store.checkin(id))!
    assert.equal([made.addSecondGuest, made.invoiceType, made.paymentMethod], ['no', 'personal', 'PORTALE'])
  }),
)

test(
  'a copy may lack its original’s missing fields, but not day and code; a copy of no check-in is an ordinary one',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const { id: first } = await store.addCheckin({ mainGuestName: 'ANNA', enabledForSending: 'yes' })
    const copy = async (body: object) => (await ask('POST', '/api/checkin', { jar, body })).json
    const { id } = (
      await copy({ mainGuestName: 'ANNA', arrivalDate: '2031-01-30', reservationCode: '2020', _copyOf: first })
    ).data
    const { createdAt: _, flowVersion: __, noticeVersion: ___, ...made } = (await store.checkin(id))!
    assert.equal(made, {
      id,
      mainGuestName: 'ANNA',
      arrivalDate: '2031-01-30',
      reservationCode: '2020',
      enabledForSending: 'no',
    })
    assert.equal(
      (await copy({ mainGuestName: 'ANNA', _copyOf: first })).faults.map(({ field }: { field: string }) => field),
      ['arrivalDate', 'reservationCode'],
    )
    for (const copyOf of [999, 'x', null, [first]])
      assert.ok(
        (await copy({ arrivalDate: '2031-01-30', reservationCode: '2020', _copyOf: copyOf })).faults.length > 10,
        String(copyOf),
      )
  }),
)

test(
  'repeated requests with one attempt id make one check-in, with the latest data',
  atTheDoor(async ({ ask, host, guest, store }) => {
    const [one, two, other] = [await host(), await host(), await guest()]
    const send = async (jar: typeof one, more: object = {}) =>
      (await ask('POST', '/api/checkin', { jar, body: byHand({ draftId, ...more }) })).json.data.id
    const id = await send(one)
    await store.updateCheckin(id, { enabledForSending: 'yes' })
    assert.equal([await send(one), await send(two)], [id, id])
    assert.is((await store.checkin(id))!.enabledForSending, 'yes')
    await send(one, { mainGuestName: 'LUIGI', specialRequests: 'culla', enabledForSending: 'yes' })
    const { mainGuestName, specialRequests, enabledForSending } = (await store.checkin(id))!
    assert.equal([mainGuestName, specialRequests, enabledForSending], ['LUIGI', 'culla', 'no'])
    assert.is.not(await send(other), id)
    assert.is.not(await send(one, { draftId: 'another-attempt-of-no-shape' }), id)
  }),
)

test(
  'a guest has a share of changes for a day, and the host has no such limit',
  atTheDoor(async ({ ask, guest, host, services, clock, store }) => {
    const [jar, desk] = [await guest(), await host()]
    // Arrival tomorrow: an hour before midnight, 25 hours lead two days on, when an arrival of today is too old to
    // change.
    const stay = { arrivalDate: addDays(italianDay(), 1), departureDate: addDays(italianDay(), 4) }
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers(stay) })).json.data
    const { owner } = (await store.checkin(id))!
    for (let n = 0; n < budgets.change.daily - 2; n++) await services.throttle.fail('change', owner!, clock.ms)
    const calls: [string, string, object][] = [
      ['PATCH', 'payment-method', { paymentMethod: 'CARTA' }],
      ['PATCH', 'update', { mainGuestName: 'LUIGI' }],
      ['PATCH', 'update', { mainGuestName: 'PIA' }],
      ['PATCH', 'payment-method', { paymentMethod: 'CARTA' }],
      ['POST', 'paypal', {}],
      ['POST', 'confirm', {}],
    ]
    const statuses = async (jar: Record<string, string>) => {
      const seen: number[] = []
      for (const [method, end, body] of calls)
        seen.push((await ask(method, `/api/checkin/${id}/${end}`, { jar, body })).status)
      return seen
    }
    assert.equal(await statuses(jar), [200, 200, 429, 429, 429, 429])
    assert.equal(await statuses(desk), Array(6).fill(200))
    clock.ms += 25 * 3_600_000
    assert.equal(await statuses(jar), Array(6).fill(200))
    assert.is((await ask('POST', '/api/guest/logout', { jar })).status, 200)
    assert.equal(await statuses(jar), Array(6).fill(401), 'the journey has ended, and the cookie with it')
  }),
)

const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`

test(
  'markup in any text leaves the API unchanged, and is escaped in a page',
  atTheDoor(async ({ ask, guest, host, store }) => {
    const jar = await host()
    const texts = Object.entries(schema.properties)
      .filter(
        ([name, rule]) =>
          rule.type === 'string' &&
          !('format' in rule) &&
          !('pattern' in rule) &&
          ((rule as { maxLength: number }).maxLength ?? 0) >= markup.length &&
          name !== 'logoUrl',
      )
      .map(([name]) => name)
    assert.ok(texts.length > 10)
    // Stripe's keys and file names have a format that markup does not match.
    const shaped = (name: string) => /^stripe.*(Key|Secret)$|^excel/.test(name)
    for (const name of texts)
      assert.is(
        (await ask('PATCH', `/api/settings/${name}`, { jar, body: { value: markup, current: pin } })).status,
        shaped(name) ? 400 : 200,
        name,
      )
    await store.saveSettings({
      reservationCodes: [
        { id: 'x', code: 'A101', description: markup, showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
      ],
    })
    const { id } = (
      await ask('POST', '/api/checkin', {
        jar: await guest(),
        body: answers({
          mainGuestResidenceAddress: markup,
          specialRequests: markup,
          mainGuestBirthCity: markup,
          mainGuestResidenceCity: markup,
        }),
      })
    ).json.data
    const list = await ask('GET', '/api/checkins', { jar })
    assert.match(list.headers['content-type']!, /^application\/json/)
    const record = list.json.data.find((one: { id: number }) => one.id === id)
    for (const name of ['specialRequests', 'roomDescription']) assert.is(record[name], markup, name)
    // The card also converts these fields to capitals.
    for (const name of ['mainGuestResidenceAddress', 'mainGuestBirthCity', 'mainGuestResidenceCity'])
      assert.is(record[name], markup.toUpperCase(), name)
    for (const path of [
      '/',
      '/notes',
      '/admin',
      '/nowhere',
      `/${encodeURIComponent(markup)}`,
      `/?lang=${encodeURIComponent(markup)}`,
    ]) {
      const { text } = await ask('GET', path)
      assert.not.match(text, /<script>alert|<img src=x/, path)
      assert.is(text.split('<script').length, 3, `${path}: the two scripts of the page and no other`)
    }
    assert.match((await ask('GET', '/')).text, /&quot;&gt;&lt;script&gt;/)
  }),
)

for (const fault of ['fail', 'short'] as const)
  test(`a disk that is full or fails (${fault}) answers 503 and a sentence, changes nothing, and the next check-in is kept`, async () => {
    const { disk, breakNow } = faultyDisk()
    const door = await openDoor({ disk })
    const { ask, store } = door
    const [jar, guest] = [await door.host(), await door.guest()]
    const { id } = (await ask('POST', '/api/checkin', { jar: guest, body: answers() })).json.data
    const whole = async () => [await store.checkins(), await store.settings()]
    const before = await whole()
    const changes: [string, string, unknown, typeof jar][] = [
      ['POST', '/api/checkin', answers({ mainGuestName: 'ANNA' }), guest],
      ['PATCH', `/api/checkin/${id}/update`, answers({ mainGuestName: 'ANNA' }), guest],
      ['PATCH', `/api/checkin/${id}/payment-method`, { paymentMethod: 'CARTA' }, guest],
      ['POST', `/api/checkin/${id}/confirm`, {}, guest],
      ['PATCH', '/api/settings/companyName', { value: 'Altra' }, jar],
      ['PATCH', '/api/settings/adminPin', { value: '0000', current: pin }, jar],
      ['DELETE', `/api/checkin/${id}`, undefined, jar],
    ]
    for (const [method, path, body, who] of changes) {
      // The next write of the journal, not of a snapshot in between.
      breakNow(fault, /^write .*checkin\.journal$/)
      const { status, json, headers } = await ask(method, path, { jar: who, ...(body !== undefined && { body }) })
      assert.equal([status, json.success, headers['retry-after']], [503, false, '10'], `${method} ${path}`)
      assert.match(json.message, /disco/)
      assert.equal(await whole(), before, `${method} ${path}`)
    }
    assert.is(
      (await ask('GET', '/api/checkins', { jar })).status,
      200,
      'nobody was signed out by a PIN that was not kept',
    )
    assert.is((await ask('POST', '/api/checkin', { jar: guest, body: answers({ mainGuestName: 'ANNA' }) })).status, 200)
    assert.is((await store.checkins()).length, 2)
    assert.is((await ask('GET', '/healthz')).status, 200)
    await door.close()
  })

test.run()

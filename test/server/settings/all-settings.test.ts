import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, mask, publicSettings, type Settings } from '../../../schema/settings'
import type { TaxRelief } from '../../../schema/tax'
import { allSettings, checkedSetting, guardedIn, toHost, toPublic } from '../../../server/settings/all-settings'
import { isPin } from '../../../server/settings/pin'
import { Refusal } from '../../../server/shared/messages'
import { taxSets } from '../../../src/core/tax/town-rules'
import { towns } from '../../core/tax/rule-sets'

const test = suite('settings')
const today = () => '2026-11-20'
const store = { secret: async () => 'key' } as never

const account = { id: 'p1', name: 'Casa', user: 'XX1', password: 'pw', wsKey: 'ws', category: 'single' as const }
const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'u',
  password: 'pw',
  firstDay: '2026-11-01',
}
const code = { id: 'a', code: 'A101', description: 'Camera', showPaymentPage: true, totalRooms: 1, totalBeds: 2 }
const all = {
  ...defaults,
  policeAccounts: [account, { ...account, id: 'p2', user: 'XX2', wsKey: '' }],
  regionStructures: [structure],
  reservationCodes: [code],
} as Settings

const checked = (name: string, value: unknown, beside: Settings = all) =>
  checkedSetting({ store, today }, name, value, beside).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, message: error.message, ...error.more }
  })

test('the public settings are computed once for each settings and logo', async () => {
  assert.is(toPublic(all), toPublic(all))
  const own = { companyName: 'Casa' }
  const same = { settings: async () => own } as never
  assert.is(await allSettings(same), await allSettings(same))
  assert.equal(
    [(await allSettings(same)).companyName, (await allSettings(same)).identityDays],
    ['Casa', defaults.identityDays],
  )
  const logoUrl = 'data:image/png;base64,iVBORw0KGgo='
  const shown = toPublic({ ...all, logoUrl, companyName: 'Casa' })
  assert.match(shown.logoUrl, /^\/assets\/logo-[0-9a-f]{12}$/)
  assert.equal([shown.companyName, toPublic(all).logoUrl, shown.enableStripe], ['Casa', '', false])
  const names = new Set([...publicSettings, 'logoUrl', 'enableStripe', 'lettersInCodes', 'hasTax', 'taxReliefs'])
  assert.equal(Object.keys(shown).sort(), [...names].sort())
  assert.equal(
    [[code], [{ ...code, code: '1234' }], []].map(
      (reservationCodes) =>
        (toPublic({ ...all, reservationCodes } as Settings) as { lettersInCodes: boolean }).lettersInCodes,
    ),
    [true, false, false],
  )
})

test('the host sees only whether a secret is set, alone and in the lists of accounts', () => {
  const shown = toHost({ ...all, stripeSecretKey: 'sk', adminPin: '' } as Settings) as never as Record<string, unknown>
  assert.equal([shown.stripeSecretKey, shown.adminPin], [mask, ''])
  assert.equal(shown.policeAccounts, [
    { ...account, password: mask, wsKey: mask },
    { ...account, id: 'p2', user: 'XX2', password: mask, wsKey: '' },
  ])
  assert.equal(shown.regionStructures, [{ ...structure, password: mask }])
})

test('a returned mask keeps the secret; in a new entry it is no secret', async () => {
  assert.is(await checked('stripeSecretKey', mask), undefined)
  const sent = [
    { ...account, name: 'Nuovo', password: mask, wsKey: mask },
    { ...account, id: 'new', user: 'XX3', password: mask, wsKey: 'typed' },
  ]
  assert.equal(await checked('policeAccounts', sent.slice(0, 1)), { policeAccounts: [{ ...account, name: 'Nuovo' }] })
  const { faults } = (await checked('policeAccounts', sent)) as { faults: object[] }
  assert.equal(faults, [{ field: 'policeAccounts/1/password', rule: 'minLength' }])
  for (const wrong of ['x', [1], [null], {}])
    assert.is(((await checked('policeAccounts', wrong)) as { status: number }).status, 400)
})

test('a secret lost by a restore is typed alone; no other may be empty', async () => {
  const [first, second] = all.policeAccounts
  const lost = { ...all, policeAccounts: [{ ...first!, password: '', wsKey: '' }, second] } as Settings
  const typed = { ...first!, password: 'new', wsKey: '' }
  assert.equal(await checked('policeAccounts', [typed, { ...second!, password: mask }], lost), {
    policeAccounts: [typed, second],
  })
  const { faults } = (await checked('policeAccounts', [{ ...first!, password: '' }, second])) as { faults: object[] }
  assert.equal(faults, [{ field: 'policeAccounts/0/password', rule: 'minLength' }])
})

test('changes that need the PIN: another secret, another destination, the last code; unchanged values need none', () => {
  const guarded = (patch: object) => guardedIn(patch as Partial<Settings>, all)
  assert.equal(guarded({ companyName: 'x', arrivalDaysAhead: 3 }), [])
  assert.equal(guarded({ stripeSecretKey: 'new' }), ['stripeSecretKey'])
  assert.equal(guarded({ stripeSecretKey: all.stripeSecretKey }), [])
  assert.equal(guarded({ redirectUrl: 'https://x.example', paypalLink: all.paypalLink }), ['redirectUrl'])
  assert.equal(guarded({ policeAccounts: [{ ...account, name: 'Nuovo' }] }), [])
  assert.equal(guarded({ policeAccounts: [{ ...account, wsKey: 'new' }] }), ['policeAccounts'])
  assert.equal(guarded({ policeAccounts: [account, { ...account, id: 'p3' }] }), ['policeAccounts'])
  assert.equal(guarded({ policeAccounts: [] }), [])
  const codes = [{ id: 'a', code: 'A101' }]
  assert.equal(guardedIn({ reservationCodes: [] }, { ...all, reservationCodes: [] } as never), [], 'there was none')
  assert.equal(guardedIn({ reservationCodes: [] }, { ...all, reservationCodes: codes } as never), ['reservationCodes'])
  assert.equal(guardedIn({ reservationCodes: codes as never }, { ...all, reservationCodes: codes } as never), [])
})

test('an unknown setting is 404; a wrong value is refused by its rule and place', async () => {
  for (const name of ['nothing', 'toString', '__proto__'])
    assert.equal(((await checked(name, 'x')) as { status: number; setting: string }).status, 404, name)
  assert.equal((await checked('nothing', 'x')) as object, {
    status: 404,
    message: "Impossibile aggiornare l'impostazione nothing.",
    setting: 'nothing',
  })
  const { status, setting, faults } = (await checked('identityDays', -1)) as Record<string, unknown>
  assert.equal([status, setting, faults], [400, 'identityDays', [{ field: 'identityDays', rule: 'minimum' }]])
  const entry = (await checked('regionStructures', [{ ...structure, firstDay: 'soon' }])) as { faults: object[] }
  assert.equal(entry.faults, [{ field: 'regionStructures/0/firstDay', rule: 'calendar' }])
  assert.equal(await checked('companyName', 'Casa Rossi'), { companyName: 'Casa Rossi' })
})

test('two entries of one account or structure are refused, in any spelling', async () => {
  for (const [name, entries, right] of [
    ['policeAccounts', [account, { ...account, id: 'p2', user: 'xx1' }], false],
    ['policeAccounts', [account, { ...account, user: 'XX2' }], false],
    ['policeAccounts', [account, { ...account, id: 'p2', user: 'XX2' }], true],
    ['regionStructures', [structure, { ...structure, id: 'r2', structureCode: 'a00000' }], false],
    ['regionStructures', [structure, { ...structure, id: 'r2', structureCode: 'B00000' }], true],
  ] as const)
    assert.is('status' in (await checked(name, entries))!, !right, JSON.stringify(entries))
})

test('no code is listed twice, and the access code is none of them', async () => {
  const codes = (...of: string[]) => of.map((one, n) => ({ ...code, id: `c${n}`, code: one }))
  const taken = { status: 400 }
  const statusOf = async (value: unknown, beside = all) =>
    ((await checked('reservationCodes', value, beside)) as { status?: number }).status
  assert.equal(
    [await statusOf(codes('A101', 'A101')), await statusOf(codes('A101', 'A102'))],
    [taken.status, undefined],
  )
  const own = (value: string) =>
    checked('adminAccessCode', value, { ...all, reservationCodes: codes('8305') } as Settings)
  assert.is(((await own('8305')) as { status: number }).status, 400)
  assert.match(((await own('8306')) as { adminAccessCode: string }).adminAccessCode, /^hmac:/)
})

test('the PIN is stored as a hash', async () => {
  const { adminPin } = (await checked('adminPin', '8642')) as { adminPin: string }
  assert.equal([await isPin('8642', adminPin), adminPin.includes('8642')], [true, false])
})

test('rule sets of the tax are taken whole and without a gap, or refused with the place of the fault', async () => {
  const [one] = taxSets({ taxRules: [], taxRate: '2', taxFromAge: 14, taxMostNights: 4 })
  const sets = (until: string) => [
    { ...one!, until },
    { ...one!, from: '2027-01-01' },
  ]
  assert.equal(await checked('taxRules', sets('2026-12-31')), { taxRules: sets('2026-12-31') })
  const faults = async (value: unknown) => ((await checked('taxRules', value)) as { faults: unknown }).faults
  assert.equal(await faults(sets('2026-12-30')), [{ field: 'taxRules/1/from', rule: 'gap' }])
  assert.equal(await faults([{ ...one!, mostNights: -1 }]), [{ field: 'taxRules/0/mostNights', rule: 'minimum' }])
  assert.equal(await checked('taxRate', '3'), { taxRate: '3' })
  assert.is(((await checked('taxRate', '3', { ...all, taxRules: [one!] })) as { status: number }).status, 400)
})

test('guests are asked for reliefs only if the town has some that they can claim', () => {
  const asked = (...reliefs: TaxRelief[]) => {
    const shown = toPublic({ ...all, askTaxRelief: true, taxRules: [{ ...towns.A[0]!, reliefs }] } as Settings)
    return [shown.askTaxRelief, shown.taxReliefs.length, shown.hasTax]
  }
  assert.equal(asked({ kind: 'disabled', off: 100 }), [true, 1, true])
  assert.equal(asked({ kind: 'minor', off: 100, age: 14 }), [false, 0, true])
})

test.run()

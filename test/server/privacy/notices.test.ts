import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import { defaults, type Settings } from '../../../schema/settings'
import { purposes } from '../../../schema/vocabulary'
import { readFlow } from '../../../server/flow/read'
import { privacyNotices } from '../../../server/privacy/notices'
import { beyondLaw, type NoticeFacts, noticeOf } from '../../../src/core/data-protection/notice'
import { escapeMarkup } from '../../../src/core/text/escape'
import { answers, atTheDoor, byHand } from '../http/door-world'
import { failing } from '../store/store-world'

const test = suite('the privacy notice')

const facts: NoticeFacts = {
  house: 'Casa Rossi',
  contact: 'casa@example.org',
  isKept: true,
  identityDays: 60,
  recordYears: 6,
  receiptYears: 5,
  hasMail: true,
  readsDocuments: true,
  hasTax: true,
  payment: ['Stripe', 'PayPal'],
  program: 'pms.example',
  hasInstructions: true,
  hasDoor: true,
  video: 'meet.example',
  asked: purposes.map((purpose) => ({ field: `of-${purpose}`, purpose })),
}
const few: NoticeFacts = {
  ...facts,
  house: '',
  contact: '',
  isKept: false,
  hasMail: false,
  hasTax: false,
  payment: [],
  program: '',
  hasInstructions: false,
  hasDoor: false,
  video: '',
  asked: [],
}

const wordsOf = (code: string): { [key: string]: string } =>
  Object.fromEntries(
    Object.entries(JSON.parse(readFileSync(`src/text/${code}.json`, 'utf8')) as { [key: string]: string }).filter(
      ([key]) => key.startsWith('notice.'),
    ),
  )

test('every language has the same parts, each text is used, and no placeholder stays empty', () => {
  const keys = Object.keys(wordsOf('it')).sort()
  for (const code of languages) {
    const words = wordsOf(code)
    assert.equal(Object.keys(words).sort(), keys, code)
    const [whole, short] = [noticeOf(facts, words), noticeOf(few, words)]
    const mailless = noticeOf({ ...facts, hasMail: false }, words)
    const said = JSON.stringify([whole, short])
    assert.not.match(said, /[{][a-z]+[}]/)
    assert.not.match(JSON.stringify(mailless), /e-?mail|correo|confirma|conferma|Bestätigung/i, code)
    const terms = [0, 1].map((recordYears) => noticeOf({ ...facts, identityDays: 1, recordYears }, words))
    const lines = [whole, short, mailless, ...terms].flatMap(({ title, parts }) => [
      title,
      ...parts.flatMap(({ heading, lines }) => [heading, ...lines]),
    ])
    for (const [key, text] of Object.entries(words)) {
      // The page has it beside the notice.
      if (key === 'notice.back') continue
      const around = text.split(/[{][a-z]+[}]/)
      assert.ok(
        lines.some((line) => around.every((part) => line.includes(part))),
        `${code} ${key}`,
      )
    }
    for (const fact of [
      'Casa Rossi',
      'casa@example.org',
      '60',
      '6',
      '5',
      'Stripe, PayPal',
      ...facts.asked.map(({ field }) => field),
    ])
      assert.ok(said.includes(fact))
    assert.ok(whole.parts.flatMap(({ lines }) => lines).length > short.parts.flatMap(({ lines }) => lines).length)
  }
})

test(
  'anyone reads it in five languages, before any answer and without a script, with the house’s name, terms and contact',
  atTheDoor(async ({ ask, store }) => {
    await store.saveSettings({
      companyName: 'Casa <b>Rossi',
      emailReplyTo: 'casa@example.org',
      enableRetention: true,
      identityDays: 45,
    })
    for (const code of languages) {
      const { status, text, headers } = await ask('GET', `/privacy-notice?lang=${code}`)
      assert.is(status, 200)
      assert.match(text, `<html lang="${code}">`)
      assert.match(text, /Casa &lt;b&gt;Rossi/)
      assert.match(text, /casa@example\.org/)
      assert.match(text, /45/)
      assert.not.match(text, /<script|<b>/)
      assert.match(text, `<a href="/">${escapeMarkup(wordsOf(code)['notice.back']!)}</a>`)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    }
    const { text, headers } = await ask('GET', '/privacy-notice', { headers: { 'accept-language': 'de-AT,de;q=0.9' } })
    assert.match(text, '<html lang="de">')
    assert.not.match(text, /Ich bin da|Anreise/)
    const door = { doorQr: true, videoCall: 'https://video.example/casa', arrivalGuides: [{ id: 'house', door: {} }] }
    await store.saveSettings(door)
    const { text: whole } = await ask('GET', '/privacy-notice?lang=de')
    for (const word of ['Ich bin da', 'Hinweise zur Anreise', '(video.example)']) assert.match(whole, word)
    assert.is(headers.vary, 'accept-language')
    const first = (await ask('GET', '/?lang=fr')).text
    assert.match(first, '/privacy-notice?lang=fr"')
    assert.is((await ask('POST', '/privacy-notice')).status, 405)
  }),
)

test(
  'a check-in keeps the version shown to its guest, which stays readable after settings change; no form sets it',
  atTheDoor(async ({ ask, guest, host, store }) => {
    await store.saveSettings({ companyName: 'Casa Rossi', enableRetention: true, identityDays: 45 })
    const own = await guest()
    const add = async (jar: Record<string, string>, body: object) =>
      (await store.checkin((await ask('POST', '/api/checkin', { jar, body })).json.data.id))!
    const before = await add(own, answers({ noticeVersion: 'abcdef' }))
    assert.match(before.noticeVersion!, /^[0-9a-f]{10}$/)
    await store.saveSettings({ companyName: 'Casa Verdi', identityDays: 90 })
    const after = await add(await guest('2020'), answers({ draftId: 'another00000000000' }))
    assert.not.equal(after.noticeVersion, before.noticeVersion)
    const read = async (version?: string) => (await ask('GET', `/privacy-notice?lang=it&v=${version}`)).text
    assert.match(await read(before.noticeVersion), /Casa Rossi.*45 giorni/s)
    assert.match(await read(after.noticeVersion), /Casa Verdi.*90 giorni/s)
    assert.is((await ask('GET', '/privacy-notice?v=abcdef')).status, 404)
    assert.is((await store.notes('notice')).length, 2)
    await ask('PATCH', `/api/checkin/${before.id}/update`, { jar: own, body: answers({ noticeVersion: 'abcdef' }) })
    assert.is((await store.checkin(before.id))!.noticeVersion, before.noticeVersion)
    const byHost = await add(await host(), byHand())
    assert.is(byHost.noticeVersion, undefined, 'who was typed in by the host was shown nothing here')
  }),
)

test(
  'questions without a legal basis are listed by purpose, with the words of the cards; unavailable invoices are not',
  atTheDoor(async ({ ask, store, services }) => {
    const lines = async (lang: string) =>
      [...(await ask('GET', `/privacy-notice?lang=${lang}`)).text.matchAll(/<p>(.*?)<[/]p>/g)].map(([, line]) => line)
    const { flow, words } = services.serving.current()
    for (const code of languages) {
      const said = await lines(code)
      for (const { field, purpose } of beyondLaw(flow)) {
        assert.ok(purpose, field)
        const end = wordsOf(code)[`notice.for.${purpose}`]!.replace('{answers}', '')
        const line = said.find((one) => one!.endsWith(escapeMarkup(end)))
        assert.ok(line?.includes(escapeMarkup(words[code][`${field}.label`]!)), `${code} ${field}`)
      }
    }
    await store.saveSettings({ enableCompanyInvoice: false })
    assert.not.match((await lines('it')).join(), /Partita IVA/)
  }),
)

const { published } = await readFlow({ steps: 'test/fixtures/flow/steps.json', texts: 'src/text' })
const labelOf = (field: string) => published!.words.it[`${field}.label`]!
const usual: Settings = { ...defaults, companyName: 'Casa Rossi', enableCompanyInvoice: false }

const house = () => {
  const kept: { at: string; version: string }[] = []
  const world = { now: 0, reads: 0, isBroken: false }
  const store = {
    notes: async () => {
      world.reads++
      return kept
    },
    note: async (_kind: string, note: never) => {
      if (world.isBroken) throw new Error('the disk is full')
      return kept.push(note)
    },
  }
  const notices = privacyNotices(
    store as never,
    () => published!,
    () => new Date(world.now),
  )
  const said = (settings: Settings) => JSON.stringify(notices.current(settings).pages.it)
  return { ...notices, kept, keptAs: notices.stored, world, said }
}

test('the notice names the payment provider, mail, and invoice questions', () => {
  const { said } = house()
  const plain = said(usual)
  for (const [more, words] of [
    [{ enableStripe: true }, 'Stripe'],
    [{ enablePayPal: true }, 'PayPal'],
    [{ enableCompanyInvoice: true }, labelOf('companyName')],
    [
      { enableSMTP2GO: true, smtp2goUsername: 'u', smtp2goPassword: 'p', emailSender: 'casa@example.org' },
      'casa@example.org',
    ],
  ] as const) {
    assert.not.match(plain, words)
    assert.match(said({ ...usual, ...more }), words)
  }
  const webhookAddress = 'https://pms.example/in'
  assert.match(said({ ...usual, webhookAddress, webhookGuests: true }), 'pms.example')
  assert.is(said({ ...usual, webhookAddress }), plain, 'a program that receives no guests')
  const both = said({ ...usual, enableStripe: true, enablePayPal: true })
  assert.match(both, 'Stripe')
  assert.match(both, 'PayPal')
  assert.not.match(said({ ...usual, enablePayPal: true }), 'Stripe')
  for (const [name, days] of [
    ['identityDays', 61],
    ['recordYears', 77],
    ['receiptYears', 88],
  ] as const)
    assert.match(said({ ...usual, enableRetention: true, [name]: days }), String(days))
  assert.match(plain, labelOf('phoneNumber'), 'what is asked of everybody')
})

test('a notice keeps its version while its text is the same, in every language', () => {
  const { current } = house()
  const version = (settings: Settings) => current(settings).version
  assert.match(version(usual), /^[0-9a-f]{10}$/)
  assert.is(version({ ...usual }), version(usual))
  assert.is(version({ ...usual, thanksMessage: 'Grazie' }), version(usual))
  assert.is.not(version({ ...usual, companyName: 'Casa Verdi' }), version(usual))
  assert.equal(Object.keys(current(usual).pages), [...languages])
  assert.is(current(usual), current(usual), 'made once')
})

test('a version is stored once, and checked again after a minute', async () => {
  const { keep, kept, keptAs, world, current } = house()
  const { version } = current(usual)
  assert.equal(await Promise.all([keep(usual), keep(usual), keep(usual)]), [version, version, version])
  assert.equal([kept.length, world.reads, kept[0]!.at], [1, 1, '1970-01-01T00:00:00.000Z'])
  world.now = 59_999
  await keep(usual)
  assert.is(world.reads, 1)
  world.now = 60_000
  await keep(usual)
  assert.equal([world.reads, kept.length], [2, 1])
  world.now = 0
  await keep(usual)
  assert.is(world.reads, 3, 'a clock that went back')
  const other = await keep({ ...usual, companyName: 'Casa Verdi' })
  assert.equal(
    kept.map((one) => one.version),
    [version, other],
  )
  assert.is((await keptAs(version))?.version, version)
  assert.is(await keptAs('none'), undefined)
})

test('a notice that failed to store is retried with the next check-in', async () => {
  const { keep, kept, world } = house()
  world.isBroken = true
  assert.match((await failing(keep(usual))).message, 'full')
  world.isBroken = false
  await keep(usual)
  assert.is(kept.length, 1)
})

test.run()

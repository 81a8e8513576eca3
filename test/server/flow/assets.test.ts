import { createHash, randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostLanguages, languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { asset, publish } from '../../../server/flow/assets'
import type { Visit } from '../../../src/core/lint/walk'

const test = suite('files for the browser')

test('a file is named by its content, and compressed once, at the first request', () => {
  const text = 'export default { città: 1 }'
  const made = asset('flow.it.*.js', text, 'text/javascript')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
  assert.is(made.path, `/assets/flow.it.${hash}.js`)
  assert.is(made.type, 'text/javascript')
  assert.is(made.body.toString(), text)
  assert.is(brotliDecompressSync(made.brotli).toString(), text)
  assert.is(made.brotli, made.brotli)
  assert.is.not(asset('flow.it.*.js', `${text} `, 'text/javascript').path, made.path)
})

test('a long file is compressed with less effort', () => {
  const text = randomBytes(75_000).toString('hex')
  const packed = (characters: number) => asset('x.*.js', text.repeat(2).slice(0, characters), 'text/javascript').brotli
  const by = (characters: number, quality: number) =>
    brotliCompressSync(text.repeat(2).slice(0, characters), {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    })
  assert.equal(packed(200_000), by(200_000, 10))
  assert.equal(packed(200_001), by(200_001, 5))
})

const steps = {
  '/': { fields: ['selectedLanguage'], do: 'chooseLanguage', next: [{ to: '/first' }] },
  '/first': { fields: ['reservationCode'], panel: 'codeHelp', next: [{ to: '/far' }] },
  '/far': { optional: ['plate'], panel: 'review', next: [] },
} as unknown as Flow['steps']
const plain = { control: 'text' as const }
const flow = {
  steps,
  fields: {
    selectedLanguage: plain,
    reservationCode: { ...plain, aliases: ['code'] },
    plate: { ...plain, purpose: 'stay' as const, schema: { type: 'string' as const } },
    birthDate: plain,
    'settings.companyName': plain,
  },
  forms: { login: {} },
  words: { it: { 'plate.label': 'Targa' } },
  exceptions: [],
  homes: [],
  guards: [],
} as unknown as Flow

const keys = [
  ...['selectedLanguage.label', 'reservationCode.label', '/.title', '/first.title', 'codeHelp.text', 'toast.other'],
  ...['plate.label', '/far.title', 'review.text', 'warning.text', 'mainGuestBirthDate.label', 'birthDate.label'],
  ...['reservationCode.required', 'selectedLanguage.pattern', 'reservationCode.unknown', 'plate.minLength'],
  ...['reservationCode.maxLength', 'reservationCode.requiredToo', 'town.find', 'error.line', 'payment.line'],
  ...['toast.code', 'toast.codeUnknown', 'toast.submitFailed.x', 'toast.submitFailedNot', 'toast.tooMany'],
  ...['toast.paymentFailed', 'mytoast.code', 'ok', 'back.label', 'letter.subject'],
  ...['arrival.title', 'here.title', 'door.title'],
]
const words = Object.fromEntries(
  languages.map((code) => [code, Object.fromEntries(keys.map((key) => [key, `${key} ${code}`]))]),
) as Parameters<typeof publish>[1]

const visit = (path: string): Visit => ({ path, asks: [], requires: [], optional: [], transitions: [] })
const to = (...targets: (Visit | string)[]): Visit['transitions'] =>
  targets.map((target) => ({
    facts: {} as never,
    via: [],
    to: typeof target === 'string' ? { end: 'outside', to: target } : target,
  }))

const published = (routes: Visit[] = []) =>
  publish(
    flow,
    words,
    {
      host: { it: { 'host.title': 'Gestore', ok: 'Va bene' }, en: { 'host.title': 'Host' }, de: {} } as never,
      sentences: { it: { error: 'Errore' }, en: {}, de: {} } as never,
      notices: 'notices' as never,
    },
    new Map(routes.map((one) => [one, []])),
    12,
  )

/** Returns the content of a flow file; evaluates its functions. */
const contentOf = (made: ReturnType<typeof published>, path: string) =>
  new Function(
    `return ${made.assets
      .get(path)!
      .body.toString()
      .replace(/^export default /, '')}`,
  )()

test('each language has a file for the first cards and one for the rest, and the host one', () => {
  const made = published()
  assert.equal(Object.keys(made.files), [...languages])
  for (const language of languages) {
    const { first, rest } = made.files[language]
    assert.match(first, new RegExp(`^/assets/flow\\.${language}\\.[0-9a-f]{10}\\.js$`))
    assert.match(rest, new RegExp(`^/assets/flow-rest\\.${language}\\.[0-9a-f]{10}\\.js$`))
    assert.is(contentOf(made, first).language, language)
  }
  assert.is(made.assets.size, 2 * languages.length + 1 + hostLanguages.length)
  for (const language of hostLanguages)
    assert.match(made.hostWords[language], new RegExp(`^/assets/host-words\\.${language}\\.[0-9a-f]{10}\\.js$`))
  assert.match(made.host, /^\/assets\/host\.[0-9a-f]{10}\.js$/)
  assert.equal([made.journeys, made.notices, made.words, made.flow], [12, 'notices', words, flow])
  assert.match(made.version, /^[0-9a-f]{10}$/)
})

test('guests get neither the host’s forms and fields nor the purposes of answers; the host gets all', () => {
  const made = published()
  const first = contentOf(made, made.files.it.first)
  assert.equal(Object.keys(first.flow).sort(), ['fields', 'guards', 'homes', 'steps'])
  assert.equal(first.flow.fields, {
    selectedLanguage: plain,
    reservationCode: plain,
    plate: { control: 'text', schema: { type: 'string' } },
    birthDate: plain,
  })
  const rest = contentOf(made, made.files.it.rest)
  assert.equal(rest.aliases, { reservationCode: ['code'] })
  const host = contentOf(made, made.host)
  assert.equal(host.flow, flow)
  assert.equal(host.aliases, { reservationCode: ['code'] })
  assert.equal([host.version, first.version], [made.version, made.version])
  const [italian, english] = [contentOf(made, made.hostWords.it), contentOf(made, made.hostWords.en)]
  assert.equal(
    [italian.language, italian.words['host.title'], italian.words.ok, italian.words['plate.label']],
    ['it', 'Gestore', 'Va bene', 'plate.label it'],
  )
  assert.equal(italian.sentences, { error: 'Errore' })
  assert.equal(
    [english.language, english.words['host.title'], english.words['plate.label']],
    ['en', 'Host', 'plate.label en'],
  )
  assert.equal(host.words, undefined)
  for (const check of ['validator', 'settingsValidator', 'codeValidator', 'accountValidator', 'structureValidator'])
    assert.type(host[check], 'function', check)
  assert.type(rest.validator, 'function')
})

test('countries are named in each language beside their Italian name and code', () => {
  const made = published()
  const named = (language: 'de' | 'it') =>
    contentOf(made, made.files[language].rest).countries.find(([italian]: string[]) => italian === 'Germania')
  assert.equal(
    [named('de'), named('it')],
    [
      ['Germania', 'Deutschland', 'DE'],
      ['Germania', 'Germania', 'DE'],
    ],
  )
})

test('the first file has the flow of the first cards, the other the rest, without repetition', () => {
  const made = published()
  const first = Object.keys(contentOf(made, made.files.de.first).words)
  const rest = Object.keys(contentOf(made, made.files.de.rest).words)
  assert.equal(first, [
    ...['selectedLanguage.label', 'reservationCode.label', '/.title', '/first.title', 'codeHelp.text', 'toast.other'],
    ...['reservationCode.requiredToo', 'toast.submitFailedNot', 'mytoast.code', 'ok', 'back.label'],
  ])
  assert.equal([...first, ...rest].sort(), keys.filter((key) => !key.startsWith('letter.')).sort())
  assert.is(contentOf(made, made.files.de.first).words.ok, 'ok de')
})

test('each step’s shortest distance from the end; a host’s page is no end', () => {
  const [start, one, two, end, lost] = ['/', '/one', '/two', '/end', '/lost'].map(visit) as [
    Visit,
    Visit,
    Visit,
    Visit,
    Visit,
  ]
  const second = visit('/one')
  start.transitions = to(one, second)
  one.transitions = to(two, one)
  second.transitions = to(end)
  two.transitions = to(end)
  end.transitions = to('https://www.example.org/')
  lost.transitions = to('/admin')
  const made = published([start, one, second, two, end, lost])
  assert.equal(contentOf(made, made.files.it.first).left, { '/end': 1, '/two': 2, '/one': 2, '/': 3 })
  const outside = visit('/')
  outside.transitions = [{ facts: {} as never, via: [], to: { end: 'stuck' } as never }]
  assert.equal(contentOf(published([outside]), published([outside]).files.it.first).left, {})
})

test.run()

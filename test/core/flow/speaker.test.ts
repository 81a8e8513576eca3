import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { localeOf } from '../../../schema/languages'
import { stay } from '../../../schema/record'
import type { FieldDefinition, Flow } from '../../../schema/steps'
import { effectTable } from '../../../schema/vocabulary'
import { ownCards } from '../../../src/core/checkin/link-journeys'
import { shortOf } from '../../../src/core/flow/names'
import { formats } from '../../../src/core/flow/schema-faults'
import { speaker } from '../../../src/core/flow/speaker'
import { findingSentence } from '../../../src/core/lint/finding-words'
import type { FindingRule } from '../../../src/core/lint/findings'
import de from '../../../src/text/de.json'
import en from '../../../src/text/en.json'
import es from '../../../src/text/es.json'
import findings from '../../../src/text/findings.it.json'
import fr from '../../../src/text/fr.json'
import it from '../../../src/text/it.json'

const texts: Record<string, Record<string, string>> = { it, en, fr, es, de }
const every: Record<FindingRule, string> = findings
const test = suite('text')
const words = speaker(it)

test('placeholders are filled; one without a value stays', () => {
  assert.is(words.say('progress', { part: 3, parts: 4, name: 'il soggiorno' }), 'Parte 3 di 4: il soggiorno')
  assert.is(words.say('progress', { part: 3, name: 'x' }), 'Parte 3 di {parts}: x')
})

test('a key without words is returned itself', () => {
  assert.is(words.say('nothing.here'), 'nothing.here')
  assert.is(words.say('constructor'), 'constructor')
  assert.is(words.label('colour'), 'colour.label')
})

test("a guest's own field name comes before the one all guests share", () => {
  assert.is(words.label('secondGuestBirthCity'), 'Città di nascita')
  assert.is(speaker({ ...it, 'secondGuestBirthCity.label': 'Nato a' }).label('secondGuestBirthCity'), 'Nato a')
  assert.is(words.label('companyName'), "Nome dell'azienda")
})

test('several answers are each written in words; one without words is unchanged', () => {
  const { option } = speaker({ 'needs.cot': 'Culla', 'needs.chair': 'Seggiolone' })
  assert.is(option('needs', 'cot;chair'), 'Culla, Seggiolone')
  assert.is(option('needs', 'cot;gone'), 'Culla, gone')
  assert.is(option('needs', 'a;b'), 'a;b')
})

test('a wait is written in minutes or hours, singular or plural, and never rounded down', () => {
  const seconds = [0, 1, 60, 61, 3540, 3541, 3600, 3601, 86_400]
  assert.equal(seconds.map(words.wait), [
    '1 minuto',
    '1 minuto',
    '1 minuto',
    '2 minuti',
    '59 minuti',
    '1 ora',
    '1 ora',
    '2 ore',
    '24 ore',
  ])
  for (const [language, text] of Object.entries(texts))
    for (const one of seconds) assert.match(speaker(text, language).wait(one), /^\d+ \p{L}+$/u, language)
})

test('an answer is written in words, and a name or a town unchanged', () => {
  assert.is(words.option('thirdGuestGender', 'DONNA'), 'Donna')
  assert.is(words.option('mainGuestBirthCity', 'ROMA'), 'ROMA')
})

test('the title of the document card names its guest', () => {
  assert.is(words.title('/guest-document', 'main'), 'Documento')
  assert.is(words.title('/guest-document', 'second'), '2º ospite: documento')
  assert.is(words.title('/guest-document'), 'Documento')
})

test('a fault’s text is looked up by field, then by short name, then for any field', () => {
  assert.is(words.fault({ field: 'thirdGuestResidenceCountry', rule: 'required' }), 'Seleziona il paese di residenza')
  assert.is(words.fault({ field: 'mainGuestResidenceCountry', rule: 'required' }), 'Campo obbligatorio')
  assert.is(
    words.fault({ field: 'mainGuestFiscalCode', rule: 'minLength', limit: 16 }),
    'Il codice fiscale deve contenere 16 caratteri',
  )
  assert.is(words.fault({ field: 'carPlate', rule: 'minLength', limit: 5 }), 'Almeno 5 caratteri')
  assert.is(
    speaker(de, 'de').fault({ field: 'secondGuestName', rule: 'required' }),
    'Füllen Sie „Vorname“ aus. Steht im Ausweis nur ein Name, geben Sie ihn in beide Felder ein',
  )
  assert.is(words.fault({ field: 'carPlate', rule: 'const' }), 'Togli i caratteri non ammessi')
  assert.is(
    words.fault({ field: 'reservationCode', rule: 'unknown' }, { typed: '9Z9Z' }),
    'Codice non valido (9Z9Z). Il codice inserito non è valido o non esiste',
  )
})

test('counts use each language’s plural rules', () => {
  assert.is(words.plural('numberOfNights', 1), '1 notte')
  assert.is(words.plural('numberOfNights', 7), '7 notti')
  assert.is(speaker(fr, 'fr').plural('numberOfNights', 1_000_000).includes('1000000'), true)
})

test('the specified messages are unchanged', () => {
  const specified: [string, string, string][] = [
    ['reservationCode', 'required', 'Il codice è obbligatorio'],
    ['reservationCode', 'maxLength', 'Massimo 4 caratteri'],
    ['mainGuestBirthDate', 'day', 'Giorno non valido'],
    ['mainGuestBirthDate', 'month', 'Mese non valido'],
    ['mainGuestBirthDate', 'yearGiven', 'Anno richiesto'],
    ['mainGuestBirthDate', 'year', 'Anno a 4 cifre'],
    ['mainGuestBirthDate', 'since1900', 'Anno non valido'],
    ['mainGuestBirthDate', 'thisYear', 'Anno non valido'],
    ['secondGuestBirthCity', 'required', 'Inserisci la città di nascita'],
    ['thirdGuestBirthCity', 'required', 'Inserisci la città di nascita'],
    ['mainGuestFiscalCode', 'pattern', 'Il codice fiscale deve contenere solo lettere maiuscole e numeri'],
    ['mainGuestDocumentNumber', 'pattern', "Il numero della carta d'identità italiana deve iniziare con due lettere"],
    ['mainGuestDocumentIssuePlace', 'not', 'Inserisci il nome della CITTÀ di emissione, non il paese'],
    ['email', 'email', 'Email non valida'],
    ['mainGuestName', 'required', 'Campo obbligatorio'],
  ]
  for (const [field, rule, message] of specified) assert.is(words.fault({ field, rule }), message, `${field} ${rule}`)
})

test('every language has the Italian keys and placeholders', () => {
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join()
  for (const [language, own] of Object.entries(texts)) {
    assert.equal(Object.keys(own).sort(), Object.keys(it).sort(), language)
    // The specification fixes the Italian sentence; the other languages name the field.
    const named = language === 'it' ? 'Campo obbligatorio' : '{field}'
    const expected = (key: string) => holes(texts.it![key] === 'Campo obbligatorio' ? named : texts.it![key]!)
    for (const key of Object.keys(it)) assert.is(holes(own[key]!), expected(key), `${language} ${key}`)
  }
})

test('the server says only texts of the word files, and the specified sentences unchanged', () => {
  const files = readdirSync('server', { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(`server/${name}`, 'utf8')] as const)
  assert.equal(
    files.flatMap(([name, code]) =>
      [...code.matchAll(/new Refusal\(\s*\d+,\s*['"`].*/g)].map(([line]) => `${name}: ${line}`),
    ),
    [],
  )
  assert.equal(
    files.flatMap(([name, code]) =>
      [...code.matchAll(/\b(?:message|error|says): *(?:['"`][^'"`\n]*\s[^'"`\n]*)/g)].map(
        ([line]) => `${name}: ${line}`,
      ),
    ),
    [],
  )
  const italian = Object.assign(
    {},
    ...readdirSync('src/text')
      .filter((name) => /^(?:it|.+\.it)\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(`src/text/${name}`, 'utf8'))),
  ) as Record<string, string>
  const said = files.flatMap(([, code]) =>
    [...code.matchAll(/\b(?:say|refused|notFound)\('([\w.]+)'|\bmustExist\(.*, '([\w.]+)'\)/g)].map(
      ([, key, other]) => (key ?? other)!,
    ),
  )
  assert.equal(
    said.filter((key) => !(key in italian)),
    [],
  )
  const all = files.map(([, code]) => code).join('')
  assert.equal(
    Object.keys(italian).filter((key) => key.startsWith('server.') && !all.includes(`'${key}'`)),
    [],
    'words nobody says',
  )
  const specified = {
    'toast.codeUnknown': 'Il codice inserito non è valido o non esiste',
    'reservationCode.required': 'Il codice è obbligatorio',
    'reservationCode.maxLength': 'Massimo 4 caratteri',
    'access.pin.pattern': 'Il PIN deve essere composto da 4 cifre',
    'access.pin.unknown': 'PIN non valido',
    'host.settingFailed': "Impossibile aggiornare l'impostazione {name}.",
    'export.nobody': 'Nessun check-in da processare',
    'server.enabled': "Nessun check-in abilitato all'invio trovato",
    'istat.nine': 'Il codice ISTAT deve essere di 9 cifre numeriche',
  }
  for (const [key, text] of Object.entries(specified)) assert.is(italian[key], text)
})

test('every text is used: by name in the code, by a step or field of steps.json, or by a rule an answer can break', () => {
  const { steps, fields } = JSON.parse(readFileSync('steps.json', 'utf8')) as Pick<Flow, 'steps' | 'fields'>
  const code = ['src/ui', 'server', 'src/core'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`),
  )
  const source = code
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const named = new Set([...source.matchAll(/['"`%:]([\w./-]+)['"`%]/g)].map(([, key]) => key))
  const begun = [...source.matchAll(/`([a-zA-Z]+\.)\$\{/g)].map(([, start]) => start!)
  const ruleNames = new Set([
    ...Object.keys(formats({ today: () => '', isCitizenship: () => true })),
    'required',
    'unknown',
    'enum',
    'minLength',
    'maxLength',
    'pattern',
    'not',
    // Why a text is no codice fiscale.
    'shape',
    'letter',
    'date',
  ])
  const isOfStep = (key: string) =>
    [...Object.keys(steps), ...Object.values(ownCards)].some((path) =>
      new RegExp(`^${path}(\\.(main|second|third))?\\.(title|hint|ok|busy)$`).test(key),
    )
  const isOfField = (key: string) => {
    const [, field, end] = /^(\w+)\.(.+)$/.exec(key) ?? []
    const short = field && shortOf(field).short
    const { control, options = [] } = (short && fields[short]) || ({} as Partial<FieldDefinition>)
    return (
      Boolean(control) &&
      ([
        'label',
        'hint',
        ...(control === 'select' ? ['none'] : []),
        ...(control === 'nights' ? ['one', 'other'] : []),
      ].includes(end!) ||
        ruleNames.has(end!) ||
        options.some((option) => (typeof option === 'string' ? option : option.value) === end))
    )
  }
  const isRule = (key: string) => key.startsWith('any.') && ruleNames.has(key.slice(4))
  const record: readonly string[] = [...Object.keys(stay.properties)]
  const isOfRecord = (key: string) =>
    record.includes(key) ||
    (record.includes(key.split('.')[0]!) && (key.endsWith('.label') || key === 'paymentMethod.PORTALE'))
  // Letters and the privacy notice look up words without the prefix of the word file.
  const bare = (key: string) => key.replace(/^(letter|notice)\./, '')
  const unsaid = Object.keys(it).filter(
    (key) =>
      !named.has(bare(key).replace(/\.(one|other)$/, '')) &&
      !begun.some((start) => bare(key).startsWith(start)) &&
      ![isOfStep, isOfField, isRule, isOfRecord].some((says) => says(key)),
  )
  assert.equal(unsaid, [])
})

test('every finding has a sentence, and no sentence is left over', () => {
  const general = ['error', 'warning', 'nearest', 'journey', 'follows', 'line']
  const findingRules = Object.keys(findings).filter((key) => !key.includes('.') && !general.includes(key))
  const used = new Set<string>([...findingRules, ...general])
  for (const rule of findingRules) assert.ok(every[rule as FindingRule].length > 40, rule)
  const picture = /^(map|outcome|outline|settings)\.|\.label$/
  const rules = ['src/core/lint', 'src/core/proof']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${String(file)}`))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const isKind = (rule: string, keyword: string | undefined) =>
    keyword === undefined || rule === 'shape' || rules.includes(`'${keyword}'`)
  const isUsed = (key: string) => {
    const [rule = '', keyword] = key.split('.')
    return used.has(rule) && isKind(rule, keyword)
  }
  assert.equal(
    Object.keys(findings).filter((key) => !isUsed(key) && !picture.test(key)),
    [],
  )
  const unused = findingRules.filter(
    (rule) =>
      !['notJson', 'unreadable', 'writtenTwice', 'schemaRefused'].includes(rule) && !rules.includes(`'${rule}'`),
  )
  assert.equal(unused, [], 'rules nobody reports')
})

test('every effect can fail: failure is a separate outcome, never one that continues', () => {
  for (const [effect, { outcomes }] of Object.entries(effectTable))
    assert.is(outcomes.indexOf('failed' as never), outcomes.length - 1, effect)
})

test('every outcome has a text for the map of the journey', () => {
  for (const { outcomes } of Object.values(effectTable))
    for (const outcome of outcomes) assert.ok(`outcome.${outcome}` in findings, outcome)
})

test('a finding names the place, the fault, the suggestion and the shortest journey', () => {
  assert.is(
    findingSentence(
      {
        severity: 'error',
        rule: 'unknownField',
        at: '/steps/~1guest-name',
        args: { field: 'nmae' },
        nearest: 'name',
        journey: ['/', '/guest-name'],
      },
      findings,
    ),
    'errore /steps/~1guest-name: Il campo «nmae» non è descritto in «fields». Correggi il nome, oppure aggiungilo a «fields». Forse volevi dire «name». Percorso più breve: / → /guest-name',
  )
})

test('specific words win over general ones', () => {
  const own = speaker({
    'secondGuestName.label': 'Suo nome',
    'name.label': 'Nome',
    'secondGuestName.X': 'ics',
    'name.X': 'Ics',
    '/a.title': 'A',
    '/a.second.title': 'A due',
    'secondGuestName.required': '{field}: {typed} {limit} {more}',
    'name.required': 'Il nome',
    'any.required': 'Manca',
    'any.pattern': 'Non va',
    'nights.one': '{count} notte',
    'nights.other': '{count} notti',
    'days.other': '{count} giorni',
  })
  assert.equal(['secondGuestName', 'mainGuestName', 'name', 'other'].map(own.label), [
    'Suo nome',
    'Nome',
    'Nome',
    'other.label',
  ])
  assert.equal(
    [own.option('secondGuestName', 'X'), own.option('name', 'X'), own.option('name', 'Y')],
    ['ics', 'Ics', 'Y'],
  )
  assert.equal(
    [own.title('/a'), own.title('/a', 'main'), own.title('/a', 'second'), own.title('/b', 'second')],
    ['A', 'A', 'A due', '/b.title'],
  )
  assert.is(own.fault({ field: 'secondGuestName', rule: 'required', limit: 3, typed: 'x' }), 'Suo nome: x 3 {more}')
  assert.is(own.fault({ field: 'secondGuestName', rule: 'required' }, { limit: 4, more: 5 }), 'Suo nome: {typed} 4 5')
  assert.equal(
    [
      own.fault({ field: 'name', rule: 'required' }),
      own.fault({ field: 'x', rule: 'required' }),
      own.fault({ field: 'x', rule: 'y' }),
    ],
    ['Il nome', 'Manca', 'Non va'],
  )
  assert.equal(
    [own.plural('nights', 1), own.plural('nights', 0), own.plural('days', 1)],
    ['1 notte', '0 notti', '1 giorni'],
  )
  assert.equal([own.has('name.X'), own.has('toString'), own.has('x')], [true, false, false])
})

test('each language formats dates and amounts its own way, an unsupported one by its name', () => {
  for (const language of ['it', 'en', 'fr', 'es', 'de']) assert.is(localeOf(language).slice(0, 2), language)
  assert.is(localeOf('pt'), 'pt')
})

test.run()

// The recipes of CONTRIBUTING.md for a field, a setting and a language, each followed on a copy of the tree: the files
// named there are enough for the types and the tests that look for what is missing.
// Costs some 40 s: it checks the types of the whole tree, and runs the tests of core and pages in the changed copy.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { treeCopy } from './tree-copy'

const test = suite('recipes')

const copy = treeCopy()

const touched = new Set<string>()

/** Changes a file of the copy; a text that is not found is a recipe that no longer fits. */
const edit = (file: string, ...changes: [from: string, to: string][]) => {
  touched.add(file)
  let text = readFileSync(join(copy, file), 'utf8')
  for (const [from, to] of changes) {
    assert.ok(text.includes(from), `${file} has no ${from}`)
    text = text.replace(from, to)
  }
  writeFileSync(join(copy, file), text)
}

/** Adds words to a word file of the copy. */
const say = (file: string, words: Record<string, string>) => {
  touched.add(file)
  const path = join(copy, file)
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...words }, null, 2))
}

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' })
  assert.is(status, 0, `${stdout}\n${stderr}`.replace(/^(ok .*|npm warn .*)\n/gm, ''))
}
const counted = (files: number) => {
  assert.is(touched.size, files, [...touched].join(' '))
  touched.clear()
}

const languages = ['it', 'en', 'fr', 'es', 'de']

test('a field: the schema, steps.json, and its words in each language', () => {
  edit('schema/stay.ts', [
    '    specialRequests: {',
    "    flightNumber: { type: 'string', minLength: 2, maxLength: 12 },\n    specialRequests: {",
  ])
  edit('schema/checkin.ts', [
    "'arrivalTimeSlot', 'specialRequests']",
    "'arrivalTimeSlot', 'flightNumber', 'specialRequests']",
  ])
  edit(
    'steps.json',
    [
      '    "specialRequests": {',
      '    "flightNumber": { "control": "text", "purpose": "stay", "clean": ["upper"] },\n    "specialRequests": {',
    ],
    [
      '"optional": ["arrivalTimeSlot", "specialRequests"]',
      '"optional": ["arrivalTimeSlot", "flightNumber", "specialRequests"]',
    ],
  )
  for (const language of languages) say(`src/text/${language}.json`, { 'flightNumber.label': 'Flight' })
  counted(8)
})

test('a setting: the schema, steps.json, its word, and the one who reads it', () => {
  edit(
    'schema/settings.ts',
    ['    thanksMessage:', '    receptionPhone: text,\n    thanksMessage:'],
    ["  'thanksMessage',", "  'receptionPhone',\n  'thanksMessage',"],
  )
  edit(
    'steps.json',
    [
      '    "settings.companyName":',
      '    "settings.receptionPhone": { "control": "text" },\n    "settings.companyName":',
    ],
    ['"name": "house", "optional": ["companyName"', '"name": "house", "optional": ["companyName", "receptionPhone"'],
  )
  say('src/text/host.it.json', { 'settings.receptionPhone.label': 'Telefono della reception' })
  edit(
    'src/ui/shared/brand.tsx',
    [
      'const { logoUrl, companyName } = useStore(houseSettings)',
      'const { logoUrl, companyName, receptionPhone } = useStore(houseSettings)',
    ],
    ['{logoUrl &&', '{receptionPhone}{logoUrl &&'],
  )
  counted(4)
})

/** A test of the copy: the letter and the cards speak the new language, and no guest loads what only letters say. */
const spoken = `
  import { test } from 'uvu'
  import * as assert from 'uvu/assert'
  import { readWords } from '../../server/flow/read'
  import { guestLetter } from '../../src/core/mail/letters'
  import { lettersOf, withoutLetters } from '../../src/core/text/letter-words'
  test('the letter and the cards speak it', async () => {
    const { qq } = readWords('src/text').words
    const settings = { companyName: '', emailSubject: '' }
    assert.match(guestLetter({ id: 1, selectedLanguage: 'qq' }, settings, lettersOf(qq), 'qq').text, /^Quen quen!/)
    const said = withoutLetters(qq)
    assert.equal([said['/.title'], Object.keys(said).filter((key) => /^letter/.test(key))], ['Quen?', []])
  })
  test.run()
`

test('a language nobody has heard of: its row and its word file, the letters in it', () => {
  edit('schema/languages.ts', [
    '] as const',
    "  { code: 'qq', name: 'Quenquen', locale: 'nl', stripe: 'auto', stateless: 'Staatloos', place: 6 },\n] as const",
  ])
  cpSync(join(copy, 'src/text/es.json'), join(copy, 'src/text/qq.json'))
  say('src/text/qq.json', { '/.title': 'Quen?', 'letter.title': 'Quen quen!' })
  counted(2)
  writeFileSync(join(copy, 'test/core/quen.test.ts'), spoken)
})

test('with all three the types hold, and the tests that ask whether anything is missing', () => {
  run('npm', 'run', '--silent', 'types')
  // Seeded defects, machine-made edits, random ones and whole tables say nothing of what is missing.
  const slow = ['defects', 'random', 'judge', 'compositions', 'differences', 'mending', 'seals', 'official-tables']
  const without = [...slow, 'places/', 'lint/lint', 'lint/causes', 'lint/walk'].map((part) => `-${part}`)
  const tests = (...words: string[]) => run(process.execPath, 'test/run.mjs', ...words)
  tests('--together', 'core/', 'flow/shipped', 'schema/', ...without)
  tests('ui/', 'settings/used')
})

test.run()

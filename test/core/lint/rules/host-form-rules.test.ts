import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import { lint, type Words } from '../../../../src/core/lint/lint'
import { sentence } from '../../../../src/core/lint/messages'
import consult from '../../../../src/text/consult.it.json'
import sentences from '../../../../src/text/findings.json'
import host from '../../../../src/text/host.it.json'

const test = suite('forms')
const words = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8'))]),
) as Words
const elsewhere = ['/admin-settings', '/admin-login', '/admin', '/admin-flow', '/ross1000-settings', '/new-checkin']

type Loose = { [key: string]: any }
const found = (edit: (flow: Loose, said: Record<string, string>) => void) => {
  const flow = JSON.parse(readFileSync('test/fixtures/flow/steps.json', 'utf8'))
  const said: Record<string, string> = { ...host, ...consult }
  edit(flow, said)
  return lint(flow as Flow, { words, isCountry: () => true, elsewhere, hostWords: said }).map((finding) => {
    assert.not.match(sentence(finding, sentences), /\{\w+\}/)
    return `${finding.rule} ${finding.at}${finding.nearest ? ` (${finding.nearest})` : ''}`
  })
}

/** What each mistake in the host's forms is reported as. */
const mistakes: [title: string, edit: (flow: Loose, said: Record<string, string>) => void, report: string[]][] = [
  ['nothing wrong', () => {}, []],
  [
    'a field nobody describes',
    ({ forms }) => (forms.house.sections[0].optional = ['compnyName']),
    ['unknownField /forms/house/sections/0 (companyName)'],
  ],
  [
    'a setting there is not',
    ({ forms, fields }) => {
      fields['settings.theme'] = { control: 'text' }
      forms.house.sections[0].optional = ['theme']
    },
    ['fieldWithoutSchema /forms/house/sections/0', 'wordMissing /forms/house/sections/0'],
  ],
  [
    'a tab of a form there is not',
    ({ forms }) => (forms.settings.tabs.general = ['hous']),
    ['unknownForm /forms/settings/tabs/general (house)'],
  ],
  [
    'an address there is not',
    ({ forms }) => (forms.ross1000.back = '/admn'),
    ['unknownPath /forms/ross1000/back (/admin)'],
  ],
  [
    'an outcome the effect has not',
    ({ forms }) => (forms.login.next[0].when.outcome = 'opened'),
    ['unknownOutcome /forms/login/next/0/when/outcome (open)'],
  ],
  [
    'a section waiting for an answer there cannot be',
    ({ forms }) => (forms.newCheckin.sections[3].when.addSecondGuest = 'maybe'),
    ['impossibleValue /forms/newCheckin/sections/3/when/addSecondGuest'],
  ],
  [
    'a section waiting for what the form does not ask',
    ({ forms }) => (forms.newCheckin.sections[3].when = { addThirdGuest: 'yes' }),
    ['unknownFact /forms/newCheckin/sections/3/when/addThirdGuest (addSecondGuest)'],
  ],
  [
    'choices of a field the section does not ask',
    ({ forms }) => (forms.newCheckin.sections[1].choices = { documentTpe: ['ID'] }),
    ['unknownField /forms/newCheckin/sections/1/choices/documentTpe (documentType)'],
  ],
  [
    'a choice the field does not offer',
    ({ forms }) => (forms.newCheckin.sections[1].choices = { documentType: ['ID', 'PAS'] }),
    ['impossibleValue /forms/newCheckin/sections/1/choices/documentType (PASS)'],
  ],
  [
    'a beginning for what the form does not ask',
    ({ forms }) => (forms.newCheckin.set.payment = 'CARTA'),
    ['unknownFact /forms/newCheckin/set/payment'],
  ],
  [
    'a title, a tab, a label and an option without words',
    (_flow, said) =>
      ['forms.pin.title', 'tabs.email', 'settings.paypalLink.label', 'documentType.PATENTE'].forEach(
        (key) => delete said[key],
      ),
    [
      'wordMissing /forms/settings/tabs/email',
      'wordMissing /forms/pin',
      'wordMissing /forms/paypal/sections/0',
      'wordMissing /forms/edit/sections/4',
      'wordMissing /forms/edit/sections/6',
      'wordMissing /forms/edit/sections/8',
    ],
  ],
]

for (const [title, edit, report] of mistakes)
  test(title, () =>
    assert.equal(
      found(edit).map((line) => (line.startsWith('wordMissing') ? line.split(' (')[0]! : line)),
      report,
    ),
  )

test.run()

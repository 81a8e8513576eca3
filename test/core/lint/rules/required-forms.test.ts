import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPages } from '../../../../schema/host-pages'
import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import { lint, type Words } from '../../../../src/core/lint/lint'
import consult from '../../../../src/text/consult.it.json'
import host from '../../../../src/text/host.it.json'

const test = suite('required forms')
const words = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8'))]),
) as Words
const elsewhere = Object.keys(hostPages)

const found = (edit: (flow: Flow) => void) => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  edit(flow)
  return lint(flow, { words, isCountry: () => true, elsewhere, hostWords: { ...host, ...consult } }).map(
    ({ rule, at, args }) => `${rule} ${at} ${args.field ?? args.effect ?? args.form ?? ''}`,
  )
}

for (const name of ['login', 'again', 'settings', 'code', 'ross1000', 'newCheckin', 'edit', 'duplicate'])
  test(`the form ${name} cannot be taken away`, () => {
    assert.ok(found(({ forms }) => delete forms[name]).includes(`formLacking /forms ${name}`))
  })

test('a form of a page does what its page expects', () => {
  assert.equal(
    found(({ forms }) => delete forms.newCheckin!.do),
    ['effectLacking /forms/newCheckin createCheckin', 'unknownOutcome /forms/newCheckin/next/0/when/outcome -'],
  )
})

test('an effect is about what its form is about', () => {
  assert.ok(found(({ forms }) => (forms.house!.do = 'saveCode')).includes('wrongSubject /forms/house/do saveCode'))
})

test('a check-in of the host cannot be made empty', () => {
  const edit = ({ forms }: Flow) => (forms.newCheckin!.sections = [{ name: 'notes', optional: ['specialRequests'] }])
  const lacking = found(edit).filter((text) => text.startsWith('questionLacking'))
  assert.equal(
    lacking.map((text) => text.split(' ').at(-1)),
    ['reservationCode', 'arrivalDate', 'numberOfNights', 'mainGuestName', 'mainGuestLastName'],
  )
})

test('a question that is asked only sometimes, or may stay empty, does not count', () => {
  assert.equal(
    found(({ forms }) => (forms.login!.sections = [{ name: 'pin', optional: ['pin'] }])),
    ['questionLacking /forms/login/sections pin'],
  )
})

for (const effect of ['chooseLanguage', 'acceptCode', 'submit', 'confirm'] as const)
  test(`some step must do ${effect}`, () => {
    const edit = ({ steps }: Flow) => {
      for (const step of Object.values(steps)) if (step.do === effect) delete step.do
    }
    assert.ok(found(edit).includes(`effectLacking /steps ${effect}`))
  })

test('nothing is asked of the host where the forms are as they are', () => {
  assert.equal(
    found(() => {}),
    [],
  )
})

test.run()

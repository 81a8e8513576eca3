import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../browser/house'
import { asker } from '../server/http/door-world'
import { type Place, type Visit, visit } from './arriving'
import { servedPage } from './bare-page'
import { firstVisitBytes } from './serving'
import { median, row, skip } from './table'
import { filled, folder, started } from './world'

/** The fifteen questions of a wizard, as a form engine would be given them: the first is the language. */
const questions: { name: string; title: string; choices?: string[]; type?: 'email' | 'date' }[] = [
  { name: 'selectedLanguage', title: 'Language', choices: ['English', 'Italiano', 'Deutsch', 'Français', 'Español'] },
  { name: 'gender', title: 'Gender', choices: ['Male', 'Female'] },
  { name: 'firstName', title: 'First name' },
  { name: 'lastName', title: 'Last name' },
  { name: 'citizenship', title: 'Citizenship' },
  { name: 'birthCountry', title: 'Country of birth' },
  { name: 'birthDate', title: 'Date of birth', type: 'date' },
  { name: 'birthCity', title: 'Town of birth' },
  { name: 'residenceCountry', title: 'Country of residence' },
  { name: 'residenceCity', title: 'Town of residence' },
  { name: 'documentType', title: 'Document', choices: ['Identity card', 'Passport', 'Driving licence'] },
  { name: 'documentNumber', title: 'Document number' },
  { name: 'documentIssuePlace', title: 'Place of issue' },
  { name: 'email', title: 'E-mail', type: 'email' },
  { name: 'numberOfNights', title: 'Nights', choices: ['1', '2', '3', '4', '5', '6', '7'] },
]

const asked = `const questions = ${JSON.stringify(questions)}\n`

/** Each engine as its own guide says a wizard is made; what a first tap meets and what it is answered by. */
const engines: { name: string; packages: string[]; app: string; button: string; answer: string }[] = [
  {
    name: 'SurveyJS',
    packages: ['survey-core', 'survey-react-ui', 'react', 'react-dom'],
    app: `import 'survey-core/survey-core.min.css'
import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
${asked}
const model = new Model({ autoAdvanceEnabled: true, pages: questions.map(({ name, title, choices, type }) => ({ name,
  elements: [{ name, title, isRequired: true,
    ...(choices ? { type: 'radiogroup', choices } : { type: 'text', ...(type && { inputType: type }) }) }] })) })
createRoot(document.getElementById('root')).render(<Survey model={model} />)`,
    button: '.sd-item__control-label, .sd-selectbase__label',
    answer: 'input[type=radio]:checked, [title="Gender"], [data-name=gender]',
  },
  {
    name: 'RJSF',
    packages: ['@rjsf/core', '@rjsf/utils', '@rjsf/validator-ajv8', 'react', 'react-dom'],
    app: `import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
${asked}
const App = () => {
  const [at, setAt] = useState(0)
  const { name, title, choices, type } = questions[at]
  const schema = { type: 'object', required: [name],
    properties: { [name]: { type: 'string', title, ...(choices && { enum: choices }), ...(type && { format: type }) } } }
  return <Form key={name} schema={schema} validator={validator} uiSchema={choices && { [name]: { 'ui:widget': 'radio' } }}
    onChange={({ formData }) => choices && formData?.[name] && setAt(at + 1)} onSubmit={() => setAt(at + 1)} />
}
createRoot(document.getElementById('root')).render(<App />)`,
    button: 'input[type=radio]',
    answer: '[id*=gender]',
  },
  {
    name: 'Form.io',
    packages: ['@formio/js'],
    app: `import { Formio } from '@formio/js'
import '@formio/js/dist/formio.form.min.css'
${asked}
Formio.createForm(document.getElementById('root'), { display: 'wizard', components: questions.map(
  ({ name, title, choices, type }) => ({ type: 'panel', key: 'page' + name, title, components: [{ key: name, label: title,
    input: true, validate: { required: true },
    ...(choices ? { type: 'radio', values: choices.map((value) => ({ label: value, value })) }
      : { type: type === 'email' ? 'email' : 'textfield' }) }] })) })`,
    button: '.form-check-label, .form-radio label',
    answer: 'input[type=radio]:checked',
  },
]

/** The packages in a folder that goes with the run, or in PEERS if it names one where they are; with their versions. */
const installed = () => {
  const dir = process.env.PEERS ?? folder()
  const packages = [...new Set(engines.flatMap((engine) => engine.packages))]
  if (!process.env.PEERS)
    execFileSync('npm', ['install', '--prefix', dir, '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      stdio: 'ignore',
    })
  const version = (name: string) =>
    JSON.parse(readFileSync(join(dir, 'node_modules', name, 'package.json'), 'utf8')).version as string
  return { dir, version }
}

/**
 * Our own policy would stop them: SurveyJS writes styles into the page, Form.io evaluates text. Fonts from other servers
 * are left out, which only helps them.
 */
const policy = { 'content-security-policy': "font-src 'self'" }
const rounds = 5

/** Our wizard beside three form engines that ask the same fifteen questions: bytes and the first tap of a new guest. */
export const peers = async () => {
  let found: ReturnType<typeof installed>
  try {
    found = installed()
  } catch (error) {
    return skip('the form engines', `they could not be installed: ${String(error).split('\n')[0]}`)
  }
  const house = await started(['dist/server.mjs'], { DATA_DIR: await filled(1) })
  const ourBytes = await firstVisitBytes(asker(house.url))
  const browser = await openBrowser()
  const ours: Place = { url: house.url, button: 'a.choice[lang=en]', answer: 'input.code' }
  for (const { name, packages, app, button, answer } of engines) {
    const page = await servedPage({ app, from: found.dir, headers: policy })
    const theirs: Place = { url: page.url, button, answer }
    const seen: { ours: Visit; theirs: Visit }[] = []
    // The first of each is not counted: the servers, too, have something to get ready.
    for (let n = 0; n <= rounds; n++) {
      const both = { theirs: await visit(browser, theirs), ours: await visit(browser, ours) }
      if (n) seen.push(both)
    }
    await page.stop()
    const who = `${name} ${found.version(packages[0]!)}`
    row(`bytes before the first tap (brotli), beside ${who}`, ourBytes / page.bytes, '×', 1, {
      beside: `${Math.round(ourBytes / 1000)} and ${Math.round(page.bytes / 1000)} kB`,
    })
    for (const [what, key] of [
      ['first card painted', 'painted'],
      ['first tap answered', 'answered'],
    ] as const)
      row(
        `${what}, 150 ms away, 1.6 Mbit/s, CPU ÷ 4, beside ${who}`,
        seen.map((one) => one.ours[key] / one.theirs[key]),
        '×',
        1,
        {
          beside: `${Math.round(median(seen.map((one) => one.ours[key])))} and ${Math.round(median(seen.map((one) => one.theirs[key])))} ms`,
        },
      )
  }
  await Promise.all([house.stop(), browser.close()])
}

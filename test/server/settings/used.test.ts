import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { settings } from '../../../schema/settings'

const test = suite('settings in use')

/** Settings without a reader, each with its reason; keep it empty. */
const exceptions: Record<string, string> = {}

const code = ['src', 'server']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/text/'))
  .map((path) => [path, readFileSync(path, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')] as const)

/** Returns the settings that a flow reads in `when` and `from`; forms only write them. */
const inFlow = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return key === 'from' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    key === 'when' ? [name] : inFlow(inner, Array.isArray(value) ? key : name),
  )
}
const asked = new Set(
  inFlow(JSON.parse(readFileSync('steps.json', 'utf8'))).map((name) => name.replace(/^settings\./, '')),
)

/** Matches a property access or destructuring; a name in quotes may only be an entry of a form. */
const readersOf = (name: string) => {
  const reads = new RegExp(`(?<!['"\`\\w-])${name}(?!['"\`\\w]|\\??:\\s*\\{)`)
  return [
    ...code.flatMap(([path, text]) => (reads.test(text) ? [path] : [])),
    ...(asked.has(name) ? ['steps.json'] : []),
  ]
}

test('the sources and the flow are read', () => {
  assert.ok(code.length > 40)
  assert.ok(asked.has('redirectUrl'))
  assert.ok(readersOf('companyName').length > 1)
  assert.equal(readersOf('noSuchSetting'), [])
})

test('every setting does something', () => {
  const idle = Object.keys(settings.properties).filter(
    (name) => !Object.hasOwn(exceptions, name) && !readersOf(name).length,
  )
  assert.equal(idle, [], 'settings that no source file reads by name')
})

test('no exception is outdated', () => {
  assert.equal(
    Object.keys(exceptions).filter((name) => !Object.hasOwn(settings.properties, name) || readersOf(name).length),
    [],
  )
})

if (process.env.READERS)
  for (const name of Object.keys(settings.properties)) console.log(name, readersOf(name).join(' '))

test.run()

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('unused')

const sources = ['schema', 'src', 'server', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .concat('build.mjs')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.mts'))
const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]))

const fileOf = (from: string, name: string) => {
  const path = join(dirname(from), name)
  return ['', '.ts', '.tsx'].map((ending) => path + ending).find((file) => texts.has(file))
}
const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(/ as |: /)[0]!
        .trim(),
    )
    .filter(Boolean)

/** The names that other files import from each file; `*` for the whole module. */
const asked = new Map<string, Set<string>>(sources.map((path) => [path, new Set()]))
const whole = /import\((?:\s*\/\*.*?\*\/)?\s*['"](\.[^'"]+)['"]\)|(?:import|export) \* (?:as \w+ )?from '(\.[^']+)'/g
const some = /(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/g
const awaited = /\{([^{}]*)\} = await import\('(\.[^']+)'\)/g
for (const [path, text] of texts) {
  const named = [...text.matchAll(some), ...text.matchAll(awaited)]
  for (const [, list = '', name = ''] of named)
    for (const one of namesIn(list)) asked.get(fileOf(path, name) ?? '')?.add(one)
  for (const [, one, other] of text.matchAll(whole)) asked.get(fileOf(path, (one ?? other)!) ?? '')?.add('*')
}
const exported = (text: string) => [
  ...[...text.matchAll(/^export (?:declare )?(?:async )?(?:const|let|function|type|class|interface) (\w+)/gm)].map(
    ([, name]) => name!,
  ),
  ...[...text.matchAll(/^export \{([^}]*)\}(?! from)/gm)].flatMap(([, list]) => namesIn(list!)),
]

/** Returns whether code uses a name more often than it declares it. */
const isUsed = (text: string, name: string) =>
  [...text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').matchAll(new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${name}\\b`, 'g'))]
    .length > 1

/** Exports without an importer, each with its reason. */
const exceptions: Record<string, string> = {
  'server/flow/compile.ts grammarModule': 'build.mjs imports it from what it has bundled',
  'src/ui/guest/first-card.tsx page': 'build.mjs imports it from what it has bundled',
  'src/ui/look/examples/examples.tsx examples': 'build.mjs imports it from what it has bundled',
  'test/mutants/chosen.ts mutant': 'the bundler puts it where a source with mistakes in it names it',
  'src/ui/shared/preact.ts toChildArray': 'preact-iso asks its preact for it',
}

test('every export is used by another file, or at least in its own file', () => {
  const idle = [...texts].flatMap(([path, text]) => {
    const names = asked.get(path)!
    return names.has('*')
      ? []
      : exported(text).flatMap((name) => (names.has(name) || isUsed(text, name) ? [] : [`${path} ${name}`]))
  })
  assert.equal(
    idle.filter((one) => !(one in exceptions)),
    [],
  )
})

/** Packages without an import: commands, and types that the compiler finds. */
const unnamed = [
  '@biomejs/biome',
  'typescript',
  '@types/node',
  '@types/nodemailer',
  '@types/react',
  '@types/react-dom',
].concat('@types/smtp-server', '@types/sql.js', '@types/web-push')

/** Competitors in the benchmark, installed into a temporary folder. */
const rivals = ['express', 'better-sqlite3', 'survey-core', 'survey-react-ui', '@rjsf/validator-ajv8', '@formio/js']

test('every package is used, and every used one is in package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const wanted = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
  const packageOf = (name: string) => name.match(/^(@[^/]+\/)?[^/]+/)![0]
  const used = new Set(
    [...texts.values()].flatMap((text) =>
      [
        ...text.matchAll(/^(?:import|export|\}).* from '([@\w][^']*)'|^import '([@\w][^']*)'/gm),
        ...text.matchAll(/(?:import|resolve)\(\s*'((?!dist\b)[@\w][^']*)'/g),
      ].map(([, name, bare]) => packageOf((name ?? bare)!)),
    ),
  )
  assert.equal(
    wanted.filter((name) => !used.has(name) && !unnamed.includes(name)),
    [],
  )
  const own = [...used].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
  assert.equal(own.filter((name) => !wanted.includes(name)).sort(), [...rivals].sort())
  for (const name of unnamed) assert.ok(wanted.includes(name) && !used.has(name), name)
})

test('the lock file has every platform of every package, without which npm ci refuses it', () => {
  type Locked = { optionalDependencies?: Record<string, string>; peerDependenciesMeta?: object }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map((name) => `${path}: ${name}`),
  )
  assert.equal(missing, [])
  assert.ok(existsSync('package-lock.json'))
})

test.run()

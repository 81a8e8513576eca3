import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sourcesIn, treeOf, walkTree } from '../mutants/syntax'

/** One file and its imports: our files by path from the root, packages by name. */
type File = { path: string; files: string[]; packages: string[] }

const folders = ['schema', 'src', 'server', 'test']
const sources = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path))
const lines = /(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/gm

const tree: File[] = sources.map((path) => {
  const named = [...readFileSync(path, 'utf8').matchAll(lines)].map(([, name]) => name!)
  return {
    path,
    files: named.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name)),
    packages: named.filter((name) => !name.startsWith('.')),
  }
})

const floors = [['schema/', 'steps.json', 'src/data/', 'src/text/'], ['src/core/'], ['src/ui/', 'server/'], ['test/']]
const floorOf = (path: string) => floors.findIndex((floor) => floor.some((folder) => path.startsWith(folder)))
const under = (folder: string) => tree.filter(({ path }) => path.startsWith(folder))
const doors = (name: string) =>
  tree
    .filter(
      ({ path, packages }) =>
        !path.startsWith('test/') && packages.some((one) => one === name || one.startsWith(`${name}/`)),
    )
    .map(({ path }) => path)

const test = suite('floors')

test('the tree is read', () => {
  assert.ok(under('src/core/').length > 15)
  assert.ok(
    tree.some(({ path, files }) => path === 'src/core/flow/validation.ts' && files.includes('src/core/flow/fields')),
  )
})

test('every file belongs to a floor and imports only from it or a lower one', () => {
  const above = tree.flatMap(({ path, files }) =>
    files
      .filter(
        (file) =>
          !/^(package\.json|dist\/|build|bench\/)/.test(file) && (floorOf(file) < 0 || floorOf(file) > floorOf(path)),
      )
      .map((file) => `${path} imports ${file}`),
  )
  assert.equal(above, [])
})

test('the pages and the server meet only over HTTP', () => {
  assert.equal(
    under('src/ui/').flatMap(({ path, files }) =>
      files.filter((file) => file.startsWith('server/')).map((file) => `${path} imports ${file}`),
    ),
    [],
  )
  assert.equal(
    under('server/').flatMap(({ path, files }) =>
      files.filter((file) => file.startsWith('src/ui/')).map((file) => `${path} imports ${file}`),
    ),
    [],
  )
})

test("the host's pages ask as the host, the guests' as guests", () => {
  const takenFrom = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '[./]*\/api'/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim().split(' ')[0]),
    )
  const wrong = under('src/ui/').filter(({ path }) =>
    takenFrom(path).includes(path.startsWith('src/ui/admin/') ? 'guestCall' : 'hostCall'),
  )
  assert.equal(
    wrong.map(({ path }) => path),
    [],
  )
})

/** Returns the files of a folder in an import cycle, of code or of types. */
const circlesIn = (folder: string) => {
  const next = new Map(under(folder).map(({ path, files }) => [path.replace(/\.(ts|tsx)$/, ''), files]))
  return [...next.keys()].filter((start) => {
    const seen = new Set<string>()
    const queue = [...next.get(start)!]
    for (let file: string | undefined; (file = queue.pop()); ) {
      if (!seen.has(file)) queue.push(...(next.get(file) ?? []))
      seen.add(file)
    }
    return seen.has(start)
  })
}

for (const folder of ['schema/', 'src/core/', 'src/ui/', 'server/'])
  test(`no file of ${folder} leads back to itself`, () => {
    assert.equal(circlesIn(folder), [])
  })

test('no two folders import each other', () => {
  const arrows = new Set(
    tree
      .filter(({ path }) => !path.startsWith('test/'))
      .flatMap(({ path, files }) => files.map((file) => `${dirname(path)} ${dirname(file)}`)),
  )
  const pairs = [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(' ') as [string, string]
    return from < to && arrows.has(`${to} ${from}`)
  })
  assert.equal(pairs, [])
})

/** The rooms of the server from top to bottom: no room imports one above it. */
const rooms = [
  ['main.ts', 'commands/'],
  ['houses/'],
  ['house/'],
  ['http/'],
  ['api/'],
  [
    'arrival/',
    'auth/',
    'bookings/',
    'checkin/',
    'editor/',
    'exports/',
    'flow/',
    'mail/',
    'offices/',
    'payment/',
    'places/',
    'privacy/',
    'programs/',
    'push/',
    'excel/',
    'settings/',
  ],
  ['store/', 'pictures/', 'outgoing/', 'shared/'],
]

test('a request goes from the top of the server to the store, and no import goes up', () => {
  const rowOf = (path: string) => rooms.findIndex((row) => row.some((room) => path.startsWith(`server/${room}`)))
  const upward = under('server/').flatMap(({ path, files }) =>
    files
      .filter((file) => file.startsWith('server/') && rowOf(`${file}/`) < rowOf(path))
      .map((file) => `${path} imports ${file}`),
  )
  assert.equal(upward, [])
})

/** The only importers of the flow's editor: its calls, the start of a house and the list of host pages. */
const editorDoors = ['server/api/editor-calls.ts', 'server/house/house.ts', 'src/ui/admin/admin.tsx']

test("the flow's editor is one room: other code imports only its entry files", () => {
  const editor = /^(src\/core|src\/ui\/admin|server)\/editor\//
  const knowing = tree.filter(
    ({ path, files }) =>
      !editor.test(path) && !path.startsWith('test/') && files.some((file) => editor.test(`${file}/`)),
  )
  assert.equal(knowing.map(({ path }) => path).sort(), editorDoors)
})

test("a start of one house loads neither many houses nor PostgreSQL nor editor, proof and workbooks' columns", async () => {
  const { metafile } = await build({
    entryPoints: ['server/main.ts'],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    outdir: 'dist',
    metafile: true,
    write: false,
  })
  const outputs = Object.entries(metafile.outputs)
  const queue = outputs.flatMap(([path, { entryPoint }]) => (entryPoint === 'server/main.ts' ? [path] : []))
  const loaded = new Set(queue)
  for (const path of loaded)
    for (const { path: next, kind, external } of metafile.outputs[path]!.imports)
      if (!external && kind === 'import-statement') loaded.add(next)
  const inputs = [...loaded].flatMap((path) => Object.keys(metafile.outputs[path]!.inputs))
  const isForLater = (path: string) =>
    /^(?:server\/(?:houses\/|store\/postgres\/|editor\/|excel\/sheets)|src\/core\/(?:editor|proof|diagram|lint\/rules)\/)/.test(
      path,
    )
  assert.ok(inputs.includes('server/house/house.ts') && queue.length === 1)
  assert.equal(inputs.filter(isForLater), [])
  assert.ok(Object.keys(metafile.inputs).filter(isForLater).length > 30, 'asked for, they are there')
})

test('an exported name is one thing', () => {
  const places = new Map<string, string[]>()
  for (const { path } of [...under('schema/'), ...under('src/'), ...under('server/')])
    for (const [, name] of readFileSync(path, 'utf8').matchAll(
      /^export (?:async )?(?:const|function\*?|type|interface|class|let) (\w+)/gm,
    ))
      places.set(name!, [...(places.get(name!) ?? []), path])
  assert.ok(places.size > 1000)
  assert.equal(
    [...places].filter(([, paths]) => paths.length > 1),
    [],
  )
})

test('no folder of code holds more than some fifteen files', () => {
  const counts = new Map<string, number>()
  for (const { path } of [...under('schema/'), ...under('src/'), ...under('server/')])
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  assert.equal(
    [...counts].filter(([, count]) => count > 17),
    [],
  )
})

test('the checker of flows has no more than 2,750 lines', () => {
  const lines = [...under('src/core/lint/'), ...under('src/core/proof/')].map(
    ({ path }) => readFileSync(path, 'utf8').split('\n').length - 1,
  )
  assert.ok(lines.reduce((sum, count) => sum + count, 0) < 2750)
})

test('the core needs no package', () => {
  assert.equal(
    under('src/core/').flatMap(({ path, packages }) => packages.map((name) => `${path} imports ${name}`)),
    [],
  )
})

test('the core reads no clock, no random numbers and no network', () => {
  const impure = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bfetch\(|\bprocess\.|\bglobalThis\b|\bcrypto\./
  assert.equal(
    under('src/core/')
      .map(({ path }) => path)
      .filter((path) => impure.test(readFileSync(path, 'utf8'))),
    [],
  )
})

test('each package is imported by one file', () => {
  assert.equal(
    doors('sql.js').filter((path) => path !== 'server/store/sqlite-file/database.ts'),
    [],
  )
  assert.equal(
    doors('postgres').filter((path) => !path.startsWith('server/store/postgres/')),
    [],
  )
  assert.equal(
    doors('preact-iso').filter((path) => !['src/ui/shared/preact.ts', 'src/ui/guest/app.tsx'].includes(path)),
    [],
  )
  for (const name of ['react', 'react-dom', 'preact-iso', 'preact'])
    assert.equal(
      doors(name).filter((path) => !path.startsWith('src/ui/')),
      [],
      name,
    )
  for (const name of ['polka', 'sirv', 'nodemailer', 'sql.js', 'ajv'])
    assert.equal(
      doors(name).filter((path) => !path.startsWith('server/')),
      [],
      name,
    )
})

test('no guest path is written in code', () => {
  const steps = Object.keys(JSON.parse(readFileSync('steps.json', 'utf8')).steps).filter((path) => path.length > 1)
  const written = [...under('src/core/'), ...under('src/ui/'), ...under('server/')].flatMap(({ path }) => {
    const text = readFileSync(path, 'utf8')
    return steps
      .filter((step) => text.includes(`'${step}'`) || text.includes(`"${step}"`))
      .map((step) => `${path} says ${step}`)
  })
  assert.equal(written, [])
})

test('no file of code is much longer than 230 lines', () => {
  const long = [...under('schema/'), ...under('src/core/'), ...under('src/ui/'), ...under('server/')].filter(
    ({ path }) => readFileSync(path, 'utf8').split('\n').length > 370,
  )
  assert.equal(
    long.map(({ path }) => path),
    [],
  )
})

const screen = 65

test('no function is longer than a screen', () => {
  const longest = new Map<string, number>()
  for (const path of ['schema', 'src', 'server'].flatMap(sourcesIn))
    walkTree(treeOf(path), ({ type, loc }) => {
      if (/^(?!TS).*(Function|Method)/.test(type))
        longest.set(path, Math.max(longest.get(path) ?? 0, loc.end.line - loc.start.line + 1))
      return undefined
    })
  const over = [...longest].filter(([, lines]) => lines > screen)
  assert.equal(over, [])
})

test('no line of code or comment is longer than 120 characters, except quotations', () => {
  const quoted = /^(StringLiteral|DirectiveLiteral|TemplateElement|RegExpLiteral|JSXText)$/
  const over = ['schema', 'src', 'server'].flatMap(sourcesIn).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    if (!lines.some((line) => line.length > 120)) return []
    const bare = [...text]
    walkTree(treeOf(path, text), ({ type, start, end }) => {
      if (quoted.test(type)) for (let at = start; at < end; at++) if (text[at] !== '\n') bare[at] = ''
      return undefined
    })
    return bare
      .join('')
      .split('\n')
      .flatMap((line, i) => (line.length > 120 && !line.includes('biome-ignore') ? [`${path}:${i + 1}`] : []))
  })
  assert.equal(over, [])
})

test.run()

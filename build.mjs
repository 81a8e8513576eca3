// Builds the browser's files, the server and the tools into dist/. `--watch` rebuilds on change and restarts the
// server.
import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as bundle, transform } from 'esbuild'
import { birthplacesText, comuniText, townsText } from './src/data/comuni.mjs'

const watching = process.argv.includes('--watch')

/** The files that the last whole build made: what a running server and open pages still ask for. */
const fileList = 'dist/files.txt'

/** The files that this build makes. @type {Set<string>} */
const made = new Set()

/** Bundles, and notes the files. @param {import('esbuild').BuildOptions} options */
const build = async (options) => {
  const result = await bundle({ ...options, metafile: true })
  for (const file of Object.keys(result.metafile.outputs)) made.add(file)
  return result
}

const assetsFolder = 'dist/public/assets'

/**
 * Removes the files of builds before the last. Those of the last stay: their names have a hash, and the server that
 * runs, and the pages that guests have open, load some of them later.
 */
const removeOlder = () => {
  if (!existsSync(fileList)) return
  const last = new Set(readFileSync(fileList, 'utf8').split('\n'))
  const kept = (/** @type {string} */ file) => last.has(file.replace(/\.(br|gz)$/, ''))
  const assets = readdirSync(assetsFolder).map((name) => `${assetsFolder}/${name}`)
  const code = readdirSync('dist').flatMap((name) => (/^server-.*\.[cm]js$/.test(name) ? [`dist/${name}`] : []))
  for (const file of [...assets, ...code]) if (!kept(file)) rmSync(file)
}

/** Kilobytes (brotli) a guest loads before the first tap, besides the page and the flow. */
const budget = 78

/**
 * Parts of libraries that no page uses, and esbuild cannot leave out. The router of preact-iso, of which guests use the
 * location alone, hangs something on itself as it is loaded; react-dom exports hints of resources.
 * @type {[file: RegExp, unused: RegExp][]}
 */
const unusedParts = [
  [/preact-iso[\\/]src[\\/]router\.js$/, /Router\.Provider = LocationProvider;/],
  [/react-dom[\\/]cjs[\\/]react-dom\.production\.js$/, /exports\.preconnect = [^]*(?=exports\.requestFormReset)/],
]

const withoutUnused = {
  name: 'without-unused',
  setup: (/** @type {import('esbuild').PluginBuild} */ { onLoad }) => {
    for (const [filter, unused] of unusedParts)
      onLoad({ filter }, ({ path }) => ({ contents: readFileSync(path, 'utf8').replace(unused, '') }))
  },
}

/** Modules that the first cards, the later ones and the host's pages all need. */
const common = ['react-dom', './src/ui/guest/card/step-form', './src/ui/guest/aids/loading-card', './schema/host-pages']

const heroicons = join(dirname(fileURLToPath(import.meta.resolve('heroicons/package.json'))), '24', 'outline')

/**
 * Returns the shape of an outline icon as one SVG path. The first `m` of each path
 * is absolute: after another path it must be an `M`.
 * @param {string} name The file's name in the set, without `.svg`.
 */
const iconPath = (name) =>
  [...readFileSync(join(heroicons, `${name}.svg`), 'utf8').matchAll(/ d="([^"]*)"/g)]
    .map(([, d = '']) =>
      d.replace(
        /^m(-?\d*\.?\d+)[ ,]?(-?\d*\.?\d+)[ ,]?(?=([-.\d])?)/,
        (_, x, y, more) => `M${x} ${y}${more ? 'l' : ''}`,
      ),
    )
    .join('')

/**
 * Reads a source of the pages and replaces 'heroicons:name' by the icon's path, so that only the icons in use travel,
 * each in the file that draws it: a module per icon would cost guests a request for each combination of entries.
 * @param {string} path
 */
const withIcons = (path) =>
  readFileSync(path, 'utf8').replace(
    /(['"])heroicons:([a-z0-9-]+)\1/g,
    (_, quote, name) => quote + iconPath(name) + quote,
  )

const icons = {
  name: 'icons',
  setup: (/** @type {import('esbuild').PluginBuild} */ { onLoad }) =>
    onLoad({ filter: /src[\\/]ui[\\/].*\.tsx?$/ }, ({ path }) => ({
      contents: withIcons(path),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    })),
}

/** Makes one file of the common modules: esbuild makes one for each combination of entries that import a module. */
const oneCommonFile = {
  name: 'one-common-file',
  setup: (/** @type {import('esbuild').PluginBuild} */ { onLoad }) =>
    onLoad({ filter: /ui[\\/].*[\\/](main|draw|later-code|admin)\.tsx?$/ }, ({ path }) => {
      const imports = common.map((name) => `import ${JSON.stringify(name.startsWith('.') ? resolve(name) : name)}\n`)
      return { contents: imports.join('') + withIcons(path), loader: 'tsx' }
    }),
}

/**
 * A file of its own, which is loaded only where it is asked for by its address: as an entry of the guests' bundle it
 * would cost every guest a chunk more. Answers its address.
 * @param {string} name @param {string} source
 */
const aside = async (name, source) =>
  madeOf(
    await build({
      entryPoints: { [name]: source },
      outdir: assetsFolder,
      entryNames: '[name].[hash]',
      bundle: true,
      format: 'esm',
      target: ['es2022', 'safari15'],
      minify: true,
      legalComments: 'none',
      loader: { '.bin': 'binary' },
    }),
    source,
  )

/** Kilobytes (brotli) of what reads documents: reader, weights and parser. */
const readerBudget = 45

const documentReader = async () => {
  const file = await aside('document-reader', 'src/ui/guest/later-cards/document/reader-worker.ts')
  const size = brotliCompressSync(readFileSync(join('dist/public', file))).length / 1000
  if (size > readerBudget) throw new Error(`The reader of documents weighs ${size} kB, more than ${readerBudget} kB.`)
  return file
}

const browser = async () =>
  build({
    entryPoints: { main: 'src/ui/guest/main.ts' },
    outdir: assetsFolder,
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    assetNames: '[name].[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'safari15'],
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      // The thread that proves a draft in the host's browser, the one that reads a bar code, the guests of the two test
      // addresses, the files of the receipt, the QR code of a guest's link, the thread
      // that reads documents.
      flowProofFile: JSON.stringify(await aside('flow-proof', 'src/ui/admin/editor/draft/proof-worker.ts')),
      barcodeFile: JSON.stringify(await aside('barcode', 'src/ui/guest/aids/barcode-worker.ts')),
      receiptFiles: JSON.stringify(await aside('receipt-files', 'src/ui/guest/later-cards/receipt-files.ts')),
      qrFile: JSON.stringify(await aside('qr-path', 'src/ui/look/qr-path.ts')),
      documentReaderFile: JSON.stringify(await documentReader()),
      sampleFile: JSON.stringify(await aside('sample', 'src/ui/guest/later-cards/sample.ts')),
    },
    external: ['/assets/*'],
    alias: { preact: './src/ui/shared/preact.ts', 'preact/hooks': 'react' },
    plugins: [withoutUnused, oneCommonFile, icons],
  })

const css = () =>
  build({
    entryPoints: {
      style: 'src/ui/look/style.css',
      later: 'src/ui/look/later.css',
      host: 'src/ui/look/host/host.css',
    },
    outdir: assetsFolder,
    entryNames: '[name].[hash]',
    bundle: true,
    minify: true,
  })

/** A JSON file as one text to parse: esbuild makes a variable of each key, which Node compiles at every start. */
const jsonAsText = {
  name: 'json-as-text',
  setup: (/** @type {import('esbuild').PluginBuild} */ { onLoad }) =>
    onLoad({ filter: /\.json$/ }, ({ path }) => ({
      contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))})`,
    })),
}

/** All packages but those that every start loads: finding their files takes longer than reading them. */
const outside = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies).filter(
  (name) => !['polka', 'sirv'].includes(name),
)

/**
 * Bundles files for Node.
 * @param {Record<string, string>} entryPoints Sources by the name of what is made.
 * @param {import('esbuild').BuildOptions} [more]
 */
const node = (entryPoints, { plugins = [], ...more } = {}) =>
  build({
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    // A start reads less. Names stay, and lines stay short: Node prints the line of an error.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'warning',
    plugins: [jsonAsText, ...plugins],
    ...more,
  })

/** The page around the application, whose tokens the server fills in, and the page of all parts of the look. */
const pages = async () => {
  await node(
    { 'first-card': 'src/ui/guest/first-card.tsx', look: 'src/ui/look/examples/examples.tsx' },
    { define: { 'process.env.NODE_ENV': '"production"' }, plugins: [icons] },
  )
  const { page } = await import(`./dist/first-card.mjs?${Date.now()}`)
  return { html: page, examples: (await import(`./dist/look.mjs?${Date.now()}`)).examples }
}

/** While developing, an open page asks once a second whether it has been built again. */
const reloader = `let built
setInterval(async () => {
  const now = await fetch('/assets/built.txt', { cache: 'no-store' }).then((answer) => answer.text(), () => built)
  if (built && now !== built) location.reload()
  built = now
}, 1000)`

/** Puts a file in its place whole. @param {string} path @param {Buffer} bytes */
const place = (path, bytes) => {
  writeFileSync(`${path}.part`, bytes)
  renameSync(`${path}.part`, path)
}

/** Blocks of 128 kB: the files of the first visit get a thousandth smaller than by the 256 kB that brotli chooses. */
const smallest = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 17 }

/** Puts a brotli and a gzip copy beside every file for browsers; one of the last build with the same hash has them. */
const compress = () => {
  for (const file of made) {
    const isHashed = /\.[A-Za-z0-9]{8}\.\w+$/.test(file)
    if (!file.startsWith(assetsFolder) || file.endsWith('.png') || (isHashed && existsSync(`${file}.gz`))) continue
    const body = readFileSync(file)
    place(`${file}.br`, brotliCompressSync(body, { params: smallest }))
    place(`${file}.gz`, gzipSync(body, { level: 9 }))
  }
}

/** @typedef {{ metafile: import('esbuild').Metafile }} Built */

/** The address of the file made of a source. @param {Built} built @param {string} source */
const madeOf = ({ metafile }, source) => {
  const made = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)
  if (!made) throw new Error(`Nothing was built of ${source}.`)
  return made[0].replace('dist/public', '')
}

/** What the browser fetches before the first card can be used: the entry, and what draws the card. */
const firstEntries = ['src/ui/guest/main.ts', 'src/ui/guest/card/draw.ts']

/**
 * Every file of some entries: their own, and what they import at once.
 * @param {Built} scripts @param {string[]} entries
 */
const filesOf = (scripts, entries) => {
  const { metafile } = scripts
  const files = new Set(entries.map((entry) => `dist/public${madeOf(scripts, entry)}`))
  for (const file of files)
    for (const { path: next, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') files.add(next)
  return [...files]
}

/** @param {string} text */
const sumOf = async (text) =>
  Buffer.from(new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(text))))
    .toString('hex')
    .slice(0, 8)

/** Writes a table that browsers load where a card needs it, under a name of its content. @param {string} name @param {string} text */
const table = async (name, text) => {
  const address = `/assets/${name}.${await sumOf(text)}.txt`
  writeFileSync(`dist/public${address}`, text)
  made.add(`dist/public${address}`)
  return address
}

/** Writes the validator of the grammar of steps.json, which server and tools load instead of compiling it. */
const grammar = async () => {
  await node({ compile: 'server/flow/compile.ts' }, { outdir: 'dist/made' })
  const { grammarModule } = await import(`./dist/made/compile.mjs?${Date.now()}`)
  const { code } = await transform(grammarModule(), { minify: true })
  const file = `dist/server-grammar-${await sumOf(code)}.cjs`
  writeFileSync(file, code)
  made.add(file)
  return file
}

/** Copies a file to the name that tools and tests know. @param {string} from @param {string} name */
const known = (from, name) => {
  copyFileSync(from, `dist/${name}.part`)
  renameSync(`dist/${name}.part`, `dist/${name}`)
  return [name, basename(from)]
}

/** Makes the server, and first what it loads later, whose names have a hash for the same reason as its own parts. */
const server = async () => {
  const grammarFile = known(await grammar(), 'grammar.cjs')
  /** @type {[name: string, source: string][]} */
  const workers = [
    ['workbook-worker', 'server/excel/workbook-worker.ts'],
    ['fold-worker', 'server/store/sqlite/fold-worker.ts'],
    ['flow-reader', 'server/flow/flow-worker.ts'],
  ]
  const naming = (/** @type {string[][]} */ files) => ({ builtFiles: JSON.stringify(Object.fromEntries(files)) })
  const threads = await node(Object.fromEntries(workers), {
    entryNames: 'server-[name]-[hash]',
    define: naming([grammarFile]),
  })
  const files = workers.map(([name, source]) => known(madeOf(threads, source), `${name}.mjs`))
  await node(
    { server: 'server/start.ts' },
    {
      splitting: true,
      chunkNames: 'server-[name]-[hash]',
      packages: 'bundle',
      external: outside,
      define: naming([grammarFile, ...files]),
    },
  )
}

const all = async () => {
  made.clear()
  mkdirSync(assetsFolder, { recursive: true })
  removeOlder()
  rmSync('dist/compiled', { recursive: true, force: true })
  const [scripts, styles, { html, examples }] = await Promise.all([
    browser(),
    css(),
    pages(),
    server(),
    node({ 'first-reading': 'server/flow/first-reading.ts' }),
  ])
  await build({
    entryPoints: { 'host-worker': 'src/ui/admin/settings/host-worker.ts' },
    outdir: assetsFolder,
    bundle: true,
    target: ['es2022', 'safari15'],
    minify: true,
  })
  for (const size of [192, 512]) {
    copyFileSync(`src/ui/look/host-icon-${size}.png`, `${assetsFolder}/host-icon-${size}.png`)
    made.add(`${assetsFolder}/host-icon-${size}.png`)
  }
  const towns = await table('towns', townsText())
  const birthplaces = await table('birthplaces', birthplacesText())
  writeFileSync('dist/comuni.txt', comuniText())
  const main = madeOf(scripts, 'src/ui/guest/main.ts')
  const style = readFileSync(`dist/public${madeOf(styles, 'src/ui/look/style.css')}`, 'utf8').trim()
  const first = filesOf(scripts, firstEntries)
  const links = (/** @type {string} */ rel, /** @type {string[]} */ files) =>
    files.map((file) => `<link rel="${rel}" href="${file.replace('dist/public', '')}">`).join('')
  const preload = links(
    'modulepreload',
    first.filter((file) => file !== `dist/public${main}`),
  )
  const besides = (/** @type {string} */ entry) => filesOf(scripts, [entry]).filter((file) => !first.includes(file))
  const rest = besides('src/ui/guest/later-cards/later-code.tsx')
  const later = links('%later%', rest)
  const hostCode = links(
    'modulepreload',
    besides('src/ui/admin/admin.tsx').filter((file) => !rest.includes(file)),
  )
  writeFileSync(
    'dist/page.html',
    html
      .replace('%style%', () => style)
      .replace('%laterStyle%', madeOf(styles, 'src/ui/look/later.css'))
      .replaceAll('%hostStyle%', madeOf(styles, 'src/ui/look/host/host.css'))
      .replace('%main%', main)
      .replace('%preload%', preload)
      .replace('%laterCode%', later)
      .replace('%hostCode%', hostCode)
      .replace('%towns%', towns)
      .replace('%birthplaces%', birthplaces),
  )
  const laterStyle = readFileSync(`dist/public${madeOf(styles, 'src/ui/look/later.css')}`, 'utf8')
  const hostStyle = readFileSync(`dist/public${madeOf(styles, 'src/ui/look/host/host.css')}`, 'utf8')
  writeFileSync(
    'dist/look.html',
    examples.replace('%style%', () => style + laterStyle + hostStyle),
  )
  if (watching) {
    writeFileSync(`${assetsFolder}/look.html`, readFileSync('dist/look.html'))
    writeFileSync(`${assetsFolder}/reload.js`, reloader)
    writeFileSync(`${assetsFolder}/built.txt`, String(Date.now()))
    writeFileSync(
      'dist/page.html',
      readFileSync('dist/page.html', 'utf8').replace(
        '</head>',
        '<script type="module" src="/assets/reload.js"></script>\n</head>',
      ),
    )
  }
  compress()
  writeFileSync(fileList, [...made].join('\n'))
  const bytes = first.reduce((sum, file) => sum + readFileSync(`${file}.br`).length, 0)
  console.log(`built: ${(bytes / 1000).toFixed(1)} kB brotli for a guest's first visit, besides page and flow`)
  if (bytes > budget * 1000) throw new Error(`over the budget of ${budget} kB`)
}

const tools = () =>
  node({
    flow: 'server/commands/flow-command.ts',
    recover: 'server/commands/recover-command.ts',
    houses: 'server/commands/houses-command.ts',
    restore: 'server/commands/restore-command.ts',
    rekey: 'server/commands/rekey-command.ts',
  })

if (process.argv.includes('--tools')) await Promise.all([tools(), grammar().then((file) => known(file, 'grammar.cjs'))])
else {
  await Promise.all([all(), tools()])
  if (!watching) execFileSync(process.execPath, ['dist/first-reading.mjs'])
}

if (watching) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  const restart = () => {
    server?.kill()
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/server.mjs'], { stdio: 'inherit' })
  }
  restart()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const again = (/** @type {string} */ _event, /** @type {string | null} */ file) => {
    if (/\.json$/.test(file ?? '')) return // The server follows steps.json and the texts by itself.
    clearTimeout(timer)
    timer = setTimeout(() => all().then(restart, (error) => console.error(error.message)), 150)
  }
  for (const folder of ['src', 'server', 'schema']) watch(folder, { recursive: true }, again)
}

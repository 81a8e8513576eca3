import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { headers as ourHeaders } from '../../server/http/responses'
import { folder, started } from './world'

const app = `import { createRoot } from 'react-dom/client'
import { useState } from 'react'
const App = () => {
  const [tapped, tap] = useState(false)
  return <button className={tapped ? 'tapped' : 'first'} onClick={() => tap(true)}>{tapped ? 'Thanks' : 'Tap'}</button>
}
createRoot(document.getElementById('root')).render(<App />)`

const html = (style: boolean, root: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title>
<link rel="icon" href="data:,">
${style ? '<link rel="stylesheet" href="/assets/main.css">' : ''}
<script type="module" src="/assets/main.js"></script>
</head>
<body><div id="root">${root}</div></body>
</html>
`

const server = (
  dir: string,
  page: string,
  headers: { [name: string]: string },
) => `import { brotliCompressSync, constants } from 'node:zlib'
import polka from 'polka'
import sirv from 'sirv'
const built = sirv(${JSON.stringify(dir)}, { etag: true, brotli: true, gzip: true, maxAge: 31536000, immutable: true })
const server = polka()
server.use((req, res, next) => {
  for (const [name, value] of Object.entries(${JSON.stringify(headers)})) res.setHeader(name, value)
  return next()
})
server.use((req, res, next) => (req.path.startsWith('/assets/') ? built(req, res, next) : next()))
server.get('/', (req, res) => {
  const body = brotliCompressSync(${JSON.stringify(page)}, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length, 'content-encoding': 'br', 'cache-control': 'no-store' })
  res.end(body)
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.server.address().port))`

type Built = { app: string; from?: string; root?: string; headers?: { [name: string]: string } }

/**
 * Serves a page built of one source, packed as ours and with our headers unless others are given: `from` is the folder its packages are in,
 * `root` what stands in the page before the script has come. Answers with the bytes (brotli) of script and style.
 */
export const servedPage = async ({ app, from = process.cwd(), root = '', headers = ourHeaders }: Built) => {
  const dir = folder()
  mkdirSync(join(dir, 'assets'))
  await build({
    stdin: { contents: app, loader: 'jsx', resolveDir: from },
    outfile: join(dir, 'assets/main.js'),
    bundle: true,
    format: 'esm',
    target: ['es2022', 'safari15'],
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    loader: { '.svg': 'dataurl', '.woff': 'dataurl', '.woff2': 'dataurl', '.ttf': 'dataurl', '.eot': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const files = readdirSync(join(dir, 'assets')).map((name) => join(dir, 'assets', name))
  const packed = files.map((file) => ({ file, bytes: brotliCompressSync(readFileSync(file)) }))
  for (const { file, bytes } of packed) writeFileSync(`${file}.br`, bytes)
  const isStyled = files.some((file) => file.endsWith('.css'))
  const running = await started(['--input-type=module', '-e', server(dir, html(isStyled, root), headers)])
  return { ...running, bytes: packed.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}

/**
 * A React page with one button and nothing else. The button stands in the page, painted before the script has come, as
 * our first card does; no style, one request besides.
 */
export const barePage = () => servedPage({ app, root: '<button class="first">Tap</button>' })

const cards = `import { createRoot } from 'react-dom/client'
import { useState } from 'react'
const App = () => {
  const [n, show] = useState(0)
  const next = () => { history.pushState(null, '', '/' + (n + 1)); show(n + 1) }
  return <main key={n}><h1>Card {n}</h1><label>Answer <input /></label>
    <p><button>Back</button> <button className="ok" onClick={next}>OK</button></p></main>
}
createRoot(document.getElementById('root')).render(<App />)`

/** A React page of as many cards as one likes, each a field and two buttons: OK shows the next, and nothing else is done. */
export const bareCards = () => servedPage({ app: cards })

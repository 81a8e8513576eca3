import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { headers } from '../../server/http/answers'
import { folder, started } from './world'

const app = `import { createRoot } from 'react-dom/client'
import { useState } from 'react'
const App = () => {
  const [tapped, tap] = useState(false)
  return <button className={tapped ? 'tapped' : 'first'} onClick={() => tap(true)}>{tapped ? 'Thanks' : 'Tap'}</button>
}
createRoot(document.getElementById('root')).render(<App />)`

// The button stands in the page, painted before the script has come, as our first card does; no style, one request
// besides.
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title>
<link rel="icon" href="data:,">
<script type="module" src="/assets/main.js"></script>
</head>
<body><div id="root"><button class="first">Tap</button></div></body>
</html>
`

const server = (dir: string) => `import { brotliCompressSync, constants } from 'node:zlib'
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
  const body = brotliCompressSync(${JSON.stringify(html)}, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length, 'content-encoding': 'br', 'cache-control': 'no-store' })
  res.end(body)
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.server.address().port))`

/** A React page with one button and nothing else, built, packed and served as ours is. */
export const barePage = async () => {
  const dir = folder()
  const file = join(dir, 'assets/main.js')
  mkdirSync(join(dir, 'assets'))
  await build({
    stdin: { contents: app, loader: 'jsx', resolveDir: process.cwd() },
    outfile: file,
    bundle: true,
    format: 'esm',
    target: ['es2022', 'safari15'],
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  return started(['--input-type=module', '-e', server(dir)])
}

// Bundles and runs one of the tools beside the tests: `node test/tool.mjs bench`, `soak --kills 1000`, `screens`.
import { spawnSync } from 'node:child_process'
import { build } from 'esbuild'

const [name, ...rest] = process.argv.slice(2)
if (!name) throw new Error('Say which tool: node test/tool.mjs bench')
await build({
  entryPoints: { [name]: `test/${name}.ts` },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
// A tool that a test starts takes pictures and times too, so its pages are drawn.
const env = { ...process.env, UNDRAWN: undefined }
const { status } = spawnSync(process.execPath, ['--enable-source-maps', `dist/${name}.mjs`, ...rest], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1

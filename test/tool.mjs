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
process.exitCode =
  spawnSync(process.execPath, ['--enable-source-maps', `dist/${name}.mjs`, ...rest], { stdio: 'inherit' }).status ?? 1

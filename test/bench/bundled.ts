import { build } from 'esbuild'

const common = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error' } as const

/** A server of the bench's own as one file beside ours; the packages named need not be installed here. */
export const bundled = async (name: string, external: string[] = []) => {
  const outfile = `dist/bench-${name}.cjs`
  await build({
    ...common,
    entryPoints: [`test/bench/${name}-server.ts`],
    outfile,
    format: 'cjs',
    external,
    define: { 'import.meta.url': JSON.stringify(`file://${process.cwd()}/dist/server.mjs`) },
  })
  return outfile
}

/** One that is made of parts of ours, which wait for others while they are loaded, and takes all packages from here. */
export const bundledModule = async (name: string) => {
  const outfile = `dist/bench-${name}.mjs`
  await build({
    ...common,
    entryPoints: [`test/bench/${name}-server.ts`],
    outfile,
    format: 'esm',
    packages: 'external',
  })
  return outfile
}

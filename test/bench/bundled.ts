import { build } from 'esbuild'

/** A server of the bench's own as one file beside ours; the packages named need not be installed here. */
export const bundled = async (name: string, external: string[] = []) => {
  const outfile = `dist/bench-${name}.cjs`
  await build({
    entryPoints: [`test/bench/${name}-server.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external,
    define: { 'import.meta.url': JSON.stringify(`file://${process.cwd()}/dist/server.mjs`) },
    logLevel: 'error',
  })
  return outfile
}

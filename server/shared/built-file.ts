declare const builtFiles: Record<string, string> | undefined

/** What a running server loads later, by the name that it has for those who run from the sources. */
type Later = 'workbook-worker.mjs' | 'fold-worker.mjs' | 'flow-reader.mjs' | 'grammar.cjs'

/**
 * Returns the name of a file in `dist/`. The build gives it a name of its content and leaves that of the build before,
 * so that an update does not change what a running server loads.
 */
export const builtFile = (name: Later): string =>
  (typeof builtFiles === 'undefined' ? undefined : builtFiles[name]) ?? name

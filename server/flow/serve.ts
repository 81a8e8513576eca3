import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Finding } from '../../src/core/lint/findings'
import type { Asset, PublishedFlow } from './assets'
import { withoutOtherRules } from './older-rules'
import { type FlowReading, readFlow, type Sources, stepsFile } from './read'

/** The flow being served, kept fresh: a change on the disk is checked, and takes its place only without errors. */
export type Serving = {
  current: () => PublishedFlow
  findings: () => Finding[]
  asset: (path: string) => Asset | undefined
  /** Reads the files again at once, and serves them when they have no errors. */
  renew: () => Promise<void>
  /** What a text would be if it were the file: findings, and what would be served. */
  prove: (text: string) => Promise<FlowReading>
  /** The files it is read from. */
  sources: Sources
  stop: () => void
}

/** How many published flows a guest half-way can still fetch. */
const remembered = 4

const withoutOwn = ({ steps, texts }: Sources): Sources => ({ steps, texts })

type ReadFlow = (sources: Sources) => Promise<FlowReading>

/**
 * Reads what guests are asked while the flow the house published with an earlier version no longer passes: that flow
 * without the rules that are not in the list any more, else the program's own. The host's page says what is wrong.
 */
const standIn = async (sources: Sources, begin: ReadFlow): Promise<FlowReading> => {
  const text = withoutOtherRules(readFileSync(stepsFile(sources), 'utf8'))
  const own = await readFlow({ ...sources, text })
  return own.published ? own : begin(withoutOwn(sources))
}

/**
 * Serve a flow and follow its files; `report` hears the findings of every reading. `begin` reads the flow the first
 * time, `read` after each change. Throws when the first reading has errors.
 */
export const serveFlow = async (
  sources: Sources,
  report: (reading: FlowReading) => void,
  { begin = readFlow, read = begin }: { begin?: ReadFlow; read?: ReadFlow } = {},
): Promise<Serving> => {
  const own = await begin(sources)
  report(own)
  const first = own.published || stepsFile(sources) === sources.steps ? own : await standIn(sources, begin)
  if (!first.published)
    throw new Error('steps.json has errors: correct it, or put the last good one back, and start again')
  let last = own
  const published = [first.published]
  let timer: NodeJS.Timeout | undefined
  const again = async () => {
    const reading = await read(sources).catch(
      (error: Error): FlowReading => ({
        findings: [
          { severity: 'error', rule: 'unreadable', at: '/', args: { file: 'steps.json', message: error.message } },
        ],
      }),
    )
    last = reading
    report(reading)
    if (reading.published) published.unshift(reading.published)
    published.splice(remembered)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void again(), 100)
  }
  const watchers = [
    ...[sources.steps, sources.own]
      .filter((path) => path !== undefined)
      .map((path) => watch(dirname(path), (_event, file) => file === basename(path) && soon())),
    watch(sources.texts, soon),
  ]
  return {
    current: () => published[0]!,
    findings: () => last.findings,
    asset: (path) => published.map(({ assets }) => assets.get(path)).find(Boolean),
    renew: again,
    prove: (text) => read({ ...sources, text }),
    sources,
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

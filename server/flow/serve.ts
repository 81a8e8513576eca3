import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { withFurtherGuests } from '../../src/core/flow/further-guests'
import type { Validate } from '../../src/core/flow/validation'
import type { Places } from '../places/places'
import { italianDay } from '../shared/clock'
import { randomToken } from '../shared/digests'
import type { Asset, PublishedFlow } from './assets'
import { instantiate } from './compile'
import { withoutOtherRules } from './own-flow'
import { type FlowReading, readFlow, type Sources, stepsFile } from './read'

/** The number of flows whose files are served, former ones for guests in the middle of a check-in. */
const remembered = 4

const withoutOwn = ({ steps, texts }: Sources): Sources => ({ steps, texts })

type ReadFlow = (sources: Sources) => Promise<FlowReading>

/** Returns a published flow that no longer passes without its forbidden rules, else the program's own. */
const standIn = async (sources: Sources, begin: ReadFlow): Promise<FlowReading> => {
  const text = withoutOtherRules(readFileSync(stepsFile(sources), 'utf8'))
  const own = await readFlow({ ...sources, text })
  return own.published ? own : begin(withoutOwn(sources))
}

/** Serves a flow and watches its files. `begin` reads it first, `read` after each change. Throws on first errors. */
export const serveFlow = async (
  sources: Sources,
  report: (reading: FlowReading) => void,
  { begin = readFlow, read = begin }: { begin?: ReadFlow; read?: ReadFlow } = {},
) => {
  const own = await begin(sources)
  report(own)
  const first = own.published || stepsFile(sources) === sources.steps ? own : await standIn(sources, begin)
  if (!first.published)
    throw new Error('steps.json has errors: correct it, or put the last good one back, and start again')
  let last = own
  const published = [first.published]
  let timer: NodeJS.Timeout | undefined
  let [asked, latest] = [0, 0]
  const again = async () => {
    const turn = ++asked
    const reading = await read(sources).catch(
      (error: Error): FlowReading => ({
        findings: [
          { severity: 'error', rule: 'unreadable', at: '/', args: { file: 'steps.json', message: error.message } },
        ],
      }),
    )
    // A reading that was asked for later may have been remembered.
    if (turn < latest) return
    latest = turn
    last = reading
    report(reading)
    if (reading.published && reading.published !== published[0]) published.unshift(reading.published)
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
    current: (): PublishedFlow => published[0]!,
    findings: () => last.findings,
    asset: (path: string): Asset | undefined => published.map(({ assets }) => assets.get(path)).find(Boolean),
    /** Reads the files again now. */
    renew: again,
    /** Returns the findings of a text, and what would be served. */
    prove: (text: string) => read({ ...sources, text }),
    sources,
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

export type Serving = Awaited<ReturnType<typeof serveFlow>>

/** The served flow, with the checker of today's answers. */
export type CurrentFlow = PublishedFlow & { validate: Validate; today: () => string }

/** Returns the served flow by the server's clock; countries include the states of an imported table. */
export const currentFlow = ({ serving, places, now }: { serving: Serving; places: Places; now: () => Date }) => {
  const today = () => italianDay(now())
  let last: { of: PublishedFlow; states: readonly string[]; whole: Promise<CurrentFlow> } | undefined
  return async (): Promise<CurrentFlow> => {
    const [states, of] = [await places.states(), serving.current()]
    if (last?.of !== of || last.states !== states) {
      const whole = instantiate(of.validator, today, states).then((validate) => ({
        ...of,
        flow: withFurtherGuests(of.flow),
        validate,
        today,
      }))
      last = { of, states, whole }
    }
    return last.whole
  }
}

/** Milliseconds a trial's link is valid. */
const life = 3_600_000

/** The most open trials; the oldest is closed. */
const most = 8

/** Returns the trials of a house: whoever has a link sees its draft as a guest, for an hour. */
export const trials = (now: () => Date) => {
  const open = new Map<string, { published: PublishedFlow; until: number }>()
  const sweep = () => {
    for (const [word, { until }] of open) if (until <= now().getTime()) open.delete(word)
  }
  return {
    /** Opens a trial of a checked flow; returns its secret word and its end. */
    begin: (published: PublishedFlow): { word: string; until: Date } => {
      sweep()
      while (open.size >= most) open.delete(open.keys().next().value!)
      const word = randomToken()
      const until = now().getTime() + life
      open.set(word, { published, until })
      return { word, until: new Date(until) }
    },
    /** Returns the flow of a word while its trial is open. */
    of: (word: string | undefined): PublishedFlow | undefined => {
      sweep()
      return open.get(word ?? '')?.published
    },
    isOpen: (): boolean => {
      sweep()
      return open.size > 0
    },
    /** Returns a file of an open trial. */
    asset: (path: string): Asset | undefined => {
      sweep()
      return [...open.values()].map(({ published }) => published.assets.get(path)).find(Boolean)
    },
  }
}

export type Trials = ReturnType<typeof trials>

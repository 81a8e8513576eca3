import { randomBytes } from 'node:crypto'
import type { Asset, PublishedFlow } from './assets'

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
      const word = randomBytes(16).toString('base64url')
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

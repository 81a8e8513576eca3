import { randomBytes } from 'node:crypto'
import type { Asset, PublishedFlow } from './assets'

/** Milliseconds for which a draft can be walked on its link. */
const life = 3_600_000

/** The most links that lead somewhere at once; the oldest gives way. */
const most = 8

/**
 * A draft that can be walked as a guest for an hour: whoever has the link's word sees it in place of what is served.
 */
export const trials = (now: () => Date) => {
  const open = new Map<string, { published: PublishedFlow; until: number }>()
  const sweep = () => {
    for (const [word, { until }] of open) if (until <= now().getTime()) open.delete(word)
  }
  return {
    /** Opens a trial of a flow that has passed its checks; answers its secret word and when it ends. */
    begin: (published: PublishedFlow): { word: string; until: Date } => {
      sweep()
      while (open.size >= most) open.delete(open.keys().next().value!)
      const word = randomBytes(16).toString('base64url')
      const until = now().getTime() + life
      open.set(word, { published, until })
      return { word, until: new Date(until) }
    },
    /** The flow a word stands for, while it does. */
    of: (word: string | undefined): PublishedFlow | undefined => {
      sweep()
      return open.get(word ?? '')?.published
    },
    /** Whether there is a trial that can be gone on with. */
    isOpen: (): boolean => {
      sweep()
      return open.size > 0
    },
    /** A file of one of the flows on trial. */
    asset: (path: string): Asset | undefined => {
      sweep()
      return [...open.values()].map(({ published }) => published.assets.get(path)).find(Boolean)
    },
  }
}

export type Trials = ReturnType<typeof trials>

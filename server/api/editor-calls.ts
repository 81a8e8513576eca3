import type { Language } from '../../schema/languages'
import { type Operation, readOperation } from '../../src/core/editor/operations'
import { serialQueue } from '../../src/core/tasks'
import { confirmedBy } from '../auth/throttle'
import { houseDrafts, type StoredDraft } from '../editor/drafts'
import { findingsSaid, outdatedDraft, publishing, unprovedFlow } from '../editor/publishing'
import { upgraded } from '../flow/own-flow'
import { readWords } from '../flow/read'
import { wordOf } from '../shared/body'
import { sha256 } from '../shared/digests'
import { mustExist, Refusal, say } from '../shared/messages'
import { machineDisk } from '../store/sealed/disk'
import { type AnyContext, type Handlers, numberOf, type Services } from './handlers'

/** The most operations of a draft; the longest reason in characters. */
const limits = { operations: 5000, why: 500 }

/** Milliseconds without a request after which a window counts as closed. */
const windowLife = 90_000

const operationsOf = (given: unknown): Operation[] => {
  const isList = Array.isArray(given) && given.length <= limits.operations
  if (!isList || given.some((one) => typeof (one as Operation | null)?.kind !== 'string'))
    throw new Refusal(400, say('flow.badDraft'))
  // A page left open during an update sends the old kinds.
  return given.map(readOperation)
}

const reasonOf = (given: unknown) => {
  const why = wordOf(given).trim()
  if (!why || why.length > limits.why)
    throw new Refusal(400, say('flow.noReason'), { faults: [{ field: 'why', rule: why ? 'maxLength' : 'required' }] })
  return why
}

/** Counts the other windows in which the editor is open; times in milliseconds. */
const openWindows = () => {
  const seenAt = new Map<string, number>()
  return (asking: string | undefined, at: number) => {
    const name = asking?.slice(0, 40)
    for (const [one, seen] of seenAt) if (at - seen > windowLife) seenAt.delete(one)
    if (name && (seenAt.size < 50 || seenAt.has(name))) seenAt.set(name, at)
    return [...seenAt.keys()].filter((one) => one !== name).length
  }
}

const versionCalls = (
  services: Services,
  { publish, versions, restore, importText }: ReturnType<typeof publishing>,
  alone: ReturnType<typeof serialQueue>['run'],
) => {
  const confirmed = confirmedBy(services)
  const versionOf = async (params: { id: string }) => {
    const id = numberOf({ params })
    const found = (await versions()).find((one) => one.id === id)
    return mustExist(found, 'flow.noVersion')
  }
  const wantedIn = async (context: AnyContext) => {
    const why = reasonOf(context.body.why)
    await confirmed(context)
    return { base: wordOf(context.body.base), why }
  }

  return {
    'POST /api/flow/publish': async (context) => {
      const wanted = { ...(await wantedIn(context)), revision: Number(context.body.revision) }
      return { data: { version: await alone(() => publish(wanted)) } }
    },
    'POST /api/flow/import': async (context) => {
      const wanted = await wantedIn(context)
      return { data: { version: await alone(() => importText(wordOf(context.body.text), wanted)) } }
    },
    'GET /api/flow/versions': async () => ({ data: (await versions()).map(({ text: _, ...version }) => version) }),
    'GET /api/flow/versions/:id': async ({ params }) => ({ data: await versionOf(params) }),
    'POST /api/flow/versions/:id/restore': async (context) => {
      await versionOf(context.params)
      const wanted = await wantedIn(context)
      return { data: { version: await alone(() => restore(numberOf(context), wanted)) } }
    },
  } satisfies Partial<Handlers>
}

/** The calls of the flow's editor: the draft, publishing, versions, and a link to try it. */
export const flowCalls = (services: Services) => {
  const { store, dir, serving, now, trials, disk = machineDisk } = services
  const parts = { store, dir, serving, now, disk }
  const drafts = houseDrafts(parts)
  const { run: alone } = serialQueue()
  const othersThan = openWindows()

  /** Refuses (409) when another window has saved since. */
  const saved = (
    revision: unknown,
    change: (draft: StoredDraft) => Promise<Omit<StoredDraft, 'revision' | 'savedAt'>>,
  ) =>
    alone(async () => {
      const draft = await drafts.stored()
      if (draft.revision !== revision) throw await outdatedDraft(drafts)
      const aside = draft.setAside && { setAside: draft.setAside }
      return drafts.save({ ...(await change(draft)), ...aside, revision: draft.revision + 1 })
    })

  return {
    'GET /api/flow/words': async () => {
      const { words, host } = readWords(serving.sources.texts)
      return { data: { words: words as Record<Language, Record<string, string>>, hostWords: host.it } }
    },
    'GET /api/flow/draft': async () => ({ data: await drafts.view() }),
    'GET /api/flow/draft/state': async ({ query }) => {
      const others = othersThan(query.window, now().getTime())
      return { data: { revision: (await drafts.stored()).revision, base: (await drafts.served()).sha, others } }
    },
    'POST /api/flow/draft': async ({ body }) => {
      const operations = operationsOf(body.operations)
      const { revision } = await saved(body.revision, async ({ basis }) => ({
        basis,
        operations,
        base: basis === 'shipped' ? sha256(await drafts.shippedText()) : (await drafts.served()).sha,
      }))
      return { data: { revision } }
    },
    'POST /api/flow/draft/rebase': async ({ body }) => {
      await saved(body.revision, async (draft) => {
        if (body.onto !== 'shipped') return { ...draft, basis: 'published', base: (await drafts.served()).sha }
        const earlier = draft.basis === 'shipped' ? [] : ((await drafts.sinceShipped()) ?? [])
        const operations = [...earlier, ...draft.operations]
        return { operations, basis: 'shipped', base: sha256(await drafts.shippedText()) }
      })
      return { data: await drafts.view() }
    },
    'POST /api/flow/check': async ({ body }) => ({
      data: { findings: findingsSaid(await serving.prove(upgraded(wordOf(body.text)).text)) },
    }),
    'POST /api/flow/trial': async () => {
      const { replayed } = await drafts.current()
      const reading = await serving.prove(replayed.text)
      if (!reading.published) throw unprovedFlow(reading)
      const { word, until } = trials.begin(reading.published)
      return { data: { path: `/trial/${word}`, until: until.toISOString() } }
    },
    ...versionCalls(services, publishing(parts, drafts), alone),
  } satisfies Partial<Handlers>
}

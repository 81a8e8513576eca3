import type { FlowDraft } from '../../schema/calls/flow-editor'
import { replayDraft } from '../../src/core/editor/draft/flow-draft'
import { type Operation, readOperation } from '../../src/core/editor/operations'
import { refusalSentence } from '../../src/core/editor/sentences'
import { readJson } from '../../src/core/json/json-text'
import { shapeOf } from '../flow/compile'
import { asideFile, asideName, draftFile, ownFlow } from '../flow/own-flow'
import type { Serving } from '../flow/serve'
import { sha256 } from '../shared/digests'
import { flowSentences, spokenLanguage } from '../shared/messages'
import { type Disk, replaceFile } from '../store/sealed/disk'
import type { Store } from '../store/store'

export type StoredDraft = {
  revision: number
  base: string
  basis: FlowDraft['basis']
  operations: Operation[]
  savedAt?: string
  /** The name of the earlier file that could not be read. */
  setAside?: string
}

/** Returns the stored draft; an earlier version of the program may have written its operations. */
const readDraft = (value: unknown): StoredDraft | undefined => {
  const draft = (value ?? {}) as Partial<StoredDraft>
  const isDraft = Number.isInteger(draft.revision) && typeof draft.base === 'string' && Array.isArray(draft.operations)
  return isDraft ? ({ ...draft, operations: draft.operations!.map(readOperation) } as StoredDraft) : undefined
}

export type DraftParts = { store: Store; dir: string; serving: Serving; disk: Disk; now: () => Date }

/** The texts of the program's own flow and of the served one. */
const flowFiles = ({ dir, serving, disk }: DraftParts) => {
  const read = async (path: string) => (await disk.read(path))?.toString('utf8')

  const shippedText = async () => (await read(serving.sources.steps)) ?? ''
  /** Returns the served text, and whether the house published it. */
  const served = async () => {
    const own = await read(ownFlow(dir))
    const text = own ?? (await shippedText())
    return { text, sha: sha256(text), isOwn: own !== undefined }
  }
  return { read, shippedText, served }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const draftFileOf = ({ store, dir, disk, now }: DraftParts, { read, served }: ReturnType<typeof flowFiles>) => {
  const save = async (draft: Omit<StoredDraft, 'savedAt'>): Promise<StoredDraft> => {
    const whole: StoredDraft = { ...draft, savedAt: now().toISOString() }
    await replaceFile(disk, draftFile(dir), Buffer.from(JSON.stringify(whole)))
    return whole
  }

  /** Returns the draft after its publication: a crash may have come between publishing and emptying it. */
  const emptied = async ({ revision, operations, savedAt = '' }: StoredDraft): Promise<StoredDraft | undefined> => {
    const note = operations.length ? (await store.notes('flow')).at(-1) : undefined
    // A restored house has its versions but no draft: the revisions begin again and come to a published one.
    if (note?.revision !== revision || savedAt > note.at) return undefined
    const { sha } = await served()
    return note.sha256 === sha
      ? save({ revision: revision + 1, base: sha, basis: 'published', operations: [] })
      : undefined
  }

  const stored = async (): Promise<StoredDraft> => {
    const text = await read(draftFile(dir))
    const draft = text === undefined ? undefined : readDraft(parsed(text))
    if (draft) return (await emptied(draft)) ?? draft
    const fresh = { revision: 0, base: (await served()).sha, basis: 'published' as const, operations: [] }
    if (text === undefined) return fresh
    // An unreadable file may be all of somebody's work: it stays beside the draft, and the page names it.
    const setAside = asideName(now())
    await replaceFile(disk, asideFile(dir, setAside), Buffer.from(text))
    return save({ ...fresh, setAside })
  }
  return { stored, save }
}

/** Returns the house's draft of its flow, with the text it is based on. */
export const houseDrafts = (parts: DraftParts) => {
  const { store, serving } = parts
  const files = flowFiles(parts)
  const { shippedText, served } = files
  const { stored, save } = draftFileOf(parts, files)

  /** The text a draft is based on: the served file, or the last good one when that file is unreadable. */
  const baseOf = async ({ basis }: Pick<StoredDraft, 'basis'>) => {
    const text = basis === 'shipped' ? await shippedText() : (await served()).text
    const found = readJson(text)
    if (!('fault' in found) && !found.twice.length && !shapeOf(found.value).length) return { text, isBroken: false }
    return { text: `${JSON.stringify(serving.current().flow, null, 2)}\n`, isBroken: true }
  }

  const last = async () => (await store.notes('flow')).at(-1)

  const current = async () => {
    const draft = await stored()
    const { text, isBroken } = await baseOf(draft)
    return { draft, isBroken, base: text, replayed: replayDraft(text, draft.operations, serving.current().words) }
  }

  /** Returns the operations between the program's own flow and the served one, if known. */
  const sinceShipped = async (): Promise<Operation[] | undefined> => {
    const { sha, isOwn } = await served()
    if (!isOwn) return []
    const note = await last()
    return note?.sha256 === sha ? note.operations?.map(readOperation) : undefined
  }

  const view = async (): Promise<FlowDraft> => {
    const { draft, isBroken, base, replayed } = await current()
    const { isOwn, sha: servedSha } = await served()
    const sha = sha256(base)
    const notes = await store.notes('flow')
    const note = notes.findLast((one) => one.sha256 === servedSha) ?? notes.at(-1)
    return {
      text: base,
      base: sha,
      basis: draft.basis,
      revision: draft.revision,
      operations: draft.operations,
      lost: replayed.lost.map(({ operation, why }) => ({
        place: draft.operations.indexOf(operation),
        text: refusalSentence(why, { ...flowSentences(), ...serving.current().words[spokenLanguage()] }),
      })),
      isRebased: draft.operations.length > 0 && draft.base !== sha,
      hasNewShipped: isOwn && note !== undefined && note.shipped !== sha256(await shippedText()),
      isBroken,
      isByHand: (await sinceShipped()) === undefined,
      served: servedSha,
      ...(draft.setAside && { setAside: draft.setAside }),
      ...(draft.savedAt && { savedAt: draft.savedAt }),
    }
  }

  return { served, shippedText, stored, save, current, view, sinceShipped, last }
}

export type Drafts = ReturnType<typeof houseDrafts>

import type { FlowDraft } from '../../schema/calls/flow-editor'
import { replayDraft } from '../../src/core/editor/draft/flow-draft'
import type { Operation } from '../../src/core/editor/operations'
import { readOperation } from '../../src/core/editor/recorded-operations'
import { refusalSentence } from '../../src/core/editor/sentences'
import { readJson } from '../../src/core/json/json-text'
import { shapeOf } from '../flow/compile'
import { asideFile, asideName, draftFile, ownFlow } from '../flow/flow-folder'
import type { Serving } from '../flow/serve'
import { sha256 } from '../shared/digests'
import { flowSentences, spokenLanguage } from '../shared/messages'
import { type Disk, replaceFile } from '../store/sealed/disk'
import type { Store } from '../store/store'

/** A draft as its file keeps it. */
export type KeptDraft = {
  revision: number
  base: string
  basis: FlowDraft['basis']
  operations: Operation[]
  savedAt?: string
  /** The file of one before it that could not be read. */
  setAside?: string
}

/** Returns the draft of a file, whose operations an earlier version of the program may have written. */
const keptDraft = (value: unknown): KeptDraft | undefined => {
  const draft = (value ?? {}) as Partial<KeptDraft>
  const isDraft = Number.isInteger(draft.revision) && typeof draft.base === 'string' && Array.isArray(draft.operations)
  return isDraft ? ({ ...draft, operations: draft.operations!.map(readOperation) } as KeptDraft) : undefined
}

/** What drafts are kept in and made from. */
export type DraftParts = { store: Store; dir: string; serving: Serving; disk: Disk; now: () => Date }

/** The bytes there are: the program's own, and those that are served, with whether the house published them. */
const flowFiles = ({ dir, serving, disk }: DraftParts) => {
  const read = async (path: string) => (await disk.read(path))?.toString('utf8')

  /** The program's own bytes. */
  const shippedText = async () => (await read(serving.sources.steps)) ?? ''
  /** The bytes that are served, and whether the house published them. */
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

/** The file a draft is kept in. */
const draftFileOf = ({ store, dir, disk, now }: DraftParts, { read, served }: ReturnType<typeof flowFiles>) => {
  const keep = async (draft: Omit<KeptDraft, 'savedAt'>): Promise<KeptDraft> => {
    const whole: KeptDraft = { ...draft, savedAt: now().toISOString() }
    await replaceFile(disk, draftFile(dir), Buffer.from(JSON.stringify(whole)))
    return whole
  }

  /** What a draft is after its publication, where a power cut came between the two. */
  const emptied = async ({ revision, operations }: KeptDraft): Promise<KeptDraft | undefined> => {
    const note = operations.length ? (await store.notes('flow')).at(-1) : undefined
    if (note?.revision !== revision) return undefined
    const { sha } = await served()
    return note.sha256 === sha
      ? keep({ revision: revision + 1, base: sha, basis: 'published', operations: [] })
      : undefined
  }

  const kept = async (): Promise<KeptDraft> => {
    const text = await read(draftFile(dir))
    const draft = text === undefined ? undefined : keptDraft(parsed(text))
    if (draft) return (await emptied(draft)) ?? draft
    const fresh = { revision: 0, base: (await served()).sha, basis: 'published' as const, operations: [] }
    if (text === undefined) return fresh
    // What cannot be read may be all of somebody's work: it stays beside, and the page says where.
    const setAside = asideName(now())
    await replaceFile(disk, asideFile(dir, setAside), Buffer.from(text))
    return keep({ ...fresh, setAside })
  }
  return { kept, keep }
}

/** The house's draft of its flow, and the bytes it stands on. */
export const drafts = (parts: DraftParts) => {
  const { store, serving } = parts
  const files = flowFiles(parts)
  const { shippedText, served } = files
  const { kept, keep } = draftFileOf(parts, files)

  /** The bytes a draft stands on; the last good ones where the file served cannot be read as a flow. */
  const baseOf = async ({ basis }: Pick<KeptDraft, 'basis'>) => {
    const text = basis === 'shipped' ? await shippedText() : (await served()).text
    const found = readJson(text)
    if (!('fault' in found) && !found.twice.length && !shapeOf(found.value).length) return { text, isBroken: false }
    return { text: `${JSON.stringify(serving.current().flow, null, 2)}\n`, isBroken: true }
  }

  const last = async () => (await store.notes('flow')).at(-1)

  /** The draft worked out on the bytes as they are now. */
  const look = async () => {
    const draft = await kept()
    const { text, isBroken } = await baseOf(draft)
    return { draft, isBroken, base: text, worked: replayDraft(text, draft.operations, serving.current().words) }
  }

  /** The operations that lead from the program's own flow to the one served, where they are known. */
  const sinceShipped = async (): Promise<Operation[] | undefined> => {
    const { sha, isOwn } = await served()
    if (!isOwn) return []
    const note = await last()
    return note?.sha256 === sha ? note.operations?.map(readOperation) : undefined
  }

  /** The draft as a page shows it. */
  const shown = async (): Promise<FlowDraft> => {
    const { draft, isBroken, base, worked } = await look()
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
      lost: worked.lost.map(({ operation, why }) => ({
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

  return { served, shippedText, kept, keep, look, shown, sinceShipped, last }
}

export type Drafts = ReturnType<typeof drafts>

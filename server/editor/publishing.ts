import type { FlowVersion } from '../../schema/calls/flow-editor'
import type { Flow } from '../../schema/steps'
import { type Operation, readOperation, stepOfOperation } from '../../src/core/editor/operations'
import { operationSentence } from '../../src/core/editor/sentences'
import { findingSentence } from '../../src/core/lint/finding-words'
import { romeDay } from '../../src/core/text/rome-time'
import { ownFlow, upgraded } from '../flow/own-flow'
import type { FlowReading } from '../flow/read'
import { sha256 } from '../shared/digests'
import { flowSentences, mustExist, Refusal, say, spokenLanguage } from '../shared/messages'
import type { FlowNote } from '../store/notes'
import { replaceFile } from '../store/sealed/disk'
import type { DraftParts, Drafts } from './drafts'

/** Returns the refusal (409) of a decision about an older state, with the current draft. */
export const outdatedDraft = async (drafts: Pick<Drafts, 'view'>) =>
  new Refusal(409, say('flow.overtaken'), { draft: await drafts.view() })

/** Returns the findings of a flow as sentences. */
export const findingsSaid = ({ findings, words }: FlowReading) =>
  findings.map((finding) => ({
    severity: finding.severity,
    text: findingSentence(finding, flowSentences(), words?.[spokenLanguage()] ?? {}),
    ...(finding.journey && { journey: finding.journey }),
  }))

/** Refuses (422) a flow with errors, with a sentence for each. */
export const unprovedFlow = (reading: FlowReading) =>
  new Refusal(422, say('flow.unproven'), { findings: findingsSaid(reading) })

type Wanted = {
  text: string
  why: string
  operations: Operation[] | undefined
  changes: string[]
  revision?: number
}

/** Returns a sentence for each operation, in the words of the flow it changed. */
const sentencesOf = (operations: readonly Operation[], before: Flow, words: { readonly [key: string]: string }) =>
  operations.map((operation) => operationSentence(operation, words, before.steps[stepOfOperation(operation) ?? '']))

/** Writes a proved flow over the served one and adds it to the history. Resolves to its version. */
const flowWriter =
  ({ store, dir, serving, disk, now }: DraftParts, drafts: Drafts) =>
  async ({ text, why, operations, changes, revision }: Wanted): Promise<string> => {
    const reading = await serving.prove(text)
    if (!reading.published) throw unprovedFlow(reading)
    const note: FlowNote = {
      at: now().toISOString(),
      by: 'host',
      why,
      changes,
      text,
      sha256: sha256(text),
      version: reading.published.version,
      shipped: sha256(await drafts.shippedText()),
      ...(operations && { operations }),
      ...(revision !== undefined && { revision }),
    }
    const id = await store.note('flow', note)
    try {
      await replaceFile(disk, ownFlow(dir), Buffer.from(text))
    } catch (error) {
      // A version whose file was not written is not in the history.
      const isThere = (await drafts.served()).sha === note.sha256
      if (!isThere) await store.removeNote('flow', id).catch(() => {}) // The first error is the one to report.
      throw error
    }
    await serving.renew()
    return note.version
  }

/** Adds the served flow to the history: the program's own before the first publication, or one written by hand. */
export const noteServed = async (
  { store, serving, now }: Pick<DraftParts, 'store' | 'serving' | 'now'>,
  drafts: Pick<Drafts, 'served' | 'shippedText'>,
) => {
  const { text, sha } = await drafts.served()
  if ((await store.notes('flow')).some((note) => note.sha256 === sha)) return
  const shipped = sha256(await drafts.shippedText())
  const isShipped = sha === shipped
  await store.note('flow', {
    at: now().toISOString(),
    by: 'hand',
    why: say(isShipped ? 'flow.shippedVersion' : 'flow.byHand'),
    changes: [],
    text,
    sha256: sha,
    version: serving.current().version,
    shipped,
    ...(isShipped && { operations: [] }),
  })
}

/** Rewrites rules in an earlier version's form, as a new version. A flow with other errors stays unchanged. */
export const upgradeServed = async ({ store, dir, serving, disk, now }: DraftParts, drafts: Pick<Drafts, 'served'>) => {
  const { text: before, sha } = await drafts.served()
  const { text, messages } = upgraded(before)
  const note = (await store.notes('flow')).findLast(({ sha256 }) => sha256 === sha)
  const reading = note && text !== before ? await serving.prove(text) : undefined
  if (!note || !reading?.published) return
  const { id: _, revision: __, ...fields } = note
  const { version } = reading.published
  const [at, changes] = [now().toISOString(), messages.map((key) => say(key))]
  await store.note('flow', { ...fields, at, why: say('flow.upgraded'), changes, text, sha256: sha256(text), version })
  await replaceFile(disk, ownFlow(dir), Buffer.from(text))
  await serving.renew()
}

/** Returns the calls that publish a flow, list its versions and restore one. */
export const publishing = (parts: DraftParts, drafts: Drafts) => {
  const { store, serving } = parts
  const write = flowWriter(parts, drafts)

  /** Publishes the draft if it is the one the host looked at and all its operations apply. */
  const publish = async (wanted: { base: string; revision: number; why: string }): Promise<string> => {
    const { draft, base, replayed, isBroken } = await drafts.current()
    const isSame = draft.revision === wanted.revision && sha256(base) === wanted.base
    if (!isSame || replayed.lost.length || isBroken) throw await outdatedDraft(drafts)
    const before = JSON.parse(base) as Flow
    const earlier = draft.basis === 'shipped' ? [] : await drafts.sinceShipped()
    await noteServed(parts, drafts)
    const language = spokenLanguage()
    const version = await write({
      text: replayed.text,
      why: wanted.why,
      revision: draft.revision,
      operations: earlier && [...earlier, ...replayed.done],
      changes: sentencesOf(replayed.done, before, {
        ...flowSentences(),
        ...serving.current().words[language],
        ...before.words[language],
        ...replayed.flow.words[language],
      }),
    })
    await drafts.save({ revision: draft.revision + 1, base: sha256(replayed.text), basis: 'published', operations: [] })
    return version
  }

  const versions = async (): Promise<(FlowVersion & { text: string })[]> => {
    const { sha } = await drafts.served()
    const notes = await store.notes('flow')
    const latest = notes.findLast((note) => note.sha256 === sha)?.id
    return notes
      .map(({ operations: _, shipped: __, revision: ___, ...note }) => ({ ...note, isServed: note.id === latest }))
      .toReversed()
  }

  /** Serves a text instead of the one the host looked at (`base`). */
  const replace = async (base: string, wanted: Wanted) => {
    if (sha256((await drafts.current()).base) !== base) throw await outdatedDraft(drafts)
    await noteServed(parts, drafts)
    return write(wanted)
  }

  /** Serves a version again, checked like any other text. */
  const restore = async (id: number, { base, why }: { base: string; why: string }): Promise<string> => {
    const found = (await store.notes('flow')).find((note) => note.id === id)
    const version = mustExist(found, 'flow.noVersion')
    const changes = [say('flow.restored', { day: romeDay(Date.parse(version.at)) })]
    return replace(base, {
      text: upgraded(version.text).text,
      why,
      operations: version.operations?.map(readOperation),
      changes,
    })
  }

  /** Serves the text of a file, checked like any other. */
  const importText = (text: string, { base, why }: { base: string; why: string }): Promise<string> =>
    replace(base, { text: upgraded(text).text, why, operations: undefined, changes: [say('flow.imported')] })

  return { publish, versions, restore, importText }
}

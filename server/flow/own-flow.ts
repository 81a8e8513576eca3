import { join } from 'node:path'
import { type FieldDefinition, type Flow, type OwnRule, ownRule } from '../../schema/steps'
import { ownFormats } from '../../schema/vocabulary'
import { rewritten } from '../../src/core/json/json-layout'
import { type Disk, machineDisk, replaceFile } from '../store/sealed/disk'
import type { Store } from '../store/store'

const folderIn = (dir: string) => join(dir, 'flow')

/** Returns the file of the flow the house published; there is none while it serves the program's own. */
export const ownFlow = (dir: string): string => join(folderIn(dir), 'steps.json')

/** Returns the file of the draft. */
export const draftFile = (dir: string): string => join(folderIn(dir), 'draft.json')

/** Returns the name of a draft set aside at a time, to the second. */
export const asideName = (at: Date): string => `draft-unread-${at.toISOString().slice(0, 19).replace(/\D/g, '')}.json`

/** Returns the file of an unreadable draft. */
export const asideFile = (dir: string, name: string): string => join(folderIn(dir), name)

/** Prepares the flow's folder. A restored backup has the last published flow in its store: writes its file again. */
export const openFlowFolder = async (
  { store, dir }: { store: Pick<Store, 'notes'>; dir: string },
  disk: Disk = machineDisk,
): Promise<void> => {
  await disk.makeFolder(folderIn(dir))
  const published = (await store.notes('flow')).at(-1)
  if (published && (await disk.read(ownFlow(dir))) === undefined)
    await replaceFile(disk, ownFlow(dir), Buffer.from(published.text))
}

/** A rule as earlier versions accepted it: any JSON Schema. */
type OlderRule = { readonly [word: string]: unknown }

type Range = [least: number, greatest: number]

/** Returns the numbers of one alternative of a pattern: `1[8-9]` is 18 to 19. Undefined where they have gaps. */
const rangeOf = (alternative: string): Range | undefined => {
  const whole = alternative.replace(/\[0-9\]\{(\d)\}/g, (_, times: string) => '[0-9]'.repeat(Number(times)))
  if (!/^\d*(\[\d-\d\])?(\[0-9\])*$/.test(whole)) return undefined
  const bound = (end: '$1' | '$2') => Number(whole.replace(/\[(\d)-(\d)\]/g, end))
  return [bound('$1'), bound('$2')]
}

/** Returns the limits in a pattern of an earlier editor: `^(1[8-9]|[2-9][0-9])$` is 18 to 99. */
const limitsOf = (pattern: unknown): Pick<OwnRule, 'least' | 'greatest'> | undefined => {
  const [, alternatives] = /^\^\((.+)\)\$$/.exec(String(pattern)) ?? []
  const ranges = alternatives?.split('|').map(rangeOf) ?? []
  const [first, last] = [ranges[0], ranges.at(-1)]
  const follows = (range: Range | undefined, before: Range | undefined) =>
    range !== undefined && before !== undefined && range[0] === before[1] + 1
  const isWhole = first && last && ranges.slice(1).every((range, i) => follows(range, ranges[i]))
  return isWhole ? { least: first[0], greatest: last[1] } : undefined
}

const withNumber = ({ pattern, ...rule }: OlderRule): OlderRule => {
  const limits = limitsOf(pattern)
  return limits ? { ...rule, format: 'number', ...limits } : { ...rule, ...(pattern !== undefined && { pattern }) }
}

const isInList = ([word, value]: [string, unknown]) =>
  Object.hasOwn(ownRule.properties, word) && (word !== 'format' || (ownFormats as readonly unknown[]).includes(value))

const onlyInList = (rule: OlderRule): OlderRule => ({
  ...Object.fromEntries(Object.entries(rule).filter(isInList)),
  type: 'string',
})

type Change = (field: FieldDefinition, name: string) => FieldDefinition

/** Returns a flow's text with each field changed; an unreadable text stays unchanged. */
const withFields = (text: string, change: Change): string => {
  try {
    const flow = JSON.parse(text) as Flow
    const fields = Object.entries(flow.fields).map(([name, field]) => [name, change(field, name)])
    return rewritten(text, { ...flow, fields: Object.fromEntries(fields) })
  } catch {
    return text
  }
}

const ofRule =
  (change: (rule: OlderRule) => OlderRule): Change =>
  (field) =>
    field.schema ? { ...field, schema: change(field.schema) as OwnRule } : field

/** Earlier versions shipped `noSpaces`, which leaves signs in the number that the police file refuses. */
const documentNumber: Change = (field, name) =>
  name === 'documentNumber' && field.clean?.join() === 'noSpaces,upper'
    ? { ...field, clean: ['alphanumeric', 'upper'] }
    : field

/** The changes of earlier versions' flows, each with the message that the history shows. */
const upgrades: readonly (readonly [message: string, change: Change])[] = [
  ['flow.upgradedRules', ofRule(withNumber)],
  ['flow.upgradedDocument', documentNumber],
]

/** Returns a flow's text in today's form, and the key of a message for each kind of change. */
export const upgraded = (before: string): { text: string; messages: string[] } => {
  let text = before
  const messages = upgrades.flatMap(([message, change]) => {
    const former = text
    text = withFields(former, change)
    return text === former ? [] : [message]
  })
  return { text, messages }
}

/** Removes rules that are no longer allowed, so that a published flow is still served after an update. */
export const withoutOtherRules = (text: string): string =>
  withFields(
    text,
    ofRule((rule) => onlyInList(withNumber(rule))),
  )

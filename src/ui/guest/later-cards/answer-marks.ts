import { type Draft, partOf } from '../../../../schema/checkin'

/** Returns a short hash of a text (cyrb53, not cryptographic). */
const markOf = (text: string) => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}

const isCorrectable = (field: string, paying: ReadonlySet<string>) =>
  !paying.has(field) && !['payment', 'system'].includes(partOf(field))

/** Returns a hash of each answer the guest may correct, as JSON: the draft stores it to find later changes. */
export const marksOf = (record: Draft, paying: ReadonlySet<string>): string =>
  JSON.stringify(
    Object.entries(record)
      .filter(([field]) => isCorrectable(field, paying))
      .map(([field, value]) => [field, markOf(value!)])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  )

const read = (marks: string | undefined): Map<string, string> | undefined => {
  try {
    const pairs: unknown = JSON.parse(marks ?? '')
    return Array.isArray(pairs) ? new Map(pairs as [string, string][]) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the answers changed since the record was sent, removed ones as empty text; the whole record if the marks are
 * unreadable. The host may have corrected the others meanwhile.
 */
export const changesSince = (sentAs: string | undefined, record: Draft, marks: string): Draft => {
  const before = read(sentAs)
  const marksNow = read(marks)
  if (!before || !marksNow) return record
  const isSame = (field: string) => marksNow.has(field) && marksNow.get(field) === before.get(field)
  const removed = [...before.keys()].filter((field) => !(field in record)).map((field) => [field, ''])
  return Object.fromEntries([...Object.entries(record).filter(([field]) => !isSame(field)), ...removed]) as Draft
}

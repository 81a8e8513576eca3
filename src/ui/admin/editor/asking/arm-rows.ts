import type { Arm, When } from '../../../../../schema/steps'

/**
 * A condition as it is picked: a fact, and a value, or whether it is answered at all. Rows about one fact are
 * alternatives.
 */
export type Row = { fact: string; value: string }

/** The value of a row that asks whether there is an answer, or none. */
export const given = 'true'
export const notAnswered = 'false'

/** A condition as rows. */
export const conditionRows = (when: When | undefined): Row[] =>
  Object.entries(when ?? {}).flatMap(([fact, value]) =>
    Array.isArray(value) ? value.map((one) => ({ fact, value: one })) : [{ fact, value: String(value) }],
  )

/** Rows as a condition; none where there are no rows. */
export const whenOf = (rows: readonly Row[]): When | undefined => {
  const facts = [...new Set(rows.map(({ fact }) => fact))].filter(Boolean)
  const expected = (values: string[]) =>
    values.length > 1 ? values : values[0] === given ? true : values[0] === notAnswered ? false : values[0]!
  const entries = facts.map((fact) => [
    fact,
    expected([...new Set(rows.filter((row) => row.fact === fact).map(({ value }) => value))]),
  ])
  return entries.length ? Object.fromEntries(entries) : undefined
}

/** What an arm writes into a field: a text, another field's answer, or nothing any more. */
export type WriteRow = { field: string; how: 'text' | 'from' | 'forget'; value: string }

/** What an arm writes, as rows. */
export const writeRows = (set: Arm['set']): WriteRow[] =>
  Object.entries(set ?? {}).map(([field, value]) =>
    value === null
      ? { field, how: 'forget', value: '' }
      : typeof value === 'object'
        ? { field, how: 'from', value: value.from }
        : { field, how: 'text', value },
  )

/** Rows as what an arm writes; those not filled in are left out. */
export const setOf = (writes: readonly WriteRow[]): Arm['set'] | undefined => {
  const entries = writes
    .filter(({ field, how, value }) => field && (how === 'forget' || value))
    .map(({ field, how, value }) => [field, how === 'forget' ? null : how === 'from' ? { from: value } : value])
  return entries.length ? Object.fromEntries(entries) : undefined
}

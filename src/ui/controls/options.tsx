import { useDeferredValue, useMemo } from 'react'

/** What a long list offers: each value with its words. */
export type Listed = readonly (readonly [value: string, text: string, ...more: string[]])[]

/** The options of a long list: the card is painted with the chosen one, the others come right after, and once. */
export const Options = ({ all, chosen }: { all: Listed; chosen: string }) => {
  const shown = useDeferredValue(
    all,
    all.filter(([value]) => value === chosen),
  )
  return useMemo(
    () =>
      shown.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      )),
    [shown],
  )
}

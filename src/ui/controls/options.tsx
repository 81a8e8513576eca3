import { useDeferredValue, useMemo } from 'react'

/** The options of a long list. */
export type Listed = readonly (readonly [value: string, text: string, ...more: string[]])[]

/** The options of a long list. The chosen one is drawn with the card, the others right after it. */
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

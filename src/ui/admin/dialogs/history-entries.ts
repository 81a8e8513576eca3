// A dialog's page has two entries in the history, so that Back stays in the document: `under`, and `over` it.
type Place = 'under' | 'over' | undefined

const place = (): Place => (history.state as { place?: Place } | null)?.place

let wasOver = false

/** Looks where the page was loaded: a reload keeps both entries. */
export const readPlace = () => {
  wasOver = place() === 'over'
}

/** Adds an entry with this address above an entry of the same document. */
export const putOver = (address: string) => {
  history.pushState({ place: 'over' }, '', address)
  wasOver = true
}

/** Ensures that Back stays in the document, also on a page that was just loaded. */
export const keepBackInside = () => {
  if (place() === 'over') return
  history.replaceState({ place: 'under' }, '')
  putOver(location.href)
}

/** Whether a `popstate` went from the upper to the lower entry of one page; called once for each. */
export const isBackInside = (): boolean => {
  const isInside = wasOver && place() === 'under'
  readPlace()
  return isInside
}

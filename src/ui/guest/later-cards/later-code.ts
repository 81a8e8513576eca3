// The code of the later cards, loaded by engine/loader.ts.

export { partAt } from '../../../core/flow/parts'
export { controls } from '../../controls/table'
export { cautionOf } from '../aids/fiscal-code-aids'
export { sayFlowChanged } from '../state/failures'
export { effects } from './effects'
export { NotFound, Unfinished } from './extra-cards'
export { OwnPhone as Below } from './own-phone'
export { furnish } from './own-phone-house'
export { panels } from './panels'
export { readDraft } from './read-draft'
export { openBeforeSending, send } from './sending'

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/**
 * Opens links of a new tab in this one where there are no tabs, as in the browsers inside other apps. OK leads to the
 * next card at the same press, so its link stays the browser's.
 */
addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[target=_blank]:not(.ok)')
  if (!link || event.defaultPrevented || !isPlain(event)) return
  event.preventDefault()
  const tab = open(link.href, '_blank')
  if (!tab) return location.assign(link.href)
  tab.opener = null
})

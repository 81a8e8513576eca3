import type { Flow } from '../../../../schema/steps'
import { writeForms } from '../../../../schema/vocabulary'
import { shortOf } from '../../flow/names'
import { isField } from '../domains'
import { error } from '../findings'
import type { MomentRule } from './forward'
import { isPlaceAbroad, type Store, type Subject, type Write } from './provenance'
import { isComing } from './recorded'

/** Whether a write is one of the forms in which a field of the law's files may be filled by the flow itself. */
const isAllowed = (flow: Flow, { needed }: Subject, store: Store, write: Write) => {
  const { field, value } = write
  if (
    !needed.has(field) ||
    value === null ||
    (typeof value === 'object' && !isField(flow, value.from)) ||
    isPlaceAbroad(store, write)
  )
    return true
  const { ready, fixed } = writeForms[shortOf(field).short] ?? {}
  return Boolean((ready || (fixed && typeof value === 'string')) && store.origins[field]?.from !== 'guest')
}

const faultOf = ({ at, field, value }: Write, journey: string[]) =>
  typeof value === 'string'
    ? error('answerOverwritten', at, { field, value, keyword: 'fixed' }, { journey })
    : error('answerOverwritten', at, { field, value: value?.from ?? '', keyword: 'copied' }, { journey })

/** A field of the law's files is the guest's own answer: nothing else is written into it, but for the forms allowed. */
export const overwritten: MomentRule = ({ context: { flow }, subject, store, what, route }) => {
  const journey = () => route().map(({ path }) => path)
  if (typeof what === 'object')
    return store.flag === 'no' || isAllowed(flow, subject, store, what.write) ? [] : [faultOf(what.write, journey())]
  if (what !== 'sent' || !isComing(subject, store)) return []
  // What was written to be shown on a card may never have been asked.
  return Object.entries(store.origins).flatMap(([field, origin]) =>
    subject.needed.has(field) &&
    (origin.from === 'copied' || (origin.from === 'fixed' && !writeForms[shortOf(field).short]?.fixed))
      ? [faultOf(origin.write, journey())]
      : [],
  )
}

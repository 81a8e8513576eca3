import { writeForms } from '../../../../schema/vocabulary'
import { shortOf } from '../../flow/names'
import { isField } from '../domains'
import { error, journeyOf } from '../findings'
import type { Moment, MomentRule } from './forward'
import type { Origin } from './provenance'
import { isComing } from './recorded'

/** Returns the write that may not be shown or sent; undefined if `writeForms` allows it. */
const faultOf = ({ subject, context }: Moment, field: string, origin: Origin, isShown: boolean) => {
  if (origin.from !== 'fixed' && origin.from !== 'copied' && origin.from !== 'replaced') return undefined
  const { value } = origin.write
  const { ready, fixed } = writeForms[shortOf(field).short] ?? {}
  const isAllowed = isShown ? ready : fixed && origin.from === 'fixed'
  if (origin.from !== 'replaced' && (!subject.needed.has(field) || isAllowed)) return undefined
  const source = typeof value === 'string' ? value : (value?.from ?? '')
  return typeof value === 'string' || isField(context.flow, source) ? { source, write: origin.write } : undefined
}

/** Checks that no value the flow writes into a field of the law is shown or sent, except in the allowed forms. */
export const overwritten: MomentRule = (moment) => {
  const { subject, before, store, visit, what, route } = moment
  if (typeof what === 'object') return []
  const isSent = what === 'sent' && isComing(subject, store)
  return subject.fields.flatMap((field) => {
    const shown = visit.asks.includes(field) ? faultOf(moment, field, before.origins[field]!, true) : undefined
    const sent = isSent ? faultOf(moment, field, store.origins[field]!, false) : undefined
    const fault = shown ?? sent
    if (!fault) return []
    const { source, write } = fault
    const keyword = !subject.needed.has(field) ? 'unfit' : typeof write.value === 'string' ? 'fixed' : 'copied'
    return [error('answerOverwritten', write.at, { field, value: source, keyword }, journeyOf(route()))]
  })
}

import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../../../../schema/calls/api'
import type { MissingCode } from '../../../core/exports/outcome'
import { hostCall as call, Offline, Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { asHost } from '../session/host'

/** The fields of the dialog; the province is asked for codes of towns that are not in the tables. */
export type CodeField = 'code' | 'province'

type LookedUp = AnswerOf<'GET /api/istat-search'>
type CodeFault = { at: CodeField; text: string; focus: CodeField; times: number }

/** The province in a text such as `ROMA (RM)`. */
const writtenIn = (text: string) => /[ (]([A-Z]{2})\)?$/.exec(text.toUpperCase())?.[1] ?? ''

const useLookUp = (code: string) => {
  const [found, setFound] = useState<LookedUp>()
  useEffect(() => {
    setFound(undefined)
    if (code.length !== 9) return
    let alive = true
    void call('GET /api/istat-search', { query: { code } }).then(
      (place) => alive && setFound(place),
      () => {}, // Without its place the code can still be kept.
    )
    return () => void (alive = false)
  }, [code])
  return found
}

const refusalOf = (error: unknown): { at: CodeField; text: string; isUnknown: boolean } => {
  if (error instanceof Offline) return { at: 'code', text: say('consult.noServer'), isUnknown: false }
  if (!(error instanceof Refused)) return { at: 'code', text: String(error), isUnknown: false }
  const { status, body } = error
  return {
    at: 'province' in body ? 'province' : 'code',
    text: body.message ?? say('consult.unknownError'),
    isUnknown: status === 409,
  }
}

/**
 * Returns the state of a typed place code: nine digits; if the tables do not have it, also a confirmation and a
 * province.
 */
export const usePlaceCode = ({ text, kind, checkin, field }: MissingCode, onKept: () => void) => {
  const [code, setCode] = useState('')
  const [province, setProvince] = useState(writtenIn(text))
  const [fault, setFault] = useState<CodeFault>()
  const [isUnsure, setUnsure] = useState(false)
  const [busy, setBusy] = useState(false)
  const inputs = { code: useRef<HTMLInputElement>(null), province: useRef<HTMLInputElement>(null) }
  const times = useRef(0)
  const asksProvince = isUnsure && code.startsWith('4')
  const lookedUp = useLookUp(code)
  useEffect(() => {
    if (fault) inputs[fault.focus].current?.focus()
  }, [fault?.times])

  const showFault = (at: CodeField, text: string, focus = at) => setFault({ at, text, focus, times: ++times.current })
  const keep = async (chosen: string, sure: boolean) => {
    if (busy) return
    if (!/^\d{9}$/.test(chosen)) return showFault('code', say('istat.nine'))
    const withProvince = sure && asksProvince
    if (withProvince && province.length !== 2) return showFault('province', say('istat.refused.province'))
    setBusy(true)
    setFault(undefined)
    try {
      const body = { name: text, code: chosen, kind, checkin, field, sure, ...(withProvince && { province }) }
      await asHost(() => call('POST /api/istat-code', { body }))
      return onKept()
    } catch (error) {
      const { at, text, isUnknown } = refusalOf(error)
      setUnsure(isUnknown || sure)
      showFault(at, text, isUnknown && chosen.startsWith('4') ? 'province' : undefined)
    }
    setBusy(false)
  }
  const typeCode = (typed: string) => {
    setCode(typed.replace(/\D/g, '').slice(0, 9))
    setFault(undefined)
    setUnsure(false)
  }
  const typeProvince = (typed: string) => {
    const letters = typed.toUpperCase().replace(/[^A-Z]/g, '')
    setProvince(letters.slice(0, 2))
    setFault(undefined)
  }
  return { code, province, fault, isUnsure, busy, inputs, asksProvince, lookedUp, keep, typeCode, typeProvince }
}

import { useRef } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { ReservationCode } from '../../../../schema/code'
import { isOfFigures, proposedCode } from '../../../core/checkin/code-entry'
import { Button, Chip, RowMenu } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { ask, RowName } from '../dialogs/dialog'
import { confirmDanger } from '../dialogs/questions'
import { saveCodes, showFailure } from '../forms/form-results'
import { askForm } from '../forms/host-form'
import { asAnswers, codeCautions, isUnpayable, newCode } from '../forms/values'
import { hostSettings } from '../session/host'
import { Invite } from './invite'

const sorted = (codes: readonly ReservationCode[]) =>
  [...codes].sort((a, b) => a.code.localeCompare(b.code, 'it', { numeric: true }))

const anyBelow = (below: number) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)

const invite = (code: ReservationCode) => void ask<void>((answer) => <Invite code={code} onClose={answer} />)

type RowProps = { code: ReservationCode; edit: () => void; remove: () => void }

const CodeActions = ({ code, edit, remove }: RowProps) => (
  <div className="act">
    <Button aria-label={say('codes.inviteOf', { code: code.code })} onClick={() => invite(code)}>
      {say('codes.invite')}
    </Button>
    <RowMenu label={say('today.moreOf', { name: code.code })}>
      <Button aria-label={say('codes.editOf', { code: code.code })} onClick={edit}>
        {say('codes.edit')}
      </Button>
      <Button kind="danger-text" aria-label={say('codes.deleteOf', { code: code.code })} onClick={remove}>
        {say('codes.delete')}
      </Button>
    </RowMenu>
  </div>
)

const named = (column: string, value: string | number) => `${say(`codes.${column}`)}: ${value}`

const CodeRow = (props: RowProps) => {
  const { cin, cir, structureCode, description, totalRooms = 1, totalBeds = 2, showPaymentPage, code } = props.code
  return (
    <li className="row">
      <div className="who">
        <div>
          <RowName name={code} open={props.edit} />
          <small>{description}</small>
        </div>
      </div>
      <p>
        {named('cir', cir ?? '—')}
        <small>{named('structureCode', structureCode ?? '—')}</small>
        {cin && <small>{named('cin', cin)}</small>}
      </p>
      <p>
        {named('totalRooms', totalRooms)}
        <small>{named('totalBeds', totalBeds)}</small>
      </p>
      <p className="police">
        <Chip tone={showPaymentPage ? 'good' : 'plain'}>
          {named('showPaymentPage', say(showPaymentPage ? 'host.yes' : 'host.no'))}
        </Chip>
      </p>
      <CodeActions {...props} />
    </li>
  )
}

/** The reservation codes, with buttons to add, change, hand out and delete one. */
export const Codes = () => {
  const settings = useStore(hostSettings)
  const codes = sorted(settings?.reservationCodes ?? [])
  const names = codes.map(({ code }) => code)
  const daily = settings?.dailyCheckins ?? 0
  const box = useRef<HTMLDivElement>(null)
  const askCode = (values: Draft, id?: string) =>
    void askForm({ name: 'code', values, cautions: codeCautions(settings), ...(id && { about: { id } }) })

  const remove = async (code: ReservationCode) => {
    const text = say(codes.length > 1 ? 'codes.deleteText' : 'codes.deleteLast', { count: daily })
    const place = codes.indexOf(code)
    if (!(await confirmDanger('codes.delete', { code: code.code }, text))) return
    showFailure(await saveCodes((now) => now.filter(({ id }) => id !== code.id), 'deleted'))
    // The deleted row had the focus: it goes to the next row's button, the last one's, or that for a new code.
    if (document.activeElement !== document.body) return
    const left = box.current?.querySelectorAll<HTMLElement>('.more > .button')
    ;(left?.[Math.min(place, left.length - 1)] ?? box.current?.querySelector<HTMLElement>('.primary'))?.focus()
  }

  return (
    <div ref={box} className="stack codes">
      <div className="bar">
        <p>{codes.length ? plural('codes', codes.length) : ''}</p>
        <Button kind="primary" onClick={() => askCode({ code: proposedCode(anyBelow, names), ...newCode(settings) })}>
          {say('codes.add')}
        </Button>
      </div>
      {isUnpayable(settings) && <p className="info warns">{say('codes.unpayable')}</p>}
      {names.some(isOfFigures) && <p className="info">{say('codes.figures')}</p>}
      {!codes.length && <p className="info warns">{say('codes.none', { count: daily })}</p>}
      {codes.length > 0 && (
        <ul className="rows">
          {codes.map((code) => (
            <CodeRow
              key={code.id}
              code={code}
              edit={() => askCode(asAnswers(code), code.id)}
              remove={() => void remove(code)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

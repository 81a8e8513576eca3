import { useRef, useState } from 'react'
import type { ReservationCode } from '../../../../schema/code'
import { isOfFigures, proposedCode } from '../../../core/checkin/code-entry'
import { Button, Chip, RowMenu } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { house, say } from '../../shared/published'
import { RowName } from '../dialogs/dialog'
import { confirmDanger } from '../dialogs/questions'
import { saveCodes, showFailure } from '../forms/form-results'
import { HostForm } from '../forms/host-form'
import { asAnswers, codeCautions, isUnpayable, newCode } from '../forms/values'
import { hostSettings } from '../session/host'
import { Invite } from './invite'

type Open =
  | { kind: 'form'; code?: ReservationCode; proposed?: string }
  | { kind: 'invite'; code: ReservationCode }
  | undefined

const sorted = (codes: readonly ReservationCode[]) =>
  [...codes].sort((a, b) => a.code.localeCompare(b.code, 'it', { numeric: true }))

const anyBelow = (below: number) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)

type RowProps = { code: ReservationCode; open: (what: Open) => void; remove: (code: ReservationCode) => void }

const CodeActions = ({ code, open, remove }: RowProps) => (
  <div className="act">
    <Button aria-label={say('codes.inviteOf', { code: code.code })} onClick={() => open({ kind: 'invite', code })}>
      {say('codes.invite')}
    </Button>
    <RowMenu label={say('today.moreOf', { name: code.code })}>
      <Button aria-label={say('codes.editOf', { code: code.code })} onClick={() => open({ kind: 'form', code })}>
        {say('codes.edit')}
      </Button>
      <Button kind="danger-text" aria-label={say('codes.deleteOf', { code: code.code })} onClick={() => remove(code)}>
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
          <RowName name={code} open={() => props.open({ kind: 'form', code: props.code })} />
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
export const Codes = ({ go }: { go: (to: string) => void }) => {
  const settings = useStore(hostSettings)
  const codes = sorted(settings?.reservationCodes ?? [])
  const names = codes.map(({ code }) => code)
  const daily = settings?.dailyCheckins ?? 0
  const [open, setOpen] = useState<Open>()
  const box = useRef<HTMLDivElement>(null)
  const close = () => setOpen(undefined)

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
        <p>{codes.length ? house.get().speak.plural('codes', codes.length) : ''}</p>
        <Button kind="primary" onClick={() => setOpen({ kind: 'form', proposed: proposedCode(anyBelow, names) })}>
          {say('codes.add')}
        </Button>
      </div>
      {isUnpayable(settings) && <p className="info warns">{say('codes.unpayable')}</p>}
      {names.some(isOfFigures) && <p className="info">{say('codes.figures')}</p>}
      {!codes.length && <p className="info warns">{say('codes.none', { count: daily })}</p>}
      {codes.length > 0 && (
        <ul className="rows">
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} open={setOpen} remove={(one) => void remove(one)} />
          ))}
        </ul>
      )}
      {open?.kind === 'form' && (
        <HostForm
          name="code"
          values={open.code ? asAnswers(open.code) : { code: open.proposed, ...newCode(settings) }}
          cautions={codeCautions(settings)}
          {...(open.code && { about: { id: open.code.id } })}
          go={go}
          onDone={close}
          onCancel={close}
        />
      )}
      {open?.kind === 'invite' && <Invite code={open.code} onClose={close} />}
    </div>
  )
}

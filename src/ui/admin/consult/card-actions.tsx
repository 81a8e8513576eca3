import { useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import type { PoliceState } from '../../../../schema/offices'
import { displayId, isEnabled, isTestGuest } from '../../../core/checkin/checkin-states'
import { requestedPayment } from '../../../core/checkin/money'
import { declarationOf, offersIn } from '../../../core/police/filing-states'
import { Radios } from '../../look/boxes'
import { Button, RowMenu } from '../../look/parts'
import { say } from '../../shared/published'
import { copy, ReportedLines, readReported, removeLater, showReason, toggleSending } from '../checkins/actions'
import { guestName, inLine } from '../checkins/card-fields'
import { filedStates, pollChanges, results } from '../checkins/results'
import { ask } from '../dialogs/dialog'
import { useBusy } from '../dialogs/page-hooks'
import { askChoice, FormDialog } from '../dialogs/questions'
import { policeOf, tourismOf } from '../exports/export'
import { showPerson } from '../privacy/person-dialog'
import { callAsHost, dayShown } from '../session/host'
import { identify } from '../standing/identify'
import { declareReported, takeReportBack } from '../standing/release'
import { printCheckins } from './card-parts'

type Days = Pick<Checkin, 'arrivalDate' | 'departureDate'>

const overlap = (a: Days, b: Days) =>
  (a.arrivalDate ?? '') < (b.departureDate ?? '') && (b.arrivalDate ?? '') < (a.departureDate ?? '')

/** Returns the listed check-ins whose stay overlaps. */
const othersHere = (checkin: Checkin) =>
  [...(results.get()?.checkins.values() ?? [])].filter((one) => one.id !== checkin.id && overlap(one, checkin))

const nameIn = (checkin: Checkin) =>
  inLine([
    guestName(checkin),
    displayId(checkin),
    checkin.roomDescription,
    `${dayShown(checkin.arrivalDate ?? '')}–${dayShown(checkin.departureDate ?? '')}`,
  ])

const RoomForm = ({ checkin, answer }: { checkin: Checkin; answer: (withOne?: number | null) => void }) => {
  const others = othersHere(checkin)
  // `roomOf` names the first check-in of a shared room; the first check-in itself has none.
  const fellow = others.find(({ roomOf }) => Number(roomOf) === checkin.id)?.id
  const before = String(Number(checkin.roomOf) || fellow || '')
  const [chosen, choose] = useState(before)
  return (
    <FormDialog
      title={say('room.title')}
      subtitle={say('room.subtitle')}
      yes={say('room.ok')}
      first="yes"
      className="identify"
      send={() => (chosen === before ? answer() : answer(Number(chosen) || null))}
      cancel={() => answer()}
    >
      <div className="scroll">
        <Radios
          name="room"
          legend={say('room.with')}
          value={chosen}
          picks={[
            { value: '', text: say('room.own') },
            ...others.map((one) => ({ value: String(one.id), text: nameIn(one) })),
          ]}
          pick={choose}
        />
        {!others.length && <p>{say('room.nobody')}</p>}
      </div>
    </FormDialog>
  )
}

/** Asks with which check-in this one shares a room, and saves it. */
const shareRoom = async (checkin: Checkin) => {
  const head = await ask<number | null>((answer) => <RoomForm checkin={checkin} answer={answer} />)
  if (head === undefined) return
  await callAsHost('POST /api/checkin/:id/room', { params: { id: checkin.id }, body: { with: head } })
  await pollChanges()
}

export type OpenForm = (form: 'edit' | 'duplicate', checkin: Checkin) => unknown

/** Asks before a check-in is deleted and names its reports; the test guest is deleted without a question. */
const remove = async (checkin: Checkin) => {
  if (isTestGuest(checkin)) return removeLater([checkin])
  const reported = await readReported([checkin])
  const isSure = await askChoice(
    { title: say('consult.deleteAsk'), yes: say('consult.delete'), danger: true },
    <>
      <p>
        {guestName(checkin) || say('consult.nameless')} · {displayId(checkin)}
      </p>
      <ReportedLines checkins={[checkin]} reported={reported} />
    </>,
  )
  if (isSure) await removeLater([checkin])
}

const declare = (checkin: Checkin, settlesLeft?: boolean) =>
  declareReported([checkin.id], declarationOf(checkin)?.at ?? '', settlesLeft).then(pollChanges)

/** Stores that the host has dealt with the reported guests who left. */
export const settleLeft = (checkin: Checkin) => declare(checkin, true).catch(showReason)

const untell = (checkin: Checkin) => takeReportBack([checkin.id], declarationOf(checkin)!.at).then(pollChanges)

const setPayment = ({ id }: Checkin, paymentStatus: 'completed' | 'pending') =>
  callAsHost('PATCH /api/checkin/:id/update', { params: { id }, body: { paymentStatus } }).then(pollChanges)

const isPaid = (checkin: Checkin) => requestedPayment(checkin)?.state === 'paid'

const identifyGuests = async (checkin: Checkin) => {
  if (await identify([checkin])) await pollChanges()
}

type Action = {
  run: (checkin: Checkin, open: OpenForm) => unknown
  when?: (checkin: Checkin, state: PoliceState) => boolean
}

const actions = {
  enable: { when: (checkin) => !isEnabled(checkin), run: toggleSending },
  disable: { when: isEnabled, run: toggleSending },
  identify: { run: identifyGuests },
  edit: { run: (checkin, open) => open('edit', checkin) },
  duplicate: { run: (checkin, open) => open('duplicate', checkin) },
  copy: { run: copy },
  tourism: { when: isEnabled, run: tourismOf },
  police: { when: isEnabled, run: policeOf },
  tell: { when: (_, state) => offersIn(state).includes('upload'), run: (checkin) => declare(checkin) },
  // The host can take back a declaration, but not what the portal answered.
  untell: { when: ({ id, told }) => Boolean(told) && !filedStates.get()[id]?.wired, run: untell },
  paid: { when: (checkin) => !isPaid(checkin), run: (checkin) => setPayment(checkin, 'completed') },
  // A payment that Stripe reported cannot be undone here.
  unpaid: {
    when: (checkin) => isPaid(checkin) && !checkin.paidAmount,
    run: (checkin) => setPayment(checkin, 'pending'),
  },
  sameRoom: { run: shareRoom },
  print: { run: (checkin) => printCheckins([checkin]) },
  person: { run: showPerson },
} satisfies { [name: string]: Action }

type Name = keyof typeof actions

/** The card's main action is the first of these that is possible. */
const next: Record<PoliceState, readonly Name[]> = {
  refused: ['edit'],
  unknown: ['print'],
  sending: ['print'],
  incomplete: ['edit'],
  toReview: ['enable', 'edit'],
  enabled: ['police', 'edit'],
  changed: ['police', 'edit'],
  outdated: ['police', 'edit'],
  inFile: ['tell', 'edit'],
  corrected: ['tell', 'edit'],
  sent: ['print'],
}

const ofTestGuest: readonly Name[] = ['edit', 'copy', 'print']

/** The foot of a card: the first action, and the menu with the others and Delete. */
export const CardActions = ({ checkin, state, open }: { checkin: Checkin; state: PoliceState; open: OpenForm }) => {
  const { once } = useBusy()
  const run = (name: Name) => void once(async () => (actions[name] as Action).run(checkin, open)).catch(showReason)
  const can = (Object.keys(actions) as Name[]).filter((name) =>
    isTestGuest(checkin) ? ofTestGuest.includes(name) : ((actions[name] as Action).when?.(checkin, state) ?? true),
  )
  const first = next[state].find((name) => can.includes(name))
  const others = can.filter((name) => name !== first)
  return (
    <footer>
      {first && (
        <Button key={first} text={say(`consult.${first}`)} kind={`${first} primary`} onClick={() => run(first)} />
      )}
      <RowMenu label={say('card.more')} isWordy>
        {others.map((name) => (
          <Button key={name} text={say(`consult.${name}`)} onClick={() => run(name)} />
        ))}
        <Button
          text={say('consult.delete')}
          kind="delete danger-text"
          onClick={() => void remove(checkin).catch(showReason)}
        />
      </RowMenu>
    </footer>
  )
}

import type { Checkin } from '../../../../schema/checkin'
import type { PoliceState } from '../../../../schema/offices'
import { displayId, isEnabled, isTestGuest } from '../../../core/checkin/checkin-states'
import { paymentSeen } from '../../../core/checkin/money'
import { offersIn } from '../../../core/police/police-file'
import { Button, RowMenu } from '../../look/parts'
import { say } from '../../shared/published'
import { copy, showReason, toggleSending } from '../checkins/actions'
import { guestName } from '../checkins/card-fields'
import { ReportedLines, readReported, removeLater } from '../checkins/removal'
import { pollChanges } from '../checkins/results'
import { askChoice } from '../dialogs/questions'
import { policeOf, tourismOf } from '../exports/export'
import { showPerson } from '../privacy/person-dialog'
import { callAsHost } from '../session/host'
import { identify } from '../standing/identify'
import { setReported } from '../standing/release'
import { shareRoom } from '../standing/same-room'
import { printCheckins } from './card-parts'

export type OpenForm = (form: 'edit' | 'duplicate', checkin: Checkin) => unknown

/** Asks before a check-in is deleted and names its reports; the test guest is deleted without a question. */
const remove = async (checkin: Checkin) => {
  if (isTestGuest(checkin)) return removeLater([checkin])
  try {
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
  } catch (error) {
    showReason(error)
  }
}

const saveReported = ({ id }: Checkin, told: boolean) => setReported([id], told).then(pollChanges).catch(showReason)

const settle = ({ id }: Checkin, paymentStatus: 'completed' | 'pending') =>
  callAsHost('PATCH /api/checkin/:id/update', { params: { id }, body: { paymentStatus } })
    .then(pollChanges)
    .catch(showReason)

const isPaid = (checkin: Checkin) => paymentSeen(checkin)?.state === 'paid'

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
  tell: { when: (_, state) => offersIn(state).includes('upload'), run: (checkin) => saveReported(checkin, true) },
  untell: { when: ({ told }) => Boolean(told), run: (checkin) => saveReported(checkin, false) },
  paid: { when: (checkin) => !isPaid(checkin), run: (checkin) => settle(checkin, 'completed') },
  // The host cannot undo a payment that Stripe reported.
  unpaid: {
    when: (checkin) => isPaid(checkin) && !checkin.paidAmount,
    run: (checkin) => settle(checkin, 'pending'),
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
  const can = (Object.keys(actions) as Name[]).filter((name) =>
    isTestGuest(checkin) ? ofTestGuest.includes(name) : ((actions[name] as Action).when?.(checkin, state) ?? true),
  )
  const first = next[state].find((name) => can.includes(name))
  const others = can.filter((name) => name !== first)
  return (
    <footer>
      {first && (
        <Button key={first} kind={`${first} primary`} onClick={() => void actions[first].run(checkin, open)}>
          {say(`consult.${first}`)}
        </Button>
      )}
      <RowMenu label={say('card.more')} isWordy>
        {others.map((name) => (
          <Button key={name} onClick={() => void (actions[name] as Action).run(checkin, open)}>
            {say(`consult.${name}`)}
          </Button>
        ))}
        <Button kind="delete danger-text" onClick={() => void remove(checkin)}>
          {say('consult.delete')}
        </Button>
      </RowMenu>
    </footer>
  )
}

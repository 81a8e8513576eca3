import { useEffect, useState } from 'react'
import type { DoorCode, HostArrival } from '../../../../schema/calls/arrival'
import type { Checkin } from '../../../../schema/checkin'
import type { ArrivalState, StayGuide } from '../../../../schema/code'
import type { Language } from '../../../../schema/languages'
import { arrivalState } from '../../../core/arrival/release'
import { Button, Chip, type Tone } from '../../look/parts'
import { houseSettings } from '../../shared/house-settings'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { guestName, moment } from '../checkins/card-fields'
import { pollChanges } from '../checkins/results'
import { CopyLink, Qr, useCopy } from '../dialogs/copying'
import { ask, Dialog } from '../dialogs/dialog'
import { useAnswer, useAttempt, useSpeaker } from '../dialogs/page-hooks'
import { Choice, withPin } from '../dialogs/questions'
import { baseAddress, callAsHost, dayShown, failureReason, hostSettings } from '../session/host'
import { GuideDialog, GuidePreview, offerLetters } from './guides'

type Codes = DoorCode & { display: string }

const DoorSheet = ({ codes: { day, here }, close }: { codes: Codes; close: () => void }) => {
  const [italian, english] = [useSpeaker('it'), useSpeaker('en')]
  const { companyName } = houseSettings.get()
  const shown = dayShown(day)
  return (
    <Dialog title={say('doorCode.title', { day: shown })} onClose={close} className="invite">
      <div className="poster">
        {companyName && <p className="house">{companyName}</p>}
        <p className="call" lang="it">
          {italian.say('door.text')}
        </p>
        <p className="call" lang="en">
          {english.say('door.text')}
        </p>
        <Qr text={baseAddress() + here} label={say('doorCode.qr', { link: baseAddress() })} />
        <p className="link-text">{shown}</p>
      </div>
      <footer className="actions">
        <Button text={say('close')} onClick={close} />
        <Button text={say('doorCode.print')} kind="primary" onClick={() => print()} />
      </footer>
    </Dialog>
  )
}

const readCodes = async () => (await callAsHost('GET /api/door')).data

const showDoorSheet = async () => {
  const codes = await readCodes()
  await ask<void>((answer) => <DoorSheet codes={codes} close={answer} />)
}

/** The panel of the QR code at the door: a sheet to print, and the link of the tablet's page. */
export const DoorCodePanel = () => {
  const { answer: codes } = useAnswer(readCodes)
  const copying = useCopy()
  const tablet = codes && baseAddress() + codes.display
  return (
    <div className="stack">
      <p className="info">{say('doorCode.text')}</p>
      <p className="buttons">
        <Button text={say('doorCode.show')} onClick={() => void showDoorSheet().catch(showReason)} />
      </p>
      {tablet && (
        <CopyLink label={say('doorCode.tablet')} hint={say('doorCode.tabletHint')} link={tablet} copying={copying} />
      )}
    </div>
  )
}

const tones: { readonly [is in ArrivalState['is']]: Tone } = {
  released: 'good',
  waiting: 'plain',
  withdrawn: 'warn',
  over: 'plain',
}

const reasonWords = (state: ArrivalState): string => {
  if (state.is === 'waiting')
    return say('arrivals.waits', {
      what: state.waits
        .map((wait) => say(`arrivals.wait.${wait}`, { at: state.from && moment(state.from) }))
        .join(', '),
    })
  if (state.is === 'released' && state.by === 'rule') return say('arrivals.byRule')
  return say(`arrivals.why.${state.is}`, { at: 'at' in state && state.at ? moment(state.at) : '' })
}

const readArrival = async (id: number, language?: Language): Promise<HostArrival> =>
  (await callAsHost('GET /api/checkin/:id/arrival', { params: { id }, query: { ...(language && { language }) } })).data

const decide = ({ id }: Checkin, as: 'released' | 'withdrawn' | 'rule') =>
  void callAsHost('POST /api/checkin/:id/arrival', { params: { id }, body: { as } }).then(pollChanges).catch(showReason)

const writeOwn = async ({ id }: Checkin) => {
  const { own } = await readArrival(id)
  const isChanged = await ask<boolean>((answer) => (
    <GuideDialog
      title={say('arrivals.own')}
      subtitle={say('arrivals.ownText')}
      guide={own}
      save={(guide: StayGuide) =>
        withPin((current) =>
          callAsHost('PATCH /api/checkin/:id/arrival', { params: { id }, body: { own: guide, current } }),
        ).then(() => void pollChanges(), failureReason)
      }
      close={answer}
    />
  ))
  if (isChanged) await offerLetters({ checkin: id })
}

const GuestSide = ({ id, first, close }: { id: number; first: HostArrival; close: () => void }) => {
  const [link, setLink] = useState(first.link)
  const { failure, attempt } = useAttempt()
  const copying = useCopy()
  const renew = async () => {
    const { data } = await callAsHost('POST /api/checkin/:id/arrival/link', { params: { id } })
    setLink(data.link)
    void copying.copy(data.link, 'arrivals.renewed')
  }
  return (
    <Choice title={say('arrivals.guestSide')} subtitle={reasonWords(first.state)} yes={say('close')} answer={close}>
      <div className="scroll stack">
        <GuidePreview read={async (language) => (await readArrival(id, language)).guide} />
        <CopyLink label={say('arrivals.link')} hint={say('arrivals.linkHint')} {...{ link, copying, failure }}>
          <Button text={say('arrivals.renew')} kind="danger-text" onClick={() => void attempt(renew)} />
        </CopyLink>
      </div>
    </Choice>
  )
}

const showGuestSide = async ({ id }: Checkin) => {
  const first = await readArrival(id)
  await ask<true>((answer) => <GuestSide id={id} first={first} close={() => answer(true)} />)
}

const useRedrawAt = (from: string | undefined) => {
  const [, again] = useState(0)
  useEffect(() => {
    const left = from ? Date.parse(from) - Date.now() : 0
    // Longer waits may overflow a timer; by then the page has been reloaded.
    if (left <= 0 || left > 86_400_000) return undefined
    const timer = setTimeout(() => again((count) => count + 1), left)
    return () => clearTimeout(timer)
  }, [from])
}

/** The arrival part of a check-in's card: whether the instructions are released and why, and the host's decision. */
export const ArrivalPart = ({ checkin }: { checkin: Checkin }) => {
  const settings = useStore(hostSettings)
  const state = settings && arrivalState(checkin, settings, Date.now())
  useRedrawAt(state?.is === 'waiting' ? state.from : undefined)
  if (!settings || !state || !(settings.arrivalGuides.length || checkin.arrivalGuide)) return null
  const name = guestName(checkin) || say('consult.nameless')
  const button = (as: 'released' | 'withdrawn' | 'rule') => (
    <Button
      text={say(`arrivals.${as}`)}
      kind="small"
      aria-label={say(`arrivals.${as}.of`, { name })}
      onClick={() => decide(checkin, as)}
    />
  )
  return (
    <section className="record-part">
      <h4>{say('arrivals.title')}</h4>
      <p className="who">
        <Chip tone={tones[state.is]}>{say(`arrivals.is.${state.is}`)}</Chip>
      </p>
      <p>{reasonWords(state)}</p>
      {state.is !== 'over' && (
        <p className="buttons">
          {state.is !== 'released' && button('released')}
          {state.is !== 'withdrawn' && button('withdrawn')}
          {checkin.arrivalWord && button('rule')}
          <Button text={say('arrivals.own')} kind="small" onClick={() => void writeOwn(checkin).catch(showReason)} />
          <Button
            text={say('arrivals.guestSide')}
            kind="small"
            onClick={() => void showGuestSide(checkin).catch(showReason)}
          />
        </p>
      )}
    </section>
  )
}

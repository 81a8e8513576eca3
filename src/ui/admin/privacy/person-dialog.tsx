import { type ReactNode, useState } from 'react'
import type { BookingFields } from '../../../../schema/bookings'
import type { Checkin } from '../../../../schema/checkin'
import { laterGuests, partyFlag, type Who } from '../../../../schema/guest'
import { languageTable } from '../../../../schema/languages'
import { type ErasureReason, erasureReasons, type PersonFile } from '../../../../schema/privacy'
import { displayId, identifiedOf } from '../../../core/checkin/checkin-states'
import { shortOf } from '../../../core/flow/names'
import { Radios } from '../../look/boxes'
import { Button } from '../../look/parts'
import { announce } from '../../shared/card'
import { house, plural, say } from '../../shared/published'
import { download, ReportedLines, readReported } from '../checkins/actions'
import { labelOf, moment, shownOf } from '../checkins/card-fields'
import { applyChanges } from '../checkins/results'
import { ask, Dialog } from '../dialogs/dialog'
import { askText, Choice } from '../dialogs/questions'
import { callAsHost, dayShown, titleOfGuest } from '../session/host'
import { identificationWords } from '../standing/guest-states'

type EraseProps = { children: ReactNode; answer: (reason?: ErasureReason) => void }

/** Asks why to erase a check-in's guests; the children say what was reported. */
const EraseDialog = ({ children, answer }: EraseProps) => {
  const [reason, setReason] = useState<ErasureReason>('request')
  return (
    <Choice
      title={say('erase.title')}
      yes={say('erase.yes')}
      no={say('host.cancel')}
      danger
      answer={(said) => answer(said && reason)}
    >
      <p>{say('erase.text')}</p>
      {children}
      <Radios
        name="erasure"
        legend={say('erase.reason')}
        value={reason}
        picks={erasureReasons.map((value) => ({ value, text: say(`erase.reason.${value}`) }))}
        pick={setReason}
      />
    </Choice>
  )
}

/** Asks for the reason to keep a check-in; undefined if cancelled. */
export const askReason = (name: string) =>
  askText({
    title: say('retention.holdTitle'),
    text: say('retention.holdText', { name }),
    label: say('retention.reason'),
    lacking: say('retention.reasonMissing'),
    maxLength: 300,
    yes: say('retention.hold'),
  })

const flags = new Set<string>(laterGuests.map(partyFlag))

/** Fields that no card shows have their own words here. */
const titleOf = (field: string) => {
  const { who } = shortOf(field)
  const own = `person.note.${field}`
  const label = house.get().speak.has(own) ? say(own) : labelOf(field)
  return who && !flags.has(field) ? `${titleOfGuest(who)}: ${label}` : label
}

const identifications = (checkin: Checkin) =>
  Object.entries(identifiedOf(checkin))
    .map(([who, one]) => `${titleOfGuest(who as Who)}: ${identificationWords(one!)}`)
    .join('; ')

const answerOf = (checkin: Checkin, field: string) => {
  if (field === 'identified') return identifications(checkin)
  if (field === 'identityRemovedAt') return moment(checkin.identityRemovedAt ?? '')
  const value = shownOf(checkin, field)
  if (field === 'selectedLanguage') return languageTable.find(({ code }) => code === value)?.name ?? value
  if (field !== 'showPaymentPage' && !flags.has(field)) return value
  return say(['true', 'yes'].includes(String(checkin[field as keyof Checkin])) ? 'host.yes' : 'host.no')
}

const stayWords = (stay: BookingFields) =>
  Object.entries(stay)
    .map(([field, value]) => {
      const words = field === 'arrival' || field === 'departure' ? dayShown(String(value)) : value
      return `${say(`stays.field.${field}`)} ${words}`
    })
    .join(', ')

const OtherData = ({ letters, files, region, stays, leaving }: PersonFile) => {
  const { has } = house.get().speak
  const nameOf = (word: string) => (has(word) ? say(word) : word)
  return (
    <ul>
      {stays.map((stay) => (
        <li key={stayWords(stay)}>
          {say('person.stay')}: {stayWords(stay)}
        </li>
      ))}
      {letters.map(({ addressee, status, at }) => (
        <li key={addressee + at}>
          {nameOf(`person.letter.${addressee}`)}: {say(`consult.letter.${status}`, { at: moment(at) })}
        </li>
      ))}
      {files.map((one) => (
        <li key={one.sha256}>
          {moment(one.at)} · {one.file}
        </li>
      ))}
      {region > 0 && <li>{plural('person.region', region)}</li>}
      <li>{leaving ? say(`person.leaving.${leaving.what}`, { day: dayShown(leaving.from) }) : say('person.stays')}</li>
    </ul>
  )
}

const Person = ({ file, answer }: { file: PersonFile; answer: (erase?: true) => void }) => {
  const checkin = file.record as unknown as Checkin
  const save = () => download(`${displayId(checkin)}.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json')
  return (
    <Dialog title={say('person.title')} subtitle={displayId(checkin)} onClose={() => answer()} className="person">
      <p>{say('person.text', { moment: moment(file.at) })}</p>
      <dl>
        {Object.keys(checkin)
          .filter((field) => field !== 'id')
          .map((field) => (
            <div key={field}>
              <dt>{titleOf(field)}</dt>
              <dd>{answerOf(checkin, field)}</dd>
            </div>
          ))}
      </dl>
      <OtherData {...file} />
      <footer className="actions">
        <Button text={say('person.download')} onClick={save} />
        <Button text={say('person.erase')} kind="danger-text" onClick={() => answer(true)} />
        <Button text={say('person.close')} kind="primary" data-first onClick={() => answer()} />
      </footer>
    </Dialog>
  )
}

/** Shows all stored data of a check-in's guests, with buttons to save or erase them. Throws Refused or Offline. */
export const showPerson = async (checkin: Checkin) => {
  const { id } = checkin
  const { data } = await callAsHost('GET /api/checkin/:id/person', { params: { id } })
  const erases = await ask<true>((answer) => <Person file={data} answer={answer} />)
  if (!erases) return
  const reported = await readReported([checkin])
  const reason = await ask<ErasureReason>((answer) => (
    <EraseDialog answer={answer}>
      <ReportedLines checkins={[checkin]} reported={reported} />
    </EraseDialog>
  ))
  if (!reason) return
  await callAsHost('POST /api/checkin/:id/erase', { params: { id }, body: { reason } })
  applyChanges([], [id])
  announce(say('consult.deleted'))
}

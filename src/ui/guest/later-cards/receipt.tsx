import { useEffect, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { standardRoom } from '../../../../schema/code'
import type { ShownTax } from '../../../../schema/tax'
import { thanks } from '../../../../schema/vocabulary'
import { requestedPayment } from '../../../core/checkin/money'
import type { CalendarStay } from '../../../core/exports/ics'
import { italian } from '../../../core/text/written-dates'
import { writtenDate } from '../../controls/choices'
import { Icon, type IconName } from '../../look/icon'
import { houseSettings } from '../../shared/house-settings'
import { useStore } from '../../shared/page-store'
import { house, say } from '../../shared/published'
import { useSeen } from '../../shared/visible'
import { NoticeLink, type PanelProps } from '../first-cards/first-cards'
import { ReceiptArrival } from './arrival/arrival'
import { MapLine } from './arrival/house-parts'
import { complete } from './effects'
import type { Pass, SavedPicture } from './receipt-files'
import { TaxSummary } from './stay-tax'

/** The address of the built `receipt-files.ts`, loaded at the end only. */
declare const receiptFiles: string

const useReceiptFiles = () => {
  const [files, setFiles] = useState<typeof import('./receipt-files')>()
  useEffect(() => void import(receiptFiles).then(setFiles, console.error), [])
  return files
}

const roomOf = ({ roomDescription: room }: Draft) => (room === standardRoom ? say('receipt.standardRoom') : room)

const stayOf = (answers: Draft, pass: Pass): CalendarStay => ({
  id: answers.checkInId ?? '',
  facility: houseSettings.get().companyName || location.hostname,
  arrival: answers.arrivalDate ?? '',
  departure: answers.departureDate ?? '',
  summary: [houseSettings.get().companyName || say('review.stay'), roomOf(answers)].filter(Boolean).join(' · '),
  description: say('named', { name: pass.rows[0]![0], text: pass.rows[0]![1] }),
  location: houseSettings.get().houseAddress,
})

/** Returns the state of the payment in words; undefined if nothing is to pay. */
export const paymentOf = ({ paymentMethod, paymentStatus }: Draft) => {
  const { say, option } = house.get().speak
  const seen = requestedPayment({ paymentMethod, paymentStatus })
  const words = { paid: 'receipt.paid', begun: 'receipt.unpaid', open: 'receipt.open', cash: '', portal: '' }
  const key = seen && words[seen.state]
  return key ? say(key) : paymentMethod && option('paymentMethod', paymentMethod)
}

const passOf = (answers: Draft): Pass => {
  const { say, label } = house.get().speak
  const { companyName, logoUrl } = houseSettings.get()
  const { checkInId, arrivalDate, departureDate, numberOfNights, shownCin } = answers
  const rows: [string, string | undefined][] = [
    [say('receipt.reference'), checkInId && [checkInId, ...(arrivalDate ? [digitsOf(arrivalDate)] : [])].join('-')],
    [label('numberOfNights'), numberOfNights],
    [label('arrivalDate'), arrivalDate && writtenDate(arrivalDate, 'short')],
    [label('departureDate'), departureDate && writtenDate(departureDate, 'short')],
    [label('paymentMethod'), paymentOf(answers)],
    [say('receipt.room'), roomOf(answers)],
    ['CIN', shownCin],
  ]
  return {
    house: companyName || say('/.title'),
    logo: logoUrl,
    rows: rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  }
}

const digitsOf = (date: string) => italian(date).replaceAll('/', '')

/** A word that is broken in half of a small phone's width, as "Appartamento". */
const longWord = /[^\s-]{11}/

const PassCard = ({ pass: { house, logo, rows } }: { pass: Pass }) => (
  <section className="summary pass">
    <p className="place">
      {logo && <img src={logo} alt="" />}
      {house}
    </p>
    <dl>
      {rows.map(([name, value]) => (
        <div key={name} className={longWord.test(value) ? 'wide' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const Leaving = ({ secondsLeft, stopCountdown }: Pick<PanelProps, 'secondsLeft' | 'stopCountdown'>) => {
  const stay = () => {
    stopCountdown()
    document.querySelector('h1')?.focus()
  }
  return (
    <div className="leaving">
      <p role="status">
        {secondsLeft && say('receipt.leaving')}
        {secondsLeft && <b aria-hidden="true"> {secondsLeft}</b>}
      </p>
      {secondsLeft && (
        <button type="button" className="choice primary" onClick={stay}>
          {say('receipt.stay')}
        </button>
      )}
    </div>
  )
}

/** What to do where nothing was saved: a page cannot tell, and the browser inside an app often saves no file. */
const Saved = ({ saved, name }: { saved: { picture?: SavedPicture } | undefined; name: string }) => {
  const text = saved ? say(saved.picture ? 'receipt.pictureSaved' : 'receipt.nothingSaved') : ''
  const words = useSeen(text)
  return (
    <div className="house-text print">
      {saved?.picture && <img {...saved.picture} alt={name} />}
      <p ref={words} role="status">
        {text}
      </p>
    </div>
  )
}

const Actions = ({ answers, pass, stop }: { answers: Draft; pass: Pass; stop: () => void }) => {
  const files = useReceiptFiles()
  const [saved, setSaved] = useState<{ picture?: SavedPicture }>()
  const stay = answers.checkInId ? stayOf(answers, pass) : undefined
  const file = files && stay && files.calendar(stay, new Date().toISOString())
  // `work` runs during the press itself, else the browser stops a download.
  const pressed = async (work: () => Promise<SavedPicture> | undefined) => {
    stop()
    const picture = await (async () => work())().catch((error: unknown) => console.error(error))
    setSaved(picture ? { picture } : {})
  }
  const button = (name: string, icon: IconName, work: () => Promise<SavedPicture> | undefined) => (
    <button type="button" className="choice" onClick={() => void pressed(work)}>
      <Icon name={icon} />
      {say(`receipt.${name}`)}
    </button>
  )
  return (
    <>
      <div className="choices print">
        {file && button('calendar', 'heroicons:calendar-days', () => files.saveCalendar(file))}
        {files && button('picture', 'heroicons:photo', () => files.savePicture(pass))}
        {'print' in globalThis && button('print', 'heroicons:printer', () => void print())}
      </div>
      <Saved saved={saved} name={pass.house} />
    </>
  )
}

/** The receipt at the end of a check-in. */
export const Receipt = ({ answers, secondsLeft, stopCountdown }: PanelProps) => {
  const { thanksMessage, houseAddress } = useStore(houseSettings)
  const pass = passOf(answers)
  const isIncomplete = answers.finished === 'yes' && Boolean(answers.draftId)
  useEffect(() => {
    if (!isIncomplete) return
    void complete()
    addEventListener('online', complete)
    return () => removeEventListener('online', complete)
  }, [isIncomplete])
  // A guest with arrival instructions is not redirected away from them.
  useEffect(() => {
    if (answers.receiptLink && secondsLeft) stopCountdown()
  }, [answers.receiptLink, secondsLeft])
  return (
    <>
      <div className="receipt">
        <PassCard pass={pass} />
        {(secondsLeft || answers.finished !== 'yes') && <Leaving {...{ secondsLeft, stopCountdown }} />}
        <p className="thanks with-icon">
          <Icon name="heroicons:check-circle" />
          <span>{thanksMessage === thanks ? say('receipt.thanks') : thanksMessage}</span>
        </p>
      </div>
      {answers.shownTax && <TaxSummary tax={JSON.parse(answers.shownTax) as ShownTax} answers={answers} />}
      <h2>{say('receipt.next')}</h2>
      <p>
        {say('receipt.nextText')} <NoticeLink />
      </p>
      {answers.receiptLink ? (
        <ReceiptArrival token={answers.receiptLink} />
      ) : (
        <MapLine address={houseAddress} stop={stopCountdown} />
      )}
      <Actions {...{ answers, pass }} stop={stopCountdown} />
    </>
  )
}

import { type Checkin, type Draft, fieldOf } from '../../../../schema/checkin'
import { guests, isLater, type Later } from '../../../../schema/guest'
import type { Flow } from '../../../../schema/steps'
import { askedFor, questionOf } from '../../../core/checkin/link-journeys'
import { guestTitle, mostAsked, party, partyFaults } from '../../../core/checkin/party'
import { partOf } from '../../../core/checkin/record-parts'
import { definitionOf } from '../../../core/flow/fields'
import { shortOf } from '../../../core/flow/names'
import { partOfStep } from '../../../core/flow/parts'
import { type Stop, stepAddress } from '../../../core/flow/trail'
import { controls } from '../../controls/table'
import { Icon } from '../../look/icon'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { KeepTick } from '../aids/returning'
import type { PanelProps } from '../first-cards/first-cards'
import { type PhoneState, stateWords, usePhones } from './own-phone'
import { awayIn, ownGuest } from './own-phone-house'
import { paymentOf } from './receipt'
import { beforeSending } from './sending'
import { TaxOfAnswers } from './stay-tax'

const inWords = (field: string, value: string, answers: Draft): string => {
  const { speak, flow } = house.get()
  const { write } = controls[definitionOf(flow, field)?.control as keyof typeof controls] ?? {}
  return write ? write(value, field, answers) : speak.option(field, value)
}

type Row = { field: string; value: string | undefined; stop: Stop }

/** Returns whether the review shows an answer; it omits payment and system fields. */
export const isReviewed = (field: string) =>
  Boolean(shortOf(field).who) || !['payment', 'system'].includes(partOf(field))

const blocks = [...guests, 'stay'] as const
type Block = (typeof blocks)[number]

/** Returns the answers by block: those of a house's own step in the block before it, the party's in the stay. */
export const rowsByBlock = (flow: Flow, stops: readonly Stop[], answers: Draft): [Block, Row[]][] => {
  const rows = new Map<Block, Row[]>(blocks.map((block) => [block, []]))
  let block: Block = 'main'
  for (const stop of beforeSending(flow, stops)) {
    block = stop.who ?? (partOfStep(flow, stop) ? 'stay' : block)
    for (const { field } of stop.fields)
      if (isReviewed(field)) rows.get(block)!.push({ field, value: answers[field], stop })
  }
  return [...rows].filter(([, under]) => under.length)
}

/** Kept while the guest changes an answer on another card. */
const isUnfolded = store(false)

const openBlock = store<Block | undefined>(undefined)

const nameOf = (block: Block, answers: Draft) => {
  const { speak } = house.get()
  const { say } = speak
  if (block === 'stay') return say('review.stay')
  const name = [answers[fieldOf(block, 'name')], answers[fieldOf(block, 'lastName')]].filter(Boolean).join(' ')
  return name || guestTitle(speak, block)
}

const Change = ({ row: { stop, field }, path, name }: { row: Row; path: string; name: string }) => {
  const { flow, speak } = house.get()
  return (
    <a href={stepAddress(flow, stop, { return: path })}>
      <Icon name="heroicons:pencil-square" />
      <span className="unseen">
        {speak.say('change')} {speak.label(field)}, {name}
      </span>
    </a>
  )
}

type BlockProps = { block: Block; rows: readonly Row[]; path: string; answers: Draft }

const BlockOfAnswers = ({ block, rows, path, answers }: BlockProps) => {
  const { speak } = house.get()
  const isOpen = useStore(openBlock) === block
  const name = nameOf(block, answers)
  return (
    <section className={isOpen ? 'summary open' : 'summary'}>
      <header>
        <Icon name={block === 'stay' ? 'heroicons:calendar-days' : 'heroicons:user'} />
        <h2>
          {name}
          {block !== 'stay' && <small>{guestTitle(speak, block)}</small>}
        </h2>
        {rows.some(({ stop }) => stop.path !== path) && (
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            onClick={() => openBlock.set(isOpen ? undefined : block)}
          >
            {speak.say(isOpen ? 'close' : 'change')}
            <span className="unseen">: {name}</span>
          </button>
        )}
      </header>
      <dl>
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{speak.label(row.field)}</dt>
            <dd>{row.value ? inWords(row.field, row.value, answers) : speak.say('notProvided')}</dd>
            {isOpen && row.stop.path !== path && (
              <dd className="change">
                <Change {...{ row, path, name }} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

const Payment = ({ answers }: { answers: Draft }) => {
  const { say, label } = house.get().speak
  const state = paymentOf(answers)
  const again = answers.paymentStatus === 'initiated' && isPayPalReady()
  return state ? (
    <section className="summary">
      <header>
        <Icon name="heroicons:credit-card" />
        <h2>{label('paymentMethod')}</h2>
      </header>
      <p>{state}</p>
      {again && (
        <a className="choice" href={houseSettings.get().paypalLink} target="_blank" rel="noopener noreferrer">
          {say('payment.paypalAgain')}
        </a>
      )}
    </section>
  ) : null
}

const BlockOfPhone = ({ who, phone, path }: { who: Later; phone: PhoneState; path: string }) => {
  const { flow, speak } = house.get()
  const question = questionOf(flow, who)
  const title = guestTitle(speak, who)
  return (
    <section className="summary">
      <header>
        <Icon name="heroicons:user" />
        <h2>
          {phone.name ?? title}
          {phone.name && <small>{title}</small>}
        </h2>
        {question && (
          <a className="link" href={stepAddress(flow, { path: question }, { return: path })}>
            {speak.say('change')}
            <span className="unseen">: {title}</span>
          </a>
        )}
      </header>
      <p role="status">{stateWords(phone)}</p>
    </section>
  )
}

/** All answers of the journey with links to change them; folded on a card with questions. */
export const Review = ({ path, answers, stops, hasQuestions }: PanelProps) => {
  const { flow, speak } = useStore(house)
  const most = mostAsked(useStore(houseSettings))
  const isOpen = useStore(isUnfolded)
  const away = awayIn(answers).filter((who) => stops.some(({ path }) => askedFor(flow.steps[path]) === who))
  const phoneOf = usePhones(away)
  const answered = new Map(rowsByBlock(flow, stops, answers))
  const list = blocks.flatMap((block) => {
    const rows = answered.get(block)
    if (rows) return [<BlockOfAnswers key={block} {...{ block, rows, path, answers }} />]
    const isAway = isLater(block) && away.includes(block)
    return isAway ? [<BlockOfPhone key={block} who={block} phone={phoneOf(block)} path={path} />] : []
  })
  // The house may have lowered its limit since these guests were entered.
  const isTooMany = party(answers as unknown as Checkin).length > most
  const tooMany = isTooMany && partyFaults(answers, most).find(({ rule }) => rule === 'tooMany')
  const all = (
    <>
      {list.length ? list : <p>{speak.say('review.empty')}</p>}
      {list.length > 0 && !away.length && <TaxOfAnswers answers={answers} />}
      {tooMany && <p className="panel">{speak.fault(tooMany)}</p>}
      {!hasQuestions && answers.checkInId && <Payment answers={answers} />}
    </>
  )
  const summary = hasQuestions ? (
    <details className="review" open={isOpen} onToggle={(event) => isUnfolded.set(event.currentTarget.open)}>
      <summary>{speak.say('review.title')}</summary>
      {all}
    </details>
  ) : (
    all
  )
  return (
    <>
      {summary}
      {!ownGuest() && <KeepTick />}
    </>
  )
}

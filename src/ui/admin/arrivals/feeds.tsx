import { useState } from 'react'
import type { CalendarFeed, EntryFault, FeedState } from '../../../../schema/bookings'
import { mask } from '../../../../schema/settings'
import { FieldBoxes, type FieldRow, type Pick } from '../../look/boxes'
import { Icon } from '../../look/icon'
import { Button, FaultLine, FoldedLines, RowMenu } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { ask, RowTitle } from '../dialogs/dialog'
import type { Work } from '../dialogs/page-hooks'
import { confirmDanger, FormDialog } from '../dialogs/questions'
import { listWith, saveAccounts, showFailure } from '../forms/form-results'
import { callAsHost, hostSettings } from '../session/host'
import { useDialogForm } from '../shell/unsaved'
import { daysShown } from '../stays/stay-words'

const oddWords = ({ what, from = '', to = '' }: EntryFault) =>
  say('feeds.oddEntry', { days: daysShown(from, to) || say('feeds.undated'), what: say(`feeds.odd.${what}`) })

type FormProps = { feed?: CalendarFeed | undefined; close: () => void; work: Work }

const faultOf = ({ name, address }: Omit<CalendarFeed, 'id'>) => {
  if (!name) return `${say('feeds.name')} ${say('stays.fault.required')}`
  return address === mask || /^(https?|webcal):\/\/\S+$/.test(address) ? '' : say('feeds.addressFault')
}

const rowsOf = (picks: readonly Pick[]): FieldRow<'name' | 'address' | 'code'>[] => [
  { field: 'name', label: say('feeds.name'), hint: say('feeds.nameHint'), maxLength: 60, spellCheck: false },
  {
    field: 'address',
    label: say('feeds.address'),
    hint: say('feeds.addressText'),
    inputMode: 'url',
    maxLength: 2000,
    spellCheck: false,
    onFocus: ({ target }) => target.select(),
  },
  ...(picks.length ? [{ field: 'code', label: say('feeds.code'), picks, none: say('stays.unknown') } as const] : []),
]

/** The form of a calendar. A stored address is shown as a mask, which is not saved. */
const FeedDialog = ({ feed, close, work }: FormProps) => {
  const [begun] = useState({ name: feed?.name ?? '', address: feed?.address ?? '', code: feed?.code ?? '' })
  const [typed, setTyped] = useState(begun)
  const codes = useStore(hostSettings)?.reservationCodes ?? []
  const picks = codes.map((one) => ({ value: one.code, text: `${one.description} · ${one.code}` }))
  const send = async () => {
    const answers = { ...typed, name: typed.name.trim(), address: typed.address.trim() }
    const fault = faultOf(answers)
    if (fault) return setFailure(fault)
    const entry = { answers, before: begun, id: feed?.id }
    const saved = await saveAccounts('calendarFeeds', (now) => listWith(now, entry), 'saved')
    if (saved.outcome !== 'saved') return setFailure(saved.message ?? say('feeds.saveFailed'))
    close()
    await work(() => callAsHost('POST /api/feeds/read'))
  }
  const isChanged = JSON.stringify(typed) !== JSON.stringify(begun)
  const title = say(feed ? 'feeds.editTitle' : 'feeds.addTitle')
  const { dialog, failure, setFailure } = useDialogForm({ title, isChanged, send, close })
  return (
    <FormDialog {...dialog} yes={say('stays.save')}>
      <div className="scroll stack">
        <FieldBoxes rows={rowsOf(picks)} values={typed} put={(more) => setTyped({ ...typed, ...more })} />
        <FaultLine>{failure}</FaultLine>
      </div>
    </FormDialog>
  )
}

const edit = (work: Work, feed?: CalendarFeed) =>
  void ask<void>((answer) => <FeedDialog {...{ feed, work }} close={answer} />)

type LostProps = { feed: CalendarFeed; state: FeedState; work: Work }

const Lost = ({ feed, state, work }: LostProps) => {
  const answer = (cancelled: boolean) =>
    void work(() =>
      callAsHost('POST /api/feeds/:feed/lost', { params: { feed: feed.id }, body: { ids: state.lost, cancelled } }),
    )
  if (!state.lost.length) return null
  return (
    <div className="wide info warns" role="alert">
      <p>
        {plural('feeds.lost', state.lost.length)} {say('feeds.lostText')}
      </p>
      <p className="buttons">
        <Button text={say('feeds.lostYes')} onClick={() => answer(true)} />
        <Button text={say('feeds.lostNo')} onClick={() => answer(false)} />
      </p>
    </div>
  )
}

const failedWords = ({ tried, fault, read }: FeedState) =>
  fault &&
  [say('feeds.failed', { at: moment(tried ?? ''), why: say(`feeds.fault.${fault}`) }), read && say('feeds.kept')]
    .filter(Boolean)
    .join('. ')

const FeedRow = ({ feed, state, work }: LostProps) => {
  const room = hostSettings.get()?.reservationCodes.find(({ code }) => code === feed.code)?.description
  const failed = failedWords(state)
  const remove = async () => {
    if (!(await confirmDanger('feeds.remove', { name: feed.name }))) return
    await work(async () =>
      showFailure(await saveAccounts('calendarFeeds', (now) => now.filter(({ id }) => id !== feed.id), 'removed')),
    )
  }
  return (
    <li className="row" aria-label={feed.name}>
      <RowTitle
        mark={<Icon name="heroicons:calendar-days" />}
        name={feed.name}
        open={() => edit(work, feed)}
        small={room ?? say('stays.noRoom')}
      />
      <p className="two">
        {state.read ? say('feeds.read', { at: moment(state.read) }) : say('feeds.never')}
        {state.read && (
          <small>{[plural('stays.count', state.stays), plural('feeds.blocks', state.blocks)].join(' · ')}</small>
        )}
      </p>
      <div className="act">
        <RowMenu label={say('today.moreOf', { name: feed.name })}>
          <Button text={say('feeds.edit')} onClick={() => edit(work, feed)} />
          <Button text={say('feeds.remove')} kind="danger-text" onClick={() => void remove()} />
        </RowMenu>
      </div>
      {failed && <p className="wide info warns">{failed}</p>}
      {state.source === 'booking' && state.blocks > 0 && <p className="wide info">{say('feeds.closed')}</p>}
      {state.odd.length > 0 && (
        <FoldedLines title={plural('feeds.odd', state.odd.length)} lines={state.odd.map(oddWords)} />
      )}
      <Lost feed={feed} state={state} work={work} />
    </li>
  )
}

/** The platforms' calendars with the result of the last fetch, and their actions. */
export const Feeds = ({ states, work }: { states: readonly FeedState[]; work: Work }) => {
  const feeds = useStore(hostSettings)?.calendarFeeds ?? []
  return (
    <section className="stack tasks" aria-labelledby="feeds">
      <header className="bar">
        <h2 id="feeds">{say('feeds.title')}</h2>
        {feeds.length > 0 && (
          <Button
            text={say('feeds.readNow')}
            icon="heroicons:arrow-path"
            onClick={() => void work(() => callAsHost('POST /api/feeds/read'))}
          />
        )}
      </header>
      <p>{say('feeds.text')}</p>
      {feeds.length > 0 && (
        <ul className="rows">
          {feeds.flatMap((feed) => {
            const state = states.find(({ id }) => id === feed.id)
            return state ? [<FeedRow key={feed.id} {...{ feed, state, work }} />] : []
          })}
        </ul>
      )}
      <p>
        <Button text={say('feeds.add')} onClick={() => edit(work)} />
      </p>
    </section>
  )
}

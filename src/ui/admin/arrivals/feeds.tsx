import type { CalendarFeed, EntryFault, FeedState } from '../../../../schema/bookings'
import { Icon } from '../../look/icon'
import { Button, RowMenu } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { ask, RowName } from '../dialogs/dialog'
import { confirmDanger } from '../dialogs/questions'
import type { Work } from '../dialogs/work'
import { saveAccounts, showFailure } from '../forms/form-results'
import { callAsHost, hostSettings } from '../session/host'
import { daysShown } from '../stays/stay-words'
import { FeedDialog } from './feed-dialog'

const oddWords = ({ what, from = '', to = '' }: EntryFault) =>
  say('feeds.oddEntry', { days: daysShown(from, to) || say('feeds.undated'), what: say(`feeds.odd.${what}`) })

const Odd = ({ odd }: { odd: readonly EntryFault[] }) =>
  odd.length > 0 && (
    <details className="wide">
      <summary>{plural('feeds.odd', odd.length)}</summary>
      <ul className="plain">
        {odd.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name, and the list is replaced whole
          <li key={i}>{oddWords(one)}</li>
        ))}
      </ul>
    </details>
  )

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
        <Button onClick={() => answer(true)}>{say('feeds.lostYes')}</Button>
        <Button onClick={() => answer(false)}>{say('feeds.lostNo')}</Button>
      </p>
    </div>
  )
}

const readWords = ({ read }: FeedState) => (read ? say('feeds.read', { at: moment(read) }) : say('feeds.never'))

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
      <div className="who">
        <Icon name="heroicons:calendar-days" />
        <div>
          <RowName name={feed.name} open={() => edit(work, feed)} />
          <small>{room ?? say('stays.noRoom')}</small>
        </div>
      </div>
      <p className="two">
        {readWords(state)}
        {state.read && (
          <small>{[plural('stays.count', state.stays), plural('feeds.blocks', state.blocks)].join(' · ')}</small>
        )}
      </p>
      <div className="act">
        <RowMenu label={say('today.moreOf', { name: feed.name })}>
          <Button onClick={() => edit(work, feed)}>{say('feeds.edit')}</Button>
          <Button kind="danger-text" onClick={() => void remove()}>
            {say('feeds.remove')}
          </Button>
        </RowMenu>
      </div>
      {failed && <p className="wide info warns">{failed}</p>}
      {state.source === 'booking' && state.blocks > 0 && <p className="wide info">{say('feeds.closed')}</p>}
      <Odd odd={state.odd} />
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
          <Button onClick={() => void work(() => callAsHost('POST /api/feeds/read'))}>
            <Icon name="heroicons:arrow-path" />
            {say('feeds.readNow')}
          </Button>
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
        <Button onClick={() => edit(work)}>{say('feeds.add')}</Button>
      </p>
    </section>
  )
}

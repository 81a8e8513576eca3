import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { grouped } from '../../../core/checkin/search'
import { Button, Skeleton } from '../../look/parts'
import { Refused } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { plural, say, today } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import { RemovalLine, showReason } from '../checkins/actions'
import { checkinName } from '../checkins/card-fields'
import {
  type ConsultQuery,
  connection,
  createdCheckin,
  isInQuery,
  pollChanges,
  results,
  runQuery,
  searchText,
  typedQuery,
} from '../checkins/results'
import { Unread } from '../dialogs/page-hooks'
import { FileButtons } from '../exports/export'
import { Page } from '../forms/form-frames'
import { askForm } from '../forms/host-form'
import { asAnswers } from '../forms/values'
import { asHost, go } from '../session/host'
import { askSamePerson } from '../standing/identify'
import { FilterBoxes, type Filters, noFilters, QueryBoxes, readAddress, StatusButtons, writtenAddress } from './filters'
import { ConnectionLine, EmptyList, Groups, useFound } from './list'
import { SelectionBar, UndoLine } from './selection'

const pollMs = 4000

const todaysArrivals = (): ConsultQuery => ({ date: today(), all: false, by: 'arrival' })

const isPlain = (asked: ConsultQuery | undefined) => JSON.stringify(asked) === JSON.stringify(todaysArrivals())

/** The day whose arrivals were loaded as today's; undefined if the list shows another query. */
let plainDay: string | undefined

const keepPlainDay = (asked: ConsultQuery) => {
  plainDay = isPlain(asked) ? asked.date : undefined
}

/** A page left open overnight still shows yesterday. */
const isYesterdays = () => plainDay !== undefined && plainDay !== today()

const failureOf = (error: unknown) => {
  if (!(error instanceof Refused)) {
    console.error(error)
    return say('consult.loadFailed')
  }
  return (error.status === 200 && error.body.message) || say('consult.loadRefused')
}

/** Loads `wished`, or today's arrivals, when the page opens; again by `run`, on a new day, and once online again. */
const useList = (wished: ConsultQuery | undefined) => {
  const [isLoading, setLoading] = useState(() => !results.get() && !createdCheckin.get())
  const [failure, setFailure] = useState('')
  const [loads, setLoads] = useState(0)
  const how = useStore(connection)
  const load = async (asked: ConsultQuery) => {
    typedQuery.set(asked)
    keepPlainDay(asked)
    setLoading(true)
    try {
      await asHost(() => runQuery(asked))
      setFailure('')
      setLoads((before) => before + 1)
    } catch (error) {
      setFailure(failureOf(error))
    }
    setLoading(false)
  }
  const run = (asked = typedQuery.get()) => {
    if (!isLoading) void load(asked)
  }
  useEffect(() => {
    if (wished) keepPlainDay(wished)
    const asked = wished ?? (!results.get() || isYesterdays() ? todaysArrivals() : undefined)
    if (createdCheckin.get() || !asked || JSON.stringify(asked) === JSON.stringify(results.get()?.query)) return
    void load(asked)
  }, [])
  useEffect(() => whileVisible(pollMs, async () => isYesterdays() && load(todaysArrivals())), [])
  useEffect(() => {
    if (how === 'open' && failure) run()
  }, [how])
  return { isLoading, failure, loads, run }
}

/** Shows a check-in that the host has just created: clears the filters, and loads its day if needed. */
const useJustMade = (isFormOpen: boolean, clearFilters: () => void, run: (asked: ConsultQuery) => void) => {
  const created = useStore(createdCheckin)
  useEffect(() => {
    if (!created || isFormOpen) return
    clearFilters()
    const now = results.get()
    if (now && isInQuery(now.query, created)) void pollChanges()
    else run({ date: created.arrivalDate, all: false, by: 'arrival' })
  }, [created, isFormOpen])
}

/** Returns a function that opens a form of a check-in, and whether one is open. */
const useForm = () => {
  const [isOpen, setOpen] = useState(false)
  const openForm = useCallback(async (name: 'edit' | 'duplicate', checkin: Checkin) => {
    const { id } = checkin
    setOpen(true)
    const outcome = await askForm({ name, values: asAnswers(checkin), about: { id, words: checkinName(checkin) } })
    setOpen(false)
    if (!outcome) return
    void pollChanges()
    if (name === 'edit') void askSamePerson(id).catch(showReason)
  }, [])
  return { isOpen, openForm }
}

type SaidProps = { loads: number; found: number; shown: number; isFiltered: boolean; fresh: number }

/** Announces the loaded, shown and found cards to a screen reader. */
const Announcement = ({ loads, found, shown, isFiltered, fresh }: SaidProps) => {
  const foundWords = () =>
    found
      ? `${say('consult.loaded')}. ${say('consult.found', { count: found })}`
      : `${say('consult.none')}. ${say('consult.noneText')}`
  return (
    <p className="unseen" role="status">
      <span key={loads}>
        {fresh
          ? plural('consult.cameIn', fresh)
          : isFiltered
            ? plural('consult.count', shown)
            : loads > 0 && foundWords()}
      </span>
    </p>
  )
}

/** Keeps query and filters in the address, for a reload, a link and Back. */
const useAddress = (asked: Parameters<typeof writtenAddress>[1], filters: Filters) =>
  useEffect(() => {
    const written = location.pathname + writtenAddress(location.search, isPlain(asked) ? undefined : asked, filters)
    if (written !== location.pathname + location.search) history.replaceState(history.state, '', written)
  }, [asked, filters])

const foldWords = (count: number) => (count ? plural('filter.folded', count) : say('filter.fold'))

/** The check-ins: which days to show, the filters, and the cards. */
export const Consult = () => {
  /** The number of new check-ins in the last poll. */
  const [fresh, setFresh] = useState(0)
  useEffect(() => whileVisible(pollMs, async () => setFresh(await pollChanges()), pollMs), [])
  const [{ query: wished, filters: before }] = useState(() => readAddress(location.search))
  const [filters, setFilters] = useState<Filters>(before)
  const put = (change: Partial<Filters>) => setFilters((before) => ({ ...before, ...change }))
  const typed = useDeferredValue(filters.typed)
  const { now, all, counts, shown } = useFound({ ...filters, typed })
  const { isOpen, openForm } = useForm()
  const { isLoading, failure, loads, run } = useList(wished)
  useJustMade(isOpen, () => setFilters(noFilters), run)
  useEffect(() => searchText.set(typed.trim()), [typed])
  useAddress(now?.query ?? wished, filters)
  const groups = useMemo(() => grouped(shown, now?.query.by ?? 'arrival'), [shown, now?.query.by])
  const { status, room, state } = filters
  const isFiltered = Boolean(filters.typed || status || room || state)
  const [isUnfolded, unfold] = useState(false)

  return (
    <div className={isUnfolded ? 'stack consult unfolded' : 'stack consult'}>
      <Button
        text={foldWords([!isPlain(now?.query ?? wished ?? todaysArrivals()), room, state].filter(Boolean).length)}
        icon="heroicons:adjustments-horizontal"
        kind="fold"
        aria-expanded={isUnfolded}
        onClick={() => unfold((before) => !before)}
      />
      <QueryBoxes busy={isLoading} run={() => run()} />
      <ConnectionLine />
      <Unread answer={null} failure={failure} read={async () => run()} />
      {now && (
        <div className="tools">
          <StatusButtons {...{ counts, status, put }} />
          <FilterBoxes {...{ all, filters, put }} />
          <FileButtons inOrder={() => groups.flatMap(({ checkins }) => checkins)} />
        </div>
      )}
      {now && <Announcement {...{ loads, isFiltered, fresh }} found={all.length} shown={shown.length} />}
      <UndoLine />
      <RemovalLine />
      {now && <SelectionBar shown={shown} />}
      {isLoading ? (
        <Skeleton label={say('loading')} />
      ) : groups.length ? (
        <Groups key={now!.query.by} groups={groups} open={openForm} />
      ) : (
        <EmptyList now={now} all={all} />
      )}
    </div>
  )
}

/** The page of the check-ins. */
export const ConsultPage = () => (
  <Page
    title={say('/admin.title')}
    subtitle={say('/admin.subtitle')}
    back="/admin-settings"
    actions={<Button text={say('consult.add')} icon="heroicons:plus" kind="new" onClick={() => go('/new-checkin')} />}
  >
    <Consult />
  </Page>
)

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Checkin, Draft } from '../../../../schema/checkin'
import { finder, grouped } from '../../../core/checkin/search'
import { isIn, type Status, statuses } from '../../../core/checkin/states'
import { Refused } from '../../shared/api'
import { house, say, today } from '../../shared/published'
import { useStore } from '../../shared/store'
import { toast } from '../../shared/toast'
import { showError } from '../checkins/actions'
import { dayOf } from '../checkins/card-fields'
import { leaving } from '../checkins/removal'
import {
  connection,
  filedStates,
  finds,
  isCodeKnown,
  justMade,
  noCodes,
  pollChanges,
  type Query,
  query,
  recordFaults,
  results,
  runQuery,
  searched,
  searchTextOf,
} from '../checkins/results'
import { UndoLine } from '../checkins/undo'
import { FileButtons } from '../exports/file-buttons'
import { Page } from '../forms/form-frames'
import { HostForm } from '../forms/host-form'
import { asHost, hostSettings } from '../session/host'
import type { PageProps } from '../shell/page'
import { type Filters, noFilters, readAddress, writtenAddress } from './address'
import { FilterBoxes, QueryBoxes } from './filters'
import { Groups } from './list'
import { Paper } from './print'
import { SelectionBar } from './selection'
import { checkinState } from './standing'

/** How often the page looks for news, in milliseconds, while it is seen. */
const every = 4000

const load = async (asked: Query) => {
  try {
    const count = await asHost(() => runQuery(asked))
    if (count) toast.offer({ tone: 'good', title: say('consult.loaded'), text: say('consult.found', { count }) })
    else toast.show({ tone: 'good', title: say('consult.none'), text: say('consult.noneText') })
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error)
    // Only an answer that is ok and yet a refusal has a sentence of its own.
    const told = error instanceof Refused && error.status === 200 ? error.body.message : undefined
    showError(told ?? say(error instanceof Refused ? 'consult.loadRefused' : 'consult.loadFailed'))
  }
}

const useNews = () => {
  const [fresh, setFresh] = useState(0)
  useEffect(() => {
    let timer = 0
    let isLeft = false
    let isAsking = false
    const turn = async () => {
      if (isAsking) return
      isAsking = true
      if (document.visibilityState === 'visible') setFresh(await pollChanges())
      isAsking = false
      if (!isLeft) timer = window.setTimeout(turn, every)
    }
    const seen = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void turn()
    }
    timer = window.setTimeout(turn, every)
    document.addEventListener('visibilitychange', seen)
    return () => {
      isLeft = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  return fresh
}

/** The check-ins of the last answer, how many there are of each status, and those that the filters let through. */
const useFound = ({ typed, status, state, room }: Filters) => {
  const now = useStore(results)
  const faults = useStore(recordFaults)
  const codes = useStore(hostSettings)?.reservationCodes ?? noCodes
  const filed = useStore(filedStates)
  const gone = useStore(leaving)
  const day = today()
  const all = useMemo(() => [...(now?.checkins.values() ?? [])].filter(({ id }) => !gone.has(id)), [now, gone])
  const isIncomplete = useMemo(() => {
    const isKnown = isCodeKnown(codes)
    return (checkin: Checkin) => Boolean(faults[checkin.id]) || !isKnown(checkin)
  }, [faults, codes])
  const is = useMemo(
    () => (one: Status, checkin: Checkin) =>
      isIn[one](checkin, isIncomplete(checkin), day, filed[checkin.id] !== undefined),
    [isIncomplete, day, filed],
  )
  const counts = useMemo(
    () => Object.fromEntries(statuses.map((one) => [one, all.filter((checkin) => is(one, checkin)).length])),
    [all, is],
  )
  const shown = useMemo(() => {
    const matches = finder(typed)
    return all.filter(
      (checkin) =>
        (!status || is(status, checkin)) &&
        (!room || checkin.roomDescription === room) &&
        (!state || checkinState(checkin, faults[checkin.id], filed[checkin.id]) === state) &&
        (!typed || matches(searchTextOf(checkin))),
    )
  }, [all, typed, status, status && is, room, state, state && faults, state && filed])
  return { now, all, counts, shown }
}

/** That there is no connection, or no session: with the way back into it. */
const ConnectionLine = () => {
  const how = useStore(connection)
  const again = () => {
    void asHost(() => runQuery(results.get()?.query ?? query.get()))
      .then(() => connection.set('open'))
      .catch(() => {})
  }
  if (how === 'open') return null
  return (
    <p className="notice" role="status">
      {say(how === 'offline' ? 'consult.offline' : 'consult.closed')}
      {how === 'closed' && (
        <button type="button" className="button" onClick={again}>
          {say('consult.signIn')}
        </button>
      )}
    </p>
  )
}

type StatusProps = Pick<Filters, 'status'> & {
  counts: { [status: string]: number }
  put: (change: Partial<Filters>) => void
}

/** How many check-ins stand how; pressing one shows those alone. */
const StatusButtons = ({ counts, status, put }: StatusProps) => (
  <div className="status" role="group" aria-label={say('consult.status')}>
    {statuses.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={status === one}
        onClick={() => put({ status: status === one ? undefined : one })}
      >
        <b>{counts[one]}</b> <span>{say(`consult.status.${one}`)}</span>
      </button>
    ))}
  </div>
)

/** What stands in place of a list that is empty. */
const emptyWords = (now: ReturnType<typeof results.get>, all: readonly Checkin[]) => {
  if (!now) return say('consult.prompt')
  if (all.length) return say('consult.noMatch')
  return now.query.all || now.query.to ? say('consult.nothing') : say('consult.noneOn', { date: dayOf(now.query.date) })
}

/** The dialog in which a check-in is changed or copied, and what opens it. */
const useForm = (go: PageProps['go']) => {
  const [form, open] = useState<{ name: 'edit' | 'duplicate'; checkin: Checkin }>()
  const openForm = useMemo(() => (name: 'edit' | 'duplicate', checkin: Checkin) => open({ name, checkin }), [])
  const close = () => {
    open(undefined)
    void pollChanges()
  }
  const formShown = form && (
    <HostForm
      name={form.name}
      values={form.checkin as unknown as Draft}
      about={{ id: form.checkin.id }}
      go={go}
      onDone={close}
      onCancel={() => open(undefined)}
    />
  )
  return { isOpen: form !== undefined, openForm, formShown }
}

/** A check-in the host has just made is shown, with whatever would hide it taken away. */
const useJustMade = (isOpen: boolean, showAll: () => void, run: (what: Query) => Promise<void>) => {
  const made = useStore(justMade)
  useEffect(() => {
    if (!made || isOpen) return
    showAll()
    const now = results.get()
    if (now && finds(now.query, made)) return void pollChanges()
    const day: Query = { date: made.arrivalDate, all: false, by: 'arrival' }
    query.set(day)
    void run(day)
  }, [made, isOpen])
}

/** The consultation: what to look for, how the check-ins stand, and the check-ins themselves. */
export const Consult = ({ go }: { go: PageProps['go'] }) => {
  const asked = useStore(query)
  const fresh = useNews()
  const [busy, setBusy] = useState(false)
  const [{ query: wished, filters: before }] = useState(() => readAddress(location.search))
  const [filters, setFilters] = useState<Filters>(before)
  const put = (change: Partial<Filters>) => setFilters((before) => ({ ...before, ...change }))
  const { typed, status, state, room } = filters
  const wanted = useDeferredValue(typed)
  const { now, all, counts, shown } = useFound({ ...filters, typed: wanted })
  const { isOpen, openForm, formShown } = useForm(go)

  const run = async (what = asked) => {
    if (busy) return
    setBusy(true)
    await load(what)
    setBusy(false)
  }
  useEffect(() => searched.set(wanted.trim()), [wanted])
  useEffect(() => {
    const written = location.pathname + writtenAddress(location.search, now?.query ?? wished, filters)
    if (written !== location.pathname + location.search) history.replaceState(history.state, '', written)
  }, [now?.query, filters])
  useJustMade(isOpen, () => setFilters(noFilters), run)
  // What the address asks for is shown without a press: after a reload, and on the way back.
  useEffect(() => {
    if (justMade.get() || !wished || JSON.stringify(wished) === JSON.stringify(results.get()?.query)) return
    query.set(wished)
    void run(wished)
  }, [])
  const groups = useMemo(() => grouped(shown, now?.query.by ?? 'arrival'), [shown, now?.query.by])

  return (
    <div className="consult">
      <QueryBoxes busy={busy} run={() => void run()} go={go} />
      <ConnectionLine />
      {now && (
        <div className="tools">
          <StatusButtons {...{ counts, status, put }} />
          <FilterBoxes {...{ all, filters, put }} />
          <FileButtons shown={shown} inOrder={() => groups.flatMap(({ checkins }) => checkins)} />
        </div>
      )}
      <p className="unseen" role="status">
        {fresh > 0 && house.get().speak.plural('consult.cameIn', fresh)}
        {!fresh && now && (typed || status || room || state) && house.get().speak.plural('consult.count', shown.length)}
      </p>
      <UndoLine />
      {now && <SelectionBar shown={shown} />}
      {busy ? (
        <p className="spinner" role="status" aria-label={say('loading')} />
      ) : groups.length ? (
        <Groups key={now!.query.by} groups={groups} open={openForm} />
      ) : (
        <p className="empty" tabIndex={-1}>
          {emptyWords(now, all)}
        </p>
      )}
      {formShown}
      <Paper />
    </div>
  )
}

/** The page of the check-ins. */
export const ConsultPage = ({ go }: PageProps) => (
  <Page title={say('/admin.title')} subtitle={say('/admin.subtitle')} back="/admin-settings">
    <Consult go={go} />
  </Page>
)

import { useEffect, useState } from 'react'
import { Refused } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { say, today } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import {
  type ConsultQuery,
  connection,
  createdCheckin,
  isInQuery,
  pollChanges,
  results,
  runQuery,
  typedQuery,
} from '../checkins/results'
import { asHost } from '../session/host'

const pollMs = 4000

/** Polls for changes while the page is visible; returns the number of new check-ins in the last answer. */
export const useNews = () => {
  const [fresh, setFresh] = useState(0)
  useEffect(() => whileVisible(pollMs, async () => setFresh(await pollChanges()), pollMs), [])
  return fresh
}

/** Returns today's arrivals, the default list. */
export const todaysArrivals = (): ConsultQuery => ({ date: today(), all: false, by: 'arrival' })

const failureOf = (error: unknown) => {
  if (!(error instanceof Refused)) {
    console.error(error)
    return say('consult.loadFailed')
  }
  return (error.status === 200 && error.body.message) || say('consult.loadRefused')
}

/** Loads the list at once (`wished`, or today's arrivals), on `run`, and after a lost connection. */
export const useList = (wished: ConsultQuery | undefined) => {
  const [isLoading, setLoading] = useState(() => !results.get() && !createdCheckin.get())
  const [failure, setFailure] = useState<string>()
  const [loads, setLoads] = useState(0)
  const how = useStore(connection)
  const load = async (asked: ConsultQuery) => {
    typedQuery.set(asked)
    setLoading(true)
    try {
      await asHost(() => runQuery(asked))
      setFailure(undefined)
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
    const asked = wished ?? (results.get() ? undefined : todaysArrivals())
    if (createdCheckin.get() || !asked || JSON.stringify(asked) === JSON.stringify(results.get()?.query)) return
    void load(asked)
  }, [])
  useEffect(() => {
    if (how === 'open' && failure) run()
  }, [how])
  return { isLoading, failure, loads, run }
}

/** Shows a new check-in: clears the filters, and loads its day if needed. */
export const useJustMade = (isFormOpen: boolean, clearFilters: () => void, run: (asked: ConsultQuery) => void) => {
  const created = useStore(createdCheckin)
  useEffect(() => {
    if (!created || isFormOpen) return
    clearFilters()
    const now = results.get()
    if (now && isInQuery(now.query, created)) void pollChanges()
    else run({ date: created.arrivalDate, all: false, by: 'arrival' })
  }, [created, isFormOpen])
}

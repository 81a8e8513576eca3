import { useEffect, useRef } from 'react'
import type { OfficeWork, Running, WorkKind, WorkResults } from '../../../../schema/calls/sendings'
import type { PoliceAnswer, PolicePlan, RegionRun, SendEnd } from '../../../../schema/offices'
import { TextList } from '../../look/parts'
import { hostCall as call, Offline, Refused } from '../../shared/api'
import { store, useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import { inLine, moment } from '../checkins/card-fields'
import { askChoice, showDialog } from '../dialogs/questions'
import { asHost, callAsHost, dayShown, optional } from '../session/host'

const endings = ['sent', 'refused', 'unknown', 'held', 'unsent'] as const

/** Returns the results of the parties sent, a sentence for each kind. */
const endingLines = (ends: readonly SendEnd[]): string[] =>
  endings.flatMap((ending) => {
    const count = ends.filter(({ end }) => end === ending).length
    return count ? [plural(`send.${ending}`, count)] : []
  })

/** Returns the reasons why parties were not sent, each once. */
const wordsOf = (ends: readonly SendEnd[]): string =>
  [...new Set(ends.flatMap((one) => (one.end === 'unsent' ? [one.words] : [])))].join(' · ')

const outcomes = ['sent', 'refused', 'incomplete'] as const

/** Returns the results of the days sent. */
export const runWords = (run: RegionRun): string =>
  outcomes
    .filter((outcome) => run[outcome] > 0)
    .map((outcome) => plural(`sending.run.${outcome}`, run[outcome]))
    .join(', ') || say('sending.run.none')

const words: { [kind in WorkKind]: (result: WorkResults[kind]) => (string | undefined)[] } = {
  'police/send': ({ ends }) => [
    ...(ends.length ? endingLines(ends) : [say('send.nobody')]),
    wordsOf(ends) && say('send.words', { words: wordsOf(ends) }),
  ],
  'police/try': ({ end, words = '' }) => [
    end === 'access' ? say('sending.ok') : say(end === 'signIn' ? 'sending.refused' : 'sending.noAccess', { words }),
  ],
  'police/receipts': ({ fetched, trouble }) => [plural('sending.fetched', fetched), ...trouble],
  'region/send': (run) => [runWords(run), run.stopped && say('sending.stopped', { why: run.stopped.why })],
}

const resultWords = <K extends WorkKind>(kind: K, result: WorkResults[K]): string => inLine(words[kind](result))

const pollMs = 2_000

/** A work this page has seen. `isLost`: the server restarted while it ran. `isOwn`: this page shows its result. */
type SeenWork = OfficeWork & { isLost?: true; isOwn?: true }

const seen = store<readonly SeenWork[]>([])
const isServerSilent = store(false)
const awaited = new Set<WorkKind>()

const isOver = ({ ended, isLost }: SeenWork) => Boolean(ended || isLost)

/** Returns the seen works with the server's state: the running ones, and the last finished one of each kind. */
const seenNow = (before: readonly SeenWork[], works: readonly OfficeWork[]): SeenWork[] => {
  const updated = before.map((one): SeenWork => {
    if (isOver(one)) return one
    const work = works.find(({ id }) => id === one.id)
    return work ? { ...work, ...(one.isOwn && { isOwn: true }) } : { ...one, isLost: true }
  })
  const fresh = works
    .filter(({ id, ended }) => !ended && !before.some((one) => one.id === id))
    .map((work): SeenWork => ({ ...work, ...(awaited.has(work.kind) && { isOwn: true }) }))
  return [...updated, ...fresh].filter(
    (one, at, all) => !isOver(one) || !all.slice(at + 1).some(({ kind }) => kind === one.kind),
  )
}

const read = async () => {
  const { data } = await call('GET /api/sendings/works').catch((error: unknown) => {
    isServerSilent.set(true)
    throw error
  })
  isServerSilent.set(false)
  const now = seenNow(seen.get(), data)
  if (JSON.stringify(now) !== JSON.stringify(seen.get())) seen.set(now)
  return data
}

const resultOf = async <K extends WorkKind>(id: string): Promise<WorkResults[K]> => {
  for (;;) {
    await new Promise((done) => setTimeout(done, pollMs))
    const works = await asHost(read).catch((error: unknown) => {
      // The work continues without this page's connection.
      if (error instanceof Offline) return undefined
      throw error
    })
    const work = works?.find((one) => one.id === id)
    if (works && !work) throw new Refused(503, '', { message: say('works.lostOwn') })
    if (!work?.ended) continue
    if (!work.result) throw new Refused(500, '', { message: say('works.failedOwn') })
    return work.result as WorkResults[K]
  }
}

/** Starts a work and resolves with its result, however late. Throws Refused or Offline. */
export const startWork = async <K extends WorkKind>(
  kind: K,
  start: () => Promise<{ data: WorkResults[K] | Running }>,
): Promise<WorkResults[K]> => {
  awaited.add(kind)
  try {
    const { data } = await asHost(start)
    return 'running' in data ? await resultOf<K>(data.running) : data
  } finally {
    // The state must be current when the result is shown.
    await read().catch(optional('read again on the next turn'))
    awaited.delete(kind)
  }
}

/** Whether a work of a kind is running, of one account or structure if named. */
export const useRunning = (kind: WorkKind, about?: string): boolean =>
  useStore(seen).some((one) => one.kind === kind && !isOver(one) && (about === undefined || one.about === about))

/** Returns the works to show; calls `changed` when one ends. `isSilent`: the server does not answer. */
const useWorks = (changed: () => void) => {
  const isSilent = useStore(isServerSilent)
  const works = useStore(seen)
  const running = works.filter((one) => !isOver(one)).length
  const before = useRef(running)
  useEffect(() => whileVisible(pollMs, () => read().catch(optional('read again on the next turn'))), [])
  useEffect(() => {
    if (running < before.current) changed()
    before.current = running
  }, [running])
  return { works: works.filter((one) => !isOver(one) || !one.isOwn), isSilent }
}

const lineOf = (work: SeenWork, isSilent: boolean) => {
  const what = say(`works.${work.kind}`)
  const since = moment(work.since)
  if (work.isLost) return say('works.lost', { what, since })
  if (!work.ended) return say(isSilent ? 'works.unheard' : 'works.running', { what, since })
  if (!work.result) return say('works.failed', { what, since })
  return say('works.ended', { what, ended: moment(work.ended), result: resultWords(work.kind, work.result) })
}

/** The works that are running in any window, and the results of those this window has seen. */
export const WorkLines = ({ changed }: { changed: () => void }) => {
  const { works, isSilent } = useWorks(changed)
  return (
    <div className="stack works" role="status">
      {works.map((work) => (
        <p key={work.id} className={work.isLost || (work.ended && !work.result) ? 'info warns' : 'info'}>
          {lineOf(work, isSilent)}
        </p>
      ))}
    </div>
  )
}

const Left = ({ left }: Pick<PolicePlan, 'left'>) =>
  left.length > 0 && (
    <>
      <p>{say('send.left')}</p>
      <ul>
        {left.map(({ checkin, name, why }) => (
          <li key={checkin}>{say('send.leftOne', { name, why: say(`send.why.${why}`) })}</li>
        ))}
      </ul>
    </>
  )

const Plan = ({ plan: { parties, left } }: { plan: PolicePlan }) => {
  const accounts = [...new Map(parties.map((party) => [party.account, party.width]))]
  return (
    <>
      <p>{say(parties.length ? 'send.text' : 'send.nobody')}</p>
      {accounts.map(([name, width]) => (
        <section key={name}>
          <h3>{say('send.account', { name, width })}</h3>
          <ul>
            {parties
              .filter(({ account }) => account === name)
              .map(({ checkin, names, arrivalDate, again }) => (
                <li key={checkin}>
                  {say(again ? 'send.again' : 'send.party', { names: names.join(', '), day: dayShown(arrivalDate) })}
                </li>
              ))}
          </ul>
        </section>
      ))}
      <Left left={left} />
    </>
  )
}

const Ending = ({ answer: { ends, left } }: { answer: PoliceAnswer }) => {
  const isSignIn = ends.some((one) => one.end === 'unsent' && one.why === 'signIn')
  // A file of an unknown party might report it twice.
  const isUnsent = ends.some(({ end }) => end === 'unsent')
  return (
    <>
      <TextList lines={endingLines(ends)} />
      {wordsOf(ends) && <p>{say('send.words', { words: wordsOf(ends) })}</p>}
      {isSignIn && <p>{say('send.signIn')}</p>}
      {isUnsent && <p>{say('send.fallback')}</p>}
      <Left left={left} />
    </>
  )
}

/** Asks, sends check-ins to the police and shows the result; `again`: a second time. Throws Refused or Offline. */
export const sendToPolice = async (ids: readonly number[], again = false) => {
  const { data: plan } = await callAsHost('POST /api/police/plan', { body: { ids: [...ids] } })
  const going = plan.parties.filter((party) => again || !party.again)
  const shown = { parties: going, left: again ? plan.left.filter(({ why }) => why !== 'changed') : plan.left }
  const question = { title: say('send.title'), yes: say(going.length ? 'send.yes' : 'host.ok'), danger: again }
  if (!(await askChoice(question, <Plan plan={shown} />)) || !going.length) return
  const chosen = going.map(({ checkin }) => checkin)
  const body = { ids: chosen, ...(again && { again: chosen }) }
  const data = await startWork('police/send', () => call('POST /api/police/send', { body }))
  await showDialog({ title: say('send.doneTitle') }, <Ending answer={data} />)
}

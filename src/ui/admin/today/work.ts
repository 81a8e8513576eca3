import { useState } from 'react'
import type { DayParty } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import type { DayTasks } from '../../../core/police/host-day'
import { hostCall as call, Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { namesInLine } from '../checkins/card-fields'
import { useBusy } from '../dialogs/page-hooks'
import { policeOfIds, policeOfOld } from '../exports/export'
import { sendToPolice, useRunning } from '../sending/works'
import { callAsHost, loadedDay, readDayAgain } from '../session/host'
import { declareReported, reasonToRepeat, setEnabled, takeReportBack } from '../standing/release'

/** Resolves with whether anything changed since a cursor, and the new cursor. */
export const dayChangesSince = async (cursor?: string) => {
  const { data } = await call('GET /api/checkins/changes', { query: { ...(cursor && { since: cursor }) } })
  return { cursor: data.at, isChanged: Boolean(data.reset || data.changed?.length || data.removed?.length) }
}

/** Returns the whole record of a party; undefined if it is gone. Throws Refused or Offline. */
export const readRecord = async ({ id }: Pick<DayParty, 'id'>): Promise<Checkin | undefined> => {
  try {
    return (await callAsHost('GET /api/checkin/:id', { params: { id } })).data
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

/** Returns a party's name. */
export const partyName = ({ guests }: Pick<DayParty, 'guests'>) => guests[0]?.name || say('consult.nameless')

/** Returns the names in one line; of many parties only the first. */
export const partyNames = (parties: readonly DayParty[], nameOf: (party: DayParty) => string = partyName) =>
  namesInLine(parties.map(nameOf))

/** Returns the ids of parties in order. */
export const idsOf = (parties: readonly DayParty[]) => parties.map(({ id }) => id).sort((a, b) => a - b)

/** Returns the actions of the day's tasks. One runs at a time, then the day is reloaded. */
export const useWork = ({ review, send, file, again }: DayTasks) => {
  const { busy: isWorking, once } = useBusy()
  // Another window may have started a sending.
  const isSending = useRunning('police/send')
  const busy = isWorking || isSending
  const [released, setReleased] = useState<readonly number[]>([])
  const [reported, setReported] = useState<{ ids: readonly number[]; at: string }>({ ids: [], at: '' })
  // Releases already in a file cannot be undone.
  const undoable = released.filter((id) => [...send, ...file].some((party) => party.id === id))
  const work = async (task: () => Promise<unknown>) => {
    if (!busy) await once(() => task().catch(showReason).then(readDayAgain))
  }
  return {
    busy,
    undoable,
    reported: reported.ids,
    release: () =>
      work(async () => {
        // Set before the call: if its answer is lost, the reloaded day shows which of them were released.
        setReleased(idsOf(review))
        await setEnabled(idsOf(review), true)
      }),
    undoRelease: () => work(() => setEnabled(undoable, false)),
    markReported: (ids: readonly number[], settlesLeft = false) =>
      work(async () => setReported({ ids, at: await declareReported(ids, loadedDay.get()?.at, settlesLeft) })),
    unmarkReported: () =>
      work(async () => {
        await takeReportBack(reported.ids, reported.at)
        setReported({ ids: [], at: '' })
      }),
    makeAgain: async () => {
      const why = await reasonToRepeat(partyNames(again))
      if (why) await work(() => policeOfIds(idsOf(again), { reason: why }))
    },
    replace: (ids: readonly number[]) => work(() => policeOfIds(ids, { replace: true })),
    makeFile: (parties: readonly DayParty[]) => work(() => policeOfIds(idsOf(parties))),
    makeOldFile: (parties: readonly DayParty[]) => work(() => policeOfOld(idsOf(parties))),
    sendNow: (parties: readonly DayParty[], twice = false) => work(() => sendToPolice(idsOf(parties), twice)),
  }
}

export type DayWork = ReturnType<typeof useWork>

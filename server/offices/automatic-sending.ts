import type { Checkin } from '../../schema/checkin'
import type { PoliceAccountSetting, RegionStructureSetting } from '../../schema/offices'
import type { Settings } from '../../schema/settings'
import { isEnabled } from '../../src/core/checkin/checkin-states'
import { goesNow, isNightlyDue, type Nightly, policeDeadline } from '../../src/core/police/deadline'
import { printsOf } from '../../src/core/police/police-state'
import { addDays } from '../../src/core/text/dates'
import { allSettings } from '../settings/all-settings'
import { italianDay, italianTime } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { single } from '../shared/scheduling'
import type { Store } from '../store/store'
import type { PoliceOffice } from './police-office'
import { isReady, type PlannedParty } from './police-plan'
import type { PoliceReceipts } from './receipts'
import type { RegionOffice } from './region-office'

/** Milliseconds until failed night work is tried again. */
const pause = 3_600_000

type Parts = {
  store: Store
  police: Pick<PoliceOffice, 'readyParty' | 'sendReady'>
  receipts: Pick<PoliceReceipts, 'fetch'>
  region: Pick<RegionOffice, 'send'>
  remind: (settings: Settings) => Promise<void>
  now: () => Date
}

const releasedParties = ({ store, police, now }: Parts) => {
  const since = new Map<number, { print: string; at: number }>()

  /** When the party became ready, unchanged since. */
  const sinceOf = (checkin: Checkin, at: number) => {
    const print = JSON.stringify(printsOf(checkin, printDigest))
    const unchanged = since.get(checkin.id)
    if (unchanged?.print === print) return unchanged.at
    since.set(checkin.id, { print, at })
    return at
  }

  const send = async (settings: Settings) => {
    const [at, today] = [now().getTime(), italianDay(now())]
    const days = [today, addDays(today, -1)]
    const near = await Promise.all(days.map((date) => store.checkins({ date, by: 'arrival' })))
    const free = new Set<number>()
    const due: PlannedParty[] = []
    for (const checkin of near.flat()) {
      const party = isEnabled(checkin) && (await police.readyParty(checkin, settings))
      if (!party) continue
      free.add(checkin.id)
      const { arrivalDate = '' } = checkin
      const ready = { since: sinceOf(checkin, at), arrivalDate, deadline: policeDeadline(checkin, '00:00') }
      if (goesNow(ready, { now: at, today, wait: settings.policeWaitMinutes })) due.push(party)
    }
    for (const id of since.keys()) if (!free.has(id)) since.delete(id)
    if (due.length) await police.sendReady(due)
  }
  return { send, isWaiting: () => since.size > 0 }
}

/** Works for each account or structure in turn; returns false if a retry in an hour may help. */
const forEach = async <T>(all: readonly T[], work: (one: T) => Promise<{ kind: string } | undefined>) => {
  let isComplete = true
  for (const one of all) {
    const failure = await work(one)
    if (failure && failure.kind !== 'signIn') isComplete = false
  }
  return isComplete
}

const nightlyTasks = (now: Parts['now']) => {
  const done: { [work in Nightly]?: string } = {}
  const again: { [work in Nightly]?: number } = {}
  return async (work: Nightly, run: () => Promise<boolean>) => {
    const at = now()
    const today = italianDay(at)
    if (!isNightlyDue(work, { today, time: italianTime(at) }, done[work]) || (again[work] ?? 0) > at.getTime()) return
    if (await run()) done[work] = today
    else again[work] = at.getTime() + pause
  }
}

/** Automatic sending, unless paused: parties after release, receipts and the region at night. `tick` each minute. */
export const automaticSending = (parts: Parts) => {
  const parties = releasedParties(parts)
  const nightly = nightlyTasks(parts.now)
  const fetch = async (account: PoliceAccountSetting) => (await parts.receipts.fetch(account)).failure
  const send = async (structure: RegionStructureSetting) => (await parts.region.send(structure)).stopped

  const { run: tick, idle } = single(async () => {
    const settings = await allSettings(parts.store)
    const { policeAccounts, policeAutomatic, regionStructures, regionAutomatic, sendingPaused } = settings
    if (!sendingPaused) {
      if (policeAutomatic && policeAccounts.length) await parties.send(settings)
      if (policeAccounts.length) await nightly('receipts', () => forEach(policeAccounts.filter(isReady), fetch))
      if (regionAutomatic) await nightly('region', () => forEach(regionStructures, send))
    }
    await parts.remind(settings)
  })

  return {
    tick,
    /** Returns whether a released party waits; its minutes count from when this process first saw it. */
    isWaiting: parties.isWaiting,
    /** A failure is reported by the caller of `tick`. */
    idle,
  }
}

import type { Checkin } from '../../schema/checkin'
import { isCoarse } from '../../src/core/checkin/coarse'
import { toldGuests, toldOf } from '../../src/core/checkin/host-notes'
import { party } from '../../src/core/checkin/party'
import { type FiledRecord, filedState, type Known, wiredState } from '../../src/core/checkin/police-state'
import type { Store } from '../store/store'
import { printDigest } from './official-files'

/** The police files each check-in was in, the earliest first. */
export const readFiled = async (store: Store): Promise<Map<number, FiledRecord[]>> => {
  const filed = new Map<number, FiledRecord[]>()
  for (const { file, at, ids, prints } of await store.notes('export')) {
    if (!file.endsWith('.txt')) continue
    for (const id of ids) filed.set(id, [...(filed.get(id) ?? []), { file, at, prints: prints?.[id] }])
  }
  return filed
}

/**
 * What is known of how a check-in stands by its files; what the host said to have told counts as a file of that moment.
 */
export const knownOf = (checkin: Checkin, files: readonly FiledRecord[]): Omit<Known, 'faulty'> => {
  const told = toldOf(checkin)
  const filed = told ? [...files, { file: '', ...told }].sort((a, b) => (a.at < b.at ? -1 : 1)) : files
  return { filed, sent: toldGuests(checkin), digest: printDigest }
}

/** How the guests of a check-in stand by wire and by its files; undefined where none went in either way. */
export const filedStatesOf = (checkin: Checkin, files: readonly FiledRecord[], wire: Known['wire'] = {}) => {
  if (isCoarse(checkin) || (!files.length && !checkin.told && !Object.keys(wire).length)) return undefined
  const known = { ...knownOf(checkin, files), wire }
  const states = party(checkin).flatMap((who) => {
    const state = wiredState(checkin, who, known) ?? filedState(checkin, who, known)
    return state ? [[who, state] as const] : []
  })
  return states.length ? Object.fromEntries(states) : undefined
}

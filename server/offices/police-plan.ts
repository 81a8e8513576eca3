import { createHash } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import type { PolicePlan } from '../../schema/office-answers'
import type { PoliceAccountSetting } from '../../schema/offices'
import type { Settings } from '../../schema/settings'
import { isEnabled } from '../../src/core/checkin/checkin-states'
import { fullName, party } from '../../src/core/checkin/party'
import { policeLines } from '../../src/core/exports/police'
import { heldBack, type LineState, lineKey, type PartyLines } from '../../src/core/offices/sending-events'
import { printsOf } from '../../src/core/police/police-state'
import { addDays } from '../../src/core/text/dates'
import { filesWith } from '../exports/filed'
import type { Places } from '../places/places'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { printDigest } from '../shared/digests'
import type { Store } from '../store/store'
import type { OfficeAccess } from './access'
import type { sendingLog } from './sending-log'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const codesOf = ({ codes = '' }: PoliceAccountSetting) => codes.split(/[ ,]+/).filter(Boolean)

/** The account that serves a check-in: the one that names its reservation code, else one that names none. */
export const accountFor = (
  { policeAccounts }: Pick<Settings, 'policeAccounts'>,
  { reservationCode = '' }: Pick<Checkin, 'reservationCode'>,
): PoliceAccountSetting | undefined =>
  policeAccounts.find((one) => codesOf(one).includes(reservationCode.toUpperCase())) ??
  policeAccounts.find((one) => !codesOf(one).length)

/** An account whose credentials are whole: those of a restored backup are not. */
export const isReady = ({ user, password, wsKey }: PoliceAccountSetting) => Boolean(user && password && wsKey)

/** What a refusal of the portal is remembered by. */
export const credentialsOf = ({ user, password, wsKey }: PoliceAccountSetting) => [user, password, wsKey]

/** What a plan of sending is made from. */
export type PlanParts = {
  store: Store
  places: Pick<Places, 'book'>
  access: OfficeAccess
  log: ReturnType<typeof sendingLog>
  now: () => Date
}

/** The check-ins there are of some numbers, once each. */
export const recordsOf = async (store: Store, ids: readonly number[]) =>
  (await Promise.all([...new Set(ids)].map((id) => store.checkin(id)))).flatMap((checkin) => checkin ?? [])

/** What tells why a check-in does not go, whatever was sent of it before; or its lines. */
export const examiner = ({ places, now }: Pick<PlanParts, 'places' | 'now'>) => {
  /** A check-in's lines for an account, with the digests of the lines and of the answers they are made from. */
  const partyLines = async (checkin: Checkin, account: PoliceAccountSetting, settings: Settings) => {
    const policeApartmentColumn = account.category === 'apartments'
    const { lines, faults } = policeLines(checkin, await places.book(), { ...settings, policeApartmentColumn })
    const prints = printsOf(checkin, printDigest)
    const told: PartyLines = {
      checkin: checkin.id,
      lines: lines.map(({ guest, text }) => ({ guest, text, sha256: sha256(text), print: prints[guest]! })),
    }
    return { party: told, faults }
  }

  return async (checkin: Checkin, settings: Settings) => {
    const account = accountFor(settings, checkin)
    const today = italianDay(now())
    const { arrivalDate = '' } = checkin
    if (!account || !isReady(account)) return { why: 'account' as const }
    if (!isEnabled(checkin)) return { why: 'notEnabled' as const, account }
    if (arrivalDate !== today && arrivalDate !== addDays(today, -1)) return { why: 'arrival' as const, account }
    const { party: lines, faults } = await partyLines(checkin, account, settings)
    return faults.length ? { why: 'incomplete' as const, account } : { account, lines }
  }
}

/** A party that may go: its account and its lines. */
export type PlannedParty = { account: PoliceAccountSetting; lines: PartyLines }

const refusalIn = (state: LineState | undefined) => (state?.state === 'refused' ? state.verdict : undefined)

const wasFiled = async (store: Store, checkin: Checkin) =>
  Boolean(checkin.told) || (await filesWith(store, checkin)).some(({ file }) => file.endsWith('.txt'))

/** Whom the house would send to the police now, and whom it would not. */
export const policePlan = (parts: PlanParts) => {
  const { store, access, log } = parts
  const examine = examiner(parts)
  return {
    /** What of some check-ins would be sent now, by which account, and what would not, and why. */
    plan: async (ids: readonly number[]): Promise<PolicePlan> => {
      const settings = await allSettings(store)
      const states = await log.states()
      const plan: PolicePlan = { parties: [], left: [] }
      for (const checkin of await recordsOf(store, ids)) {
        const found = await examine(checkin, settings)
        const name = fullName(checkin, 'main')
        if (!found.lines) {
          plan.left.push({ checkin: checkin.id, name, why: found.why })
          continue
        }
        const held = heldBack(found.lines, states)
        if (held) {
          plan.left.push({ checkin: checkin.id, name, why: held })
          if (held !== 'changed') continue
        }
        plan.parties.push({
          checkin: checkin.id,
          account: found.account.name,
          names: party(checkin).map((who) => fullName(checkin, who)),
          arrivalDate: checkin.arrivalDate ?? '',
          width: found.account.category === 'apartments' ? 174 : 168,
          ...(held && { again: true as const }),
        })
      }
      return plan
    },

    /**
     * The party that may go without the host's word: complete, released, of an account that is not refused, in no file,
     * not reported and not sent before. `undefined` when it may not.
     */
    readyParty: async (checkin: Checkin, settings: Settings): Promise<PlannedParty | undefined> => {
      const { account, lines } = await examine(checkin, settings)
      if (!account || !lines) return undefined
      const states = await log.states()
      const refused = lines.lines.flatMap((line) => {
        const state = states.get(lineKey({ checkin: checkin.id, guest: line.guest }))
        return refusalIn(state) ? [state!.sha256 === line.sha256] : []
      })
      // With one of them put right the portal may take the others: it refuses the members of a head it refuses.
      const wasRefused = refused.length > 0 && refused.every(Boolean)
      // Who is in a file may have been uploaded: the host sends such a party, nothing else does.
      if (wasRefused || heldBack(lines, states) || (await wasFiled(store, checkin))) return undefined
      return (await access.refusal('police', account.user, credentialsOf(account))) ? undefined : { account, lines }
    },
  }
}

import type { Checkin } from '../../schema/checkin'
import type { HeldState, LeftWhy, PoliceAccountSetting, PolicePlan } from '../../schema/offices'
import type { Settings } from '../../schema/settings'
import { isEnabled } from '../../src/core/checkin/checkin-states'
import { fullName, party } from '../../src/core/checkin/party'
import { policeLines } from '../../src/core/exports/police'
import { heldBack, linesWithState, type PartyLines } from '../../src/core/offices/sending-events'
import { declarationOf, holdsAll } from '../../src/core/police/filing-states'
import { printsOf } from '../../src/core/police/police-state'
import { addDays } from '../../src/core/text/dates'
import { checkinsOf, filesWith } from '../exports/filed'
import type { Places } from '../places/places'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { printDigest, sha256 } from '../shared/digests'
import type { Store } from '../store/store'
import type { OfficeAccess } from './access'
import type { sendingLog } from './police-sending'

/** The reservation codes an account names. */
export const codesOf = ({ codes = '' }: PoliceAccountSetting) => codes.split(/[ ,]+/).filter(Boolean)

/** Returns the account that names the reservation code, else one that names none. */
export const accountFor = (
  { policeAccounts }: Pick<Settings, 'policeAccounts'>,
  { reservationCode = '' }: Pick<Checkin, 'reservationCode'>,
): PoliceAccountSetting | undefined =>
  policeAccounts.find((one) => codesOf(one).includes(reservationCode.toUpperCase())) ??
  policeAccounts.find((one) => !codesOf(one).length)

/** Returns whether all credentials are there: a restored backup has none. */
export const isReady = ({ user, password, wsKey }: PoliceAccountSetting) => Boolean(user && password && wsKey)

/** Returns the credentials of an account, to recognise whether they were changed. */
export const credentialsOf = ({ user, password, wsKey }: PoliceAccountSetting) => [user, password, wsKey]

export type PlanParts = {
  store: Store
  places: Pick<Places, 'book'>
  access: OfficeAccess
  log: ReturnType<typeof sendingLog>
  now: () => Date
}

/** Returns why a check-in is not sent, or its lines. */
export const examiner = ({ places, now }: Pick<PlanParts, 'places' | 'now'>) => {
  const partyLines = async (checkin: Checkin, account: PoliceAccountSetting, settings: Settings) => {
    const policeApartmentColumn = account.category === 'apartments'
    const { lines, faults } = policeLines(checkin, await places.book(), { ...settings, policeApartmentColumn })
    const prints = printsOf(checkin, printDigest)
    const party: PartyLines = {
      checkin: checkin.id,
      lines: lines.map(({ guest, text }) => ({ guest, text, sha256: sha256(text), print: prints[guest]! })),
    }
    return { party, faults }
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

/** A report the host has declared counts as sent: the page of another window may be older. */
const declaredState = (checkin: Checkin): HeldState | undefined => {
  const told = declarationOf(checkin)
  return told && (holdsAll(told.prints, printsOf(checkin, printDigest)) ? 'sent' : 'changed')
}

/**
 * Returns why a party does not go as it was examined, or undefined; `isAgain`: the host sends it a second time. The
 * queue and the portal's test may take minutes.
 */
export const examinedAgain =
  ({ store, places, now }: Pick<PlanParts, 'store' | 'places' | 'now'>) =>
  async ({ checkin: id, lines }: PartyLines, isAgain: boolean): Promise<LeftWhy | undefined> => {
    const checkin = await store.checkin(id)
    if (!checkin) return 'edited'
    const found = await examiner({ places, now })(checkin, await allSettings(store))
    if (!found.lines) return found.why
    const after = found.lines.lines
    const isSame = after.length === lines.length && after.every(({ sha256 }, at) => sha256 === lines[at]!.sha256)
    return isSame ? (isAgain ? undefined : declaredState(checkin)) : 'edited'
  }

export type PlannedParty = { account: PoliceAccountSetting; name: string; lines: PartyLines }

const wasFiled = async (store: Store, checkin: Checkin) =>
  Boolean(checkin.told) || (await filesWith(store, checkin)).some(({ file }) => file.endsWith('.txt'))

/** Plans the sendings to the police. */
export const policePlan = (parts: PlanParts) => {
  const { store, access, log } = parts
  const examine = examiner(parts)
  return {
    plan: async (ids: readonly number[]): Promise<PolicePlan> => {
      const settings = await allSettings(store)
      const states = await log.states()
      const plan: PolicePlan = { parties: [], left: [] }
      for (const checkin of await checkinsOf(store, [...new Set(ids)])) {
        const found = await examine(checkin, settings)
        const name = fullName(checkin, 'main')
        if (!found.lines) {
          plan.left.push({ checkin: checkin.id, name, why: found.why })
          continue
        }
        const byLines = heldBack(found.lines, states)
        // Of lines changed since, the host may have declared the new report.
        const held = byLines && byLines !== 'changed' ? byLines : (declaredState(checkin) ?? byLines)
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

    /** The party ready for automatic sending: complete, released, never filed, reported or sent. */
    readyParty: async (checkin: Checkin, settings: Settings): Promise<PlannedParty | undefined> => {
      const { account, lines } = await examine(checkin, settings)
      if (!account || !lines) return undefined
      const states = await log.states()
      const refused = linesWithState(lines, states).flatMap(({ sha256, was }) =>
        was?.state === 'refused' && was.verdict ? [was.sha256 === sha256] : [],
      )
      // The portal refuses the members of a refused head: one correction may free all.
      const wasRefused = refused.length > 0 && refused.every(Boolean)
      // A filed party may have been uploaded: only the host sends it.
      if (wasRefused || heldBack(lines, states) || (await wasFiled(store, checkin))) return undefined
      return (await access.refusal('police', account.user, credentialsOf(account)))
        ? undefined
        : { account, name: fullName(checkin, 'main'), lines }
    },
  }
}

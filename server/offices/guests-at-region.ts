import type { Checkin } from '../../schema/checkin'
import type { Who } from '../../schema/guest'
import type { RegionDoubt, RegionMatters, RegionStranger } from '../../schema/offices'
import { fullName, party } from '../../src/core/checkin/party'
import type { RegionGuest } from '../../src/core/exports/region-guest'
import { type Doubt, identifier, ownerOf, type Region } from '../../src/core/exports/region-ids'
import { staysOf } from '../../src/core/exports/tourism-stays'
import { flatMapped } from '../../src/core/tasks'
import { addDays, isCalendar } from '../../src/core/text/dates'
import { checkinsFrom, checkinsOf } from '../exports/filed'
import type { LedgerEntry, LedgerGuest, RegionLedger } from '../exports/region-ledger'
import type { RegionRegister } from '../exports/region-register'
import type { Places } from '../places/places'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { runSliced } from '../shared/scheduling'
import type { Store } from '../store/store'
import { child, childrenOf, readXml } from './soap'

/** Days back for which the host is asked: older months are consolidated. */
const asked = 92

type Parts = {
  store: Store
  places: Pick<Places, 'book'>
  register: RegionRegister
  ledger: RegionLedger
  now: () => Date
}

const aboutOf = ({ guest, had }: Doubt) => printDigest(JSON.stringify([had.idswh, guest.name, guest.birth]))

const identified = async ({ store, places, register }: Parts, all: readonly Checkin[]) => {
  const settings = await allSettings(store)
  const region = await register.region(all, settings)
  const released = all.map((checkin) => ({ ...checkin, enabledForSending: 'yes' as const }))
  const { stays } = await runSliced(staysOf(released, await places.book(), settings))
  const doubts: Doubt[] = []
  const identify = identifier(region, (doubt) => doubts.push(doubt))
  const guests = await runSliced(flatMapped(stays, (stay) => party(stay.checkin).map((who) => identify(stay, who))))
  return { region, guests, doubts }
}

const shownDoubt =
  (all: readonly Checkin[]) =>
  (doubt: Doubt): RegionDoubt => {
    const { checkin, who, arrival } = doubt.guest
    const name = fullName(all.find(({ id }) => id === checkin)!, who)
    return { checkin, guest: who, name, arrival, about: aboutOf(doubt) }
  }

const asStranger = ({ idswh, arrival, structure }: LedgerEntry): RegionStranger => ({ id: idswh, arrival, structure })

/** The guests that a file registered and eliminated. */
const toldIn = (text: string): { held: LedgerGuest[]; gone: LedgerGuest[] } => {
  const root = readXml(text)
  const structure = child(root, 'codice')?.text ?? ''
  const of = (element: ReturnType<typeof child>, name: string) => child(element, name)?.text.trim() ?? ''
  const day = (compact: string) => compact.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const listed = (group: string, kind: string) =>
    childrenOf(root, 'movimento').flatMap((movement) =>
      childrenOf(child(movement, group), kind).flatMap((one): LedgerGuest[] => {
        const owner = ownerOf(of(one, 'idswh'))
        const arrival = day(of(movement, 'data'))
        return owner && isCalendar(arrival)
          ? [{ idswh: of(one, 'idswh'), checkin: owner.checkin, type: of(one, 'tipoalloggiato'), arrival, structure }]
          : []
      }),
    )
  return { held: listed('arrivi', 'arrivo'), gone: listed('rettifiche', 'eliminazione') }
}

/** The guests that only the region knows, and the questions about them. */
export const guestsAtRegion = (parts: Parts) => {
  const { store, register, ledger, now } = parts

  /** Returns the ledger's guests that the register lacks, without those who will be sent again with the same id. */
  const strangers = async (): Promise<LedgerEntry[]> => {
    const settings = await allSettings(store)
    const { guests }: Region = await register.region([], settings)
    const atRegion = new Set(guests.map(({ idswh }) => idswh))
    const beyond = [...ledger.entries().values()].filter(({ idswh, state }) => state !== 'gone' && !atRegion.has(idswh))
    if (!beyond.length) return []
    const owners = await checkinsOf(store, [...new Set(beyond.map(({ checkin }) => checkin))])
    const enabled = owners.filter(({ enabledForSending }) => enabledForSending === 'yes')
    const again = new Set((await identified(parts, enabled)).guests.map(({ idswh }) => idswh))
    return beyond.filter(({ idswh }) => !again.has(idswh))
  }

  const doubtsIn = async (all: readonly Checkin[]): Promise<RegionDoubt[]> =>
    (await identified(parts, all)).doubts.map(shownDoubt(all))

  return {
    matters: async (): Promise<RegionMatters> => ({
      doubts: await doubtsIn(await checkinsFrom(store, addDays(italianDay(now()), -asked))),
      strangers: (await strangers()).map(asStranger).sort((a, b) => (a.arrival < b.arrival ? -1 : 1)),
    }),
    doubtsOf: async (checkin: number) => doubtsIn(await checkinsOf(store, [checkin])),
    /** Stores the host's answer; `false` when the question is not open. */
    answer: async (checkin: number, guest: Who, about: string, isSame: boolean): Promise<boolean> => {
      const { region, doubts } = await identified(parts, await checkinsOf(store, [checkin]))
      const doubt = doubts.find((one) => one.guest.who === guest && aboutOf(one) === about)
      if (!doubt) return false
      if (isSame) await register.keep(region, { sent: [{ ...doubt.guest, idswh: doubt.had.idswh }] })
      else await register.keep(region, { leaving: [doubt.had] })
      return true
    },
    /** Registers unknown guests for elimination; returns how many. */
    eliminate: async (ids: readonly string[]): Promise<number> => {
      const wanted = new Set(ids)
      const found = (await strangers()).filter(({ idswh }) => wanted.has(idswh))
      const guests = found.map(
        ({ state: _, ...guest }): RegionGuest => ({ ...guest, who: ownerOf(guest.idswh)!.who, name: '', birth: '' }),
      )
      if (!guests.length) return 0
      const owners = await checkinsOf(store, [...new Set(guests.map(({ checkin }) => checkin))])
      const region = await register.region(owners, await allSettings(store))
      await register.keep(region, { sent: guests, leaving: guests })
      return guests.length
    },
    /** Learns from a region's file; returns how many guests were new. */
    learn: async (text: string): Promise<number> => {
      const { held, gone } = toldIn(text)
      const before = (await strangers()).length
      await ledger.add(held, 'held')
      await ledger.add(gone, 'gone')
      return Math.max(0, (await strangers()).length - before)
    },
    forget: ledger.forget,
  }
}

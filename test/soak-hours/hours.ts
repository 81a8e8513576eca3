import { setTimeout as pause } from 'node:timers/promises'
import { soakedHouse } from './house'
import { type Minute, minuteBook } from './minutes'
import { guestComes, hostWorks, persistent, type Tally } from './people'

/** How long, how busy, and how often the process is killed; a minute has `minute` milliseconds. */
export type Hours = { minutes: number; guests: number; killEvery: number; most: number; minute?: number }

/** What an hour showed. `lost`, `twice`, `lettersTwice`, `linesTwice` and `wrong` must be nought. */
export type HoursReport = {
  minutes: Minute[]
  kills: number
  stored: number
  removed: number
  letters: number
  police: number
  region: number
  /** Old stays that retention had not removed when the last process was killed. */
  retained: number
  lost: number
  twice: number
  lettersTwice: number
  linesTwice: number
  wrong: string[]
}

type Found = { id: number; draftId?: string | undefined }

const repeats = (texts: readonly string[]) => texts.length - new Set(texts).size

/** What was answered for before the kill and is not there, and attempts that are there twice. */
const judged = (
  found: readonly Found[],
  { removed }: Pick<Tally, 'removed'>,
  answered: ReadonlyMap<string, number>,
) => {
  const ids = new Set(found.map(({ id }) => id))
  return {
    lost: [...answered.values()].filter((id) => !ids.has(id) && !removed.has(id)).length,
    twice: repeats(found.flatMap(({ draftId }) => draftId ?? [])),
  }
}

/** Lives so many minutes with guests, host, offices, retention and kills, and tells each minute. */
export const soakHours = async (
  { minutes: count, guests, killEvery, most, minute = 60_000 }: Hours,
  told: (minute: Minute, n: number) => void = () => {},
): Promise<HoursReport> => {
  const house = await soakedHouse()
  const tally: Tally = { stored: new Map(), removed: new Set(), wrong: [] }
  const book = minuteBook()
  const ask = persistent(house, book, tally)
  const host = hostWorks(ask, tally, most)
  const sums = { kills: 0, lost: 0, twice: 0, retained: 0 }
  const look = (found: readonly Found[], done: ReadonlyMap<string, number>) => {
    const { lost, twice } = judged(found, tally, done)
    sums.lost += lost
    sums.twice += twice
    sums.retained = found.filter(({ draftId }) => !draftId).length
  }
  await house.begin()
  const until = performance.now() + count * minute
  const isOver = () => performance.now() >= until

  let sent = 0
  const visits = new Set<Promise<void>>()
  const arrivals = async () => {
    for (; !isOver(); await pause((minute / guests) * (0.5 + Math.random()))) {
      const visit: Promise<void> = guestComes(ask, tally, ++sent).finally(() => visits.delete(visit))
      visits.add(visit)
    }
    await Promise.all(visits)
  }
  const hosting = async () => {
    for (; !isOver(); await pause(minute / 4)) await host()
  }
  const killing = async () => {
    for (;;) {
      const wait = killEvery * minute * (0.5 + Math.random())
      if (performance.now() + wait >= until) return
      await pause(wait)
      const done = new Map(tally.stored)
      await house.kill()
      book.killed()
      sums.kills++
      look(await house.begin(), done)
    }
  }
  const minutes: Minute[] = []
  const counting = async () => {
    const began = performance.now()
    for (let n = 0; n < count; n++) {
      await pause(Math.max(0, began + (n + 1) * minute - performance.now()))
      const last = minutes.at(-1)?.memory ?? 0
      const one = book.end(house.memory() ?? last, tally.stored.size - tally.removed.size)
      minutes.push(one)
      told(one, n + 1)
    }
  }
  try {
    await Promise.all([arrivals(), hosting(), killing(), counting()])
    await house.kill()
    look(await house.begin(), tally.stored)
    const lines = house.police.acquired().map(({ line }) => line)
    const { office, region } = house
    return {
      minutes,
      ...sums,
      stored: tally.stored.size,
      removed: tally.removed.size,
      letters: office.letters.length,
      police: lines.length,
      region: region.guests('A00000').size,
      lettersTwice: repeats(office.letters.map(({ headers }) => headers['message-id'] ?? '')),
      linesTwice: repeats(lines),
      wrong: tally.wrong,
    }
  } finally {
    await house.close()
  }
}

/** How much of a report should not have been. */
export const hoursFailures = ({ lost, twice, lettersTwice, linesTwice, wrong }: HoursReport) =>
  lost + twice + lettersTwice + linesTwice + wrong.length

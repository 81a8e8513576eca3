import { readFileSync } from 'node:fs'
import type { Checkin } from '../../schema/checkin'
import { hostPaths } from '../../schema/host-pages'
import { languages } from '../../schema/languages'
import { defaults } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { italianDay } from '../../server/shared/clock'
import { withoutFurtherGuests } from '../../src/core/flow/further-guests'
import type { Words } from '../../src/core/lint/findings'
import { journeyCount } from '../../src/core/lint/routes'
import { placeBook } from '../../src/core/places/book'
import { countryNames } from '../../src/core/places/country-names'
import { inspect } from '../../src/core/proof/proof'
import { monthly, police } from '../exports/at-once'
import { row, timed } from './table'
import { kept, towns } from './world'

/** The flow of a house that takes three guests at most: without the repeated section and the question after it. */
const threeGuests = (flow: Flow): Flow => {
  const rest = withoutFurtherGuests(flow)
  const { '/party-kind': _, ...steps } = rest.steps
  const guards = rest.guards.filter(({ at }) => at !== '/party-kind')
  return JSON.parse(JSON.stringify({ ...rest, steps, guards }).replaceAll('"/add-guest-4"', '"/invoice-selection"'))
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
export const shippedFlow = readJson('steps.json') as Flow
/** The words that a proof reads: the guests' in each language, the host's in Italian. */
export const shippedWords = {
  words: Object.fromEntries(
    languages.map((language) => [
      language,
      { ...readJson(`src/text/${language}.json`), ...shippedFlow.words[language] },
    ]),
  ) as Words,
  host: Object.assign({}, ...['host', 'consult'].map((name) => readJson(`src/text/${name}.it.json`))) as Words['it'],
}

/** The pure parts: the flow's proof, the authorities' files, the place book. */
export const computing = () => {
  const flow = shippedFlow
  const { words, host: hostWords } = shippedWords
  const countries = new Set(countryNames('it').map(({ italian }) => italian))
  let found = 0
  const prove = (of = flow) => {
    const { first } = inspect(of, {
      words,
      shipped: words,
      hostWords,
      isCountry: (name) => countries.has(name),
      elsewhere: hostPaths,
    })
    found = journeyCount(first)
  }
  const cold = timed(() => prove())
  row(`flow and forms proved, all ${found} journeys, once from cold`, cold, 'ms', 100)
  for (let i = 0; i < 5; i++) prove()
  row(
    'the same, warm',
    Array.from({ length: 9 }, () => timed(() => prove())),
    'ms',
    60,
  )

  const ofThree = threeGuests(flow)
  for (let i = 0; i < 3; i++) prove(ofThree)
  row(
    'the same for parties of up to 30, against up to 3',
    Array.from({ length: 15 }, () => {
      const three = timed(() => prove(ofThree))
      return timed(() => prove()) / three
    }),
    '×',
    1.3,
  )

  const book = placeBook({ comuni: readFileSync('dist/comuni.txt', 'utf8') })
  const all = Array.from({ length: 10_000 }, (_, n) => ({ ...kept(n), id: n + 1 }) as unknown as Checkin)
  const settings = {
    ...defaults,
    reservationCodes: [
      {
        id: 'one',
        code: 'A101',
        description: 'Camera Blu',
        showPaymentPage: true,
        structureCode: 'A00001',
        totalRooms: 9999,
        totalBeds: 9999,
      },
    ],
  }
  const complete = ({ faults, missing, files }: { faults: unknown[]; missing: unknown[]; files: unknown[] }) => {
    if (!files.length) throw new Error(`no file: ${JSON.stringify([faults[0], missing[0]])}`)
  }
  row(
    '10,000 check-ins to a police file, once from cold',
    timed(() => complete(police(all, book, { settings, today: italianDay(), time: '10:00' } as never))),
    'ms',
    250,
  )
  row(
    '10,000 check-ins to the month of the tourism office',
    timed(() => complete(monthly('2026-07', all, book, settings))),
    'ms',
    500,
  )
  row(
    '10,000 place look-ups, each',
    (timed(() => {
      for (let n = 0; n < 10_000; n++) book.city(towns[n % 8]!)
    }) /
      10_000) *
      1000,
    'µs',
  )
}

import { fileURLToPath } from 'node:url'

/** A figure, and where it is from: a row of docs/bench.md or docs/scale.md, or `assumed`. */
export type Figure = { what: string; value: number; unit: string; from: string }

const assumed = 'assumed'

/** What the simulation rests on. The rows are searched in the documents by a test. */
export const figures = {
  houses: { what: 'houses', value: 100_000, unit: '', from: assumed },
  arrivals: { what: 'check-ins a house on this Saturday', value: 1.2, unit: '', from: assumed },
  yearly: { what: 'check-ins a house and year', value: 120, unit: '', from: assumed },
  busiest: { what: 'busiest minute beside the mean of its hour', value: 2, unit: '×', from: assumed },
  requests: {
    what: 'other requests of a check-in (page, files, code, payment, confirmation)',
    value: 14,
    unit: '',
    from: assumed,
  },
  hostLooks: { what: 'requests of a host on this day', value: 150, unit: '', from: assumed },
  changes: {
    what: 'other changes of a check-in (letters, release, police, region)',
    value: 14,
    unit: '',
    from: assumed,
  },
  openFor: { what: 'minutes a house stays open after a request', value: 30, unit: 'min', from: assumed },
  visits: { what: 'visits a house on this day, by guests, host or its own work', value: 6, unit: '', from: assumed },
  busy: { what: 'share of a core that is used in the busiest minute', value: 0.6, unit: '', from: assumed },
  rowSize: { what: 'a check-in with letters, notes and indexes', value: 6, unit: 'kB', from: assumed },
  kept: { what: 'years a record is kept', value: 6, unit: '', from: assumed },
  post: { what: 'processor of a check-in', value: 0.59, unit: 'ms', from: 'growth to eight processes' },
  change: { what: 'one change, in the database', value: 0.15, unit: 'ms', from: 'growth to eight processes' },
  request: {
    what: 'an answer of an open house',
    value: 0.5,
    unit: 'ms',
    from: '10,000 houses beside 100, 50 of them open',
  },
  opening: {
    what: 'opening of a closed house',
    value: 103,
    unit: 'ms',
    from: 'the first answer of one that was closed',
  },
  openingInDatabase: { what: 'the same, in the database', value: 20, unit: 'ms', from: assumed },
  fifty: { what: 'a process with 50 open houses', value: 190, unit: 'MB', from: '2 MB for each further one' },
  house: { what: 'each further one', value: 2, unit: 'MB', from: '2 MB for each further one' },
  heap: { what: 'memory of a process at most', value: 2_000, unit: 'MB', from: assumed },
  pool: { what: 'connections of a process', value: 10, unit: '', from: 'connections = 10' },
  mostConnections: { what: 'connections a database takes', value: 500, unit: '', from: assumed },
  databaseCores: { what: 'cores of the largest usual database server', value: 64, unit: '', from: assumed },
  databaseDisk: { what: 'its disk', value: 16_000, unit: 'GB', from: assumed },
  core: { what: 'a core, a month', value: 12, unit: '€', from: assumed },
  memory: { what: 'a GB of memory, a month', value: 3, unit: '€', from: assumed },
  disk: { what: 'a GB of fast disk, a month', value: 0.15, unit: '€', from: assumed },
} satisfies Record<string, Figure>

export type Figures = { [name in keyof typeof figures]: Figure }

/** Share of a Saturday's arrivals in each hour, by Italian time: most after the keys are given at two. */
export const curve = [
  ...[0.005, 0.003, 0.002, 0.001, 0.001, 0.002, 0.006, 0.015, 0.03, 0.045, 0.055, 0.06],
  ...[0.06, 0.075, 0.115, 0.12, 0.11, 0.085, 0.065, 0.05, 0.038, 0.027, 0.018, 0.012],
]

/** The minute that is busiest in an hour: a second's check-ins, requests and changes, the cores, and the open houses. */
export type Hour = {
  hour: number
  checkins: number
  requests: number
  changes: number
  processCores: number
  databaseCores: number
  openHouses: number
}

const valuesOf = (given: Figures) =>
  Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value])) as Record<keyof Figures, number>

/** What the day asks for in each hour. */
export const hoursOf = (given: Figures = figures): Hour[] => {
  const f = valuesOf(given)
  return curve.map((share, hour) => {
    const ofDay = (share / 3_600) * f.houses
    const checkins = ofDay * f.arrivals * f.busiest
    const requests = ofDay * (f.arrivals * f.requests + f.hostLooks) * f.busiest
    const changes = checkins * f.changes
    const openings = ofDay * f.visits
    return {
      hour,
      checkins,
      requests,
      changes,
      processCores: (checkins * f.post + requests * f.request + openings * f.opening) / 1_000,
      databaseCores: ((checkins + changes) * f.change + openings * f.openingInDatabase) / 1_000,
      openHouses: Math.min(f.houses, openings * f.openFor * 60),
    }
  })
}

/** What the busiest hour needs, and how many times as much each part could take. */
export const needsOf = (given: Figures = figures) => {
  const f = valuesOf(given)
  const hours = hoursOf(given)
  const most = (of: (hour: Hour) => number) => Math.max(...hours.map(of))
  const forMemory = Math.ceil(most(({ openHouses }) => openHouses) / (50 + (f.heap - f.fifty) / f.house))
  const forCores = Math.ceil(most(({ processCores }) => processCores) / f.busy)
  const processes = Math.max(forMemory, forCores)
  const databaseCores = Math.ceil(most(({ databaseCores }) => databaseCores) / f.busy)
  const disk = (f.houses * f.yearly * f.kept * f.rowSize) / 1e6
  const connections = processes * f.pool
  const databaseMemory = 4 * databaseCores
  const cost =
    (forCores + databaseCores * 2) * f.core +
    ((processes * f.heap) / 1_000 + databaseMemory * 2) * f.memory +
    disk * 2 * f.disk
  const limits = {
    connections: f.mostConnections / connections,
    'the database’s cores': f.databaseCores / databaseCores,
    'the database’s disk': f.databaseDisk / disk,
  }
  const [first] = Object.entries(limits).sort(([, one], [, other]) => one - other)
  return { processes, forMemory, forCores, databaseCores, disk, connections, cost, limits, first: first![0] }
}

const shown = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(+value.toPrecision(2)))

const table = (head: string[], lines: (string | number)[][]) =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

/** The assumptions, the day by the hour, and what it needs, as they stand in docs/scale.md. */
export const report = (given: Figures = figures): string => {
  const { limits, ...needs } = needsOf(given)
  const assumptions = Object.values(given).map(({ what, value, unit, from }) => [
    what,
    `${shown(value)} ${unit}`.trim(),
    from,
  ])
  const hours = hoursOf(given)
    .filter(({ hour }) => hour % 3 === 0 || hour === 14)
    .map((one) => [`${one.hour}:00`, ...Object.values(one).slice(1).map(shown)])
  const results = [
    ['processes', `${needs.processes} (${needs.forMemory} by memory, ${needs.forCores} by cores)`],
    ['cores of the database', needs.databaseCores],
    ['the database after its years, GB', shown(needs.disk)],
    ['connections', needs.connections],
    [
      'a month, with a standby of the database, €',
      `${shown(needs.cost)}; a house ${(needs.cost / given.houses.value).toFixed(3)}`,
    ],
    ...Object.entries(limits).map(([what, times]) => [`${what}: how many times as much`, shown(times)]),
    ['what breaks first', needs.first],
  ]
  return [
    table(['assumption', 'value', 'from'], assumptions),
    table(['hour', 'check-ins a second', 'requests', 'changes', 'cores', 'of the database', 'open houses'], hours),
    table(['what it needs', ''], results),
  ].join('\n\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(report())

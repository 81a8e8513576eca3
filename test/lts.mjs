// Runs the tests of what depends on the release of Node, on the newest long-term one, whatever Node the project is worked
// on with: `node test/lts.mjs`, or with parts of paths as `node test/run.mjs` takes them. The npm package `node` brings
// the binary.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The newest release of the line that has been the long-term one since October 2026. */
const version = '26.10.0'

// Inside dist/, as the tests' own scripts are: one test runs it as another user, who may not read root's npm cache.
const folder = `dist/node-${version}`
const binary = resolve(folder, 'node_modules/node/bin/node')
if (!existsSync(binary)) {
  const more = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  spawnSync('npm', ['install', '--prefix', folder, ...more, `node@${version}`], { stdio: 'inherit' })
}
/** What meets Node itself, by what it takes of it. */
const dependent = {
  files: ['server/store/', 'server/places/', 'server/pictures/'],
  encryption: [
    'server/settings/pin',
    'server/auth/',
    'server/push/',
    'server/programs/',
    'server/privacy/access-chain',
  ],
  http: [
    'server/http/',
    'server/outgoing/',
    'server/offices/soap',
    'server/offices/xml',
    'server/offices/police-client',
    'server/payment/',
  ],
  mail: ['server/mail/smtp', 'server/mail/envelope'],
  threadsAndStreams: ['server/excel/', 'server/flow/', 'server/exports/', 'server/shared/'],
  processes: ['server/programs.test', 'server/commands/', 'server/house/'],
  datesAndText: ['core/text/', 'core/bookings/', 'core/mail/', 'core/exports/', 'exports/', 'core/json/'],
  schemas: ['schema/schema', 'core/flow/'],
}

/** These wait for clocks or for other processes, or try a thousand times: they run on one release of Node only. */
const slow = [
  ...['guessing', 'sessions', 'attack', 'postgres', 'faults', 'rekey', 'never-a-picture', 'door-force', 'door-records'],
  ...['random', 'hostile', 'http/door.', 'publishing', 'compositions', 'workbooks', 'forgetting'],
  ...['erasure', 'places/book', 'exports/region.', 'official-tables', 'programs/kills'],
]

/**
 * These meet Node only through code that cheaper files of the list call directly: events through their delivery, the
 * house's own flow through the reading of flows, the registers of offices through store and dates.
 */
const indirect = ['programs/webhooks', 'webhook-docs', 'flow/own-', 'police-filing', 'region-register']
const without = [...slow, ...indirect].map((part) => `-${part}`)
const all = ['--together', ...Object.values(dependent).flat(), ...without]
const parts = process.argv.length > 2 ? process.argv.slice(2) : all
console.log(`on Node ${version}:`)
process.exitCode = spawnSync(binary, ['test/run.mjs', ...parts], { stdio: 'inherit' }).status ?? 1

import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { openHouse } from '../../server/house/house'
import { guarded } from '../../server/http/guard'
import { mailServer } from '../../server/mail/smtp'
import { officePlaces } from '../../server/offices/open-offices'
import { outgoingLimits } from '../../server/outgoing/guarded-request'
import { isSet } from '../../server/shared/environment'
import { machineDisk } from '../../server/store/sealed/disk'
import { foldFiles } from '../../server/store/sqlite/fold-files'

/** Ports of closed houses. The browser keeps its compiled scripts for an address it has seen before. */
const ports: string[] = []

/** Takes a port that no open house uses: '0' lets the system choose. */
export const takePort = () => ports.pop() ?? '0'

/** Gives back the port of a closed house. */
export const givePort = (url: string) => void ports.push(new URL(url).port)

/** A thread for each snapshot would load and compile its database anew. */
const fold = foldFiles(machineDisk)

/** Returns whether a house in this process reads a variable of the operator's environment. */
export const isKnownInside = (name: string) =>
  /^(SMTP_\w+|ALLOGGIATI_API|ROSS1000_API|OUTGOING_PRIVATE|TRUST_PROXY)$/.test(name)

/**
 * Serves the house in `dir` from this process: a process of its own takes half a second until it has loaded and compiled
 * what its first requests need. `server/main.ts` adds only the rest of the environment and the signals.
 */
export const serveInside = async (dir: string, port: string, env: Record<string, string>) => {
  const trustProxy = isSet('TRUST_PROXY', env.TRUST_PROXY)
  let out = ''
  const say = (line: string) => {
    out += `${line}\n`
  }
  const house = await openHouse({
    dir,
    flow: { steps: resolve('./steps.json'), texts: resolve('./src/text') },
    built: resolve('dist'),
    pin: undefined,
    backups: 0,
    fold,
    trustProxy,
    isPublic: trustProxy,
    at: officePlaces(env),
    outgoing: outgoingLimits(isSet('OUTGOING_PRIVATE', env.OUTGOING_PRIVATE)),
    mail: mailServer(env),
    tell: say,
    log: say,
    report: say,
  })
  house.begin()
  const server = guarded(house.handler, { perNetwork: !trustProxy })
  const listening = (wanted: string) =>
    new Promise<void>((done, fail) => {
      server.once('error', fail)
      server.listen(Number(wanted), '127.0.0.1', () => {
        server.off('error', fail)
        done()
      })
    })
  // Somebody else may have taken the port meanwhile.
  await listening(port).catch(() => listening('0'))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pin: undefined,
    log: () => out,
    stop: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
      await house.close()
    },
  }
}

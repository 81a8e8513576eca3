// What journey, check, journal, disk and tables allow: the call itself, in a process of its own, given the check-ins of
// the load with no HTTP around them. Each request has it work for a while and is answered with the check-ins a second.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '../../server/api/call-table'
import type { Context } from '../../server/api/handlers'
import { answers, openDoor } from '../server/http/door-world'
import { perGuest, roomy } from './posting'
import { pause } from './table'

const { services } = await openDoor({ settings: roomy })
const { 'POST /api/checkin': call } = calls(services)
let sent = 0

/** The check-in of the next guest, as the call is given it. */
const next = () => {
  const n = ++sent
  const guest = Math.floor(n / perGuest)
  const { code } = roomy.reservationCodes[guest % roomy.reservationCodes.length]!
  const body = answers({ draftId: String(n).padStart(16, '0') })
  return { body, guest: { owner: `guest${guest}`, code }, isHost: false } as unknown as Context<'POST /api/checkin'>
}

const rate = async (ms: number, atOnce: number) => {
  let [done, isOver] = [0, false]
  const one = async () => {
    for (; !isOver; done++) await call(next())
  }
  const all = Promise.all(Array.from({ length: atOnce }, one))
  await pause(1000)
  const before = done
  await pause(ms)
  const perSecond = (done - before) / (ms / 1000)
  isOver = true
  await all
  return perSecond
}

const server = createServer((_req, res) => void rate(2000, 32).then((perSecond) => res.end(String(perSecond))))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

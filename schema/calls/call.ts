/** Who a call is open to: anyone, a guest known by an accepted code, the guest who made the check-in, the host. */
type Who = 'anyone' | 'guest' | 'owner' | 'host'

/**
 * What travels with a call: `body` and `query` as our pages send them, `data` of the answer's envelope, or the `whole`
 * answer.
 */
type Travels = { body?: object; query?: object; data?: unknown; whole?: object }

/**
 * A call's rule: who may make it; `limit` is the largest body in bytes (64,000 unless it says); `costs` is the day's
 * budget of a guest that it uses; `site` asks for our own pages even though nothing is changed; `quiet` is a page
 * looking for news, which keeps no session awake; `raw` takes a body another server has signed, byte for byte; `file`
 * answers bytes in place of JSON.
 */
export type Rule = {
  who: Who
  limit?: number
  costs?: 'checkin' | 'change' | 'lookUp'
  site?: true
  quiet?: true
  raw?: true
  file?: true
}

/** A call of which nothing comes back but that it was done. */
export type Done = Record<never, never>

/** A call's row: what travels with it (a type alone) and its rule. */
export const call =
  <T extends Travels = Done>() =>
  <R extends Rule>(rule: R) =>
    rule as R & { travels?: T }

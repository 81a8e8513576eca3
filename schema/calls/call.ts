import type { AccessKind } from '../privacy'

/** Who may make a call: `guest` has an accepted code, `owner` made the check-in, `program` sends a key. */
type Who = 'anyone' | 'guest' | 'owner' | 'host' | 'program'

/**
 * The types of a call: `body` and `query` of the request; `data` in the answer's envelope, the `whole` answer, or a
 * `file` instead of JSON.
 */
type Travels = { body?: object; query?: object; data?: unknown; whole?: object; file?: true }

/**
 * A call's rule: who may make it, and the line it leaves in the access log. `limit` is the largest body in bytes
 * (64,000 by default); `costs` is the daily budget of the guest or program that the call uses; `site` accepts only our
 * own pages although the call changes nothing; `quiet` marks a page that polls, which does not keep the session alive;
 * `raw` takes the bytes of a body that another server signed.
 */
export type Rule = Limits &
  ({ who: 'host'; log: AccessLogRule } | { who: Exclude<Who, 'host'>; log?: Exclude<AccessLogRule, 'none'> })

/**
 * The line that the host's call leaves in the access log: its kind, the check-ins it names (`:id` of the path or `ids`
 * of the body) and the fields it changes. `none` is for a call that shows or changes nothing of a guest's, or that only
 * follows a list the host has read.
 */
type AccessLogRule = 'none' | { what: AccessKind; ids?: 'path' | 'body'; fields?: readonly string[] }

type Limits = {
  limit?: number
  costs?: 'checkin' | 'change' | 'lookUp' | 'program'
  site?: true
  quiet?: true
  raw?: true
}

/** The PIN, asked for again. */
export type WithPin = { current?: string | undefined }

/** The answer of a call without data. */
export type Done = Record<never, never>

/** Makes the row of a call from its types and its rule. */
export const call = <T extends Travels = Done>(rule: Rule) => rule as Rule & { travels?: T }

/** Makes the row of a host's call. */
export const callOfHost = <T extends Travels = Done>(log: AccessLogRule, limits: Limits = {}) =>
  call<T>({ who: 'host', log, ...limits })

import type { Who as GuestWho } from '../guest'
import type {
  AccessTried,
  PoliceAnswer,
  PolicePlan,
  RegionDoubt,
  RegionMatters,
  RegionRun,
  Sendings,
} from '../office-answers'
import { call } from './call'
import type { OfficeWork, ReceiptsAnswer, Running } from './office-works'

/** The calls about sending to the police and the region. */
export const sendingCalls = {
  /** What would be sent to the police of some check-ins; nothing is. */
  'POST /api/police/plan': call<{ body: { ids: number[] }; data: PolicePlan }>()({
    who: 'host',
    log: 'none',
    limit: 64_000,
  }),
  // A work with an office that is not over within some seconds answers its name; `GET /api/sendings/works` tells of it.
  /** Sends check-ins to the police; `again` are those the host wants sent a second time. */
  'POST /api/police/send': call<{ body: { ids: number[]; again?: number[] }; data: PoliceAnswer | Running }>()({
    who: 'host',
    log: { what: 'export', ids: 'body' },
    limit: 64_000,
  }),
  /** The host has looked at the portal: an unknown sending was taken, or was not. */
  'POST /api/police/settle': call<{ body: { account: string; sending: number; taken: boolean } }>()({
    who: 'host',
    log: { what: 'edit', fields: ['told'] },
  }),
  /** Tries the credentials of an account as they are saved. */
  'POST /api/police/try': call<{ body: { id: string }; data: AccessTried | Running }>()({ who: 'host', log: 'none' }),
  /** Fetches the receipts that are missing; answers how many came. */
  'POST /api/police/receipts': call<{ data: ReceiptsAnswer | Running }>()({ who: 'host', log: 'none' }),
  'POST /api/police/receipt/:id': call()({ who: 'host', log: { what: 'export' }, file: true }),
  /** Sends a structure's days up to yesterday to the region. */
  'POST /api/region/send': call<{ body: { id: string }; data: RegionRun | Running }>()({
    who: 'host',
    log: { what: 'export' },
  }),
  'GET /api/region': call<{ data: RegionMatters }>()({ who: 'host', log: { what: 'view' } }),
  /** Of which guests of a check-in only the host can tell whether they are the persons the region has. */
  'GET /api/checkin/:id/region': call<{ data: RegionDoubt[] }>()({ who: 'host', log: { what: 'view', ids: 'path' } }),
  /** The host says whether a guest is the person the region has, put right, or another one. */
  'POST /api/checkin/:id/region': call<{ body: { guest: GuestWho; about: string; same: boolean } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path' },
  }),
  /** Has guests eliminated whom the region holds and the house does not know; answers how many. */
  'POST /api/region/eliminate': call<{ body: { ids: string[] }; data: { count: number } }>()({
    who: 'host',
    log: { what: 'edit' },
  }),
  /** Reads from a file that was made for the region whom it told the region of; answers how many were not known. */
  'POST /api/region/known': call<{ body: { text: string }; data: { count: number } }>()({
    who: 'host',
    log: 'none',
    limit: 3_000_000,
  }),
  'GET /api/sendings': call<{ data: Sendings }>()({ who: 'host', log: 'none' }),
  /** The works with the offices that are running, and how the latest ended. */
  'GET /api/sendings/works': call<{ data: OfficeWork[] }>()({ who: 'host', log: 'none', quiet: true }),
} as const

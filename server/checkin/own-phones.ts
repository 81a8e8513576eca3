import type { Checkin, Draft } from '../../schema/checkin'
import { isLater, type Later } from '../../schema/guest'
import { guestAnswers, party } from '../../src/core/checkin/party'
import type { CurrentFlow } from '../flow/serve'
import { wordOf } from '../shared/body'
import type { GuestLinks } from './guest-links'
import { refuseGuests } from './intake'

/** Guests who answer on other phones (`away`), those who have answered (`came`), and their answers. */
type Joined = { away: Later[]; came: Later[]; answers: Draft }

/** Returns the answers of guests in `elsewhere`, from their links or the record. Refuses (400, `waiting`). */
export const joinGuests = async (
  links: Pick<GuestLinks, 'answersFor'>,
  published: Pick<CurrentFlow, 'flow' | 'version'>,
  owner: string,
  body: object,
  before: Checkin | undefined,
): Promise<Joined> => {
  const away = wordOf((body as { elsewhere?: unknown }).elsewhere)
    .split(',')
    .filter(isLater)
  const { answers, waiting } = await links.answersFor(owner, away)
  const guestsBefore = before ? party(before) : []
  const lacking = waiting.filter((guest) => !guestsBefore.includes(guest))
  if (lacking.length) throw refuseGuests(published, lacking, 'waiting')
  const came = away.filter((guest) => !waiting.includes(guest))
  return { away, came, answers: Object.assign({}, ...waiting.map((guest) => guestAnswers(before!, guest)), answers) }
}

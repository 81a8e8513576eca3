import type { Identification } from '../../../../schema/calls/identification'
import type { Who } from '../../../../schema/guest'
import type { PoliceState } from '../../../../schema/office-answers'
import { say } from '../../shared/published'
import { moment } from '../checkins/card-fields'

/** Returns how a guest was compared with the document, in one sentence. */
export const identificationWords = ({ at, by, how, words }: Identification) =>
  say('identify.done', { at: moment(at), by, how: words || say(`identify.way.${how}`) })

/** A guest's state with the police. */
export type GuestStanding = { who: Who; name: string; state: PoliceState; identification?: Identification | undefined }

/** Each guest's state with the police and the identification; a single guest's state is the party's. */
export const GuestStates = ({
  guests,
  takeBack,
}: {
  guests: readonly GuestStanding[]
  takeBack?: ((who: Who) => void) | undefined
}) => (
  <ul className="guest-states" aria-label={say('identify.list')}>
    {guests.map(({ who, name, state, identification }) => (
      <li key={who}>
        {guests.length > 1 && <strong>{name || say(`guest.${who}`)}</strong>}
        {guests.length > 1 && <span className={`state ${state}`}>{say(`today.state.${state}`)}</span>}
        <span className={identification ? 'identified' : 'identified none'}>
          {identification ? identificationWords(identification) : say('identify.missing')}
          {identification && takeBack && (
            <button type="button" className="link" onClick={() => takeBack(who)}>
              {say('identify.undo')}
              <span className="unseen"> {name}</span>
            </button>
          )}
        </span>
      </li>
    ))}
  </ul>
)

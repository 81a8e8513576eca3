import type { Checkin, Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { fullName, guestTitle, party } from '../../core/checkin/party'
import { claimsOf, reliefKey, reliefsOn, withClaim } from '../../core/tax/party-tax'
import { reliefWords } from '../../core/tax/tax-words'
import { houseSettings } from '../shared/house-settings'
import { useStore } from '../shared/page-store'
import { house, say } from '../shared/published'
import type { ControlProps } from './control'

const nameOf = (known: Draft, who: Who) => fullName(known as Checkin, who) || guestTitle(house.get().speak, who)

/** What each guest claims of the tourist tax: a list for each of the party. */
export const ReliefPicks = ({ id, value, known, describedBy, put }: ControlProps) => {
  const offered = reliefsOn(useStore(houseSettings).taxReliefs, known.arrivalDate)
  const claims = claimsOf(value)
  if (!offered.length) return <p>{say('taxClaims.nothing')}</p>
  return party(known as Checkin).map((who, i) => (
    <div key={who} className="field">
      <label className="name" htmlFor={i ? `${id}-${who}` : id}>
        {nameOf(known, who)}
      </label>
      <select
        id={i ? `${id}-${who}` : id}
        value={claims.get(who) ?? ''}
        aria-describedby={describedBy}
        onChange={({ target }) => put(withClaim(value, who, target.value))}
      >
        <option value="">{say('taxClaims.none')}</option>
        {offered.map((relief) => (
          <option key={reliefKey(relief)} value={reliefKey(relief)}>
            {reliefWords(relief, house.get().speak)}
          </option>
        ))}
      </select>
    </div>
  ))
}

/** Returns the claims in words: `Mario Rossi: persona con disabilità`. */
export const claimsWritten = (value: string, _: string, known: Draft): string => {
  const offered = reliefsOn(houseSettings.get().taxReliefs, known.arrivalDate)
  return [...claimsOf(value)]
    .map(([who, claim]) => {
      const relief = offered.find((one) => reliefKey(one) === claim)
      return say('named', { name: nameOf(known, who), text: relief ? reliefWords(relief, house.get().speak) : claim })
    })
    .join('; ')
}

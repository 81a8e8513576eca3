import type { PoliceAnswer, PolicePlan } from '../../../../schema/offices'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { askChoice, showDialog } from '../dialogs/questions'
import { callAsHost, dayShown } from '../session/host'
import { endingLines, startWork, wordsOf } from './works'

const Left = ({ left }: Pick<PolicePlan, 'left'>) =>
  left.length > 0 && (
    <>
      <p>{say('send.left')}</p>
      <ul>
        {left.map(({ checkin, name, why }) => (
          <li key={checkin}>{say('send.leftOne', { name, why: say(`send.why.${why}`) })}</li>
        ))}
      </ul>
    </>
  )

const Plan = ({ plan: { parties, left } }: { plan: PolicePlan }) => {
  const accounts = [...new Map(parties.map((party) => [party.account, party.width]))]
  return (
    <>
      <p>{say(parties.length ? 'send.text' : 'send.nobody')}</p>
      {accounts.map(([name, width]) => (
        <section key={name}>
          <h3>{say('send.account', { name, width })}</h3>
          <ul>
            {parties
              .filter(({ account }) => account === name)
              .map(({ checkin, names, arrivalDate, again }) => (
                <li key={checkin}>
                  {say(again ? 'send.again' : 'send.party', { names: names.join(', '), day: dayShown(arrivalDate) })}
                </li>
              ))}
          </ul>
        </section>
      ))}
      <Left left={left} />
    </>
  )
}

const Ending = ({ answer: { ends, left } }: { answer: PoliceAnswer }) => {
  const isSignIn = ends.some((one) => one.end === 'unsent' && one.why === 'signIn')
  const isOpen = ends.some(({ end }) => end === 'unsent' || end === 'unknown')
  return (
    <>
      <ul>
        {endingLines(ends).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {wordsOf(ends) && <p>{say('send.words', { words: wordsOf(ends) })}</p>}
      {isSignIn && <p>{say('send.signIn')}</p>}
      {isOpen && <p>{say('send.fallback')}</p>}
      <Left left={left} />
    </>
  )
}

/** Asks, sends check-ins to the police and shows the result; `again`: a second time. Throws Refused or Offline. */
export const sendToPolice = async (ids: readonly number[], again = false) => {
  const { data: plan } = await callAsHost('POST /api/police/plan', { body: { ids: [...ids] } })
  const going = plan.parties.filter((party) => again || !party.again)
  const shown = { parties: going, left: again ? plan.left.filter(({ why }) => why !== 'changed') : plan.left }
  const question = { title: say('send.title'), yes: say(going.length ? 'send.yes' : 'host.ok'), danger: again }
  if (!(await askChoice(question, <Plan plan={shown} />)) || !going.length) return
  const chosen = going.map(({ checkin }) => checkin)
  const body = { ids: chosen, ...(again && { again: chosen }) }
  const data = await startWork('police/send', () => call('POST /api/police/send', { body }))
  await showDialog({ title: say('send.doneTitle') }, <Ending answer={data} />)
}

import type { RegionDoubt } from '../../../../schema/offices'
import { Button, Initials } from '../../look/parts'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { ask, Dialog } from '../dialogs/dialog'
import type { Work } from '../dialogs/work'
import { callAsHost, dayShown } from '../session/host'

const tell = ({ checkin, guest, about }: RegionDoubt, same: boolean) =>
  callAsHost('POST /api/checkin/:id/region', { params: { id: checkin }, body: { guest, about, same } })

const Answers = ({ answer }: { answer: (same: boolean) => void }) => (
  <>
    <Button onClick={() => answer(true)}>{say('region.same.yes')}</Button>
    <Button onClick={() => answer(false)}>{say('region.same.no')}</Button>
  </>
)

/** Asks about each guest who may already be at the region. Unanswered questions stay on the sending page. */
export const askSamePerson = async (id: number) => {
  try {
    const { data } = await callAsHost('GET /api/checkin/:id/region', { params: { id } })
    for (const doubt of data) {
      const same = await ask<boolean>((answer) => (
        <Dialog title={say('region.same.title')} onClose={() => answer()} className="question">
          <p>{say('region.same.text', { name: doubt.name, date: dayShown(doubt.arrival) })}</p>
          <p>{say('region.same.later')}</p>
          <footer className="actions">
            <Answers answer={answer} />
          </footer>
        </Dialog>
      ))
      if (same === undefined) return
      await tell(doubt, same)
    }
  } catch (error) {
    showReason(error)
  }
}

type DoubtsProps = { doubts: readonly RegionDoubt[]; work: Work }

/** The open questions about guests at the region. */
export const SamePersonQuestions = ({ doubts, work }: DoubtsProps) =>
  doubts.length > 0 && (
    <>
      <h3>{say('region.same.open')}</h3>
      <p>{say('region.same.later')}</p>
      <ul className="rows">
        {doubts.map((doubt) => (
          <li key={`${doubt.checkin} ${doubt.guest}`} className="row">
            <div className="who wide">
              <Initials name={doubt.name} />
              <p>{say('region.same.text', { name: doubt.name, date: dayShown(doubt.arrival) })}</p>
            </div>
            <div className="act wide">
              <Answers answer={(same) => void work(() => tell(doubt, same))} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )

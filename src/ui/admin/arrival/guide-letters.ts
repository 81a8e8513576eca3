import { hostCall as call } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { confirmByHost } from '../dialogs/questions'
import { asHost } from '../session/host'

/**
 * After a change of instructions: offers to send the letter to those who have got the one before, or none. `about` are
 * the check-ins of a room or of the house, or one check-in alone.
 */
export const offerLetters = async (about: { room?: string; checkin?: number }) => {
  const { room, checkin } = about
  const { ids } = (await asHost(() => call('GET /api/arrival-letters', { query: { ...(room && { room }) } }))).data
  const concerned = checkin === undefined ? ids : ids.filter((id) => id === checkin)
  if (!concerned.length) return
  const question = {
    title: say('guides.letters.title'),
    text: plural('guides.letters.text', concerned.length),
    yes: plural('guides.letters.yes', concerned.length),
  }
  if (!(await confirmByHost(question))) return
  const { queued } = (await asHost(() => call('POST /api/arrival-letters', { body: { ids: concerned } }))).data
  toast.show({ tone: 'good', title: plural('guides.letters.queued', queued) })
}

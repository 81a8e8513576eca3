import { type FormEvent, useState } from 'react'
import { hostCall as call, Refused } from '../../../shared/api'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { withPin } from '../../dialogs/questions'
import { asHost, failureReason } from '../../session/host'
import { allSaved, readFlowDraft, serverDraft } from '../draft/saving'
import { TextBox } from '../edit-dialogs/boxes'

/** Asks for a reason and the PIN, then publishes. The server checks the draft again. */
export const PublishForm = ({ isReady }: { isReady: boolean }) => {
  const [why, setWhy] = useState('')
  const [isSending, setSending] = useState(false)
  const can = isReady && Boolean(why.trim()) && !isSending
  const send = async () => {
    if (!(await allSaved())) throw new Error('the draft is not saved yet')
    const { base, revision } = serverDraft.get()!
    await withPin((current) => asHost(() => call('POST /api/flow/publish', { body: { base, revision, why, current } })))
    toast.show({ tone: 'good', title: say('flow.published'), life: 10_000 })
    await readFlowDraft()
  }
  const publish = async (event: FormEvent) => {
    event.preventDefault()
    if (!can) return
    setSending(true)
    try {
      await send()
    } catch (error) {
      toast.show({ tone: 'bad', title: say('flow.refused'), text: failureReason(error), life: 10_000 })
      if (error instanceof Refused && error.status === 409) await readFlowDraft().catch(() => {})
    } finally {
      setSending(false)
    }
  }
  return (
    <form className="pick-row" onSubmit={publish}>
      <TextBox label={say('flow.why')} hint={say('flow.whyHint')} value={why} type={setWhy} />
      <Button type="submit" kind="primary" aria-disabled={!can || undefined}>
        {say('flow.publishNow')}
      </Button>
    </form>
  )
}

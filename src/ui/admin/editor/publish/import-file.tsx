import { useRef, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { TextBox } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { withPin } from '../../dialogs/questions'
import { callAsHost, failureReason } from '../../session/host'
import { readFlowDraft, serverDraft } from '../draft/saving'
import type { Session } from '../draft/session'
import { Consequences, DifferenceList } from './changes'

type Chosen = { name: string; text: string; findings: { severity: string; text: string }[]; flow?: Flow }

/** A file of the wrong shape has findings, no flow. */
const checkFile = async (file: File): Promise<Chosen> => {
  const text = await file.text()
  const { findings } = (await callAsHost('POST /api/flow/check', { body: { text } })).data
  const hasErrors = findings.some(({ severity }) => severity === 'error')
  return { name: file.name, text, findings, ...(!hasErrors && { flow: JSON.parse(text) as Flow }) }
}

const published = async (text: string, why: string) => {
  const { base } = serverDraft.get()!
  await withPin((current) => callAsHost('POST /api/flow/import', { body: { text, base, why, current } }))
}

type ReadyProps = { chosen: Chosen & { flow: Flow }; session: Session; publish: (why: string) => void }

const Ready = ({ chosen: { flow }, session, publish }: ReadyProps) => {
  const [why, setWhy] = useState('')
  return (
    <>
      <DifferenceList before={session.base} after={flow} shipped={session.shipped} />
      <Consequences session={{ ...session, flow }} />
      <TextBox label={say('flow.why')} hint={say('flow.whyHint')} value={why} put={setWhy} />
      <Button kind="primary" aria-disabled={!why.trim() || undefined} onClick={() => why.trim() && publish(why)}>
        {say('flow.publishFile')}
      </Button>
    </>
  )
}

/** Imports a flow from a file: checked, compared, then published. */
export const ImportFile = ({ session, done }: { session: Session; done: () => Promise<unknown> }) => {
  const [chosen, setChosen] = useState<Chosen>()
  const input = useRef<HTMLInputElement>(null)
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toast.show({ tone: 'bad', title: say('flow.refused'), text: failureReason(error), life: 10_000 })
    }
  }
  const choose = (file: File | undefined) => file && attempt(async () => setChosen(await checkFile(file)))
  const publish = (text: string, why: string) =>
    attempt(async () => {
      await published(text, why)
      setChosen(undefined)
      input.current!.value = ''
      toast.show({ tone: 'good', title: say('flow.published'), life: 10_000 })
      await Promise.all([done(), readFlowDraft()])
    })
  return (
    <details>
      <summary>{say('flow.fromFile')}</summary>
      <p>{say('flow.fromFileText')}</p>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={say('flow.fromFile')}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {chosen && chosen.findings.length > 0 && (
        <ul className="bullets findings" role="alert">
          {chosen.findings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {chosen?.flow && (
        <Ready
          key={chosen.text}
          chosen={{ ...chosen, flow: chosen.flow }}
          session={session}
          publish={(why) => void publish(chosen.text, why)}
        />
      )}
    </details>
  )
}

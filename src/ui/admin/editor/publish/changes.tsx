import { useMemo, useRef, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { consequencesOf, type PartyChange } from '../../../../core/editor/consequences'
import { differencesOf } from '../../../../core/editor/differences'
import { cardNames } from '../../../../core/editor/wording'
import { TextBox } from '../../../look/boxes'
import { Button, TextList } from '../../../look/parts'
import { say, start, today } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { withPin } from '../../dialogs/questions'
import { callAsHost, failureReason } from '../../session/host'
import { cardWords, type Session, serverDraft } from '../draft/draft-session'

type DifferencesProps = { before: Flow; after: Flow; shipped: Session['shipped'] }

/** The differences of two flows, with both values. */
export const DifferenceList = ({ before, after, shipped }: DifferencesProps) => {
  const found = useMemo(() => {
    const cards = (flow: Flow) => cardWords({ flow, shipped })
    return differencesOf(before, after, { before: cards(before), after: cards(after) })
  }, [before, after, shipped])
  if (!found.length) return <p>{say('flow.noDifferences')}</p>
  return (
    <ul className="stack differences">
      {found.map(({ part, member, before: was = say('flow.absent'), after: is = say('flow.absent') }) => (
        <li key={`${part} ${member} ${was} ${is}`}>
          <strong>{member ? `${part}: ${member}` : part}</strong>
          <p>
            {say('flow.before')}: <span className="was">{was}</span>
          </p>
          <p>
            {say('flow.afterwards')}: {is}
          </p>
        </li>
      ))}
    </ul>
  )
}

type PartyProps = { change: PartyChange; names: ReturnType<typeof cardNames> }

const Party = ({ change: { party, come, gone, isReordered, fields }, names }: PartyProps) => {
  const cards = (paths: readonly string[]) => paths.map(names.step).join(', ')
  return (
    <li>
      <strong>{say(`flow.party.${party}`)}</strong>
      {come.length > 0 && <p>{say('flow.cardsCome', { cards: cards(come) })}</p>}
      {gone.length > 0 && <p>{say('flow.cardsGo', { cards: cards(gone) })}</p>}
      {isReordered && <p>{say('flow.cardsMove')}</p>}
      {fields.map(({ field, before: was = say('flow.absent'), after: is = say('flow.absent') }) => (
        <p key={field}>
          {say('flow.stored', { field: names.field(field) })} <span className="was">{was}</span> → {is}
        </p>
      ))}
    </li>
  )
}

/** What the draft changes for the example parties. */
export const Consequences = ({ session }: { session: Session }) => {
  const { base, flow, shipped } = session
  const changes = useMemo(() => consequencesOf(base, flow, today()), [base, flow])
  const names = useMemo(
    () => cardNames({ ...cardWords({ flow: base, shipped }), ...flow.words[start.hostLanguage] }),
    [base, flow, shipped],
  )
  return (
    <section>
      <h2>{say('flow.consequences')}</h2>
      <p>{say(changes.length ? 'flow.consequencesText' : 'flow.noConsequences')}</p>
      <ul className="stack differences">
        {changes.map((change) => (
          <Party key={change.party} change={change} names={names} />
        ))}
      </ul>
    </section>
  )
}

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
      <Button text={say('flow.publishFile')} kind="primary" isOff={!why.trim()} onClick={() => publish(why)} />
    </>
  )
}

/** Shows why a flow was not published. */
export const showRefusal = (error: unknown) =>
  toast.show({ tone: 'bad', title: say('flow.refused'), text: failureReason(error), life: 10_000 })

type ImportProps = { session: Session; publish: (work: () => Promise<void>) => Promise<void> }

/** Imports a flow from a file: checked, compared, then published. */
export const ImportFile = ({ session, publish }: ImportProps) => {
  const [chosen, setChosen] = useState<Chosen>()
  const input = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => file && checkFile(file).then(setChosen, showRefusal)
  const publishFile = async (text: string, why: string) => {
    await published(text, why)
    setChosen(undefined)
    input.current!.value = ''
  }
  return (
    <details>
      <summary>{say('flow.fromFile')}</summary>
      <p>{say('flow.fromFileText')}</p>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={say('flow.fromFile')}
        // Without this, choosing the same file again, corrected, fires no event.
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {chosen && chosen.findings.length > 0 && (
        <TextList className="bullets findings" role="alert" lines={chosen.findings.map(({ text }) => text)} />
      )}
      {chosen?.flow && (
        <Ready
          key={chosen.text}
          chosen={{ ...chosen, flow: chosen.flow }}
          session={session}
          publish={(why) => void publish(() => publishFile(chosen.text, why))}
        />
      )}
    </details>
  )
}

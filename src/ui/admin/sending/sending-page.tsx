import { useEffect } from 'react'
import type { RegionMatters, RegionStranger, Sendings } from '../../../../schema/offices'
import { Button } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { onVisible } from '../../shared/visible'
import { showReason } from '../checkins/actions'
import { Unread, useBusy, useShownAnswer, type Work } from '../dialogs/page-hooks'
import { confirmByHost } from '../dialogs/questions'
import { Page } from '../forms/form-frames'
import { HostForm } from '../forms/host-form'
import { settingValues } from '../forms/values'
import { asHost, callAsHost, dayShown, hostSettings } from '../session/host'
import { SamePersonQuestions } from '../standing/identify'
import { AccountList, AccountRow, accountActions, TryButton } from './accounts'
import { Calls, Days, PoliceFiles, Receipts } from './sending-log'
import { runWords, startWork, useRunning, WorkLines } from './works'

const idsOf = (strangers: readonly RegionStranger[]) => strangers.map(({ id }) => id)

const eliminate = async (strangers: readonly RegionStranger[]) => {
  const question = {
    title: say('region.eliminate'),
    text: say('region.strangersText'),
    yes: say('region.eliminate'),
    danger: true,
  }
  if (!(await confirmByHost(question))) return
  const { data } = await callAsHost('POST /api/region/eliminate', { body: { ids: idsOf(strangers) } })
  toast.show({ tone: 'good', title: plural('region.eliminated', data.count), life: 8000 })
}

/** Guests at the region whom this house does not know, with a button to remove them there. */
const RegionStrangers = ({ strangers, work }: { strangers: readonly RegionStranger[]; work: Work }) =>
  strangers.length > 0 && (
    <>
      <h3>{plural('region.strangers', strangers.length)}</h3>
      <p className="info warns">{say('region.strangersText')}</p>
      <ul>
        {[...new Set(strangers.map(({ arrival }) => arrival))].map((day) => (
          <li key={day}>
            {dayShown(day)}: <code>{idsOf(strangers.filter(({ arrival }) => arrival === day)).join(', ')}</code>
          </li>
        ))}
      </ul>
      <p>
        <Button text={say('region.eliminate')} kind="danger" onClick={() => void work(() => eliminate(strangers))} />
      </p>
    </>
  )

const learn = async (file: File) => {
  const text = await file.text()
  const { data } = await callAsHost('POST /api/region/known', { body: { text } })
  toast.show({ tone: 'good', title: plural('region.learned', data.count), life: 8000 })
}

/** Reads the region's guests from its files, after a backup was restored in a new folder. */
const RegionFiles = ({ work }: { work: Work }) => (
  <details>
    <summary>{say('region.fromBackup')}</summary>
    <p>{say('region.fromBackupText')}</p>
    <label className="field">
      <span className="name">{say('region.file')}</span>
      <input
        type="file"
        accept=".xml"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void work(() => learn(file))
        }}
      />
    </label>
  </details>
)

type PartProps = { data: Sendings & { matters: RegionMatters }; work: Work; read: () => void }

type Warned = { isReady: boolean; trouble?: string; unknownCodes?: readonly string[] }

const warning = ({ isReady, trouble, unknownCodes = [] }: Warned) => {
  if (!isReady) return say('sending.incomplete')
  if (trouble !== undefined) return say('sending.trouble', { words: trouble })
  return unknownCodes.length ? say('sending.unknownCodes', { codes: unknownCodes.join(', ') }) : undefined
}

const fetchReceipts = async () => {
  const { fetched, trouble } = await startWork('police/receipts', () => call('POST /api/police/receipts'))
  toast.show({
    tone: trouble.length ? 'bad' : 'good',
    title: plural('sending.fetched', fetched),
    text: trouble.join(' · '),
  })
}

const Police = ({ data: { police }, work, read }: PartProps) => {
  const settings = useStore(hostSettings)
  const accounts = accountActions('policeAccounts', read)
  // A work may take minutes: the page's other buttons do not wait for it.
  const { once } = useBusy()
  const fetchAll = () => void once(() => fetchReceipts().catch(showReason).then(read))
  return (
    <section className="stack tasks" aria-labelledby="sending-police">
      <h2 id="sending-police">{say('sending.police')}</h2>
      <AccountList empty={say('sending.off')} add={say('sending.addAccount')} edit={accounts.edit}>
        {(settings?.policeAccounts ?? []).map(({ id, name, user, category, codes }) => {
          const account = police.accounts.find((one) => one.user === user)
          return (
            <AccountRow
              key={id}
              title={name}
              lines={[
                user,
                say(category === 'single' ? 'sending.single' : 'sending.flats'),
                codes ? say('sending.codes', { codes }) : say('sending.allCodes'),
              ]}
              warn={account && warning(account)}
              edit={() => void accounts.edit(id)}
              remove={() => void accounts.remove(id, name)}
            >
              <TryButton id={id} changed={read} />
            </AccountRow>
          )
        })}
      </AccountList>
      <PoliceFiles police={police} work={work} />
      <Calls police={police} work={work} />
      <Receipts police={police} work={work} fetchAll={fetchAll} />
    </section>
  )
}

const sendToRegion = async (id: string) => {
  const run = await startWork('region/send', () => call('POST /api/region/send', { body: { id } }))
  toast.show({
    tone: run.stopped ? 'bad' : 'good',
    title: runWords(run),
    ...(run.stopped && { text: say('sending.stopped', { why: run.stopped.why }) }),
    life: 8000,
  })
}

const SendButton = ({ id, changed }: { id: string; changed: () => void }) => {
  const { once } = useBusy()
  const isRunning = useRunning('region/send', id)
  const send = () => void once(() => sendToRegion(id).catch(showReason).then(changed))
  return <Button text={say('sending.toRegion')} kind="primary" isOff={isRunning} onClick={send} />
}

const Region = ({ data: { region, matters }, work, read }: PartProps) => {
  const settings = useStore(hostSettings)
  const structures = accountActions('regionStructures', read)
  return (
    <section className="stack tasks" aria-labelledby="sending-region">
      <h2 id="sending-region">{say('sending.region')}</h2>
      <SamePersonQuestions doubts={matters.doubts} work={work} />
      <RegionStrangers strangers={matters.strangers} work={work} />
      <AccountList empty={say('sending.noStructure')} add={say('sending.addStructure')} edit={structures.edit}>
        {(settings?.regionStructures ?? []).map(({ id, structureCode, region: name, user, firstDay }) => {
          const structure = region.find((one) => one.id === id)
          const due = structure?.days.filter(({ state }) => state !== 'sent').length ?? 0
          return (
            <AccountRow
              key={id}
              title={structureCode}
              lines={[say(`structure.region.${name}`), user, dayShown(firstDay), plural('sending.regionDue', due)]}
              warn={structure && warning(structure)}
              edit={() => void structures.edit(id)}
              remove={() => void structures.remove(id, structureCode)}
              below={structure && <Days days={structure.days} />}
            >
              <SendButton id={id} changed={read} />
            </AccountRow>
          )
        })}
      </AccountList>
      <RegionFiles work={work} />
    </section>
  )
}

const readSendings = async () => {
  const [sendings, region] = await asHost(() => Promise.all([call('GET /api/sendings'), call('GET /api/region')]))
  return { ...sendings.data, matters: region.data }
}

/** The sendings to the police and the region: results, what is due, accounts, automatic sending. */
export const SendingPage = () => {
  const settings = useStore(hostSettings)
  const shown = useShownAnswer(readSendings)
  const { answer: data, read, work } = shown
  // A work may have begun and ended while the page was hidden.
  useEffect(() => onVisible(read), [])
  const part = data && { data, work, read: () => void read() }
  return (
    <Page title={say('sending.title')} subtitle={say('sending.subtitle')}>
      <div className="stack apart today">
        <p className="info">{say('sending.law')}</p>
        {data?.isPaused && <p className="info warns">{say('sending.paused')}</p>}
        <WorkLines changed={() => void read()} />
        <Unread {...shown} />
        {part && <Police {...part} />}
        {part && <Region {...part} />}
        {settings && <HostForm name="automatic" values={settingValues(settings)} onDone={() => void read()} />}
      </div>
    </Page>
  )
}

import type { RegionStranger } from '../../../../schema/office-answers'
import { Button } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { confirmByHost } from '../dialogs/questions'
import { asHost, dayShown } from '../session/host'

type Work = (what: () => Promise<unknown>) => Promise<void>

const eliminate = async (strangers: readonly RegionStranger[]) => {
  const question = {
    title: say('region.eliminate'),
    text: say('region.strangersText'),
    yes: say('region.eliminate'),
    danger: true,
  }
  if (!(await confirmByHost(question))) return
  const ids = strangers.map(({ id }) => id)
  const { data } = await asHost(() => call('POST /api/region/eliminate', { body: { ids } }))
  toast.show({ tone: 'good', title: plural('region.eliminated', data.count), life: 8000 })
}

const byDay = (strangers: readonly RegionStranger[]) => {
  const days = new Map<string, RegionStranger[]>()
  for (const one of strangers) days.set(one.arrival, [...(days.get(one.arrival) ?? []), one])
  return [...days]
}

/** Guests at the region whom this house does not know, with a button to remove them there. */
export const RegionStrangers = ({ strangers, work }: { strangers: readonly RegionStranger[]; work: Work }) =>
  strangers.length > 0 && (
    <>
      <h3>{plural('region.strangers', strangers.length)}</h3>
      <p className="info warns">{say('region.strangersText')}</p>
      <ul>
        {byDay(strangers).map(([day, list]) => (
          <li key={day}>
            {dayShown(day)}: <code>{list.map(({ id }) => id).join(', ')}</code>
          </li>
        ))}
      </ul>
      <p>
        <Button kind="danger" onClick={() => void work(() => eliminate(strangers))}>
          {say('region.eliminate')}
        </Button>
      </p>
    </>
  )

const learn = async (file: File) => {
  const text = await file.text()
  const { data } = await asHost(() => call('POST /api/region/known', { body: { text } }))
  toast.show({ tone: 'good', title: plural('region.learned', data.count), life: 8000 })
}

/** Reads the region's guests from its files, after a backup was restored in a new folder. */
export const RegionFiles = ({ work }: { work: Work }) => (
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

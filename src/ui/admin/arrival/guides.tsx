import { useState } from 'react'
import { type ArrivalGuide, guideFieldNames, houseGuide } from '../../../../schema/code'
import { Icon } from '../../look/icon'
import { Button } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { RowName } from '../dialogs/dialog'
import { Choice } from '../dialogs/questions'
import { saveAccounts } from '../forms/form-results'
import { asHost, hostSettings } from '../session/host'
import { GuideDialog, GuidePreview, offerLetters } from './guide-dialog'

/** The house, or a room by its reservation code. */
type Place = { id: string; name: string; code?: string }

type Open = { kind: 'edit' | 'preview'; place: Place } | undefined

const guideOf = (guides: readonly ArrivalGuide[], { id }: Place) => {
  const { id: _, ...guide } = guides.find((one) => one.id === id) ?? { id }
  return guide
}

const save =
  ({ id }: Place) =>
  async (guide: object) => {
    const saved = await saveAccounts(
      'arrivalGuides',
      (now) => [...now.filter((one) => one.id !== id), ...(Object.keys(guide).length ? [{ ...guide, id }] : [])],
      'saved',
    )
    return saved.outcome === 'saved' ? undefined : (saved.message ?? say('guides.saveFailed'))
  }

const writtenWords = (guides: readonly ArrivalGuide[], place: Place) => {
  const guide = guideOf(guides, place)
  const written = guideFieldNames.filter((field) => guide[field])
  if (written.length) return written.map((field) => say(`guides.${field}`)).join(' · ')
  return say(place.code ? 'guides.asHouse' : 'guides.none')
}

const Row = ({ place, words, open }: { place: Place; words: string; open: (what: Open) => void }) => (
  <li className="row" aria-label={place.name}>
    <div className="who">
      <Icon name={place.code ? 'heroicons:key' : 'heroicons:home'} />
      <div>
        <RowName name={place.name} open={() => open({ kind: 'edit', place })} />
        {place.code && <small>{place.code}</small>}
      </div>
    </div>
    <p className="two">{words}</p>
    <div className="act">
      <Button
        aria-label={say('guides.previewOf', { name: place.name })}
        onClick={() => open({ kind: 'preview', place })}
      >
        {say('guides.preview')}
      </Button>
    </div>
  </li>
)

/** The arrival instructions of the house and of each room, with a preview. */
export const ArrivalGuides = () => {
  const settings = useStore(hostSettings)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const guides = settings?.arrivalGuides ?? []
  const rooms = (settings?.reservationCodes ?? []).map(({ id, code, description }) => ({ id, code, name: description }))
  const places: Place[] = [{ id: houseGuide, name: say('guides.house') }, ...rooms]
  const isRoom = open?.place.code !== undefined
  return (
    <div className="stack">
      <p className="info">{say('guides.text')}</p>
      <ul className="rows">
        {places.map((place) => (
          <Row key={place.id} place={place} words={writtenWords(guides, place)} open={setOpen} />
        ))}
      </ul>
      {open?.kind === 'edit' && (
        <GuideDialog
          title={open.place.name}
          subtitle={say(isRoom ? 'guides.ofRoom' : 'guides.ofHouse')}
          guide={guideOf(guides, open.place)}
          save={save(open.place)}
          close={(isChanged) => {
            close()
            if (isChanged) void offerLetters(isRoom ? { room: open.place.id } : {}).catch(showReason)
          }}
        />
      )}
      {open?.kind === 'preview' && (
        <Choice title={say('guides.previewOf', { name: open.place.name })} yes={say('close')} answer={close}>
          <div className="scroll stack">
            <GuidePreview
              read={async (language) => {
                const query = { language, ...(isRoom && { room: open.place.id }) }
                return (await asHost(() => call('GET /api/arrival-preview', { query }))).data
              }}
            />
          </div>
        </Choice>
      )}
    </div>
  )
}

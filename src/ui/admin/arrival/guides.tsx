import { type ArrivalGuide, guideFieldNames, houseGuide } from '../../../../schema/code'
import type { Language } from '../../../../schema/languages'
import { Icon } from '../../look/icon'
import { Button } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { ask, RowName } from '../dialogs/dialog'
import { showDialog } from '../dialogs/questions'
import { saveAccounts } from '../forms/form-results'
import { callAsHost, hostSettings } from '../session/host'
import { GuideDialog, GuidePreview, offerLetters } from './guide-dialog'

/** The house, or a room by its reservation code. */
type Place = { id: string; name: string; code?: string }

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

const edit = async (place: Place) => {
  const guide = guideOf(hostSettings.get()?.arrivalGuides ?? [], place)
  const isChanged = await ask<boolean>((answer) => (
    <GuideDialog
      title={place.name}
      subtitle={say(place.code === undefined ? 'guides.ofHouse' : 'guides.ofRoom')}
      guide={guide}
      save={save(place)}
      close={answer}
    />
  ))
  if (isChanged) await offerLetters(place.code === undefined ? {} : { room: place.id })
}

const preview = ({ id, name, code }: Place) => {
  const room = code === undefined ? {} : { room: id }
  const read = async (language: Language) =>
    (await callAsHost('GET /api/arrival-preview', { query: { language, ...room } })).data
  return showDialog(
    { title: say('guides.previewOf', { name }) },
    <div className="scroll stack">
      <GuidePreview read={read} />
    </div>,
  )
}

const Row = ({ place, words }: { place: Place; words: string }) => (
  <li className="row" aria-label={place.name}>
    <div className="who">
      <Icon name={place.code ? 'heroicons:key' : 'heroicons:home'} />
      <div>
        <RowName name={place.name} open={() => void edit(place).catch(showReason)} />
        {place.code && <small>{place.code}</small>}
      </div>
    </div>
    <p className="two">{words}</p>
    <div className="act">
      <Button aria-label={say('guides.previewOf', { name: place.name })} onClick={() => void preview(place)}>
        {say('guides.preview')}
      </Button>
    </div>
  </li>
)

/** The arrival instructions of the house and of each room, with a preview. */
export const ArrivalGuides = () => {
  const settings = useStore(hostSettings)
  const guides = settings?.arrivalGuides ?? []
  const rooms = (settings?.reservationCodes ?? []).map(({ id, code, description }) => ({ id, code, name: description }))
  const places: Place[] = [{ id: houseGuide, name: say('guides.house') }, ...rooms]
  return (
    <div className="stack">
      <p className="info">{say('guides.text')}</p>
      <ul className="rows">
        {places.map((place) => (
          <Row key={place.id} place={place} words={writtenWords(guides, place)} />
        ))}
      </ul>
    </div>
  )
}

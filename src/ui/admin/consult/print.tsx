import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { displayId } from '../../../core/checkin/display-id'
import { house } from '../../shared/published'
import { useStore } from '../../shared/store'
import { hostSettings } from '../shell/host'
import { printing } from './actions'
import { PartList } from './card'
import { nameOf, partsOf } from './card-fields'
import { ExportLogPart } from './export-log'

/** The check-in to be printed, laid out for one page; on the screen it is not seen. */
export const Paper = () => {
  const checkin = useStore(printing)
  useEffect(() => {
    if (!checkin) return
    const done = () => printing.set(undefined)
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [checkin])
  if (!checkin) return null
  const { say } = house.get().speak
  return createPortal(
    <div className="paper">
      <header>
        <h1>{nameOf(checkin) || say('consult.nameless')}</h1>
        <p>
          {[hostSettings.get()?.companyName, say('consult.paper', { id: displayId(checkin) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <div className="columns">
        {partsOf(checkin).map((part) => (
          <PartList key={part.heading} {...{ part, checkin }} />
        ))}
        <ExportLogPart id={checkin.id} />
      </div>
    </div>,
    document.body,
  )
}

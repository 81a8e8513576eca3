import { store, useStore } from '../../shared/page-store'
import { say } from '../../shared/published'

/** Something that was done and can still be taken back. */
type Offer = { text: string; undo: () => void }

/** What can be taken back at present; the newest takes the place of the one before. */
export const offer = store<Offer | undefined>(undefined)

/** The line that says what was done, with the press that takes it back. */
export const UndoLine = () => {
  const made = useStore(offer)
  const press = ({ undo }: Offer) => {
    offer.set(undefined)
    undo()
  }
  return (
    <div className="undo-line" role="status">
      {made && (
        <p>
          <span>{made.text}</span>
          <button type="button" className="button small" onClick={() => press(made)}>
            {say('undo.back')}
          </button>
        </p>
      )}
    </div>
  )
}

import { say } from '../../shared/published'
import { store, useStore } from '../../shared/store'

/** Something that was done and can still be taken back; `now` does at once what waits for that. */
export type Offer = { text: string; undo: () => void; now?: () => void }

/** What can be taken back at present; the newest takes the place of the one before. */
export const offer = store<Offer | undefined>(undefined)

/** Take back the offer of something, where it is still the one made. */
export const withdraw = (made: Offer) => {
  if (offer.get() === made) offer.set(undefined)
}

/** The line that says what was done, with the press that takes it back. */
export const UndoLine = () => {
  const made = useStore(offer)
  const press = (act: () => void) => () => {
    offer.set(undefined)
    act()
  }
  return (
    <div className="undo-line" role="status">
      {made && (
        <p>
          <span>{made.text}</span>
          <button type="button" className="button small" onClick={press(made.undo)}>
            {say('undo.back')}
          </button>
          {made.now && (
            <button type="button" className="button small" onClick={press(made.now)}>
              {say('undo.now')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

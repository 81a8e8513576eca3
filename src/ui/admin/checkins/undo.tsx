import { store, useStore } from '../../shared/page-store'
import { say } from '../../shared/published'

type Offer = { text: string; undo: () => void }

/** The last action that can be undone. */
export const offer = store<Offer | undefined>(undefined)

/** Says what was done, with a button to undo it. */
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

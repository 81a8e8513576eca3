import type { FormEvent, ReactNode } from 'react'
import { say } from '../../../shared/published'
import { Dialog } from '../../dialogs/dialog'

type EditDialogProps = { title: string; isReady: boolean; save: () => void; cancel: () => void; children: ReactNode }

/** A dialog that puts something into the draft: its parts, and Cancel and Save below. */
export const EditDialog = ({ title, isReady, save, cancel, children }: EditDialogProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) save()
  }
  return (
    <Dialog title={title} onClose={cancel} className="editing">
      <form onSubmit={submit}>
        <div className="scroll">{children}</div>
        <footer className="actions">
          <button type="button" className="button" onClick={cancel}>
            {say('host.cancel')}
          </button>
          <button type="submit" className="button primary" aria-disabled={!isReady || undefined}>
            {say('flow.keep')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

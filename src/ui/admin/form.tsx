import type { ReactNode } from 'react'
import type { Draft } from '../../../schema/checkin'

/** What a form of `steps.json` is shown with. */
export type HostFormProps = {
  /** The form's name in `steps.json`. */
  name: string
  /** The answers it begins with, flat text under the field's own name (`mainGuestName`, `companyName`, `code`). */
  values: Draft
  /** What the effect needs besides the answers: the check-in a dialog is about, the code being edited. */
  about?: { id?: number | string }
  go: (to: string, replace?: boolean) => void
  /** Told when the form has done its work, or was left. */
  onDone?: (outcome: string) => void
  onCancel?: () => void
}

/** A form of the host as `steps.json` declares it. */
export const HostForm = (_props: HostFormProps): ReactNode => null

import { useState } from 'react'
import type { ExcusedThing } from '../../../../core/editor/operations'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import { perform } from '../draft/perform'
import { TextBox } from './boxes'
import { EditDialog } from './edit-dialog'

const minReasonLength = 10

const ExcuseDialog = ({ answer }: { answer: (because?: string) => void }) => {
  const [because, setBecause] = useState('')
  return (
    <EditDialog
      title={say('flow.excuseTitle')}
      isReady={because.trim().length >= minReasonLength}
      save={() => answer(because.trim())}
      cancel={() => answer()}
    >
      <TextBox isLong label={say('flow.excuseText')} hint={say('flow.excuseHint')} value={because} type={setBecause} />
    </EditDialog>
  )
}

/** Asks for the reason of an exception, and adds it. */
export const askExcuse = async (thing: ExcusedThing) => {
  const because = await ask<string>((answer) => <ExcuseDialog answer={answer} />)
  if (because) await perform({ kind: 'excuse', ...thing, because })
}

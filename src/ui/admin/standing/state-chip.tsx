import type { PoliceState } from '../../../../schema/office-answers'
import { Chip, type Tone } from '../../look/chip'
import type { IconName } from '../../look/icon'
import { say } from '../../shared/published'

const looks: Record<PoliceState, [tone: Tone, icon?: IconName]> = {
  refused: ['bad'],
  unknown: ['warn', 'heroicons:question-mark-circle'],
  sending: ['go', 'heroicons:paper-airplane'],
  incomplete: ['bad'],
  toReview: ['warn', 'heroicons:eye'],
  enabled: ['go'],
  changed: ['bad'],
  outdated: ['bad'],
  inFile: ['go', 'heroicons:document-text'],
  corrected: ['go', 'heroicons:document-text'],
  sent: ['good'],
}

/** A state with the police as a chip. */
export const StateChip = ({ state }: { state: PoliceState }) => {
  const [tone, icon] = looks[state]
  return (
    <Chip tone={tone} icon={icon} className="state">
      {say(`today.state.${state}`)}
    </Chip>
  )
}

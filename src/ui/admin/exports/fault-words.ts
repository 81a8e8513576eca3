import type { ExportAnswer } from '../../../../schema/calls/exports'
import { house } from '../../shared/published'
import { hostSettings } from '../session/host'

type Found = Pick<ExportAnswer['faults'][number], 'checkin' | 'rule' | 'text'>

const placeOf = ({ checkin, text }: Found) =>
  checkin || hostSettings.get()?.reservationCodes.some(({ structureCode }) => structureCode === text)
    ? 'tabs.codes'
    : 'forms.ross1000.title'

const isOfSettings = ({ rule }: Found) => rule === 'structureCode' || rule === 'reservationCode'

/** Returns what the host must do before a file can be made: complete data, correct data, or change a setting. */
export const whatToDo = (faults: readonly Found[]): string => {
  const { say } = house.get().speak
  const own = faults.filter((fault) => !isOfSettings(fault))
  const missing = own.filter(({ rule }) => rule === 'required').length
  const places = new Set(faults.filter(({ rule }) => rule === 'structureCode').map(placeOf))
  return [
    own.length && say(`export.faultsText.${missing === own.length ? 'missing' : missing ? 'both' : 'wrong'}`),
    faults.some(({ rule }) => rule === 'reservationCode') && say('export.faultsText.code'),
    ...[...places].map((where) => say('export.faultsText.structure', { where: say(where) })),
    say('export.faultsText.again'),
  ]
    .filter(Boolean)
    .join(' ')
}

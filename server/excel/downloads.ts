import type { Flow } from '../../schema/steps'
import { allSettings } from '../settings/all-settings'
import type { Store } from '../store/store'
import { checkinSheet, settingSheets } from './sheets'
import { writtenBook } from './worker'

/** The workbooks a host can download. */
export const downloads = ['checkins', 'settings'] as const
type Download = (typeof downloads)[number]

/** Whether a name is that of a workbook. */
export const isDownload = (name: string): name is Download => (downloads as readonly string[]).includes(name)

/** A workbook of the store now, with the flow's words for the host's own questions. */
export const downloaded = async (
  store: Store,
  name: Download,
  words: Record<string, string>,
  fields: Flow['fields'],
): Promise<Uint8Array> => {
  const sheets =
    name === 'settings' ? settingSheets(await allSettings(store)) : [checkinSheet(store.checkinSlices(), words, fields)]
  return writtenBook(sheets)
}

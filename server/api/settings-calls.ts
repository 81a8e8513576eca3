import type { Settings } from '../../schema/settings'
import { guessing } from '../auth/attempts'
import { isPin } from '../auth/sessions'
import { isTable, officialTable } from '../excel/workbooks'
import { Refusal, wordOf } from '../http/answers'
import { type Asking, type Call, type Kit, tooMany } from '../http/call'
import { say } from '../messages'
import { keyFault } from '../payment/price'
import { fileOf, type HostFile, hostFiles } from '../settings/host-files'
import { allSettings, checkedSetting, toHost, toPublic } from '../settings/house'
import type { ChangeFeed } from '../store/change-feed'

/** The settings that are sent together under one name, because one of them alone would be refused or of no use. */
const groups = new Set(['smtp2go', 'stripe', 'paypal', 'ross1000'])

const isFile = (name: string): name is HostFile => Object.hasOwn(hostFiles, name)

/** The calls about the settings. */
export const settingsCalls = (kit: Kit, { store }: ChangeFeed): Call[] => {
  const { sessions, post, books, dir, places } = kit
  const settings = () => allSettings(store)
  const tried = guessing(kit)

  /** Who changes the PIN says the one there is: a page left open must not be enough to lock its owner out. */
  const mustKnowPin = async (asking: Asking) => {
    const { adminPin } = await settings()
    const current = wordOf(asking.body.current)
    const { right, wait } = /^[0-9]{4}$/.test(current)
      ? await tried('pin', asking, adminPin, () => isPin(current, adminPin))
      : { right: false, wait: 0 }
    if (wait) throw tooMany(wait)
    if (!right)
      throw new Refusal(400, say('access.pin.unknown'), {
        faults: [{ field: 'current', rule: current ? 'unknown' : 'required' }],
      })
  }

  const checked = async (changes: Record<string, unknown>): Promise<Partial<Settings>> => {
    const all = await settings()
    const parts = await Promise.all(Object.entries(changes).map(([name, value]) => checkedSetting(name, value, all)))
    const patch = Object.assign({}, ...parts.filter(Boolean)) as Partial<Settings>
    for (const [name, path] of Object.entries(patch))
      if (isFile(name) && path)
        await (isTable(name) ? officialTable(dir, name, String(path)) : fileOf(dir, name, String(path)))
    const fault = Object.keys(patch).some((name) => name.startsWith('stripe')) && keyFault({ ...all, ...patch })
    if (fault) throw new Refusal(400, fault)
    return patch
  }

  return [
    {
      method: 'GET',
      path: '/api/settings',
      who: 'anyone',
      run: async ({ isHost }) => ({ data: isHost ? toHost(await settings()) : toPublic(await settings()) }),
    },
    {
      method: 'PATCH',
      path: '/api/settings/:name',
      who: 'host',
      limit: 600_000,
      run: async (asking) => {
        const { params, body } = asking
        const name = params.name!
        const patch = await checked(
          groups.has(name) ? body : { [name]: Object.hasOwn(body, 'value') ? body.value : body[name] },
        )
        if ('adminPin' in patch) await mustKnowPin(asking)
        await store.saveSettings(patch)
        if ('adminPin' in patch) sessions.revoke()
        if (Object.keys(patch).some((changed) => /^(smtp2go|email|enableSMTP2GO)/.test(changed))) post.wake()
        if (Object.keys(patch).some((changed) => /^excelIstat/.test(changed))) places.renew()
        books.changed()
        return {}
      },
    },
  ]
}

import { type SettingGroup, settingGroups } from '../../schema/calls/access'
import { type GuardedSetting, guardedSettings, type Settings } from '../../schema/settings'
import { browserName } from '../auth/host-sessions'
import { confirmedBy } from '../auth/throttle'
import { sealedFault } from '../excel/workbooks'
import { tellChanges } from '../mail/queue'
import { isTable, officialTable, officialTables } from '../places/imported-tables'
import {
  allSettings,
  checkedSetting,
  guardedIn,
  newDigitCodes,
  toHost,
  toPublic,
  typedEntries,
} from '../settings/all-settings'
import { fileOf, type HostFile, hostFiles } from '../settings/host-files'
import { isAccessCode } from '../settings/pin'
import { cardProvider, switchFault } from '../settings/switches'
import { italianDay } from '../shared/clock'
import { randomKey } from '../shared/digests'
import { Refusal, say } from '../shared/messages'
import type { ChangeFeed } from '../store/store'
import type { AnyContext, Handlers, Services } from './handlers'

/** The calls about official tables and typed codes. */
export const tableCalls = ({ dir, places, workbooks, now }: Services, { store }: ChangeFeed) => {
  const tables = officialTables({ store, dir, places, now })
  return {
    'GET /api/tables': async () => ({ data: { ...(await tables.state()), states: await places.states() } }),
    'POST /api/tables': async ({ body }) => {
      const data = await tables.read(body.kind, body.csv, body.take === true)
      if (body.take === true) workbooks.changed()
      return { data }
    },
    'GET /api/istat-codes': async () => ({ data: await places.typedCodes() }),
    'DELETE /api/istat-codes/:name': async ({ params }) => places.removeTypedCode(params.name),
  } satisfies Partial<Handlers>
}

const isGroup = (name: string): name is SettingGroup => Object.hasOwn(settingGroups, name)

/** Returns the settings to change. Refuses (400) names that do not belong to the group. */
const changesOf = (name: string, { current: _, ...body }: Record<string, unknown>): Record<string, unknown> => {
  if (!isGroup(name)) return { [name]: Object.hasOwn(body, 'value') ? body.value : body[name] }
  const others = Object.keys(body).filter((field) => !settingGroups[name].some((own) => own === field))
  if (others.length)
    throw new Refusal(400, say('host.settingFailed', { name: others[0]! }), {
      faults: others.map((field) => ({ field, rule: 'additionalProperties' })),
    })
  return body
}

const isFile = (name: string): name is HostFile => Object.hasOwn(hostFiles, name)

const changedLines = (names: readonly GuardedSetting[], patch: Partial<Settings>): string[] =>
  names.map((name) => {
    const value = patch[name]
    const isShown = guardedSettings[name] === 'leads' && typeof value === 'string' && value
    return `${say(`settings.${name}.label`)}: ${isShown ? value : say('host.settingChanged')}`
  })

/** Forgets refused sign-ins at the police and the region, because the host typed new credentials. */
const reopen = async ({ offices }: Services, { policeAccounts, regionStructures }: Record<string, unknown>) => {
  for (const { user } of typedEntries('policeAccounts', policeAccounts))
    await offices.access.reopen('police', String(user))
  for (const { structureCode } of typedEntries('regionStructures', regionStructures))
    await offices.access.reopen('region', String(structureCode))
}

const applySettings = async ({ mailQueue, webhooks, places, workbooks }: Services, patch: Partial<Settings>) => {
  const hasChanged = (names: RegExp) => Object.keys(patch).some((name) => names.test(name))
  if (hasChanged(/^(smtp2go|email|enableSMTP2GO)/)) mailQueue.wake()
  if (hasChanged(/^webhookAddress$/)) await webhooks.renew()
  if (hasChanged(/^excelIstat/)) places.renew()
  workbooks.changed()
}

const webhookSentences = {
  plain: 'server.webhook.fault.plain',
  private: 'server.webhook.fault.private',
  address: 'server.webhook.fault.address',
} as const

/** Refuses a code of guests that is the access code, within a budget: each answer says whether it is. */
const differingCodes = (services: Services) => {
  const { store, throttle, now } = services
  const confirmed = confirmedBy(services)
  return async (context: AnyContext, patch: Partial<Settings>, all: Settings): Promise<void> => {
    const codes = newDigitCodes(patch, all)
    const budget = ['newCode', 'house', now().getTime()] as const
    for (const _ of codes) {
      if (throttle.wait(...budget)) {
        await confirmed(context)
        break
      }
      await throttle.fail(...budget)
    }
    for (const code of codes)
      if (await isAccessCode(store, code, all.adminAccessCode)) throw new Refusal(400, say('code.code.taken'))
  }
}

/** The calls about the settings. */
export const settingsCalls = (services: Services, { store }: ChangeFeed) => {
  const { sessions, devices, webhooks, dir, disk } = services
  const settings = () => allSettings(store)
  const today = () => italianDay(services.now())
  const confirmed = confirmedBy(services)
  const mustDiffer = differingCodes(services)

  const checked = async (changes: Record<string, unknown>): Promise<Partial<Settings>> => {
    const all = await settings()
    const parts = await Promise.all(
      Object.entries(changes).map(([name, value]) => checkedSetting({ store, today }, name, value, all)),
    )
    const patch = Object.assign({}, ...parts.filter(Boolean)) as Partial<Settings>
    for (const [name, path] of Object.entries(patch))
      if (isFile(name) && path)
        await (isTable(name) ? officialTable(dir, name, String(path)) : fileOf(dir, name, String(path)))
    const fault = Object.keys(patch).some(cardProvider.hasSetting) && cardProvider.keyFault({ ...all, ...patch })
    const lack = fault || switchFault({ ...all, ...patch }, Object.keys(patch)) || sealedFault(patch, disk)
    if (lack) throw new Refusal(400, lack)
    const refused = patch.webhookAddress ? webhooks.addressFault(patch.webhookAddress) : undefined
    if (refused) throw new Refusal(400, say(webhookSentences[refused]))
    return patch
  }

  return {
    'GET /api/settings': async ({ isHost }) => ({
      data: isHost ? toHost(await settings()) : toPublic(await settings()),
    }),
    'PATCH /api/settings/:name': async (context) => {
      const { req, params, body, cookies, secure } = context
      const changes = changesOf(params.name, body)
      const patch = await checked(changes)
      const all = await settings()
      const now: { [name: string]: unknown } = all
      if (body.was !== undefined && JSON.stringify(body.was) !== JSON.stringify(now[params.name]))
        throw new Refusal(409, say('server.settingChanged'))
      const guarded = guardedIn(patch, all)
      if (guarded.length) await confirmed(context)
      await mustDiffer(context, patch, all)
      if ('adminPin' in patch) patch.guide = [...new Set([...all.guide, 'pin' as const])]
      const isKey = 'adminPin' in patch || ('adminAccessCode' in patch && patch.adminAccessCode !== all.adminAccessCode)
      const key = randomKey()
      if (isKey) await store.saveSecret('cookies', key)
      await store.saveSettings(patch)
      await reopen(services, changes)
      const device = sessions.device(cookies, secure, all.adminPin) ?? sessions.newDevice()
      if (isKey) {
        sessions.renew(key)
        await devices.clear(device)
        await devices.seen(device, browserName(req.headers['user-agent']))
      }
      if (guarded.length) await tellChanges(services, all, () => changedLines(guarded, patch))
      await applySettings(services, patch)
      if (!isKey) return {}
      // Everybody is signed out except the browser that made the change.
      const { adminPin } = await settings()
      return { cookies: [sessions.hostCookie(secure, device), sessions.deviceCookie(secure, adminPin, device)] }
    },
  } satisfies Partial<Handlers>
}

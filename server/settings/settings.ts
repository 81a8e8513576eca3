import type Ajv from 'ajv'
import {
  defaults,
  mask,
  type PublicSettings,
  publicSettings,
  type SettingName,
  type Settings,
  settings as schema,
  secretSettings,
} from '../../schema/settings'
import { isAccessCode, sealAccessCode, sealPin } from '../auth/pin'
import { italianDay } from '../clock'
import { loadAjv, serverFormats } from '../flow/compile'
import { Refusal } from '../http/refusal'
import { say } from '../messages'
import { chargeFault } from '../payment/price'
import type { Store } from '../store/store'
import { isLogo, logoFile } from './logo'

// The schemas are our own, so they are not held against the schema of schemas; each is compiled when first asked for.
let ajv: Ajv | undefined
const compiled = () =>
  (ajv ??= new (loadAjv().default)({
    allErrors: true,
    strict: false,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
    formats: { ...serverFormats(italianDay), logo: isLogo },
  }))
const validatorOf = (name: string) =>
  Object.hasOwn(schema.properties, name) ? compiled().compile(schema.properties[name as SettingName]) : undefined

/** Every setting, the host's over the defaults. Secrets are as they are kept: for the server's own use. */
export const allSettings = async (store: Store): Promise<Settings> => {
  const own = await store.settings()
  return whole.get(own) ?? whole.set(own, { ...defaults, ...own }).get(own)!
}
const whole = new WeakMap<object, Settings>()

/** What anyone may know of the settings; of the logo, where it is, so that a browser loads it once. */
export const toPublic = (all: Settings): PublicSettings => shared.get(all) ?? shared.set(all, publicOf(all)).get(all)!

const shared = new WeakMap<Settings, PublicSettings>()
const publicOf = (all: Settings): PublicSettings => ({
  ...(Object.fromEntries(publicSettings.map((name) => [name, all[name]])) as Pick<
    Settings,
    (typeof publicSettings)[number]
  >),
  logoUrl: logoFile(all.logoUrl)?.path ?? '',
  enableStripe: !chargeFault(all),
  codesConfigured: all.reservationCodes.length > 0,
  lettersInCodes: all.reservationCodes.some(({ code }) => /[^0-9]/.test(code)),
})

/** The settings as the host sees them: whole, but secrets only as being set or not. */
export const toHost = (all: Settings): Settings => ({
  ...all,
  ...Object.fromEntries(secretSettings.map((name) => [name, all[name] ? mask : ''])),
})

/** Why a value that is right by itself may not stand beside the others: two codes alike, or a guest's code that would open the host's pages. */
const clashes = async (store: Store, name: string, value: unknown, all: Settings) => {
  if (name === 'adminAccessCode') return all.reservationCodes.some(({ code }) => code === value)
  if (name !== 'reservationCodes') return false
  const codes = (value as Settings['reservationCodes']).map(({ code }) => code)
  if (new Set(codes).size < codes.length) return true
  const digits = codes.filter((code) => /^[0-9]{4}$/.test(code))
  return (await Promise.all(digits.map((code) => isAccessCode(store, code, all.adminAccessCode)))).some(Boolean)
}

/** The settings that are kept as something they cannot be read from. */
const sealed: { [name in SettingName]?: (store: Store, value: string) => Promise<string> } = {
  adminPin: (_, pin) => sealPin(pin),
  adminAccessCode: sealAccessCode,
}

/** A setting the host sends, checked beside those there are and as it is kept; undefined when it is a mask that came back. */
export const checkedSetting = async (store: Store, name: string, value: unknown, all: Settings) => {
  const validate = validatorOf(name)
  if (!validate) throw new Refusal(404, say('host.settingFailed', { name }), { setting: name })
  if (value === mask && (secretSettings as readonly string[]).includes(name)) return undefined
  if (!validate(value))
    throw new Refusal(400, say('host.settingFailed', { name }), {
      setting: name,
      faults: (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
        field: `${name}${instancePath}`,
        rule: keyword === 'format' ? params.format : keyword,
      })),
    })
  if (await clashes(store, name, value, all)) throw new Refusal(400, say('code.code.taken'))
  const seal = sealed[name as SettingName]
  return { [name as SettingName]: seal ? await seal(store, String(value)) : value } as Partial<Settings>
}

import type { ErrorObject } from 'ajv'
import {
  defaults,
  type GuardedSetting,
  guardedSettings,
  mask,
  type PublicSettings,
  publicSettings,
  type SettingName,
  type Settings,
  settings as schema,
  secretParts,
  secretSettings,
} from '../../schema/settings'
import type { TaxRuleSet } from '../../schema/tax'
import { leadsElsewhere } from '../../src/core/arrival/guide'
import { remembered } from '../../src/core/remember'
import { offeredReliefs } from '../../src/core/tax/party-tax'
import { taxFaults } from '../../src/core/tax/town-rules'
import { loadAjv, serverFormats } from '../flow/compile'
import { isLogo, logoFile } from '../pictures/pictures'
import { Refusal, say } from '../shared/messages'
import type { Store } from '../store/store'
import { sealAccessCode, sealPin } from './pin'
import { cardProvider } from './switches'

// Our own schemas need no check against the meta-schema.
const compiled = remembered(
  (today: () => string) =>
    new (loadAjv().default)({
      allErrors: true,
      strict: false,
      meta: false,
      validateSchema: false,
      code: { optimize: false },
      formats: { ...serverFormats(today), logo: isLogo },
    }),
)
const faultsIn = (name: string, { errors }: { errors?: ErrorObject[] | null }) =>
  (errors ?? []).map(({ instancePath, keyword, params }) => ({
    field: `${name}${instancePath}`,
    rule: keyword === 'format' ? String(params.format) : keyword,
  }))

const noDay = () => ''

/** Returns the faults of a value by a schema without formats that depend on today; their fields begin with `name`. */
export const validated = (name: string, schema: object, value: unknown) => {
  const validate = compiled(noDay).compile(schema)
  return validate(value) ? [] : faultsIn(name, validate)
}

const validatorOf = (name: string, today: () => string) =>
  Object.hasOwn(schema.properties, name) ? compiled(today).compile(schema.properties[name as SettingName]) : undefined

/** Returns all settings: the stored ones, else the defaults. Secrets are as stored. */
export const allSettings = async (store: Store): Promise<Settings> => whole(await store.settings())

const whole = remembered((own: object): Settings => ({ ...defaults, ...own }))

const taxOf = ({ askTaxRelief, taxRules, taxRate }: Settings) => {
  const taxReliefs = askTaxRelief ? offeredReliefs(taxRules) : []
  return { hasTax: Boolean(taxRules.length || taxRate), taxReliefs, askTaxRelief: taxReliefs.length > 0 }
}

/** Returns the settings that guests may read; `logoUrl` is the address of the logo's file. */
export const toPublic = remembered(
  (all: Settings): PublicSettings => ({
    ...(Object.fromEntries(publicSettings.map((name) => [name, all[name]])) as Pick<
      Settings,
      (typeof publicSettings)[number]
    >),
    logoUrl: logoFile(all.logoUrl)?.path ?? '',
    enableStripe: !cardProvider.chargeFault(all),
    lettersInCodes: all.reservationCodes.some(({ code }) => /[^0-9]/.test(code)),
    ...taxOf(all),
  }),
)

type Entry = { id: string; [part: string]: unknown }
type ListName = keyof typeof secretParts
const listNames = Object.keys(secretParts) as ListName[]
const isList = (name: string): name is ListName => Object.hasOwn(secretParts, name)
const entriesOf = (all: Settings, name: ListName) => all[name] as readonly Entry[]

const maskedLists = (all: Settings) =>
  Object.fromEntries(
    listNames.map((name) => [
      name,
      entriesOf(all, name).map((entry) => ({
        ...entry,
        ...Object.fromEntries(secretParts[name].map((part) => [part, entry[part] ? mask : ''])),
      })),
    ]),
  )

/** Returns a list with its masked secrets replaced by the stored ones. */
const unmasked = (name: ListName, value: unknown, all: Settings): unknown => {
  if (!Array.isArray(value)) return value
  const known = new Map(entriesOf(all, name).map((entry) => [entry.id, entry]))
  return value.map((entry: Entry) => {
    if (typeof entry !== 'object' || entry === null) return entry
    const before = known.get(entry.id)
    const masked = secretParts[name].filter((part) => entry[part] === mask)
    return { ...entry, ...Object.fromEntries(masked.map((part) => [part, before?.[part] ?? ''])) }
  })
}

const bringsSecretPart = (name: ListName, patch: Partial<Settings>, all: Settings) =>
  ((patch[name] ?? []) as readonly Entry[]).some((entry) => {
    const before = entriesOf(all, name).find(({ id }) => id === entry.id)
    return secretParts[name].some((part) => (entry[part] ?? '') !== (before?.[part] ?? ''))
  })

const someLeadsElsewhere = ({ arrivalGuides = [] }: Partial<Settings>, all: Settings) =>
  arrivalGuides.some((guide) => leadsElsewhere(all.arrivalGuides.find(({ id }) => id === guide.id) ?? {}, guide))

const guards: { [G in (typeof guardedSettings)[GuardedSetting]]: Guard } = {
  // What is stored hashed is never compared: the answer would tell an open page that it guessed right.
  secret: (name, patch, all) => patch[name] !== all[name] || (Object.hasOwn(sealed, name) && patch[name] !== ''),
  leads: (name, patch, all) => patch[name] !== all[name],
  accounts: (name, patch, all) =>
    bringsSecretPart(name as ListName, patch, all) || (name === 'arrivalGuides' && someLeadsElsewhere(patch, all)),
  lastEntry: (name, patch, all) => (all[name] as unknown[]).length > 0 && (patch[name] as unknown[]).length === 0,
}
type Guard = (name: GuardedSetting, patch: Partial<Settings>, all: Settings) => boolean

/** Returns the settings of a patch that need the PIN, in the order of the table. */
export const guardedIn = (patch: Partial<Settings>, all: Settings): GuardedSetting[] =>
  (Object.keys(guardedSettings) as GuardedSetting[]).filter(
    (name) => name in patch && guards[guardedSettings[name]](name, patch, all),
  )

/** Returns the entries of a list with a secret that is not masked: the host typed it. */
export const typedEntries = (name: ListName, given: unknown): Entry[] =>
  (Array.isArray(given) ? (given as Entry[]) : []).filter((entry) =>
    secretParts[name].some((part) => entry[part] !== mask),
  )

/** Returns the settings as the host sees them: secrets masked. */
export const toHost = (all: Settings): Settings => ({
  ...all,
  ...maskedLists(all),
  ...Object.fromEntries(secretSettings.map((name) => [name, all[name] ? mask : ''])),
})

/** Returns the value that must be unique in a list. A calendar has no address after a restore. */
const nameIn: { [name in ListName]: (entry: Entry) => unknown } = {
  policeAccounts: ({ user }) => String(user).toUpperCase(),
  regionStructures: ({ structureCode }) => String(structureCode).toUpperCase(),
  calendarFeeds: ({ address, id }) => address || id,
  arrivalGuides: ({ id }) => id,
}

const isTwice = (name: ListName, entries: readonly Entry[]) =>
  [nameIn[name], ({ id }: Entry) => id].some((key) => new Set(entries.map(key)).size < entries.length)

/** Returns whether two entries of a list or two codes are the same, or the access code is a guest's code. */
const clashes = (name: string, value: unknown, all: Settings) => {
  if (isList(name)) return isTwice(name, value as readonly Entry[])
  if (name === 'adminAccessCode') return all.reservationCodes.some(({ code }) => code === value)
  if (name !== 'reservationCodes') return false
  const codes = (value as Settings['reservationCodes']).map(({ code }) => code)
  return new Set(codes).size < codes.length
}

/** Returns the new reservation codes that could be the access code. */
export const newDigitCodes = ({ reservationCodes = [] }: Partial<Settings>, all: Settings): string[] => {
  const known = new Set(all.reservationCodes.map(({ code }) => code))
  const digits = reservationCodes.filter(({ code }) => /^[0-9]{4}$/.test(code) && !known.has(code))
  return all.adminAccessCode ? digits.map(({ code }) => code) : []
}

const mayLackSecrets: ReadonlySet<ListName> = new Set(['arrivalGuides'])

/** Returns a fault for each empty secret, except those lost in a restore: the host types these one by one. */
const emptySecrets = (name: ListName, value: unknown, all: Settings) =>
  (value as readonly Entry[]).flatMap((entry, index) => {
    const before = entriesOf(all, name).find(({ id }) => id === entry.id)
    return (mayLackSecrets.has(name) ? [] : secretParts[name])
      .filter((part: string) => entry[part] === '' && (!before || before[part]))
      .map((part) => ({ field: `${name}/${index}/${part}`, rule: 'minLength' }))
  })

/** Faults of a setting's value that the schema cannot find. */
const faultsOf: { [name in SettingName]?: (value: never) => { field: string; rule: string }[] } = {
  taxRules: (sets: TaxRuleSet[]) =>
    taxFaults(sets).map(({ set, field, at, rule }) => ({
      field: ['taxRules', set, field, at].filter((part) => part !== undefined).join('/'),
      rule,
    })),
}

/** The older tax settings; they have no effect once there are rules. */
const firstTax: readonly string[] = ['taxRate', 'taxFromAge', 'taxMostNights'] satisfies SettingName[]

/** The settings that are stored hashed. */
const sealed: { [name in SettingName]?: (store: Store, value: string) => Promise<string> } = {
  adminPin: (_, pin) => sealPin(pin),
  adminAccessCode: sealAccessCode,
}

/** Returns a setting to store; `undefined` for an unchanged mask. Refuses (400, 404). Schemas are cached by `today`. */
export const checkedSetting = async (
  { store, today }: { store: Store; today: () => string },
  name: string,
  given: unknown,
  all: Settings,
) => {
  const validate = validatorOf(name, today)
  const value = isList(name) ? unmasked(name, given, all) : given
  if (!validate) throw new Refusal(404, say('host.settingFailed', { name }), { setting: name })
  if (value === mask && (secretSettings as readonly string[]).includes(name)) return undefined
  const faults = validate(value)
    ? isList(name)
      ? emptySecrets(name, value, all)
      : (faultsOf[name as SettingName]?.(value as never) ?? [])
    : faultsIn(name, validate)
  if (faults.length) throw new Refusal(400, say('host.settingFailed', { name }), { setting: name, faults })
  if (firstTax.includes(name) && all.taxRules.length) throw new Refusal(400, say('tax.ruled'), { setting: name })
  if (clashes(name, value, all))
    throw new Refusal(
      400,
      say(name === 'calendarFeeds' ? 'feeds.twice' : isList(name) ? 'offices.twice' : 'code.code.taken'),
    )
  const seal = sealed[name as SettingName]
  return { [name as SettingName]: seal ? await seal(store, String(value)) : value } as Partial<Settings>
}

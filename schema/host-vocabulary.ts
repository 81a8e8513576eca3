/** The controls of the host's forms: `src/ui/admin/forms/controls.tsx` has a row for each. */
export const hostControlNames = [
  'toggle',
  'number',
  'secret',
  'address',
  'picture',
  'colour',
  'day',
  'houseCode',
  'taxRelief',
] as const

/** The panels a host's form can show: `src/ui/admin/admin.tsx` has a row for each. */
export const hostPanelNames = [
  'workbookFiles',
  'codes',
  'testMail',
  'consult',
  'structureInfo',
  'capacityInfo',
  'accessInfo',
  'redirectInfo',
  'mailInfo',
  'tables',
  'backup',
  'retention',
  'accountInfo',
  'accessLog',
  'devices',
  'programs',
  'webhook',
  'arrivalGuides',
  'doorCode',
  'keySignIn',
  'hostLanguage',
  'taxRules',
  'pastedList',
  'stayLetters',
] as const

export const hostEffectTable = {
  signIn: ['open', 'closed'],
  changePin: ['changed', 'failed'],
  saveSettings: ['saved', 'failed'],
  saveGroup: ['saved', 'failed'],
  saveCode: ['saved', 'failed'],
  saveAccount: ['saved', 'failed'],
  saveStructure: ['saved', 'failed'],
  createCheckin: ['saved', 'failed'],
  updateCheckin: ['saved', 'failed'],
  duplicateCheckin: ['saved', 'failed'],
} as const

/**
 * What a host's form edits: settings, a check-in, a reservation code, the sign-in, a copy, a police account, a region's
 * structure.
 */
export const subjects = ['settings', 'checkin', 'code', 'access', 'copy', 'account', 'structure'] as const

export const frameNames = ['card', 'page', 'tab', 'dialog'] as const

export type HostControl = (typeof hostControlNames)[number]
export type HostPanel = (typeof hostPanelNames)[number]
export type HostEffect = keyof typeof hostEffectTable
export type HostOutcome = (typeof hostEffectTable)[HostEffect][number]
export type FormSubject = (typeof subjects)[number]
export type Frame = (typeof frameNames)[number]

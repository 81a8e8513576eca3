import type { SettingName } from '../settings'

/** The settings that are saved together, because one alone would be refused or useless. */
export const settingGroups = {
  smtp2go: ['enableSMTP2GO', 'smtp2goUsername', 'smtp2goPassword', 'emailSender', 'emailReplyTo', 'emailSubject'],
  stripe: [
    'enableStripe',
    'stripeAccountName',
    'stripeAccountEmail',
    'stripeWebhookSecret',
    'stripeProductName',
    'stripeProductDescription',
    'stripeSecretKey',
    'stripePublicKey',
    'paymentCurrency',
    'paymentAmount',
    'paymentDescription',
  ],
  paypal: ['enablePayPal', 'paypalLink', 'paymentCurrency', 'paymentAmount', 'paymentDescription'],
  ross1000: [
    'ross1000StructureCode',
    'ross1000Rooms',
    'ross1000AvailableRooms',
    'ross1000AvailableBeds',
    'policeApartmentColumn',
  ],
  webhook: ['webhookAddress', 'webhookGuests'],
  retention: [
    'enableRetention',
    'identityDays',
    'recordYears',
    'letterDays',
    'exportYears',
    'receiptYears',
    'flowYears',
    'accessDays',
  ],
} as const satisfies { [group: string]: readonly SettingName[] }

export type SettingGroup = keyof typeof settingGroups

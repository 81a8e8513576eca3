import { addDays } from '../../src/core/text/dates'

/** The day it is in Italy. */
export const italianToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date())

/**
 * A whole party of three and a company, as a phone keeps them just before they are sent: every screen can be looked at
 * with it.
 */
export const everything = (language: string): Record<string, string> => ({
  selectedLanguage: language,
  reservationCode: '1234',
  roomDescription: 'Camera Standard',
  showPaymentPage: 'true',
  draftId: '0123456789abcdef0123456789abcdef',
  mainGuestGender: 'UOMO',
  mainGuestName: 'MARIO',
  mainGuestLastName: 'ROSSI',
  mainGuestCitizenship: 'Italia',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthDate: '1980-05-10',
  mainGuestBirthCity: 'FIRENZE (FI)',
  mainGuestResidenceCountry: 'Italia',
  mainGuestResidenceCity: 'BOLOGNA (BO)',
  mainGuestResidenceAddress: 'VIA ROMA 1',
  mainGuestFiscalCode: 'RSSMRA80E10D612Z',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: 'CA00000AA',
  mainGuestDocumentIssuePlace: 'BOLOGNA (BO)',
  email: 'mario.rossi@example.com',
  phonePrefix: '+39',
  phoneNumber: '3331234567',
  addSecondGuest: 'yes',
  secondGuestGender: 'DONNA',
  secondGuestName: 'ANNA',
  secondGuestLastName: 'BIANCHI',
  secondGuestCitizenship: 'Italia',
  secondGuestBirthCountry: 'Italia',
  secondGuestBirthCity: 'FORLÌ (FC)',
  secondGuestBirthDate: '1985-07-22',
  secondGuestResidenceCountry: 'Italia',
  secondGuestResidenceCity: 'BOLOGNA (BO)',
  addThirdGuest: 'yes',
  thirdGuestGender: 'DONNA',
  thirdGuestName: 'CHLOÉ',
  thirdGuestLastName: 'MARTIN',
  thirdGuestCitizenship: 'Francia',
  thirdGuestBirthCountry: 'Italia',
  thirdGuestBirthCity: 'RIMINI (RN)',
  thirdGuestBirthDate: '2015-03-01',
  thirdGuestResidenceCountry: 'Italia',
  thirdGuestResidenceCity: 'BOLOGNA (BO)',
  invoiceType: 'business',
  companyName: 'ROSSI S.R.L.',
  companyCity: 'BOLOGNA',
  companyAddress: 'VIA EMILIA 12',
  companyVatNumber: 'IT01234567890',
  arrivalDate: italianToday(),
  numberOfNights: '3',
  departureDate: addDays(italianToday(), 3),
  arrivalTimeSlot: '16:30-18:00',
  specialRequests: 'Arriviamo in treno.',
  paymentMethod: 'CARTA',
})

/** Where a phone that holds `everything` may go and what stands there: each step of `steps.json` that shows a card. */
export const screensOf = (steps: Record<string, { do?: string; on?: string }>) =>
  Object.keys(steps).filter((path) => steps[path]!.on !== 'enter' || steps[path]!.do === 'confirm')

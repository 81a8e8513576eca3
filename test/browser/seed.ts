import { addDays } from '../../src/core/text/dates'
import { romeDay } from '../../src/core/text/rome-time'
import { sampleGuests } from '../../src/data/example-parties'

export const italianToday = () => romeDay(Date.now())

/** A complete party of three with a company, as stored on a phone before sending: every screen can be shown with it. */
export const everything = (language: string): Record<string, string> => ({
  selectedLanguage: language,
  reservationCode: '1234',
  roomDescription: 'Camera Standard',
  showPaymentPage: 'true',
  draftId: '0123456789abcdef0123456789abcdef',
  ...sampleGuests,
  thirdGuestCitizenship: 'Francia',
  thirdGuestBirthCountry: 'Italia',
  thirdGuestBirthCity: 'RIMINI (RN)',
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

/** The same with a fourth guest, who stands for every further guest. */
export const everyScreen = (language: string): Record<string, string> => ({
  ...everything(language),
  addGuest4: 'yes',
  guest4Gender: 'UOMO',
  guest4Name: 'LOUIS',
  guest4LastName: 'MARTIN',
  guest4Citizenship: 'Francia',
  guest4BirthCountry: 'Italia',
  guest4BirthDate: '2017-08-09',
  guest4BirthCity: 'RIMINI (RN)',
  guest4ResidenceCountry: 'Italia',
  guest4ResidenceCity: 'BOLOGNA (BO)',
  addGuest5: 'no',
  partyKind: 'family',
})

/** Returns the paths of `steps.json` that a phone with `everyScreen` can open: the steps that show a card. */
export const screensOf = (steps: Record<string, { do?: string; on?: string }>) =>
  Object.keys(steps).filter((path) => steps[path]!.on !== 'enter' || steps[path]!.do === 'confirm')

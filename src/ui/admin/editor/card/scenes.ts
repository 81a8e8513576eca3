import type { Draft } from '../../../../../schema/checkin'
import { addDays } from '../../../../core/text/dates'
import { sample } from '../../../guest/later-cards/sample'
import { today } from '../../../shared/published'

/** Sample answers: none, or guests of the two most different journeys. */
export const scenes: Record<string, () => Draft> = {
  none: () => ({}),
  italians: () => ({
    ...sample({}, { arrivalDate: today(), departureDate: addDays(today(), 3) }),
    draftId: 'anteprima',
  }),
  abroad: () => ({
    selectedLanguage: 'it',
    reservationCode: '1234',
    roomDescription: 'Camera Standard',
    showPaymentPage: 'true',
    draftId: 'anteprima',
    mainGuestGender: 'DONNA',
    mainGuestName: 'CLAIRE',
    mainGuestLastName: 'DUBOIS',
    mainGuestCitizenship: 'Francia',
    mainGuestBirthCountry: 'Francia',
    mainGuestBirthDate: '1988-11-02',
    mainGuestBirthCity: 'Francia',
    mainGuestResidenceCountry: 'Francia',
    mainGuestResidenceCity: 'PARIS',
    mainGuestResidenceAddress: '5 RUE DE RIVOLI',
    mainGuestDocumentType: 'PASS',
    mainGuestDocumentNumber: '12AB34567',
    mainGuestDocumentIssuePlace: 'Francia',
    email: 'claire@example.com',
    phonePrefix: '+33',
    phoneNumber: '612345678',
    addSecondGuest: 'no',
    invoiceType: 'business',
    companyName: 'DUBOIS SARL',
    companyCity: 'PARIS',
    companyAddress: '5 RUE DE RIVOLI',
    companyVatNumber: 'FR12345678901',
    arrivalDate: today(),
    numberOfNights: '2',
    departureDate: addDays(today(), 2),
  }),
}

/** What each effect leaves in the draft: a journey passes an effect only once it has happened. */
export const effectResults = {
  checkInId: '1',
  paymentMethod: 'CARTA',
  paymentStatus: 'initiated',
  paymentProvider: 'cash',
} as const

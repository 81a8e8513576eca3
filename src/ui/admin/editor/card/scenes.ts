import type { Draft } from '../../../../../schema/checkin'
import { addDays } from '../../../../core/text/dates'
import { sample } from '../../../guest/later-cards/sample'
import { today } from '../../../shared/published'

/** Answers to see a step with: none, or invented guests for the two kinds of journey that differ most. */
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

/** A journey goes past an effect only once it has happened: what each leaves behind. */
export const happened = {
  checkInId: '1',
  paymentMethod: 'CARTA',
  paymentStatus: 'initiated',
  paymentProvider: 'cash',
} as const

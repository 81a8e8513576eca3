import type { Draft } from '../../schema/checkin'
import { addDays } from '../core/dates'
import { house, today } from './house'

/** Three invented guests, for the two test addresses; the guest's own code and language stay. */
export const sample = ({ selectedLanguage, reservationCode, roomDescription, showPaymentPage }: Draft): Record<string, string> => ({
  selectedLanguage: selectedLanguage ?? house.get().language,
  reservationCode: reservationCode ?? '1234',
  roomDescription: roomDescription ?? 'Camera Standard',
  showPaymentPage: showPaymentPage ?? 'true',
  mainGuestGender: 'UOMO', mainGuestName: 'MARIO', mainGuestLastName: 'ROSSI', mainGuestCitizenship: 'Italia', mainGuestBirthCountry: 'Italia',
  mainGuestBirthDate: '1980-05-10', mainGuestBirthCity: 'FIRENZE (FI)', mainGuestResidenceCountry: 'Italia', mainGuestResidenceCity: 'BOLOGNA (BO)',
  mainGuestResidenceAddress: 'VIA ROMA 1', mainGuestFiscalCode: 'RSSMRA80E10D612Z', mainGuestDocumentType: 'ID', mainGuestDocumentNumber: 'CA00000AA',
  mainGuestDocumentIssuePlace: 'BOLOGNA (BO)', email: 'mario.rossi@example.com', phonePrefix: '+39', phoneNumber: '3331234567',
  addSecondGuest: 'yes', secondGuestGender: 'DONNA', secondGuestName: 'ANNA', secondGuestLastName: 'BIANCHI', secondGuestCitizenship: 'Italia',
  secondGuestBirthCountry: 'Italia', secondGuestBirthCity: 'FORLÌ (FC)', secondGuestBirthDate: '1985-07-22', secondGuestResidenceCountry: 'Italia', secondGuestResidenceCity: 'BOLOGNA (BO)',
  addThirdGuest: 'yes', thirdGuestGender: 'DONNA', thirdGuestName: 'CHLOÉ', thirdGuestLastName: 'MARTIN', thirdGuestBirthDate: '2015-03-01',
  thirdGuestResidenceCountry: 'Francia', thirdGuestResidenceCity: 'Francia',
  invoiceType: 'personal', arrivalDate: today(), numberOfNights: '3', departureDate: addDays(today(), 3),
})

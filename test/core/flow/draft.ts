import Ajv from 'ajv'
import type { Draft } from '../../../schema/checkin'
import { checkin } from '../../../schema/record'
import type { Flow } from '../../../schema/steps'
import { faultsOfRecord, formats } from '../../../src/core/flow/schema-faults'
import type { Checker, Validate } from '../../../src/core/flow/validation'
import definitions from '../../fixtures/flow/steps.json'

/** A frozen flow for the engine's tests: a change of the shipped flow does not break them. */
export const flow = definitions as unknown as Flow

export const today = '2026-11-20'

export const countries = ['Italia', 'Germania', 'Francia', 'Spagna', 'Stati Uniti', 'Regno Unito', 'San Marino']

const ajv = new Ajv({
  allErrors: true,
  inlineRefs: false,
  strictTypes: false,
  formats: formats({ today: () => today, isCitizenship: (name) => countries.includes(name) }),
})

/** The real validation of a check-in. */
const validate = ajv.compile(checkin) as Validate
export const checker: Checker = { faultsIn: (draft) => faultsOfRecord(validate, draft), today }

/** Answers up to the notes of a guest who lives in Italy and travels alone. */
export const alone: Draft = {
  selectedLanguage: 'it',
  reservationCode: 'A1B2',
  roomDescription: 'Camera Standard',
  showPaymentPage: 'false',
  mainGuestGender: 'DONNA',
  mainGuestName: 'ANNA',
  mainGuestLastName: "D'ANGIÒ",
  mainGuestCitizenship: 'Italia',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthDate: '1985-03-27',
  mainGuestBirthCity: 'BOLOGNA',
  mainGuestResidenceCountry: 'Italia',
  mainGuestResidenceCity: 'ROMA',
  mainGuestResidenceAddress: 'VIA VERDI 1',
  mainGuestFiscalCode: 'DNGNNA85C67A944X',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: 'CA12345AA',
  mainGuestDocumentIssuePlace: 'ROMA',
  email: 'anna@example.it',
  phonePrefix: '+39',
  phoneNumber: '3331234567',
  addSecondGuest: 'no',
  invoiceType: 'personal',
  arrivalDate: today,
  numberOfNights: '2',
  departureDate: '2026-11-22',
}

/** More answers, for a second and a third guest and a company. */
export const company: Draft = {
  ...alone,
  addSecondGuest: 'yes',
  secondGuestGender: 'UOMO',
  secondGuestName: 'JÜRGEN',
  secondGuestLastName: 'GROSS',
  secondGuestCitizenship: 'Germania',
  secondGuestBirthCountry: 'Germania',
  secondGuestBirthCity: 'Germania',
  secondGuestBirthDate: '1980-02-29',
  secondGuestResidenceCountry: 'Italia',
  secondGuestResidenceCity: 'PO',
  addThirdGuest: 'yes',
  thirdGuestGender: 'DONNA',
  thirdGuestName: 'ZOÉ',
  thirdGuestLastName: 'LEBLANC',
  thirdGuestBirthDate: '2020-01-01',
  thirdGuestCitizenship: 'Francia',
  thirdGuestBirthCountry: 'Italia',
  thirdGuestBirthCity: 'NAPOLI',
  thirdGuestResidenceCountry: 'Italia',
  thirdGuestResidenceCity: 'BARI',
  invoiceType: 'business',
  companyName: 'ACME SRL',
  companyCity: 'MILANO',
  companyAddress: 'VIA ROSSI 2',
  companyVatNumber: 'IT12345678901',
}

/** Three invented guests and where they may be reached, as a phone keeps their answers. */
export const sampleGuests = {
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
  mainGuestFiscalCode: 'RSSMRA80E10D612I',
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
  thirdGuestBirthDate: '2015-03-01',
  thirdGuestResidenceCountry: 'Francia',
  thirdGuestResidenceCity: 'Francia',
  addGuest4: 'no',
  invoiceType: 'personal',
} as const

type Answers = { readonly [field: string]: string }

const { mainGuestFiscalCode: _, ...withoutFiscalCode } = sampleGuests

/** Answers of every party that no card of a guest asks, or that show that a step has been done. */
const stay: Answers = {
  selectedLanguage: 'it',
  reservationCode: 'A1B2',
  roomDescription: 'Camera Standard',
  showPaymentPage: 'false',
  numberOfNights: '2',
  paymentMethod: 'CONTANTI',
  checkInId: '1',
}

const abroad = (country: string, city: string): Answers => ({
  mainGuestCitizenship: country,
  mainGuestBirthCountry: country,
  mainGuestBirthCity: country,
  mainGuestResidenceCountry: country,
  mainGuestResidenceCity: city,
  mainGuestDocumentType: 'PASS',
  mainGuestDocumentNumber: 'C01X00T47',
  mainGuestDocumentIssuePlace: country,
})

const furtherGuest = (number: number, name: string, country: string, city: string): Answers => ({
  [`addGuest${number}`]: 'yes',
  [`guest${number}Gender`]: 'DONNA',
  [`guest${number}Name`]: name,
  [`guest${number}LastName`]: 'ROSSI',
  [`guest${number}Citizenship`]: country,
  [`guest${number}BirthCountry`]: country,
  [`guest${number}BirthDate`]: '2016-04-09',
  [`guest${number}BirthCity`]: city,
  [`guest${number}ResidenceCountry`]: country,
  [`guest${number}ResidenceCity`]: city,
})

/** Six invented parties by name, each with an answer for every question of the program; dates of the stay excepted. */
export const exampleParties: { readonly [party: string]: Answers } = {
  alone: { ...sampleGuests, ...stay, addSecondGuest: 'no' },
  couple: { ...sampleGuests, ...stay, addThirdGuest: 'no' },
  family: { ...sampleGuests, ...stay },
  group: {
    ...sampleGuests,
    ...stay,
    ...furtherGuest(4, 'ELENA', 'Italia', 'FIRENZE (FI)'),
    ...furtherGuest(5, 'LUCAS', 'Francia', 'Francia'),
    addGuest6: 'no',
    partyKind: 'group',
  },
  company: {
    ...withoutFiscalCode,
    ...stay,
    ...abroad('Germania', 'MÜNCHEN'),
    addSecondGuest: 'no',
    invoiceType: 'business',
    companyName: 'MUSTER GMBH',
    companyCity: 'MÜNCHEN',
    companyAddress: 'HAUPTSTRASSE 1',
    companyVatNumber: 'DE123456789',
  },
  paying: {
    ...withoutFiscalCode,
    ...stay,
    ...abroad("Stati Uniti d'America", 'BOSTON'),
    addSecondGuest: 'no',
    showPaymentPage: 'true',
  },
}

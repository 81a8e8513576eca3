import { code, day, type Host, party, single } from './consult-house'

/** 80 characters without a space: longer than any word on a page. */
const unbroken = 'DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFTSKAPITAENSMUETZENABZEICHENVERLEIHERHAFTPFLICHT'.slice(0, 80)

/** Rooms of the maximum length: one is a single word, one has several words. */
const rooms = [`Appartamento ${'Bellavista'.repeat(10)}`, 'Appartamento Belvedere con terrazza sul lago e giardino']

/** Number of check-ins of one day in a full house. */
export const fullDay = 22

/**
 * Adds 22 check-ins of today: parties and single guests, released and not, with the longest names, notes and rooms,
 * with faults, and with a code that the house does not have.
 */
export const fill = async (host: Host) => {
  const codes = [
    code,
    ...rooms.map((description, i) => ({ ...code, id: `${i + 2}`, code: `123${i + 5}`, description })),
  ]
  await host.ask('PATCH', '/api/settings/reservationCodes', { value: codes })
  const kinds = [
    {
      reservationCode: '1235',
      roomDescription: rooms[0]!,
      mainGuestName: unbroken,
      mainGuestLastName: unbroken,
      companyName: unbroken,
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`,
      specialRequests: unbroken.repeat(4),
    },
    { reservationCode: '1236', roomDescription: rooms[1]!, specialRequests: 'Arriviamo in treno. '.repeat(20) },
    { reservationCode: '9999', mainGuestDocumentNumber: 'CAЖ00000' },
    {},
  ]
  for (let made = 0; made < fullDay; made++)
    await host.add((made % 3 ? single : party)({ arrivalDate: day(0), ...kinds[made % 4] }), made % 2 === 0)
}

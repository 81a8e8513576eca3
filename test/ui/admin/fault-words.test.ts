import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults } from '../../../schema/settings'
import { speaker } from '../../../src/core/flow/speaker'
import words from '../../../src/text/consult.it.json'
import host from '../../../src/text/host.it.json'
import { whatToDo } from '../../../src/ui/admin/exports/export-dialogs'
import { hostSettings } from '../../../src/ui/admin/session/host'
import { type GuestHouse, house } from '../../../src/ui/shared/published'

const test = suite('what to do about faults')
house.set({ speak: speaker({ ...host, ...words }, 'it') } as unknown as GuestHouse)

test('an old invalid structure code is reported with the place to correct it', () => {
  const room = { id: '1', code: 'AB12', description: 'Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 }
  const [long, other] = ['X'.repeat(21), 'Y'.repeat(21)]
  hostSettings.set({ ...defaults, reservationCodes: [{ ...room, structureCode: long }] })
  const said = (text: string) => whatToDo([{ checkin: 0, rule: 'structureCode', text }])
  assert.match(said(long), /codice struttura.*CODICI e CAMERE/)
  assert.match(said(other), /codice struttura.*Ross1000/)
  assert.not.match(whatToDo([{ checkin: 1, rule: 'required', text: '' }]), /codice struttura/)
})

test.run()

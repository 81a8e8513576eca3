import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Sent, sendMovements } from '../../../server/offices/region-client'
import type { CommonFault } from '../../stand-ins/faults'
import { regionStandIn } from '../../stand-ins/region'

const test = suite('region client')

const structure = { code: 'B01205', user: 'trasmissione', password: 'pa:ss' }
const open = async () => {
  const region = await regionStandIn({ structures: [structure] })
  return { region, access: { url: region.url, user: structure.user, password: structure.password } }
}

const arrival = (id: string, more: { type?: string; head?: string; name?: string; sex?: string } = {}) =>
  `<arrivo><idswh>${id}</idswh><tipoalloggiato>${more.type ?? '16'}</tipoalloggiato><idcapo>${more.head ?? ''}</idcapo><cognome>ROSSI</cognome><nome>${more.name ?? 'MARIO'}</nome><sesso>${more.sex ?? 'M'}</sesso><cittadinanza>100000100</cittadinanza><statoresidenza>100000100</statoresidenza><luogoresidenza>409048017</luogoresidenza><datanascita>19800510</datanascita><statonascita>100000100</statonascita><comunenascita>409048017</comunenascita><tipoturismo>Non specificato</tipoturismo><mezzotrasporto>Non Specificato</mezzotrasporto></arrivo>`
const day = (date: string, inside: string) =>
  `<movimento><data>${date}</data><struttura><apertura>SI</apertura><camereoccupate>1</camereoccupate><cameredisponibili>2</cameredisponibili><lettidisponibili>4</lettidisponibili></struttura>${inside}</movimento>`
const content = (...days: string[]) =>
  `<codice>${structure.code}</codice><prodotto>Benvenuto</prodotto>${days.join('')}`
const arrived = (...ids: string[]): Sent[] => ids.map((id) => ({ kind: 'arrivo', id }))

test('arrivals, a correction under the same id, a departure and a removal end as the region should hold them', async () => {
  const { region, access } = await open()
  const both = day(
    '20261120',
    `<arrivi>${arrival('R1', { type: '18' })}${arrival('R1B', { type: '20', head: 'R1' })}</arrivi>`,
  )
  const first = await sendMovements(access, content(both), arrived('R1', 'R1B'))
  assert.ok(first.kind === 'answered' && first.guests.every(({ isTaken }) => isTaken))
  await sendMovements(
    access,
    content(day('20261120', `<arrivi>${arrival('R1', { type: '18', name: 'MARIA' })}</arrivi>`)),
    arrived('R1'),
  )
  assert.is(region.guests('B01205').get('R1')?.fields.nome, 'MARIA')
  const removal =
    '<rettifiche><eliminazione><idswh>R1B</idswh><tipoalloggiato>20</tipoalloggiato><arrivo>20261120</arrivo></eliminazione></rettifiche>'
  const removed = await sendMovements(access, content(day('20261120', removal)), [{ kind: 'eliminazione', id: 'R1B' }])
  assert.ok(removed.kind === 'answered' && removed.guests[0]!.isTaken)
  const departure =
    '<partenze><partenza><idswh>R1</idswh><tipoalloggiato>18</tipoalloggiato><arrivo>20261120</arrivo></partenza></partenze>'
  await sendMovements(access, content(day('20261122', departure)), [{ kind: 'partenza', id: 'R1' }])
  assert.equal(
    [...region.guests('B01205')].map(([id, { departure: left }]) => [id, left]),
    [['R1', '2026-11-22']],
  )
  await region.close()
})

test('HTTP 200 is no success: a discarded guest is refused in the region’s words, the others are accepted', async () => {
  const { region, access } = await open()
  const answer = await sendMovements(
    access,
    content(day('20261120', `<arrivi>${arrival('R1')}${arrival('R2', { sex: '1' })}</arrivi>`)),
    arrived('R1', 'R2'),
  )
  assert.equal(answer, {
    kind: 'answered',
    guests: [
      { kind: 'arrivo', id: 'R1', isTaken: true },
      { kind: 'arrivo', id: 'R2', isTaken: false, error: 'sesso non valido' },
    ],
  })
  await region.close()
})

test('a day without guests proves nothing, and a content outside the official schema is refused', async () => {
  const { region, access } = await open()
  assert.equal(await sendMovements(access, content(day('20261120', '')), []), { kind: 'empty' })
  for (const sent of [arrived(), arrived('R1', 'R2')]) {
    const answer = await sendMovements(access, content(day('20261120', `<arrivi>${arrival('R1')}</arrivi>`)), sent)
    assert.equal(answer, { kind: 'unclear', why: 'count' })
  }
  const wrong = await sendMovements(
    access,
    content(day('20261120', '<arrivi><arrivo><idswh>1</idswh></arrivo></arrivi>')),
    arrived('1'),
  )
  assert.is(wrong.kind, 'refused')
  const foreign = await sendMovements(access, content(day('20261120', '')).replace('B01205', 'B99999'), [])
  assert.equal(foreign, { kind: 'refused', why: 'Struttura B99999 non trovata' })
  await region.close()
})

test('wrong credentials are a sign-in failure; a stopped service is unreached', async () => {
  const { region, access } = await open()
  const wrong = await sendMovements({ ...access, password: 'x' }, content(day('20261120', '')), [])
  assert.is(wrong.kind, 'signIn')
  await region.close()
  assert.is((await sendMovements(access, content(day('20261120', '')), [])).kind, 'unreached')
})

const ends: { [fault in CommonFault]: string } = {
  dropAfter: 'unclear',
  dropBefore: 'unclear',
  silence: 'unclear',
  page: 'unclear',
  busy: 'unclear',
  fault: 'refused',
  short: 'unclear',
  prefixes: 'answered',
  bom: 'answered',
  indented: 'answered',
}

for (const [fault, kind] of Object.entries(ends))
  test(`an answer that is ${fault} is ${kind}; repeating the call does no harm`, async () => {
    const { region, access } = await open()
    region.fail(fault as CommonFault)
    const movements = content(day('20261120', `<arrivi>${arrival('R1')}</arrivi>`))
    assert.is(
      (await sendMovements(access, movements, arrived('R1'), { patience: fault === 'silence' ? 500 : 30_000 })).kind,
      kind,
    )
    assert.is((await sendMovements(access, movements, arrived('R1'))).kind, 'answered')
    assert.is(region.guests('B01205').size, 1)
    await region.close()
  })

test.run()

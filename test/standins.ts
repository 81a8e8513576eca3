import { parseArgs } from 'node:util'
import { policeStandIn } from './stand-ins/police'
import { regionStandIn } from './stand-ins/region'

// `npm run standins`: both offices on this machine, so that everything can be tried without credentials.
const { values } = parseArgs({
  options: { police: { type: 'string', default: '4811' }, region: { type: 'string', default: '4812' } },
})

const police = await policeStandIn({
  port: Number(values.police),
  accounts: [
    { user: 'XX000001', password: 'prova', wsKey: 'chiave', structure: 'CASA DI PROVA' },
    {
      user: 'XX000002',
      password: 'prova',
      wsKey: 'chiave',
      structure: 'APPARTAMENTI DI PROVA',
      apartments: [
        { id: 1, name: 'UNO', active: true },
        { id: 2, name: 'DUE', active: true },
        { id: 3, name: 'CHIUSO', active: false },
      ],
    },
  ],
})
const region = await regionStandIn({
  port: Number(values.region),
  structures: [{ code: 'A00000', user: 'prova', password: 'prova' }],
})

console.log(
  `police: ALLOGGIATI_API=${police.url} (XX000001 and, with apartments 1 and 2, XX000002; password prova, WsKey chiave)`,
)
console.log(`region: ROSS1000_API=${region.url} (structure A00000, user prova, password prova)`)
console.log('Nothing leaves this machine. Ctrl+C ends both.')

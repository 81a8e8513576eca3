import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { changeFeed } from '../../../server/store/store'
import { answers, atTheDoor } from '../http/door-world'

const test = suite('what the workbook forgets')

test(
  'within seconds the workbook drops deleted guests: one, many, and a replaced answer',
  atTheDoor(
    async ({ ask, guest, host, store, dir }) => {
      const desk = await host()
      const names = ['UNO', 'DUE', 'TRE', 'QUATTRO', 'CINQUE']
      const ids: number[] = []
      for (const mainGuestLastName of names)
        ids.push(
          (await ask('POST', '/api/checkin', { jar: await guest(), body: answers({ mainGuestLastName }) })).json.data
            .id,
        )
      const written = async () => {
        try {
          const [head = [], ...rows] = (await readSheet(readFileSync(join(dir, 'checkins.xlsx')), 1)) as unknown[][]
          const at = head.indexOf('Ospite principale: Cognome')
          return rows.map((row) => String(row[at])).join(' ')
        } catch {
          return 'none yet'
        }
      }
      const until = async (wanted: string) => {
        // After each write the workbook pauses ten times as long as the write took: long on a busy machine.
        for (let tries = 0; tries < 400 && (await written()) !== wanted; tries++)
          await new Promise((done) => setTimeout(done, 300))
        assert.is(await written(), wanted)
      }
      await until('UNO DUE TRE QUATTRO CINQUE')
      await ask('DELETE', `/api/checkin/${ids[0]}`, { jar: desk })
      await ask('POST', '/api/checkins/delete', { jar: desk, body: { ids: ids.slice(1, 3) } })
      // Retention removes fields from the record in the same way.
      await changeFeed(store).store.updateCheckin(ids[3]!, { mainGuestLastName: null })
      await until('null CINQUE')
    },
    { settings: { enableLocalExcelSave: true } },
  ),
)

test.run()

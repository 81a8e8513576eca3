import { useState } from 'react'
import { hostResponse } from '../../shared/api'
import { say, today } from '../../shared/published'
import { save, showError } from '../checkins/actions'
import { reason } from '../session/failure'
import { asHost } from '../session/host'

const books = ['checkins', 'settings'] as const
type Book = (typeof books)[number]

const read = async (name: Book) => (await hostResponse('GET /api/workbook/:name', { params: { name } })).blob()

/** Buttons to download check-ins and settings as Excel files. */
export const WorkbookFiles = () => {
  const [busy, setBusy] = useState<Book>()
  const take = async (name: Book) => {
    if (busy) return
    setBusy(name)
    try {
      save(`${say(`workbooks.${name}File`)}-${today()}.xlsx`, await asHost(() => read(name)))
    } catch (error) {
      showError(reason(error))
    }
    setBusy(undefined)
  }
  return (
    <p className="buttons">
      {books.map((name) => (
        <button
          key={name}
          type="button"
          className="button"
          aria-busy={busy === name || undefined}
          onClick={() => void take(name)}
        >
          {say(`workbooks.${name}`)}
        </button>
      ))}
    </p>
  )
}

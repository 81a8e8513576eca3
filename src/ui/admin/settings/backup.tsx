import { useRef, useState } from 'react'
import { TextBox } from '../../look/boxes'
import { Button } from '../../look/parts'
import { hostResponse, Offline } from '../../shared/api'
import { say, today } from '../../shared/published'
import { save, showError, showReason } from '../checkins/actions'
import { useBusy } from '../dialogs/page-hooks'
import { withPin } from '../dialogs/questions'
import { asHost, serverMessage } from '../session/host'

const least = 12

const readBackup = async (passphrase: string, current?: string) =>
  (await hostResponse('POST /api/backup', { body: { current, passphrase } })).blob()

/** Saves an encrypted backup, after the PIN, and shows its passphrase. */
export const Backup = () => {
  const { busy, once } = useBusy()
  const [passphrase, setPassphrase] = useState('')
  const [isShort, setShort] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const name = `checkin-${today()}.backup`
  const take = async () => {
    setShort(passphrase.trim().length < least)
    if (passphrase.trim().length < least) return box.current?.focus()
    try {
      save(name, await withPin((current) => asHost(() => readBackup(passphrase, current))))
    } catch (error) {
      console.error(error)
      showError(
        `${say('backup.failed')}. ${error instanceof Offline ? say('consult.noServer') : (serverMessage(error) ?? '')}`.trim(),
      )
    }
  }
  return (
    <>
      <p className="info warns">{say('backup.text')}</p>
      <TextBox
        ref={box}
        label={say('backup.passphrase')}
        hint={say('backup.hint')}
        fault={isShort && say('backup.short', { least })}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={passphrase}
        put={setPassphrase}
      />
      <p>
        <Button text={say(busy ? 'backup.busy' : 'backup.take')} isBusy={busy} onClick={() => void once(take)} />
      </p>
    </>
  )
}

const books = ['checkins', 'settings'] as const
type Book = (typeof books)[number]

const readWorkbook = async (name: Book) => (await hostResponse('GET /api/workbook/:name', { params: { name } })).blob()

/** Buttons to download check-ins and settings as Excel files. */
export const WorkbookFiles = () => {
  const [busy, setBusy] = useState<Book>()
  const take = async (name: Book) => {
    if (busy) return
    setBusy(name)
    const title = `${say(`workbooks.${name}File`)}-${today()}.xlsx`
    await asHost(() => readWorkbook(name)).then((book) => save(title, book), showReason)
    setBusy(undefined)
  }
  return (
    <p className="buttons">
      {books.map((name) => (
        <Button key={name} text={say(`workbooks.${name}`)} isBusy={busy === name} onClick={() => void take(name)} />
      ))}
    </p>
  )
}

import { useState } from 'react'
import type { CalendarFeed } from '../../../../schema/bookings'
import { mask } from '../../../../schema/settings'
import { FieldBoxes, type FieldRow, type Pick } from '../../look/boxes'
import { FaultLine } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { FormDialog } from '../dialogs/questions'
import type { Work } from '../dialogs/work'
import { saveAccounts } from '../forms/form-results'
import { callAsHost, hostSettings } from '../session/host'
import { useDialogForm } from '../shell/unsaved'

type FormProps = { feed?: CalendarFeed | undefined; close: () => void; work: Work }

const faultOf = ({ name, address }: CalendarFeed) => {
  if (!name) return `${say('feeds.name')} ${say('stays.fault.required')}`
  return address === mask || /^(https?|webcal):\/\/\S+$/.test(address) ? '' : say('feeds.addressFault')
}

const useFeed = ({ feed, close, work }: FormProps) => {
  const [begun] = useState({ name: feed?.name ?? '', address: feed?.address ?? '', code: feed?.code ?? '' })
  const [typed, setTyped] = useState(begun)
  const [failure, setFailure] = useState('')
  const send = async () => {
    const [name, address] = [typed.name.trim(), typed.address.trim()]
    const entry = { id: feed?.id ?? String(Date.now()), name, address, ...(typed.code && { code: typed.code }) }
    const fault = faultOf(entry)
    setFailure(fault)
    if (fault) return
    const saved = await saveAccounts(
      'calendarFeeds',
      (now) => (feed ? now.map((one) => (one.id === feed.id ? entry : one)) : [...now, entry]),
      'saved',
    )
    if (saved.outcome !== 'saved') return setFailure(saved.message ?? say('feeds.saveFailed'))
    close()
    await work(() => callAsHost('POST /api/feeds/read'))
  }
  const isChanged = JSON.stringify(typed) !== JSON.stringify(begun)
  const title = say(feed ? 'feeds.editTitle' : 'feeds.addTitle')
  const form = useDialogForm({ title, isChanged, send, close })
  const put = (more: Partial<typeof typed>) => setTyped({ ...typed, ...more })
  return { typed, put, failure, form }
}

const rowsOf = (picks: readonly Pick[]): FieldRow<'name' | 'address' | 'code'>[] => [
  { field: 'name', label: say('feeds.name'), hint: say('feeds.nameHint'), maxLength: 60, spellCheck: false },
  {
    field: 'address',
    label: say('feeds.address'),
    hint: say('feeds.addressText'),
    inputMode: 'url',
    maxLength: 2000,
    spellCheck: false,
    onFocus: ({ target }) => target.select(),
  },
  ...(picks.length ? [{ field: 'code', label: say('feeds.code'), picks, none: say('stays.unknown') } as const] : []),
]

/** The form of a calendar. A stored address is shown as a mask, which is not saved. */
export const FeedDialog = (props: FormProps) => {
  const { typed, put, failure, form } = useFeed(props)
  const codes = useStore(hostSettings)?.reservationCodes ?? []
  const picks = codes.map((one) => ({ value: one.code, text: `${one.description} · ${one.code}` }))
  return (
    <FormDialog {...form} yes={say('stays.save')}>
      <div className="scroll stack">
        <FieldBoxes rows={rowsOf(picks)} values={typed} put={put} />
        <FaultLine>{failure}</FaultLine>
      </div>
    </FormDialog>
  )
}

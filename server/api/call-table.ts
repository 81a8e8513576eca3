import type { CallName } from '../../schema/calls/api'
import { flowEditorCalls } from '../../schema/calls/flow-editor'
import { arrivalLetters } from '../arrival/arrivals'
import { confirmedBy } from '../auth/throttle'
import { isDownload, workbookOf } from '../excel/workbooks'
import { notFound, Refusal, say } from '../shared/messages'
import { shortestPassphrase } from '../store/sealed/sealed-backup'
import { changeFeed } from '../store/store'
import { accessCalls, deviceCalls, deviceNoticeCalls } from './access-calls'
import { arrivalInstructionCalls, doorQrCalls } from './arrival-calls'
import { expectedStayCalls } from './booking-calls'
import { checkinCalls } from './checkin-calls'
import { consultCalls, letterCalls } from './consult-calls'
import type { Context, Handlers, Services } from './handlers'
import { linkCalls } from './link-calls'
import { officeCalls, regionCalls } from './office-calls'
import { partyReportCalls } from './party-state-calls'
import { paymentCalls, taxAccountCalls } from './payment-calls'
import { privacyCalls, removalCalls } from './privacy-calls'
import { connectedProgramCalls, webhookHostCalls } from './program-calls'
import { settingsCalls, tableCalls } from './settings-calls'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns the handlers of a group whose code is loaded at its first call: most hosts never change a question. */
const lazily = <N extends CallName>(names: readonly N[], load: () => Promise<Handlers<N>>): Handlers<N> => {
  let group: Promise<Handlers<N>> | undefined
  const handlers = names.map((name) => [name, async (context: Context<N>) => (await (group ??= load()))[name](context)])
  return Object.fromEntries(handlers) as Handlers<N>
}

/** The handler of every call; a call without one does not compile. */
export const calls = (services: Services): Handlers => {
  const feed = changeFeed(services.store)
  const { store } = feed
  feed.listen(() => services.workbooks.changed())
  services.offices.listen(feed.touch)
  services.offices.listen((id, isRefused) => {
    if (!isRefused) return
    const noticed = store.checkin(id).then((checkin) => {
      if (checkin) services.push.tell({ kind: 'refusal', room: checkin.roomDescription ?? '' })
    })
    noticed.catch((error: Error) => services.report(`notices: ${error.name}`))
  })
  services.offices.listenRegion(() => services.push.tell({ kind: 'refusal', room: 'Ross1000' }))
  const tellArrival = arrivalLetters(services)
  feed.listen((id, changed) =>
    tellArrival(id, changed).catch((error: Error) => services.report(`arrival letters: ${error.name}`)),
  )
  const confirmed = confirmedBy(services)
  return {
    ...accessCalls(services),
    ...deviceCalls(services),
    ...deviceNoticeCalls(services),
    ...settingsCalls(services, feed),
    ...checkinCalls(services, feed),
    ...removalCalls(services),
    ...linkCalls(services),
    ...paymentCalls(services, feed),
    ...letterCalls(services, feed),
    ...tableCalls(services, feed),
    ...consultCalls(services, feed),
    ...lazily(Object.keys(flowEditorCalls) as (keyof typeof flowEditorCalls)[], async () =>
      (await import('./editor-calls')).flowCalls(services),
    ),
    ...partyReportCalls(services, feed),
    ...taxAccountCalls(services, feed),
    ...arrivalInstructionCalls(services, feed),
    ...doorQrCalls(services, feed),
    ...expectedStayCalls(services),
    ...connectedProgramCalls(services),
    ...webhookHostCalls(services),
    ...privacyCalls(services, feed),
    ...officeCalls(services),
    ...regionCalls(services),
    'POST /api/backup': async (context) => {
      const { passphrase } = context.body
      await confirmed(context)
      if (typeof passphrase !== 'string' || passphrase.trim().length < shortestPassphrase)
        throw new Refusal(400, say('backup.short', { least: shortestPassphrase }))
      const { parts: body, size } = await store.sealedBackup(passphrase)
      return { bytes: { body, size, type: 'application/octet-stream', name: 'checkin.backup' } }
    },
    'GET /api/workbook/:name': async ({ params: { name } }) => {
      if (!isDownload(name)) throw notFound()
      const { words, flow } = services.serving.current()
      const body = await workbookOf(store, name, words.it, flow.fields)
      return { bytes: { body, type: workbookType, name: `${name}.xlsx` } }
    },
    'GET /healthz': async () => store.health(),
  }
}

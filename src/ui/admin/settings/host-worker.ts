// A service worker for notices, on the host's pages only; it stores no page.

/** The message of `server/push/push.ts`. */
type Notice = { title: string; body: string; tag?: string; to: string }

type Opened = { url: string; focus: () => Promise<unknown> }

/** TypeScript's DOM library has no worker types. */
type WorkerScope = {
  addEventListener: (kind: string, heard: (event: WorkerEvent) => void) => void
  skipWaiting: () => Promise<void>
  registration: ServiceWorkerRegistration
  clients: { matchAll: (of: object) => Promise<Opened[]>; openWindow: (to: string) => Promise<unknown> }
}
type WorkerEvent = {
  waitUntil: (work: Promise<unknown>) => void
  data?: { json: () => Notice } | null
  notification: Notification
}

const worker = self as unknown as WorkerScope

/** Focuses the page if it is open; does not navigate other pages, where somebody may be typing. */
const show = async (to: string) => {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = open.find(({ url }) => new URL(url).pathname === to)
  return page ? page.focus() : worker.clients.openWindow(to)
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('push', (event) => {
  const notice = event.data?.json()
  if (!notice) return
  const { title, body, tag, to } = notice
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      icon: '/assets/host-icon-192.png',
      data: to,
      ...(tag && { tag }),
    }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data)))
})

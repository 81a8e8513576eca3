import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Middleware } from 'polka'
import type { WebOptions } from '../api/handlers'
import { allSettings } from '../settings/all-settings'
import { nameInLog } from './request-log'

const icon = (size: number) => ({
  src: `/assets/host-icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: 'any maskable',
})

/** Answers the manifest of the host's pages, which makes them installable. */
export const manifest =
  ({ store }: WebOptions): Middleware =>
  async (req, res) => {
    nameInLog(req, '/host.webmanifest')
    const { companyName } = await allSettings(store)
    const body = JSON.stringify({
      id: '/admin',
      name: companyName ? `${companyName} · Benvenuto` : 'Benvenuto',
      short_name: companyName.slice(0, 12) || 'Benvenuto',
      start_url: '/admin-today',
      scope: '/',
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: '#0e7490',
      icons: [icon(192), icon(512)],
    })
    res.writeHead(200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-cache',
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  }

/** Answers the service worker of the host's pages, at the root because its scope is `/admin…`. */
export const hostWorker = ({ assets }: WebOptions): Middleware => {
  const path = join(assets, 'assets', 'host-worker.js')
  return (req, res) => {
    nameInLog(req, '/host-worker.js')
    const body = readFileSync(path)
    res.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-cache',
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}

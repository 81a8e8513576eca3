import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Request } from 'polka'
import { isHostPath } from '../../schema/host-pages'
import { ownCards } from '../../src/core/checkin/own-phone'
import { arrivalCard, doorCard, hereCard, stayCard } from '../../src/core/checkin/stay-journey'
import { firstSteps } from '../../src/core/flow/arms'
import { withFurtherGuests } from '../../src/core/flow/further-guests'
import type { WebOptions } from '../api/handlers'
import { hasSignedIn } from '../auth/host-sessions'
import { cookiesOf } from '../auth/sessions'
import { allSettings, toPublic } from '../settings/all-settings'
import { hostLanguageOf, languageOf } from './accepted-languages'
import { queryTexts } from './answer-call'
import { acceptsPacking } from './middleware'
import { isAtHome, isSecure } from './origin'
import { accentIn, policyOf, renderOnce } from './page'
import { nameInLog } from './request-log'
import { cameraAllowed } from './responses'
import { trialCookie } from './trial'

const noStates: readonly string[] = []

/** If the store fails, the page is shown without settings. */
const partsOf = async ({ store, places, trustProxy }: WebOptions, req: Request) => ({
  settings: await allSettings(store).then(toPublic, () => null),
  states: await places.states().catch(() => noStates),
  isNewHost: isAtHome(req, trustProxy) && !(await hasSignedIn(store).catch(() => true)),
})

/** Answers the page: 200 for the address of a step or host page, else 404. */
export const pageHandler = (options: WebOptions) => {
  const { serving, trials, sessions, trustProxy } = options
  const template = readFileSync(join(options.assets, '..', 'page.html'), 'utf8')
  const policy = policyOf(template)
  const rendered = renderOnce(template)
  return async (req: Request, res: ServerResponse) => {
    const cookies = cookiesOf(req.headers.cookie)
    const secure = isSecure(req, trustProxy)
    const tried = trials.of(cookies[trialCookie(secure)])
    const published = tried ?? serving.current()
    const path = req.path.length > 1 && req.path.endsWith('/') ? req.path.slice(0, -1) : req.path
    const isHost = isHostPath(path)
    const hostLanguage = hostLanguageOf(cookies, req.headers)
    const guestLanguage = languageOf(queryTexts(req.query).lang ?? '', req.headers['accept-language'])
    const isPage =
      Object.hasOwn(withFurtherGuests(published.flow).steps, path) ||
      isHost ||
      [stayCard, arrivalCard, hereCard, doorCard, ...Object.values<string>(ownCards)].includes(path)
    const parts = await partsOf(options, req)
    if (isPage) nameInLog(req, path)
    const isPacked = acceptsPacking(req, 'br')
    const isNew = sessions.visitor(cookies, secure) === undefined
    // A returning guest may be in the middle of the journey.
    const isWhole = !isNew || !firstSteps(published.flow).includes(path)
    const { body, brotli } = rendered({
      ...parts,
      published,
      language: isHost ? hostLanguage : guestLanguage,
      hostLanguage,
      isFirst: path === '/',
      isWhole,
      isHost,
      isTrial: Boolean(tried) && !isHost,
    })
    const sent = isPacked ? brotli() : body
    res.writeHead(isPage ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': sent.length,
      'cache-control': 'no-store',
      vary: 'accept-language, accept-encoding, cookie',
      'content-security-policy': policy(accentIn(parts.settings)),
      ...(parts.settings?.readDocuments && !isHost && { 'permissions-policy': cameraAllowed }),
      ...(isPacked && { 'content-encoding': 'br' }),
      ...(isNew && { 'set-cookie': sessions.visitorCookie(secure) }),
    })
    res.end(req.method === 'HEAD' ? undefined : sent)
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeClient } from '../../../server/offices/police-client'
import { officialAddress, type PoliceAccount, policeSession } from '../../../server/offices/police-session'
import { envelope } from '../../../server/offices/soap'

const test = suite('police session')
const start = Date.parse('2026-11-20T12:00:00+01:00')
const account: PoliceAccount = { user: 'A&B', password: 'p<w', wsKey: 'k>y', category: 'single' }
const apartments: PoliceAccount = { ...account, category: 'apartments' }

const esito = (good: boolean | string, [code, name, detail] = ['', '', '']) =>
  `<esito>${good}</esito><ErroreCod>${code}</ErroreCod><ErroreDes>${name}</ErroreDes><ErroreDettaglio>${detail}</ErroreDettaglio>`
const tokenAnswer = (
  token: string,
  expires = '2026-11-20T13:00:00.1234567+01:00',
  issued = '2026-11-20T12:00:00.1234567+01:00',
) =>
  `<GenerateTokenResponse><GenerateTokenResult><issued>${issued}</issued><expires>${expires}</expires><token>${token}</token></GenerateTokenResult><result>${esito(true)}</result></GenerateTokenResponse>`
const done = (operation: string, rest = '', good: boolean | string = true, words?: string[]) =>
  `<${operation}Response><${operation}Result>${esito(good, words as never)}</${operation}Result>${rest}</${operation}Response>`

/** A portal that returns these answers in order and records operation and content of each request. */
const portal = async (...answers: (string | number)[]) => {
  const asked: { action: unknown; content: string }[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const whole = Buffer.concat(chunks).toString()
    asked.push({
      action: req.headers.soapaction,
      content: whole.slice(envelope('').indexOf('</soap:Body>'), -'</soap:Body></soap:Envelope>'.length),
    })
    const answer = answers.shift() ?? 503
    if (typeof answer === 'number') res.writeHead(answer).end()
    else res.end(envelope(answer))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const clock = { ms: start }
  const options = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    now: () => clock.ms,
    patience: { send: 10_000, other: 10_000 },
  }
  const close = () => new Promise((ready) => server.close(ready))
  const operations = () => asked.map(({ action }) => String(action).replace(/"|AlloggiatiService\//g, ''))
  return {
    asked,
    operations,
    clock,
    options,
    close,
    more: (...some: (string | number)[]) => void answers.push(...some),
  }
}

test('the service is the official one; the timeout is a minute for a sending, twenty seconds otherwise', () => {
  assert.is(officialAddress, 'https://alloggiatiweb.poliziadistato.it/service/service.asmx')
  assert.equal(policeSession({ now: () => 0 }).patience, { send: 60_000, other: 20_000 })
})

test('password and WsKey are sent only for a token; every other call has user and token', async () => {
  const { options, asked, close } = await portal(tokenAnswer('t&amp;1'), done('Tabella', '<CSV>x</CSV>'))
  const { authorized, issued } = policeSession(options)
  assert.is(issued('A&B'), '')
  await authorized(account, 'Tabella', '<tipo>Luoghi</tipo>')
  await close()
  assert.equal(asked, [
    {
      action: '"AlloggiatiService/GenerateToken"',
      content:
        '<GenerateToken xmlns="AlloggiatiService"><Utente>A&amp;B</Utente><Password>p&lt;w</Password><WsKey>k&gt;y</WsKey></GenerateToken>',
    },
    {
      action: '"AlloggiatiService/Tabella"',
      content:
        '<Tabella xmlns="AlloggiatiService"><Utente>A&amp;B</Utente><token>t&amp;1</token><tipo>Luoghi</tipo></Tabella>',
    },
  ])
  assert.is(issued('A&B'), '2026-11-20T12:00:00.1234567+01:00')
})

test('a token is used until two minutes before it expires by our clock', async () => {
  const { options, clock, operations, close, more } = await portal(tokenAnswer('one'), done('X'), done('X'))
  // The portal's clock may be wrong by years.
  clock.ms = 0
  const { authorized } = policeSession(options)
  await authorized(account, 'X', '')
  clock.ms = 58 * 60_000 - 1
  await authorized(account, 'X', '')
  assert.equal(operations(), ['GenerateToken', 'X', 'X'])
  clock.ms = 58 * 60_000
  more(tokenAnswer('two', undefined, 'no day'), done('X'), tokenAnswer('three'), done('X'))
  await authorized(account, 'X', '')
  await authorized(account, 'X', '')
  await close()
  assert.equal(operations().slice(3), ['GenerateToken', 'X', 'GenerateToken', 'X'], 'one of no known life serves once')
})

test('a forgotten token is requested anew, and a refused one replaced once', async () => {
  const refused = done('X', '', false, ['9', 'TOKEN', 'Token non valido'])
  const { options, operations, close } = await portal(
    tokenAnswer('one'),
    done('X'),
    tokenAnswer('two'),
    refused,
    tokenAnswer('three'),
    refused,
  )
  const { authorized, forget } = policeSession(options)
  await authorized(account, 'X', '')
  forget('A&B')
  assert.equal(await authorized(account, 'X', ''), {
    kind: 'refused',
    verdict: { code: '9', name: 'TOKEN', detail: 'Token non valido' },
  })
  await close()
  assert.equal(operations(), ['GenerateToken', 'X', 'GenerateToken', 'X', 'GenerateToken', 'X'])
})

const nothing = { code: '', name: '', detail: '' }
const unreadable = (kind: string) => ({ kind, verdict: { ...nothing, detail: 'unreadable' } })

test('without a token no line counts as sent, whatever the answer', async () => {
  const signedOut = tokenAnswer('x').replace(esito(true), esito('FALSE', ['1', 'CREDENZIALI', 'Errate']))
  for (const [answer, end] of [
    [signedOut, { kind: 'signIn', verdict: { code: '1', name: 'CREDENZIALI', detail: 'Errate' } }],
    [tokenAnswer(''), unreadable('unreached')],
    [tokenAnswer('x', 'soon'), unreadable('unreached')],
    ['<OtherResponse/>', unreadable('unreached')],
    [503, { kind: 'unreached', verdict: { ...nothing, detail: 'HTTP 503' } }],
    [401, { kind: 'signIn', verdict: { ...nothing, detail: 'HTTP 401' } }],
  ] as const) {
    const { options, asked, close } = await portal(answer)
    assert.equal(await policeSession(options).authorized(account, 'Send', ''), end)
    assert.is(asked.length, 1)
    await close()
  }
})

test('an answer without a result counts as unknown', async () => {
  const fault = '<soap:Fault><faultstring>unable to read request</faultstring></soap:Fault>'
  for (const [answer, end] of [
    [done('Send', '', 'forse'), unreadable('unclear')],
    ['<SendResponse/>', unreadable('unclear')],
    ['<TestResponse/>', unreadable('unclear')],
    [500, { kind: 'unclear', verdict: { ...nothing, detail: 'HTTP 500' } }],
    [403, { kind: 'unclear', verdict: { ...nothing, detail: 'HTTP 403' } }],
    [fault, { kind: 'refused', verdict: { ...nothing, detail: 'unable to read request' } }],
    [
      fault.replace('unable', 'never able'),
      { kind: 'unclear', verdict: { ...nothing, detail: 'never able to read request' } },
    ],
  ] as const) {
    const { options, close } = await portal(tokenAnswer('t'), answer)
    assert.equal(await policeSession(options).authorized(account, 'Send', ''), end)
    await close()
  }
})

const judgement = (operation: string, valid: number | string, ...goods: (boolean | string)[]) =>
  done(
    operation,
    `<result><SchedineValide>${valid}</SchedineValide><Dettaglio>${goods
      .map(
        (good) =>
          `<EsitoOperazioneServizio>${esito(good, good === false ? ['12', 'CAMPO', 'Errato'] : undefined)}</EsitoOperazioneServizio>`,
      )
      .join('')}</Dettaglio></result>`,
  )

test('lines are sent as a list of strings, by the operation of their account, with a verdict each', async () => {
  for (const [whose, kind, operation] of [
    [account, 'test', 'Test'],
    [account, 'send', 'Send'],
    [apartments, 'test', 'GestioneAppartamenti_FileUnico_Test'],
    [apartments, 'send', 'GestioneAppartamenti_FileUnico_Send'],
  ] as const) {
    const { options, asked, close } = await portal(tokenAnswer('t'), judgement(operation, 1, true, false))
    assert.equal(await policeClient(options)[kind](whose, ['a<b', 'c']), {
      kind: 'judged',
      lines: [undefined, { code: '12', name: 'CAMPO', detail: 'Errato' }],
    })
    await close()
    const list = '<ElencoSchedine><string>a&lt;b</string><string>c</string></ElencoSchedine>'
    assert.ok(asked[1]!.content.endsWith(`</token>${list}</${operation}>`), asked[1]!.content)
  }
})

test('verdicts whose count does not fit are ignored', async () => {
  const lost = { kind: 'unclear', verdict: { ...nothing, detail: 'count' } }
  for (const answer of [
    judgement('Send', 1, true),
    judgement('Send', 3, true, true, true),
    judgement('Send', 1, true, true),
    judgement('Send', 1, true, 'forse'),
    judgement('Send', 1),
    judgement('Send', 0),
  ]) {
    const { options, close } = await portal(tokenAnswer('t'), answer)
    assert.equal(await policeClient(options).send(account, ['a', 'b']), lost)
    await close()
  }
})

const tokenRefused = ['10', 'TOKEN_NON_VALIDO', 'Token scaduto']
const otherRefused = ['99', 'ERRORE_GENERICO', 'Errore durante la registrazione']
/** An answer that reports a failed call and a result for each line. */
const failedBeside = (words: string[], valid: number | string, ...goods: boolean[]) =>
  judgement('Send', valid, ...goods).replace(esito(true), esito(false, words as never))

test('three of five lines stored: the details decide, and the call is not repeated whatever its error', async () => {
  const wrong = { code: '12', name: 'CAMPO', detail: 'Errato' }
  for (const words of [tokenRefused, otherRefused]) {
    const { options, operations, close } = await portal(
      tokenAnswer('t'),
      failedBeside(words, 3, true, false, true, false, true),
    )
    assert.equal(await policeClient(options).send(account, ['a', 'b', 'c', 'd', 'e']), {
      kind: 'judged',
      lines: [undefined, wrong, undefined, wrong, undefined],
    })
    await close()
    assert.equal(operations(), ['GenerateToken', 'Send'])
  }
})

test('a count without details decides if all lines are valid, otherwise the result is unknown', async () => {
  for (const [valid, end] of [
    [2, { kind: 'judged', lines: [undefined, undefined] }],
    [1, { kind: 'unclear', verdict: { ...nothing, detail: 'count' } }],
    [0, { kind: 'unclear', verdict: { ...nothing, detail: 'count' } }],
  ] as const) {
    const { options, operations, close } = await portal(tokenAnswer('t'), failedBeside(tokenRefused, valid))
    assert.equal(await policeClient(options).send(account, ['a', 'b']), end)
    await close()
    assert.equal(operations(), ['GenerateToken', 'Send'])
  }
})

test('a Send is repeated once, and only if the answer has no result and names the token', async () => {
  const again = await portal(
    tokenAnswer('t'),
    done('Send', '<result/>', false, tokenRefused),
    tokenAnswer('u'),
    judgement('Send', 1, true),
  )
  assert.is((await policeClient(again.options).send(account, ['a'])).kind, 'judged')
  await again.close()
  assert.equal(again.operations(), ['GenerateToken', 'Send', 'GenerateToken', 'Send'])

  const [code = '', name = '', detail = ''] = otherRefused
  const once = await portal(tokenAnswer('t'), done('Send', '', false, otherRefused), tokenAnswer('u'))
  assert.equal(await policeClient(once.options).send(account, ['a']), {
    kind: 'unclear',
    verdict: { code, name, detail },
  })
  await once.close()
  assert.equal(once.operations(), ['GenerateToken', 'Send'])
})

test('a sending may take longer than other calls', async () => {
  for (const [kind, patience, end] of [
    ['send', { send: 60, other: 10_000 }, 'unclear'],
    ['test', { send: 10_000, other: 10_000 }, 'judged'],
    ['send', { send: 10_000, other: 10_000 }, 'judged'],
  ] as const) {
    const { options, close } = await portal(tokenAnswer('t'), judgement(kind === 'send' ? 'Send' : 'Test', 1, true))
    const waiting = policeClient({ ...options, patience })
    if (patience.send === 60) {
      // Get the token first, so that only the sending times out.
      await waiting.receipt(account, '2026-11-19')
    }
    const { kind: came } = await waiting[kind](account, ['a'])
    assert.is(came, end === 'unclear' ? 'unclear' : end)
    await close()
  }
})

const table = (csv: string) => done('Tabella', `<CSV>${csv}</CSV>`)

test('a test of credentials uses a new token, the table of errors, and the apartments if any', async () => {
  const errors = 'Codice;Descrizione\r\n12;CAMPO NON CORRETTO;x\r\n\r\n;nameless\n13'
  const list = 'Id;Nome;Comune\n4;UNO;ROMA\r\nA5;LETTERS;ROMA\n6'
  const { options, asked, operations, close, more } = await portal(
    tokenAnswer('t'),
    done('Authentication_Test'),
    table(errors),
  )
  const client = policeClient(options)
  assert.equal(await client.tryAccess(account), {
    kind: 'access',
    errors: { 12: 'CAMPO NON CORRETTO', 13: '' },
    apartments: [],
    issued: '2026-11-20T12:00:00.1234567+01:00',
  })
  more(tokenAnswer('u'), done('Authentication_Test'), table(errors), table(list))
  const both = await client.tryAccess(apartments)
  assert.equal('apartments' in both && both.apartments, [
    { id: '4', name: 'UNO', town: 'ROMA' },
    { id: '6', name: '', town: '' },
  ])
  await close()
  assert.equal(operations().slice(3), ['GenerateToken', 'Authentication_Test', 'Tabella', 'Tabella'])
  assert.match(asked[2]!.content, /<tipo>TipoErrore<\/tipo>/)
  assert.match(asked.at(-1)!.content, /<tipo>ListaAppartamenti<\/tipo>/)
})

test('a failure while testing the credentials is its result', async () => {
  const all = [done('Authentication_Test'), table('x'), 500]
  for (const count of [0, 1, 2]) {
    const { options, asked, close } = await portal(tokenAnswer('t'), ...all.slice(0, count), 500)
    const end = await policeClient(options).tryAccess(apartments)
    assert.equal(end, { kind: 'unclear', verdict: { ...nothing, detail: 'HTTP 500' } })
    assert.is(asked.length, count + 2)
    await close()
  }
})

test('a receipt is requested by its day and returned unchanged; or there is none', async () => {
  const pdf = Buffer.from('%PDF-1.4 …', 'utf8')
  const answer = (text: string) => done('Ricevuta', `<PDF>${text}</PDF>`)
  const refused = (...words: string[]) => done('Ricevuta', '', false, words)
  for (const [answers, end] of [
    [[answer(pdf.toString('base64'))], { kind: 'receipt', pdf }],
    [[answer(Buffer.from('<html>').toString('base64'))], { kind: 'receipt', pdf: Buffer.from('<html>') }],
    [[answer('')], unreadable('unclear')],
    [[500], { kind: 'unclear', verdict: { ...nothing, detail: 'HTTP 500' } }],
    [[refused('51', 'X', 'Y'), tokenAnswer('u'), refused('51', 'X', 'Y')], { kind: 'none' }],
    [
      [refused('', 'RICEVUTA_NON_TROVATA', ''), tokenAnswer('u'), refused('', 'RICEVUTA_NON_TROVATA', '')],
      { kind: 'none' },
    ],
    [
      [refused('52', 'DATA', 'Errata'), tokenAnswer('u'), refused('52', 'DATA', 'Errata')],
      { kind: 'refused', verdict: { code: '52', name: 'DATA', detail: 'Errata' } },
    ],
  ] as const) {
    const { options, asked, close } = await portal(tokenAnswer('t'), ...answers)
    assert.equal(await policeClient(options).receipt(account, '2026-11-19'), end)
    assert.match(asked[1]!.content, /<Data>2026-11-19T00:00:00<\/Data>/)
    await close()
  }
})

test.run()

import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { certificates, envelope, failureSentence, post, unsentSentence } from '../../../server/offices/soap'
import { folder } from '../store/store-world'

const test = suite('soap')

const service = async (answer: (res: ServerResponse, req: IncomingMessage) => void) => {
  const asked: { method?: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    asked.push({ method: req.method, headers: req.headers, body: Buffer.concat(chunks).toString() })
    answer(res, req)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/service`
  const close = () => new Promise((done) => server.close(done))
  return { url, asked, close }
}

const endOf = async (status: number, body: string) => {
  const { url, close } = await service((res) => res.writeHead(status).end(body))
  try {
    return await post({ url, patience: 60_000 }, 'A/B', '<b/>')
  } finally {
    await close()
  }
}

const fault = (inside: string) => envelope(`<soap:Fault>${inside}</soap:Fault>`)

test('a call is one POST of a SOAP 1.1 envelope, with its action, length and further headers', async () => {
  const { url, asked, close } = await service((res) => res.end(envelope('<AResponse/>')))
  await post({ url, patience: 10_000, headers: { authorization: 'Basic abc' } }, 'Servizio/A', '<a>è</a>')
  await close()
  const [{ method, headers, body } = assert.unreachable() as never] = asked
  const whole =
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><a>è</a></soap:Body></soap:Envelope>'
  assert.equal([method, body], ['POST', whole])
  const { connection: _, host: __, ...rest } = headers
  assert.equal(rest, {
    'content-type': 'text/xml; charset=utf-8',
    soapaction: '"Servizio/A"',
    'content-length': String(Buffer.byteLength(whole)),
    authorization: 'Basic abc',
  })
})

test('the only element of the body is the answer', async () => {
  assert.equal(await endOf(200, envelope('<x:A><b>1</b></x:A>')), {
    kind: 'answer',
    body: { name: 'A', text: '', children: [{ name: 'b', text: '1', children: [], tag: 'b' }], tag: 'x:A' } as never,
  })
})

test('the end of a call is read from status and body, in the service’s words', async () => {
  for (const [status, body, kind, why] of [
    [401, envelope('<A/>'), 'signIn', 'HTTP 401'],
    [403, '', 'signIn', 'HTTP 403'],
    [402, '', 'unclear', 'HTTP 402'],
    [404, 'not here', 'unclear', 'HTTP 404'],
    [500, envelope('<A/>'), 'unclear', 'HTTP 500'],
    [201, envelope('<A/>'), 'unclear', 'HTTP 201'],
    [200, '<html><body>manutenzione</body></html>', 'unclear', 'unreadable'],
    [200, envelope(''), 'unclear', 'unreadable'],
    [200, envelope('<A/><B/>'), 'unclear', 'unreadable'],
    [500, fault('<faultstring>Struttura non trovata</faultstring>'), 'fault', 'Struttura non trovata'],
    [200, fault('<Reason><Text>Spento</Text></Reason>'), 'fault', 'Spento'],
    [500, fault(''), 'fault', ''],
    [500, fault('<faultstring> </faultstring>'), 'fault', ''],
    [500, fault(`<faultstring>${'x'.repeat(301)}</faultstring>`), 'fault', 'x'.repeat(300)],
    [
      500,
      fault('<faultstring>Server did not recognize the value of HTTP Header SOAPAction: A.</faultstring>'),
      'rejected',
      'Server did not recognize the value of HTTP Header SOAPAction: A.',
    ],
    [
      400,
      fault('<faultstring>System.Web: Server was UNABLE to read request.</faultstring>'),
      'rejected',
      'System.Web: Server was UNABLE to read request.',
    ],
  ] as const)
    assert.equal(await endOf(status, body), { kind, why }, `${status} ${body.slice(0, 200)}`)
})

test('an answer of 16 MB is read, and a longer one is cut off', async () => {
  const whole = envelope(`<A>${'x'.repeat((16 << 20) - envelope('<A></A>').length)}</A>`)
  assert.is((await endOf(200, whole)).kind, 'answer')
  const { url, close } = await service((res) => {
    const part = 'x'.repeat(1 << 20)
    const more = () => !res.destroyed && void (res.write(part) ? setImmediate(more) : res.once('drain', more))
    more()
  })
  assert.equal(await post({ url, patience: 60_000 }, 'A', ''), { kind: 'unclear', why: 'tooLarge' })
  await close()
})

test('a silent service times out, and its result is unclear', async () => {
  const { url, close } = await service(() => {})
  assert.equal(await post({ url, patience: 500 }, 'A', ''), { kind: 'unclear', why: 'timeout' })
  await close()
})

test('a missing service is unreached', async () => {
  const { url, close } = await service(() => {})
  await close()
  assert.equal(await post({ url, patience: 10_000 }, 'A', ''), { kind: 'unreached', why: 'ECONNREFUSED' })
})

test('a connection broken during the answer makes it unclear', async () => {
  const { url, close } = await service((res) => {
    res.writeHead(200, { 'content-length': 1000 }).write('<a>')
    setTimeout(() => res.destroy(), 20)
  })
  const end = await post({ url, patience: 10_000 }, 'A', '')
  await close()
  assert.equal(end, { kind: 'unclear', why: 'cut' })
  assert.not.ok(process.getActiveResourcesInfo().includes('Timeout'), 'and nothing waits any more')
})

test('the host’s message for each failed call', () => {
  const look = 'prima di riprovare guarda sul portale che cosa è arrivato'
  const line = (code: string) => `la linea è caduta o il servizio non c'è (${code}); controlla la connessione: ${look}`
  for (const [why, words] of [
    ['timeout', `nessuna risposta entro il tempo: ${look}`],
    ['unreadable', `la risposta non si può leggere: ${look}`],
    ['count', `la risposta non parla di tutto ciò che è partito: ${look}`],
    ['crash', `il programma si è fermato durante l'invio: ${look}`],
    ['tooLarge', `la risposta è troppo grande per essere letta: ${look}`],
    ['too large', `la risposta è troppo grande per essere letta: ${look}`],
    ['cut', `la linea è caduta a metà della risposta: ${look}`],
    ['aborted', `la linea è caduta a metà della risposta: ${look}`],
    ['', `il servizio non dice perché: ${look}`],
    [' \n', `il servizio non dice perché: ${look}`],
    ['fault', `il servizio non dice perché: ${look}`],
    ['secrets', 'manca la password, che una copia di sicurezza ripristinata non contiene: scrivila di nuovo in Invii'],
    ['HTTP 401', 'il servizio non accetta utente e password (401): controllali e scrivili di nuovo in Invii'],
    ['HTTP 403', 'il servizio non accetta utente e password (403): controllali e scrivili di nuovo in Invii'],
    ['HTTP 503', `il servizio ha risposto con un errore suo (503): ${look}`],
    ['HPE_INVALID_CONSTANT', line('HPE_INVALID_CONSTANT')],
    ['ERR_SSL_WRONG_VERSION_NUMBER', line('ERR_SSL_WRONG_VERSION_NUMBER')],
    ['ECONNREFUSED', line('ECONNREFUSED')],
    ['EPIPE', line('EPIPE')],
    ['UND_ERR_SOCKET', line('UND_ERR_SOCKET')],
    ['ERRORE_GENERICO', 'il servizio dice «ERRORE_GENERICO»'],
    ['Errore nei dati', 'il servizio dice «Errore nei dati»'],
    ['Server was unable to process request.', 'il servizio dice «Server was unable to process request.»'],
    ['HTTP 5031', 'il servizio dice «HTTP 5031»'],
  ])
    assert.is(failureSentence(why!), words)
  for (const why of ['', 'timeout', 'HTTP 503', 'ENOTFOUND', 'cut'])
    assert.is(`${unsentSentence(why)}: ${look}`, failureSentence(why), 'what sent nothing needs no look at the portal')
  assert.is(unsentSentence('secrets'), failureSentence('secrets'))
  assert.match(failureSentence('certificate'), /^il certificato del servizio non si può verificare/)
})

test('additional certificates come from a file', () => {
  const file = join(folder(), 'ca.pem')
  writeFileSync(file, 'a certificate')
  assert.is(certificates(undefined), undefined)
  assert.is(certificates(''), undefined)
  assert.equal(certificates(file), [...rootCertificates, 'a certificate'])
  assert.throws(() => certificates(`${file}.gone`), /ENOENT/)
})

test.run()

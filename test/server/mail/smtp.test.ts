import { getEventListeners } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { tryOut } from '../../../server/mail/delivery'
import type { Envelope } from '../../../server/mail/envelope'
import { mailServer, sendMail, tellHouse } from '../../../server/mail/smtp'
import { canSend } from '../../../server/settings/switches'
import { until } from '../../until'
import { failing } from '../store/store-world'
import { atTheOffice, type Manners, partOf, readable, withMail } from './mail-world'

const test = suite('a letter to the mail server')

const settings: Settings = { ...defaults, ...withMail }
const envelope: Envelope = {
  letter: { subject: 'Ciao\r\nBcc: ladro@example.org', text: 'Uno\n', html: '<p>Uno</p>\n' },
  from: { name: 'Casa "Bella"', address: 'checkin@casa.example' },
  to: 'ospite@example.org',
  replyTo: 'info@casa.example',
  language: 'de',
}

/** Returns a letter's text with its variable parts replaced by words. */
const told = (raw: string) => {
  const boundaries = new Map<string, string>()
  return raw
    .replace(
      /--_NmP-\w+-Part_\d+/g,
      (name) => boundaries.get(name) ?? boundaries.set(name, `PART${boundaries.size}`).get(name)!,
    )
    .replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r$/m, 'Date: NOW\r')
    .replaceAll('\r\n', '\n')
}

test(
  'a letter on the wire, line by line, with its logo inside',
  atTheOffice(async ({ letters, server }) => {
    const picture = { source: 'cid:logo@benvenuto', height: 56 }
    const logo = { file: { content: Buffer.from('logo'), contentType: 'image/png', filename: 'logo.png' }, picture }
    assert.equal(await sendMail(server, settings, { ...envelope, id: 'abc', logo }), { taken: true })
    const [{ raw, from, to, user }] = letters as [(typeof letters)[0]]
    assert.equal([from, to, user], ['checkin@casa.example', ['ospite@example.org'], 'casa'])
    assert.is(
      told(raw),
      `Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Content-Language: de
From: "Casa \\"Bella\\"" <checkin@casa.example>
To: ospite@example.org
Reply-To: info@casa.example
Subject: Ciao Bcc: ladro@example.org
Message-ID: <abc@casa.example>
Date: NOW
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="PART0"

--PART0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

Uno

--PART0
Content-Type: multipart/related; type="text/html";
 boundary="PART1"

--PART1
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit

<p>Uno</p>

--PART1
Content-Type: image/png; name=logo.png
Content-ID: <logo@benvenuto>
Content-Transfer-Encoding: base64
Content-Disposition: inline; filename=logo.png

bG9nbw==
--PART1--

--PART0--
`,
    )
  }),
)

test(
  'a letter without logo and id has two parts, and an id made by the library',
  atTheOffice(async ({ letters, server }) => {
    await sendMail(server, settings, envelope)
    assert.equal(
      letters[0]!.parts.map(({ type, body }) => [type, body.toString().trim()]),
      [
        ['text/plain', 'Uno'],
        ['text/html', '<p>Uno</p>'],
      ],
    )
    assert.match(letters[0]!.headers['message-id']!, /^<[^@]+@casa\.example>$/)
    assert.not.match(letters[0]!.headers['message-id']!, /undefined/)
  }),
)

test('the mail server and its timeout are read from the environment', () => {
  const patience = { connect: 20_000, greeting: 20_000, answer: 120_000, settle: 500 }
  assert.equal(mailServer({}), { host: 'mail.smtp2go.com', port: 465, secure: true, patience })
  const own = mailServer({ SMTP_HOST: 'smtp.example', SMTP_PORT: '2525' })
  assert.equal(own, { host: 'smtp.example', port: 2525, secure: false, patience })
  assert.equal(
    ['1', '464', '466', '65535'].map((SMTP_PORT) => mailServer({ SMTP_PORT }).port),
    [1, 464, 466, 65_535],
  )
  for (const SMTP_PORT of ['0', '-1', '65536', '587.5', '', 'x'])
    assert.throws(
      () => mailServer({ SMTP_PORT }),
      (error: Error) =>
        error.message === 'SMTP_PORT must be a port number: 465 for TLS at once, 587 or 2525 for STARTTLS',
      SMTP_PORT,
    )
  assert.throws(
    () => mailServer({ SMTP_CA: '/nowhere/ca.pem' }),
    /^SMTP_CA names a file that cannot be read \(ENOENT: .*ca\.pem/,
  )
})

test('letters leave only while switched on, with a user, a password and a sender', () => {
  assert.is(canSend(settings), true)
  for (const more of [
    { enableSMTP2GO: false },
    { smtp2goUsername: '' },
    { smtp2goPassword: '' },
    { emailSender: '' },
  ] as const)
    assert.is(canSend({ ...settings, ...more }), false, JSON.stringify(more))
})

test(
  'the end of a letter is sent only after its handover is stored, and no connection stays open',
  atTheOffice(async ({ letters, server, open }) => {
    const { signal } = new AbortController()
    const seen: number[] = []
    const noted = async () => {
      await new Promise((done) => setTimeout(done, 20))
      seen.push(letters.length)
    }
    assert.equal(await sendMail(server, settings, envelope, noted, signal), { taken: true })
    assert.equal([seen, letters.length], [[0], 1])
    assert.is(getEventListeners(signal, 'abort').length, 0)
    await open(0)
  }),
)

/** Ways a letter fails: the server's behaviour, the result of the handover, and the message to the host. */
const failures: [name: string, manners: Manners, handover: () => Promise<void>, says: RegExp][] = [
  ['a wrong password', { password: 'altra' }, async () => {}, /^Nome utente o password/],
  ['a refused sender', { sender: 553 }, async () => {}, /mittente.*553/],
  ['a refused recipient', { recipient: 550 }, async () => {}, /destinatario \(codice 550\)/],
  ['a refused letter', { data: 554 }, async () => {}, /rifiutato l'email \(codice 554\)/],
  ['a letter put off', { data: 451 }, async () => {}, /in questo momento \(codice 451\)/],
  ['handing over not noted', {}, () => Promise.reject(new Error('full')), /non è riuscito/],
]
test('a failure is reported with the result for the letter, and leaves no connection open', async () => {
  const tried = failures.map(([name, manners, handover, says]) =>
    atTheOffice(async ({ letters, server, open }) => {
      const { signal } = new AbortController()
      const end = await sendMail(server, settings, envelope, handover, signal)
      assert.is(end.taken, false, name)
      assert.match((end as { fault: { sentence: string } }).fault.sentence, says)
      assert.equal([letters.length, getEventListeners(signal, 'abort').length], [0, 0], name)
      await open(0)
    }, manners)(),
  )
  await Promise.all(tried)
})

test(
  'a letter without a response may or may not have arrived',
  atTheOffice(
    async ({ letters, server, open }) => {
      server.patience.answer = 60_000
      const ending = new AbortController()
      const ended = sendMail(server, settings, envelope, undefined, ending.signal)
      await until('a letter', () => letters.length === 1)
      ending.abort()
      const end = await ended
      assert.is(end.taken, 'unclear')
      assert.equal((end as { fault: object }).fault, {
        sentence: 'Il server di posta 127.0.0.1 non ha risposto in tempo: riprova tra poco.',
        mark: 'EABORT',
        permanent: false,
        everyone: false,
      })
      await open(0)
    },
    { data: 'mute' },
  ),
)

test(
  'a letter is not handed over to a server that disconnects after the text',
  atTheOffice(
    async ({ letters, server }) => {
      server.patience.settle = 100
      let noted = 0
      const end = await sendMail(server, settings, envelope, async () => void noted++)
      assert.equal([end.taken, noted, letters.length], [false, 0, 0])
      assert.match((end as { fault: { sentence: string } }).fault.sentence, /ha interrotto la connessione/)
    },
    { data: 'drop' },
  ),
)

test(
  'a letter cancelled before it begins sends nothing; one cancelled during its handover waits for the result',
  atTheOffice(async ({ letters, seen, server, open }) => {
    const never = await sendMail(server, settings, envelope, undefined, AbortSignal.abort())
    assert.equal([never.taken, seen.logins], [false, 0])
    const ending = new AbortController()
    let isNoted = false
    const noted = async () => {
      ending.abort()
      await new Promise((done) => setTimeout(done, 50))
      isNoted = true
    }
    const end = await sendMail(server, settings, envelope, noted, ending.signal)
    assert.equal([end.taken, isNoted, letters.length], [false, true, 0])
    assert.match((end as { fault: { mark: string } }).fault.mark, /^EABORT$/)
    await open(0)
  }),
)

test(
  'a letter to the house goes from the house to itself, and nowhere while letters are off',
  atTheOffice(async ({ letters, seen, server }) => {
    const made = ({ words }: { words: { readonly [key: string]: string } }) => ({
      subject: words['device.subject']!,
      text: 'Due\n',
      html: '<p>Due</p>\n',
    })
    await tellHouse(server, { ...settings, enableSMTP2GO: false }, () => {
      throw new Error('nobody reads it')
    })
    assert.is(seen.connections, 0)
    await tellHouse(server, settings, made)
    assert.equal([letters[0]!.from, letters[0]!.to], ['checkin@bellavista.example', ['info@bellavista.example']])
    const { from, to, subject, 'reply-to': reply, 'content-language': language } = letters[0]!.headers
    assert.equal(
      { from, to, subject: readable(subject), reply, language },
      {
        from: 'Hotel Bellavista <checkin@bellavista.example>',
        to: 'info@bellavista.example',
        subject: 'Un nuovo dispositivo è entrato',
        reply: 'info@bellavista.example',
        language: 'it',
      },
    )
  }),
)

test(
  'the test letter goes to the house, and the call returns its result',
  atTheOffice(async ({ letters, seen, server, manners }) => {
    const off = "L'invio delle email non è configurato: attiva SMTP2GO e indica nome utente, password e mittente."
    const none = await tryOut(server, { ...settings, smtp2goUsername: '' })
    assert.equal([none, seen.connections], [{ success: false, message: off }, 0])
    assert.equal(await tryOut(server, settings), { success: true, message: 'Email SMTP2GO inviata' })
    const { from, to, subject, 'reply-to': reply, 'content-language': language } = letters[0]!.headers
    assert.equal(
      { from, to, subject, reply, language },
      {
        from: 'Hotel Bellavista <checkin@bellavista.example>',
        to: 'info@bellavista.example',
        subject: 'Prova di invio',
        reply: 'info@bellavista.example',
        language: 'it',
      },
    )
    assert.match(partOf(letters[0]!, 'text/plain'), /^Prova di invio\r\n=+\r\n\r\nSe leggi questo messaggio/)
    manners.password = 'altra'
    const message = 'Nome utente o password SMTP2GO non corretti.'
    assert.equal(await tryOut(server, settings), { success: false, message })
  }),
)

test('an error in writing a letter of the house reaches the caller', async () => {
  const made = () => {
    throw new RangeError('no such day')
  }
  assert.is((await failing(tellHouse(mailServer({}), settings, made))).name, 'RangeError')
})

test.run()

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hindrance } from '../../../server/mail/delivery'
import { deliveryFault, type Failed } from '../../../server/mail/smtp'

const test = suite('faults of a delivery')

const failed = (message: string, more: Partial<Failed> = {}): Failed => Object.assign(new Error(message), more)
const toldOf = (more: Partial<Failed>, begun = false, message = 'x') =>
  deliveryFault(failed(message, more), 'mail.example', begun)

const auth = 'Nome utente o password SMTP2GO non corretti.'
const tls = 'La connessione sicura (TLS) con il server di posta mail.example non è riuscita.'
const unreachable = 'Il server di posta mail.example non è raggiungibile: controlla la connessione e riprova.'
const later = (code: number) => `Il server di posta non accetta email in questo momento (codice ${code}).`
const refused = (code: number) => `Il server di posta ha rifiutato l'email (codice ${code}).`
const recipient = (code: number) => `Il server di posta non accetta l'indirizzo del destinatario (codice ${code}).`
const sender = (code: number) =>
  `Il server di posta non accetta il mittente: controlla che l'indirizzo sia verificato in SMTP2GO (codice ${code}).`

test('every failure has its message, its retry and whether it stops all letters', () => {
  const told: [more: Partial<Failed>, sentence: string, mark: string, permanent: boolean, everyone: boolean][] = [
    [{ code: 'ETLS' }, tls, 'ETLS', false, true],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, tls, 'ESOCKET', false, true],
    [{ code: 'ESOCKET', originalCode: 'EPROTO' }, tls, 'ESOCKET', false, true],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, unreachable, 'ESOCKET', false, true],
    [{ code: 'ETLS', responseCode: 454 }, tls, 'ETLS 454', false, true],
    [{ code: 'EMESSAGE', responseCode: 421 }, later(421), 'EMESSAGE 421', false, true],
    [{ code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }, later(450), 'EENVELOPE 450', false, false],
    [{ code: 'EMESSAGE', responseCode: 499, command: 'DATA' }, later(499), 'EMESSAGE 499', false, false],
    [{ code: 'EMESSAGE', responseCode: 500, command: 'DATA' }, refused(500), 'EMESSAGE 500', true, false],
    [{ code: 'EMESSAGE', responseCode: 502, command: 'DATA' }, refused(502), 'EMESSAGE 502', true, false],
    [{ code: 'EMESSAGE', responseCode: 503, command: 'DATA' }, later(503), 'EMESSAGE 503', false, false],
    [{ code: 'EMESSAGE', responseCode: 504, command: 'DATA' }, refused(504), 'EMESSAGE 504', true, false],
    [{ code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, later(554), 'EPROTOCOL 554', false, true],
    [{ code: 'EPROTOCOL', responseCode: 550, command: 'EHLO' }, later(550), 'EPROTOCOL 550', false, true],
    [{ responseCode: 550 }, later(550), '550', false, true],
    [{ code: 'EAUTH', responseCode: 454, command: 'AUTH PLAIN' }, later(454), 'EAUTH 454', false, true],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, auth, 'EAUTH 535', false, true],
    [{ code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' }, sender(553), 'EENVELOPE 553', false, true],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, recipient(550), 'EENVELOPE 550', true, false],
    [{ responseCode: 550, command: 'RCPT TO' }, recipient(550), '550', true, false],
    [{}, "L'invio dell'email non è riuscito.", 'Error', false, true],
  ]
  for (const [more, sentence, mark, permanent, everyone] of told)
    assert.equal(toldOf(more), { sentence, mark, permanent, everyone }, JSON.stringify(more))
})

test('a failure after a letter has begun does not stop the other letters', () => {
  assert.is(toldOf({ code: 'ECONNECTION' }).everyone, true)
  assert.equal(toldOf({ code: 'ECONNECTION' }, true), {
    sentence: 'Il server di posta mail.example ha interrotto la connessione.',
    mark: 'ECONNECTION',
    permanent: false,
    everyone: false,
  })
})

test('a certificate error recognised only by its message is a fault of the secure connection', () => {
  assert.is(toldOf({ code: 'ESOCKET' }, false, 'self-signed Certificate in chain').sentence, tls)
  assert.is(toldOf({ code: 'ESOCKET' }, false, 'SSL routines: wrong version number').sentence, tls)
})

test('faults found before contacting a server, word for word', () => {
  const told = (['off', 'address', 'unclear', 'other', 'held.address', 'held.house'] as const).map(hindrance)
  assert.equal(told, [
    {
      sentence: "L'invio delle email non è configurato: attiva SMTP2GO e indica nome utente, password e mittente.",
      mark: 'off',
      permanent: false,
      everyone: true,
    },
    {
      sentence: 'Manca un indirizzo email valido a cui scrivere.',
      mark: 'address',
      permanent: true,
      everyone: false,
    },
    {
      sentence:
        "La consegna si è interrotta alla fine: l'email potrebbe essere arrivata. Non viene inviata di nuovo, per non " +
        'spedirla due volte.',
      mark: 'unclear',
      permanent: true,
      everyone: false,
    },
    { sentence: "L'invio dell'email non è riuscito.", mark: 'other', permanent: false, everyone: false },
    {
      sentence: 'A questo indirizzo sono già partite 3 email oggi: questa aspetta una tua conferma.',
      mark: 'held.address',
      permanent: false,
      everyone: false,
    },
    {
      sentence: 'Oggi sono già partite 100 email: questa aspetta una tua conferma.',
      mark: 'held.house',
      permanent: false,
      everyone: false,
    },
  ])
})

test.run()

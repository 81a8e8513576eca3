import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  callerAddress,
  hostOf,
  isAtHome,
  isOurHost,
  isOurs,
  isSecure,
  networkOf,
  originOf,
} from '../../../server/http/caller'
import { acceptsBrotli } from '../../../server/http/middleware'

const test = suite('where a request comes from')

const req = (headers: Record<string, string> = {}, remoteAddress = '203.0.113.9', encrypted = false) =>
  ({ headers, socket: { remoteAddress, ...(encrypted && { encrypted: true }) } }) as never

test('our pages are recognised by the browser’s headers; a request without them is accepted', () => {
  const ours = 'https://casa.example'
  for (const [headers, right] of [
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: ours }, false],
    [{ origin: ours }, true],
    [{ origin: 'http://casa.example' }, false],
    [{ origin: 'null' }, false],
  ] as const)
    assert.is(isOurs(req(headers), ours), right, JSON.stringify(headers))
})

test('an IPv4 address counts alone, an IPv6 address by its /64', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::5:6', '2001:db8:0:0'],
    ['2001:db8:1::', '2001:db8:1:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['::ffff:1', '0:0:0:0'],
    ['', ''],
    ['x'.repeat(70), 'x'.repeat(64)],
  ] as const)
    assert.is(networkOf(address), network, address)
})

test('a host’s name is ours where it is this machine, figures, or the house’s public address', () => {
  const address = 'https://casa.example'
  for (const [host, right] of [
    ['casa.example', true],
    ['CASA.example:8443', true],
    ['casa.example:123456', false],
    ['localhost', true],
    ['localhost:8080', true],
    ['LOCALHOST', true],
    ['localhost.evil.example', false],
    ['127.0.0.1:80', true],
    ['192.168.1.5', true],
    ['[::1]:8080', true],
    ['[fe80::1]', true],
    ['evil.example', false],
    ['a_b', false],
    ['', false],
    ['casa.example/', false],
  ] as const)
    assert.is(isOurHost(host, address, true), right, host)
  assert.equal([isOurHost('any.example', '', true), isOurHost('any.example', '', false)], [true, false])
  assert.is(isOurHost('any.example', 'no address', true), false)
  assert.is(isOurHost('', '', true), false)
})

test('a request is local on the machine itself, by its own name, without a proxy', () => {
  for (const [headers, from, trustProxy, right] of [
    [{ host: 'localhost:8080' }, '127.0.0.1', false, true],
    [{ host: '127.0.0.1:8080' }, '::1', false, true],
    [{ host: '[::1]:8080' }, '::ffff:127.0.0.1', false, true],
    [{ host: 'localhost' }, '127.1.2.3', false, true],
    [{ host: 'localhost' }, '127.0.0.1', true, false],
    [{ host: 'localhost', 'x-forwarded-for': '1.2.3.4' }, '127.0.0.1', false, false],
    [{ host: 'casa.example' }, '127.0.0.1', false, false],
    [{ host: 'localhost' }, '192.168.1.5', false, false],
    [{}, '127.0.0.1', false, false],
    [{ host: 'localhost:x' }, '127.0.0.1', false, false],
  ] as const)
    assert.is(isAtHome(req(headers, from), trustProxy), right, JSON.stringify([headers, from, trustProxy]))
  assert.is(isAtHome({ headers: { host: 'localhost' }, socket: {} } as never, false), false)
})

test('the client is the connection’s address, behind a proxy the last one the proxy saw, in any spelling', () => {
  const by = (forwarded: string) => callerAddress(req({ 'x-forwarded-for': forwarded }), true)
  for (const [forwarded, address] of [
    ['198.51.100.1, 198.51.100.2 ', '198.51.100.2'],
    ['198.51.100.2:4711', '198.51.100.2'],
    ['[2001:DB8::1]:4711', '2001:db8:0:0'],
    ['::ffff:198.51.100.2', '198.51.100.2'],
    ['', '203.0.113.9'],
    [`${'1'.repeat(70)}`, '1'.repeat(64)],
  ] as const)
    assert.is(by(forwarded), address, forwarded)
  assert.is(callerAddress(req({ 'x-forwarded-for': '198.51.100.2' }), false), '203.0.113.9')
  assert.is(callerAddress({ headers: {}, socket: {} } as never, true), '')
})

test('a connection is encrypted here, or at a proxy that is trusted', () => {
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'casa.example', host: 'inside:80' }
  assert.equal([isSecure(req(), true), isSecure(req({}, '', true), false)], [false, true])
  assert.equal([isSecure(req(https), true), isSecure(req(https), false)], [true, false])
  for (const proto of ['http', 'httpsx', '']) assert.is(isSecure(req({ 'x-forwarded-proto': proto }), true), false)
  assert.is(isSecure(req({ 'x-forwarded-proto': 'https,http' }), true), true)
  assert.equal(
    [hostOf(req(https), true), hostOf(req(https), false), hostOf(req(), true)],
    ['casa.example', 'inside:80', ''],
  )
  assert.equal([originOf(req(https), true), originOf(req(https), false)], ['https://casa.example', 'http://inside:80'])
})

test('a browser gets a compression that it names and does not refuse', () => {
  for (const [header, right] of [
    ['br', true],
    ['gzip, deflate, BR', true],
    ['gzip;q=1.0, br;q=0.5', true],
    ['br;q=0', false],
    ['br; q=0.000', false],
    ['br;q=0.001', true],
    ['brx, gzip', false],
    ['', false],
  ] as const)
    assert.is(acceptsBrotli(req({ 'accept-encoding': header })), right, header)
  assert.is(acceptsBrotli(req()), false)
})

test.run()

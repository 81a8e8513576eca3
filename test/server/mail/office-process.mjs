// A real SMTP server in a child process, which kills itself (SIGKILL) at the moment in the first argument: `recipient`
// before the letter, `before` its response to the letter, `after` it, or `never`. Each complete letter is a line in the
// file of the second argument; then come port, key and certificate.
import { appendFileSync, readFileSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'

const [moment, file, port, key, cert] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')

const server = new SMTPServer({
  key: readFileSync(key),
  cert: readFileSync(cert),
  logger: false,
  onAuth: ({ username }, _session, done) => done(null, { user: username }),
  onRcptTo: (_address, _session, done) => (moment === 'recipient' ? die() : done()),
  onData: (stream, _session, done) => {
    let text = ''
    stream.on('data', (part) => (text += part))
    stream.on('end', () => {
      appendFileSync(file, `${/^Message-ID: *(.*)$/im.exec(text)[1]}\n`)
      if (moment === 'before') return die()
      done()
      if (moment === 'after') setTimeout(die, 50)
    })
  },
})
server.on('error', () => {})
server.listen(Number(port), '127.0.0.1', () => console.log(server.server.address().port))

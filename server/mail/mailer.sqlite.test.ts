/** Tests of the mailers: delivery by SMTP, mail files in a folder, and failed deliveries. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileMailer, mailerOf, smtpMailer, smtpParts } from '#server/mail/mailer.ts'
import { resetCodeMail, alreadyRegisteredMail } from '#server/mail/mails.ts'
import { readConfig } from '#server/runtime/config.ts'

let lines: string[] = []
const log = pino(
  { level: 'trace' },
  {
    write: (line) => {
      lines.push(line)
    },
  },
)
const mail = resetCodeMail('ayu@contoh.id', 'Nada "Melati"', 'Ayu', '482913')
beforeEach(() => {
  lines = []
})

describe('SMTP delivery', () => {
  let server: Server
  let receivedTexts: string[] = []
  /** Starts a minimal SMTP server that rejects the first `refuse` mails; returns its port. */
  const listen = async (refuse = 0) => {
    let refusals = refuse
    receivedTexts = []
    server = createServer((socket) => {
      let data = false
      socket.write('220 uji ESMTP\r\n')
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        receivedTexts.push(text)
        if (data) {
          if (text.endsWith('\r\n.\r\n')) {
            data = false
            socket.write('250 2.0.0 Ok\r\n')
          }
          return
        }
        for (const line of text.split('\r\n').filter(Boolean)) {
          if (/^DATA/i.test(line)) {
            data = true
            socket.write('354 Go\r\n')
          } else if (/^RCPT/i.test(line) && refusals-- > 0)
            socket.write('451 4.7.1 Coba lagi nanti\r\n')
          else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n')
          else socket.write('250 Ok\r\n')
        }
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }
  afterEach(() => new Promise((done) => server.close(done)))

  test('takes the sender from the URL, the name from the app; sends text and HTML', async () => {
    const port = await listen()
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}?from=kantor@sekolah.id`, log)
    mailer.send(mail)
    await mailer.idle()
    const text = receivedTexts.join('')
    expect(text).toContain('MAIL FROM:<kantor@sekolah.id>')
    expect(text).toContain('RCPT TO:<ayu@contoh.id>')
    expect(text).toMatch(/^From: .*<kantor@sekolah.id>\r$/m)
    expect(text).toMatch(/^482913\r$/m)
    expect(text).toContain('Content-Type: text/html')
    expect(lines).toEqual([])
  })
  test('sends nothing to a server without the required encryption', async () => {
    const port = await listen()
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}?requireTLS=true`, log, [])
    mailer.send(mail)
    await mailer.idle()
    expect(receivedTexts.join('')).not.toContain('RCPT')
    expect(lines.join('')).toContain('mail not sent')
  })
  test('requires encryption on another machine, unless the URL disables it', () => {
    const must = (url: string) => new URL(smtpParts(url).url).searchParams.get('requireTLS')
    expect(must('smtp://mail.sekolah.id:587')).toBe('true')
    expect(must('smtp://10.0.0.5?requireTLS=false')).toBe('false')
    expect(['smtp://localhost:25', 'smtp://127.0.0.1', 'smtp://[::1]:25'].map(must)).toEqual([
      null,
      null,
      null,
    ])
    expect(smtpParts('smtp://budi%40sekolah.id:x@mail.sekolah.id')).toMatchObject({
      from: 'budi@sekolah.id',
    })
  })
  test('retries a rejected mail, and logs it without the code', async () => {
    const port = await listen(1)
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, log, [0, 0])
    mailer.send(mail)
    await mailer.idle()
    expect(receivedTexts.join('')).toMatch(/^482913\r$/m)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      to: 'ayu@contoh.id',
      willRetry: true,
      msg: 'mail not sent',
    })
    expect(lines.join('')).not.toContain('482913')
  })
})

describe('folder delivery', () => {
  let folder: string
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'nada-surat-')), 'surat')
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  test('writes a file readable only by its owner, and logs its name without its text', async () => {
    const mailer = fileMailer(folder, log)
    mailer.send(mail)
    await mailer.idle()
    const [file = ''] = readdirSync(folder)
    const path = join(folder, file)
    expect(file).toMatch(/\.eml$/)
    expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readFileSync(path, 'utf8')).toMatch(/^482913\r?$/m)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ file: path })
    expect(lines.join('')).not.toContain('482913')
  })
  test('deletes files after 30 days', async () => {
    const mailer = fileMailer(folder, log)
    mailer.send(mail)
    await mailer.idle()
    const [old = ''] = readdirSync(folder)
    const past = new Date(Date.now() - 31 * 86_400_000)
    utimesSync(join(folder, old), past, past)
    mailer.send(mail)
    await mailer.idle()
    expect(readdirSync(folder)).toHaveLength(1)
    expect(readdirSync(folder)).not.toContain(old)
  })
  test('logs a folder that cannot be written', async () => {
    writeFileSync(join(folder, '..', 'penuh'), '')
    const mailer = fileMailer(join(folder, '..', 'penuh', 'surat'), log)
    mailer.send(mail)
    await mailer.idle()
    expect(lines.join('')).toContain('mail not sent')
  })
})

test('drops mails of a flood instead of keeping them', async () => {
  let delivered = 0
  const gates: (() => void)[] = []
  const mailer = mailerOf(
    () =>
      new Promise<void>((done) => {
        delivered++
        gates.push(done)
      }),
    log,
    [],
  )
  for (let i = 0; i < 250; i++) mailer.send(mail)
  for (const open of gates) open()
  await mailer.idle()
  expect(delivered).toBe(200)
  expect(lines).toHaveLength(50)
})

test('escapes typed text in the HTML, and keeps it out of headers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-surat-'))
  const mailer = fileMailer(folder, log)
  const evil = alreadyRegisteredMail(
    'ayu@contoh.id',
    'Nada\r\nBcc: semua@contoh.id <script>',
    'aktif',
  )
  expect(evil.html).not.toContain('<script>')
  mailer.send(evil)
  await mailer.idle()
  const text = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')
  expect(text.split(/\r?\n\r?\n/)[0]).not.toMatch(/^Bcc:/m)
  rmSync(folder, { recursive: true })
})

test('checks SMTP_URL at start', () => {
  for (const SMTP_URL of [
    'smtp://user:pass@smtp.sekolah.id:587?from=kantor@sekolah.id',
    'smtps://smtp.sekolah.id:465',
  ])
    expect(readConfig({ SMTP_URL }, false).smtpUrl).toBe(SMTP_URL)
  for (const SMTP_URL of ['http://smtp.sekolah.id', 'smtp.sekolah.id'])
    expect(() => readConfig({ SMTP_URL }, false)).toThrow(/SMTP_URL tidak valid/)
})

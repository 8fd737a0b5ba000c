/**
 * Mail by SMTP, or into a folder where no SMTP server is named. Sent in the background: no answer
 * waits for it, fails with it or tells by its time.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Mail } from '#server/mail/mails.ts'

export interface Mailer {
  /** Hands a mail over; the log shows whether the mail was taken, and `told` is called then. */
  send(mail: Mail, told?: (sent: boolean) => void): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** Waits before the second and the third try. */
const pauses = [2000, 15_000]
/** More than this at once is a flood, not post. */
const maxUnderWay = 200
/** Mail in the folder is kept this long: it holds names. */
const keepMs = 30 * 24 * 3_600_000

type Deliver = (mail: Mail) => Promise<unknown>

/** A mailer over any delivery, tried three times. */
export const mailerOf = (
  deliver: Deliver,
  log: Logger,
  waits: readonly number[] = pauses,
): Mailer => {
  const underWay = new Set<Promise<void>>()
  const attempt = async (mail: Mail): Promise<boolean> => {
    for (const wait of [...waits, undefined]) {
      try {
        await deliver(mail)
        return true
      } catch (error) {
        // The address and the subject identify the mail; the text may hold a code.
        log.error(
          {
            to: mail.to,
            subject: mail.subject,
            error: error instanceof Error ? error.message : String(error),
            willRetry: wait !== undefined,
          },
          'mail not sent',
        )
        if (wait === undefined) return false
        await sleep(wait, undefined, { ref: false })
      }
    }
    return false
  }
  return {
    send: (mail, told) => {
      if (underWay.size >= maxUnderWay) {
        log.error({ to: mail.to, subject: mail.subject }, 'mail dropped: too many at once')
        return told?.(false)
      }
      const job: Promise<void> = attempt(mail)
        .then((sent) => told?.(sent))
        .finally(() => underWay.delete(job))
      underWay.add(job)
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

// Several MB that most processes never use: loaded with the first mail.
const nodemailer = () => import('nodemailer')

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Splits `SMTP_URL` into the server's URL and the sender. A server on another machine must encrypt
 * (STARTTLS), or nothing is sent: mail holds codes. `?requireTLS=false` allows no encryption, for a
 * relay in the house.
 */
export const smtpParts = (smtpUrl: string): { url: string; from: string } => {
  const url = new URL(smtpUrl)
  const user = decodeURIComponent(url.username)
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `nada@${url.hostname}`)
  url.searchParams.delete('from')
  if (!url.searchParams.has('requireTLS') && !loopback.includes(url.hostname))
    url.searchParams.set('requireTLS', 'true')
  return { url: url.href, from }
}

/**
 * Sends through an SMTP server: `smtp://user:password@host:587` or `smtps://…:465`; `?from=` names
 * the sender.
 */
export const smtpMailer = (smtpUrl: string, log: Logger, waits?: readonly number[]): Mailer => {
  const { url, from } = smtpParts(smtpUrl)
  const transport = async () =>
    (await nodemailer()).createTransport({
      url,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return mailerOf(
    async ({ to, sender, subject, text, html, attachments }) =>
      (await transport()).sendMail({
        from: { name: sender, address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments,
      }),
    log,
    waits,
  )
}

/**
 * Writes each mail to a file that a mail program opens, and says where. For schools without an SMTP
 * server, and for trying things out.
 */
export const fileMailer = (folder: string, log: Logger): Mailer => {
  return mailerOf(
    async ({ to, sender, subject, text, html, attachments }) => {
      const { message } = await (
        await nodemailer()
      )
        .createTransport({ streamTransport: true, buffer: true })
        .sendMail({
          from: { name: sender, address: 'nada@localhost' },
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments,
        })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(
        folder,
        `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`,
      )
      await writeFile(file, message, { mode: 0o600 })
      log.info({ file, subject }, 'mail written to a file: SMTP_URL is not set')
      for (const old of (await readdir(folder)).filter((f) => f.endsWith('.eml')))
        if (Date.now() - (await stat(join(folder, old))).mtimeMs > keepMs)
          await rm(join(folder, old), { force: true })
    },
    log,
    [],
  )
}

/** Takes mail and does nothing with it, for processes that send none. */
export const noMailer: Mailer = { send: (_, told) => told?.(false), idle: async () => {} }

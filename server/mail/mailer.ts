/**
 * Sends mails by SMTP, or writes them to a folder when no SMTP server is configured. Mails are sent
 * in the background: the request that causes a mail does not wait for it. So the duration of a
 * response does not reveal whether a mail was sent, for example to a known address.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Mail } from '#server/mail/mails.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

export interface Mailer {
  /**
   * Starts sending a mail and returns at once. Calls the optional callback with true after the
   * delivery, and with false when the last attempt has failed or the mail was dropped. Logs
   * failures.
   */
  send(mail: Mail, told?: (sent: boolean) => void): void
  /** Resolves when all mails have been delivered or have failed. */
  idle(): Promise<void>
}

/** Pauses in ms before the second and the third attempt to deliver a mail. */
const pauses = [2000, 15_000]
/**
 * Maximum number of mails in delivery at the same time. Further mails are dropped and logged; only
 * a flood of requests exceeds this number.
 */
const maxUnderWay = 200
/**
 * Time in ms after which mail files in the folder are deleted, because they contain personal data.
 */
const keepMs = 30 * 24 * 3_600_000

type Deliver = (mail: Mail) => Promise<unknown>

/**
 * Makes a mailer from a function that delivers one mail. Retries a failed delivery after each of
 * the pauses `waits` (ms).
 */
export const mailerOf = (
  deliver: Deliver,
  log: Logger,
  waits: readonly number[] = pauses,
): Mailer => {
  const underWay = new Set<Promise<void>>()
  registerLimiter('mails', () => ({ running: underWay.size, waiting: 0 }))
  const attempt = async (mail: Mail): Promise<boolean> => {
    for (const wait of [...waits, undefined]) {
      try {
        await deliver(mail)
        return true
      } catch (error) {
        // Logs only address and subject, because the text of a mail may contain a secret code.
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
    send: (mail, report) => {
      if (underWay.size >= maxUnderWay) {
        log.error({ to: mail.to, subject: mail.subject }, 'mail dropped: too many at once')
        return report?.(false)
      }
      const job: Promise<void> = attempt(mail)
        .then((sent) => report?.(sent))
        .finally(() => underWay.delete(job))
      underWay.add(job)
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

// Loads the mail library with the first mail, because it takes several MB and most processes send
// no mail.
const nodemailer = () => import('nodemailer')

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Splits `SMTP_URL` into the URL of the SMTP server and the sender address. Connections to another
 * machine must be encrypted (STARTTLS), because mails contain secret codes; over an unencrypted
 * connection no mail is sent. `?requireTLS=false` in the URL allows unencrypted connections, for a
 * relay in the local network.
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
 * Makes a mailer for an SMTP server. `smtpUrl` has the form `smtp://user:password@host:587` or
 * `smtps://…:465`; its parameter `?from=` sets the sender address.
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

/** Deletes old mail files, except those that another process deletes at the same time. */
const deleteOld = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter((f) => f.endsWith('.eml'))) {
    const file = join(folder, name)
    const written = await stat(file).catch(() => undefined)
    if (written && Date.now() - written.mtimeMs > keepMs) await rm(file, { force: true })
  }
}

/**
 * Makes a mailer that writes each mail to an .eml file in a folder and logs the file's path. Used
 * when no SMTP server is configured, for example to try the program.
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
      await deleteOld(folder)
    },
    log,
    [],
  )
}

/** Mailer that discards all mails and reports them as not sent, for processes that send none. */
export const noMailer: Mailer = { send: (_, report) => report?.(false), idle: async () => {} }

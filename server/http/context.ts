/** The caller of a request, and the services that a handler may use. */
import type { Logger } from 'pino'
import type { AccessCode } from '#contract/access/access.ts'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { forbidden } from '#server/errors.ts'
import type { JobRunner } from '#server/jobs/scheduler/jobRunner.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export interface Actor {
  id: number
  name: string
  role_id: number
  /** Base role that decides scope: role_id, or dasar_role_id of a custom role. */
  dasar: number
  accesses: readonly string[]
  allowed: ReadonlySet<string>
  /**
   * Existing custom roles with their base roles: a user with a custom role counts as of its base.
   */
  customRoles: readonly { id: number; dasar: number }[]
  /** Outlets of an admin; empty means all. */
  gedung: readonly number[]
  token_hash: string
  harus_ganti_password: boolean
  /** A second factor is required and there is none yet. Left out: no. */
  harus_dua_langkah?: boolean
}
export interface Ctx {
  db: Db
  /** For reads that may take long; the same database. */
  reader: Db
  actor: Actor
  mail: Mailer
  log: Logger
  ip: string
  agent: string
  url: URL
  /** Values from the path for the parameters of the route that are given. */
  parts: Readonly<Record<string, string>>
  /** Address under which people reach the server, if configured. */
  publicUrl: string | undefined
  request: Request
  /** The request came by https, as far as can be known. */
  secure: boolean
  /** `Idempotency-Key` of the request, if any. */
  key: string | undefined
  /** Encrypts and decrypts what is stored secret. */
  dataKeys: DataKeys
  /** Jobs that the server runs by itself. */
  jobs: JobRunner
}

/** Author of a change, as the row and the audit log record the author. */
export type Author = Pick<Ctx, 'ip' | 'agent'> & { actor: Pick<Actor, 'id' | 'name'> | null }
/** Acting user; null: no user. */
export const authorId = ({ actor }: Author): number | null => actor?.id ?? null
/** Author of changes by the server itself, without a user. */
export const systemAuthor: Author = { actor: null, ip: '', agent: 'pekerjaan' }

/** Access decision of domain.md 3.14 on the server's copy of the role. */
export const allows = (actor: Actor, code: string): boolean =>
  actor.accesses[0] === '*' || actor.allowed.has(code)
export const demand = (actor: Actor, code: AccessCode): void => {
  if (!allows(actor, code)) throw forbidden()
}
/** Now, as the databases store it. */
export const now = (): string => new Date().toISOString()
/** Returns the configured public URL, else the origin under which the client reached the server. */
export const originOf = ({ publicUrl, url, secure }: Ctx): string => {
  if (publicUrl) return publicUrl.replace(/\/$/, '')
  return secure ? url.origin.replace(/^http:/, 'https:') : url.origin
}

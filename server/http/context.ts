/** Context of a request: its user, and the services that a handler may use. */
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
  /**
   * Base role, which decides which rows the user may see. It is `role_id`, or `dasar_role_id` for a
   * custom role.
   */
  dasar: number
  accesses: readonly string[]
  allowed: ReadonlySet<string>
  /**
   * All custom roles of the school with their base roles. A user with a custom role counts as a
   * user of its base role, for example when all admins are searched.
   */
  customRoles: readonly { id: number; dasar: number }[]
  /** Ids of the outlets of an admin; an empty list means all outlets. */
  gedung: readonly number[]
  token_hash: string
  /** Name of the personal access token with which the user calls; undefined for a session. */
  token?: string
  harus_ganti_password: boolean
  /** Whether the user must still set up a second factor; false if omitted. */
  harus_dua_langkah?: boolean
}
export interface Ctx {
  db: Db
  /** Read-only handle on the database of `db`, for queries that may take long. */
  reader: Db
  actor: Actor
  mail: Mailer
  log: Logger
  ip: string
  agent: string
  url: URL
  /** Values of the parameters in the path of the route. */
  parts: Readonly<Record<string, string>>
  /** URL under which people reach the server, if configured. */
  publicUrl: string | undefined
  request: Request
  /** Whether the client used https, according to the public URL or the proxy. */
  secure: boolean
  /** `Idempotency-Key` of the request, if any. */
  key: string | undefined
  /** Encrypts and decrypts single stored values, such as national id numbers. */
  dataKeys: DataKeys
  /** Lists and runs the jobs of the server. */
  jobs: JobRunner
  /** Workbook that moves a school in by this context, as a column of the audit log. */
  import_job?: number
}

/**
 * Author of a change, as rows and the audit log record it. `actor` is null for changes by the
 * server itself.
 */
export type Author = Pick<Ctx, 'ip' | 'agent' | 'import_job'> & {
  actor: Pick<Actor, 'id' | 'name' | 'token'> | null
}
/** Returns the id of the acting user; null when the server itself acts. */
export const authorId = ({ actor }: Author): number | null => actor?.id ?? null
/** Returns the name of the author for the audit log, with the personal access token, if any. */
export const authorName = ({ name, token }: Pick<Actor, 'name' | 'token'>): string =>
  token === undefined ? name : `${name} (token ${token})`
/** Author of changes that the server's scheduled jobs make. */
export const systemAuthor: Author = { actor: null, ip: '', agent: 'pekerjaan' }

/**
 * Returns whether the role of a user contains an access code, or `*` for all codes (domain.md
 * 3.14).
 */
export const allows = (actor: Actor, code: string): boolean =>
  actor.accesses[0] === '*' || actor.allowed.has(code)
export const demand = (actor: Actor, code: AccessCode): void => {
  if (!allows(actor, code)) throw forbidden()
}
/** Returns the current time as stored in the database: ISO 8601 in UTC. */
export const now = (): string => new Date().toISOString()
/**
 * Returns the base for absolute links, without a final slash: the configured public URL, or else
 * the origin that the client used.
 */
export const originOf = ({ publicUrl, url, secure }: Ctx): string => {
  if (publicUrl) return publicUrl.replace(/\/$/, '')
  return secure ? url.origin.replace(/^http:/, 'https:') : url.origin
}

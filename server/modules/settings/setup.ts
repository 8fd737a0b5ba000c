/**
 * Setup guide of a new school (domain.md section 5). The state of each step is derived from the
 * rows of the school.
 */
import { sql, type RawBuilder } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus, RoleId, SlotPelatih, UserStatus } from '#contract/enums.ts'
import { settings } from '#contract/settings/settings.ts'
import type { FirstDocumentFact, setupState } from '#contract/settings/setupCalls.ts'
import { setupNames, setupSteps, type SetupName } from '#contract/settings/setupSteps.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import { isStudent } from '#server/modules/access/user/kinds.ts'
import { hasBaseRole, seesAllOutlets } from '#server/modules/scope.ts'
import { limitedTo } from '#server/resource/outlets.ts'
import { readSome } from '#server/settings.ts'

type State = CallOutput<typeof setupState>
type Sql = RawBuilder<unknown>
/** Steps that make rows. The step `sekolah` changes settings instead. */
type RowStep = Exclude<SetupName, 'sekolah'>
const isRowStep = (name: SetupName): name is RowStep => name !== 'sekolah'

/** Largest number of rows that is counted for a step. */
const mostRows = 1000
const active = sql`status = 'aktif'`
const activeUser = sql`"user".status = ${sql.lit(UserStatus.aktif)}`
const published = sql`status = ${sql.lit(BillingStatus.terbit)} and void_at is null`

interface Source {
  /** Rows that the step makes, as the part of a query after `from`. */
  rows: Sql
  /** Column with the name of a row. */
  name?: Sql
  /** Rows with which the step goes on, as the part of a query after `from`. */
  next?: Sql
}
/** Returns the rows of each step. */
const sourcesOf = (actor: Actor): Record<RowStep, Source> => {
  const coach = sql`"user" where ${activeUser} and ${hasBaseRole(actor, [RoleId.pelatih])}`
  const hours = sql`(select 1 from jadwal_kosong_pelatih j where j.pelatih_id = "user".id and j.status <> ${sql.lit(SlotPelatih.tidakBisa)})`
  const student = sql`"user" where ${activeUser} and ${isStudent(actor)}`
  return {
    outlet: { rows: sql`gedung where ${active}`, name: sql`nama` },
    ruang: { rows: sql`ruang where ${active}`, name: sql`nama` },
    rekening: { rows: sql`bank where ${active}`, name: sql`nama_bank` },
    kategori: { rows: sql`kategori_kursus where ${active}`, name: sql`nama` },
    kursus: { rows: sql`kursus where ${active}`, name: sql`nama` },
    guru: {
      rows: coach,
      name: sql`name`,
      next: sql`kategori_kursus where ${active} and (select count(*) from kategori_kursus where ${active}) = 1`,
    },
    jam: {
      rows: sql`${coach} and exists ${hours}`,
      name: sql`name`,
      next: sql`${coach} and not exists ${hours}`,
    },
    peserta: { rows: student, name: sql`name` },
    kelas: {
      rows: sql`kursus_peserta`,
      name: sql`peserta_nama`,
      next: sql`${student} and not exists (select 1 from kursus_peserta kp where kp.peserta_id = "user".id)`,
    },
    tagihan: {
      rows: sql`billing where ${published}`,
      name: sql`nomor`,
      next: sql`billing where status = ${sql.lit(BillingStatus.draft)} and void_at is null`,
    },
    pembayaran: {
      rows: sql`billing_payment where void_at is null`,
      name: sql`nomor`,
      next: sql`billing where ${published} and sisa > 0`,
    },
  }
}
const rowSteps = setupNames.filter((name) => isRowStep(name))

type Counts = ReadonlyMap<SetupName, number>
/** Reads the number of rows of each step, at most `most`, in a single statement. */
const readCounts = async ({ db, actor }: Ctx, most: number): Promise<Counts> => {
  const sources = sourcesOf(actor)
  const counts = rowSteps.map(
    (name) =>
      sql`(select count(*) from (select 1 as one from ${sources[name].rows} limit ${sql.lit(most)}) as counted) as ${sql.id(name)}`,
  )
  const { rows } = await sql<Record<string, number | string>>`select ${sql.join(counts)}`.execute(
    db,
  )
  return new Map(rowSteps.map((name) => [name, Number(rows[0]?.[name])]))
}
/**
 * Reads the first name of the rows of each step, and the row with which the step goes on, in a
 * single statement.
 */
const readDetails = async ({ db, actor }: Ctx): Promise<Record<string, string | number | null>> => {
  const sources = sourcesOf(actor)
  const first = (column: Sql, rows: Sql, as: string) =>
    sql`(select ${column} from ${rows} order by id limit 1) as ${sql.id(as)}`
  const columns = rowSteps.flatMap((step) => {
    const { rows, name, next } = sources[step]
    return [
      ...(name ? [first(name, rows, `${step}_nama`)] : []),
      ...(next ? [first(sql`id`, next, `${step}_sasaran`)] : []),
    ]
  })
  const { rows } = await sql<
    Record<string, string | number | null>
  >`select ${sql.join(columns)}`.execute(db)
  return rows[0] ?? {}
}

/** Whether the actor may do a step. */
const mayDo = (actor: Actor, name: SetupName): boolean => {
  const step = setupSteps[name]
  return allows(actor, step.code) && !('seSekolah' in step && limitedTo(actor).length > 0)
}
const isNamed = (nama_sekolah: string) => nama_sekolah !== settings.nama_sekolah.awal
const doneSteps = (counts: Counts, nama_sekolah: string): SetupName[] =>
  setupNames.filter((name) =>
    isRowStep(name) ? (counts.get(name) ?? 0) > 0 : isNamed(nama_sekolah),
  )
const isReady = (done: readonly SetupName[]): boolean =>
  setupNames.every((name) => !setupSteps[name].wajib || done.includes(name))

/**
 * Returns the finished steps while the dashboard shows the guide to the actor; undefined otherwise.
 * Actors who may do no step cost no statement.
 */
export const readOpenSetup = async (ctx: Ctx): Promise<SetupName[] | undefined> => {
  if (!setupNames.some((name) => mayDo(ctx.actor, name))) return undefined
  const { panduan, nama_sekolah } = await readSome(ctx.db, ['panduan', 'nama_sekolah'])
  if (panduan === 'tutup') return undefined
  const done = doneSteps(await readCounts(ctx, 1), nama_sekolah)
  return panduan === 'otomatis' && isReady(done) ? undefined : done
}

/** Returns the facts that the first bill would lack. */
const readLacking = async (
  ctx: Ctx,
  done: readonly SetupName[],
  logo: number | null,
): Promise<FirstDocumentFact[]> => {
  if (done.includes('tagihan')) return []
  const outletLogo = await ctx.db
    .selectFrom('gedung')
    .select('id')
    .where('logo', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return [
    ...(done.includes('sekolah') ? [] : (['nama'] as const)),
    ...(logo === null && !outletLogo ? (['logo'] as const) : []),
    ...(done.includes('rekening') ? [] : (['rekening'] as const)),
  ]
}
const readVersions = async ({ db }: Ctx): Promise<State['versi']> => {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'versi'])
    .where('key', 'in', ['panduan', 'panduan_dilewati'])
    .execute()
  const versionOf = (key: string) => rows.find((row) => row.key === key)?.versi ?? 1
  return { panduan: versionOf('panduan'), panduan_dilewati: versionOf('panduan_dilewati') }
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const idOf = (value: unknown) => (typeof value === 'number' ? value : null)

type Facts = Pick<State['langkah'][number], 'jumlah' | 'nama' | 'sasaran'>
/**
 * Returns a function that gives number, name and next row of a step. It gives none of them to an
 * actor limited to outlets, for a step that the actor may not do, or without `isShown`.
 */
const readFacts = async (
  ctx: Ctx,
  isShown: boolean,
  schoolName: string | null,
): Promise<(name: SetupName) => Facts> => {
  const none: Facts = { jumlah: null, nama: null, sasaran: null }
  if (!isShown || !seesAllOutlets(ctx.actor)) return () => none
  const [counts, details] = await Promise.all([readCounts(ctx, mostRows), readDetails(ctx)])
  return (name) => {
    if (!mayDo(ctx.actor, name)) return none
    if (!isRowStep(name)) return { ...none, nama: schoolName }
    const jumlah = counts.get(name) ?? 0
    return {
      jumlah,
      nama: jumlah === 1 ? textOf(details[`${name}_nama`]) : null,
      sasaran: idOf(details[`${name}_sasaran`]),
    }
  }
}

export const setupCalls: Pick<Handlers, 'setupState'> = {
  setupState: async (ctx) => {
    const { panduan, nama_sekolah, logo, panduan_dilewati } = await readSome(ctx.db, [
      'panduan',
      'nama_sekolah',
      'logo',
      'panduan_dilewati',
    ])
    const done = doneSteps(await readCounts(ctx, 1), nama_sekolah)
    const siap = isReady(done)
    const skipped: readonly SetupName[] = panduan_dilewati
    // The note of the first bill also asks in working schools. It needs no numbers and names, which
    // take longer to read the larger the school is.
    const isShown = panduan === 'tampil' || !siap
    const factsOf = await readFacts(ctx, isShown, isNamed(nama_sekolah) ? nama_sekolah : null)
    return {
      siap,
      langkah: setupNames.map((kunci) => ({
        kunci,
        selesai: done.includes(kunci),
        dilewati: skipped.includes(kunci) && !done.includes(kunci),
        boleh: mayDo(ctx.actor, kunci),
        ...factsOf(kunci),
      })),
      kurang: await readLacking(ctx, done, logo),
      versi: await readVersions(ctx),
    }
  },
}

/** Call that searches for students, used by the top bar and the page /search (decision 0013). */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import type { FoundStudent } from '#contract/search/searchCalls.ts'
import { normalizePhone, phoneForms } from '#contract/values/phone.ts'
import { engineOf } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Actor } from '#server/http/context.ts'
import { json } from '#server/http/routes.ts'
import { seatStates } from '#server/modules/schedule/enrolments/seatStates.ts'
import { never, outlets, seesAllOutlets } from '#server/modules/scope.ts'
import { similar } from '#server/modules/search/similar.ts'
import { readVocabulary } from '#server/modules/search/vocabulary.ts'
import { contains, type Condition } from '#server/resource/query/conditions.ts'
import { isIndexed, textsWith } from '#server/resource/query/searchIndex.ts'

/** Maximum number of results. */
const most = 50
/** Number of results below which students with similar names are added. */
const few = 5
const maxWords = 8
const corrections = 4

/**
 * Returns the condition for students in the actor's scope (domain.md section 4). A coach sees the
 * current students of their classes.
 */
const scope = (actor: Actor): Condition => {
  if (seesAllOutlets(actor)) return sql<SqlBool>`1 = 1`
  if (actor.dasar === RoleId.admin) return sql<SqlBool>`"user".gedung_id in (${outlets(actor)})`
  if (actor.dasar === RoleId.pelatih)
    return sql<SqlBool>`"user".id in (select kp.peserta_id from kursus_peserta kp join kursus_pelatih k on k.id = kp.kursus_pelatih_id where k.pelatih_id = ${actor.id} and kp.status in ${seatStates})`
  if (actor.dasar === RoleId.sales) return sql<SqlBool>`"user".sales_id = ${actor.id}`
  if (actor.dasar === RoleId.akunBilling)
    return sql<SqlBool>`("user".akun_billing_id = ${actor.id} or "user".id = ${actor.id})`
  return actor.dasar === RoleId.peserta ? sql<SqlBool>`"user".id = ${actor.id}` : never
}
/**
 * Whether the actor's searches ignore phone numbers, mail addresses and payers. This is true for
 * coaches, who may not see these data.
 */
const limited = (actor: Actor) => actor.dasar === RoleId.pelatih
const name = sql.ref('user.name_kunci')
const key = (actor: Actor): RawBuilder<unknown> =>
  limited(actor)
    ? sql`(${name} || ' ' || lower(coalesce("user".nama_panggilan, '')) || ' ' || lower(coalesce(pp.no_induk, '')))`
    : sql.ref('user.cari')

/**
 * Returns the forms in which a word or a whole phone number may be stored. Phone numbers are stored
 * as digits with the country code, however users type them.
 */
const formsOf = (word: string): string[] => {
  const numbers = phoneForms(word)
  // A typed form with blanks or brackets is omitted, because no stored number contains them.
  return numbers.length > 0
    ? [...new Set([...(/[\s()]/.test(word) ? [] : [word]), normalizePhone(word), ...numbers])]
    : [word]
}
const termsOf = (q: string): string[][] =>
  /^[+(]?\d[\d\s().-]{2,}$/.test(q)
    ? [formsOf(q)]
    : [...new Set(q.split(' '))].slice(0, maxWords).map(formsOf)

const any = (parts: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql` or `)})`
const every = (parts: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql` and `)})`
const anyOf = (target: RawBuilder<unknown>, forms: readonly string[]) =>
  any(forms.map((f) => contains(target, f)))
/** Returns the condition that a word of the text `target` begins with `form`. */
const begins = (target: RawBuilder<unknown>, form: string) =>
  contains(sql`' ' || ${target}`, ` ${form}`)
/** Returns a subquery of the given base roles and of the custom roles based on them. */
const roles = (...dasar: number[]) =>
  sql`(select r.id from "role" r where coalesce(r.dasar_role_id, r.id) in (${sql.join(dasar.map((d) => sql.lit(d)))}))`
const isNumber = (forms: readonly string[]) => /^\d{3,}$/.test(forms.at(-1) ?? '')

/**
 * Returns a subquery of students and payers whose name contains one of the forms. It reads only
 * columns that the index contains, so that it does not read the table.
 */
const byName = (forms: readonly string[]) =>
  sql`select n.id from "user" n where n.role_id in ${roles(RoleId.akunBilling, RoleId.peserta)} and n.status in (${sql.lit(UserStatus.nonaktif)}, ${sql.lit(UserStatus.aktif)}) and ${anyOf(sql.ref('n.name_kunci'), forms)}`
/** Returns a subquery of people whose search text contains one of the forms. */
const byKey = (db: Db, forms: readonly string[]) =>
  sql`select n.id from "user" n where n.status <> ${sql.lit(UserStatus.dihapus)} and n.cari in (${textsWith(engineOf(db), 'user', forms)})`
/**
 * Column of the payer in which a word is searched: the phone for a number, otherwise the name, or
 * the mail address when no name contains the word.
 */
type Sought = 'phone' | 'name_kunci' | 'email'
/**
 * Returns the condition that the column `sought` of the payer `p` contains one of the forms. A
 * deleted payer does not meet the condition.
 */
const pays = (forms: readonly string[], sought: Sought): Condition =>
  every([
    sql<SqlBool>`p.status <> ${sql.lit(UserStatus.dihapus)}`,
    anyOf(sql.ref(`p.${sought}`), forms),
  ])
const payerOf = (forms: readonly string[], sought: Sought): Condition =>
  sql<SqlBool>`exists (select 1 from "user" p where p.id = "user".akun_billing_id and ${pays(forms, sought)})`
/**
 * Returns two common table expressions: `punya`, the people whose data contain the word, and
 * `calon`, these people together with the students of matching payers. Reads all people only once.
 */
const matchTables = (
  people: RawBuilder<unknown>,
  forms: readonly string[],
  sought: Sought,
): RawBuilder<unknown> => sql`punya as materialized (${people}), calon as materialized (select id from punya union
  select u.id from "user" u where u.akun_billing_id in (select p.id from "user" p where p.id in (select id from punya) and ${pays(forms, sought)})),`
const isCandidate = sql<SqlBool>`"user".id in (select id from calon)`

interface Hit {
  id: number
  jumlah: number
}
/**
 * Returns the best students in scope that meet the condition, each with the number of all matches
 * (`jumlah`). `tables` are common table expressions that the condition reads. `rank` is 0 for the
 * best match.
 */
const find = async (
  db: Db,
  actor: Actor,
  tables: RawBuilder<unknown>,
  condition: Condition,
  rank: RawBuilder<number>,
): Promise<Hit[]> => {
  // Students have the base role student or are their own payer. Other payers are not students
  // (server/modules/access/user/user.ts).
  const { rows } =
    await sql<Hit>`with ${tables} hasil as materialized (select "user".id, "user".status, "user".name_kunci, ${rank} as urutan from "user" ${limited(actor) ? sql`left join peserta_profil pp on pp.user_id = "user".id` : sql``}
      where "user".status <> ${sql.lit(UserStatus.dihapus)} and ${condition} and ${scope(actor)} and ("user".role_id in ${roles(RoleId.peserta)} or "user".akun_billing_id = "user".id))
    select id, (select count(*) from hasil) as jumlah from hasil order by urutan, status desc, name_kunci, id limit ${most}`.execute(
      db,
    )
  return rows
}

/**
 * Finds students for whom every word of the query occurs, as typed, in the data of the student or
 * of the payer.
 */
const findTyped = (
  db: Db,
  actor: Actor,
  q: string,
  vocabulary: ReadonlyMap<string, number>,
): Promise<Hit[]> => {
  const words = [...vocabulary.keys()]
  const ownKey = key(actor)
  // Whether a term is searched only in the student's own data, and not in the data of the payer.
  // This is true for coaches, who may not see payers, and for terms of fewer than three characters,
  // because such a term would match the payers of half the school.
  const alone = (forms: readonly string[]) => limited(actor) || !forms.every(isIndexed)
  const soughtOf = (forms: readonly string[]): Sought => {
    if (isNumber(forms)) return 'phone'
    return forms.some((f) => words.some((word) => word.includes(f))) ? 'name_kunci' : 'email'
  }
  // Sorts the terms, because all other terms are tested on the matches of the first term, which
  // should be few. Terms that are searched only in the student usually match few, so they come
  // first. Longer terms come next.
  const terms = termsOf(q).toSorted(
    (a, b) => Number(alone(b)) - Number(alone(a)) || (b[0] ?? '').length - (a[0] ?? '').length,
  )
  const [first = []] = terms
  const bare = alone(first)
  const matches = (forms: string[]) => {
    if (forms === first && !bare) return isCandidate
    const isOwn = anyOf(ownKey, forms)
    return alone(forms) ? isOwn : any([isOwn, payerOf(forms, soughtOf(forms))])
  }
  const escaped = `${q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`
  // If no term is searched in payers, every match is in the student's own data. The `case`
  // expression is then omitted, because it is slow for terms of two letters, which match many
  // students.
  const within = terms.every(alone)
    ? sql`4`
    : sql`case when ${every(terms.map((forms) => anyOf(ownKey, forms)))} then 4 else 5 end`
  // Tests first whether a match is not at the beginning of a word, because this is true for most
  // matches.
  return find(
    db,
    actor,
    bare ? sql`` : matchTables(byKey(db, first), first, soughtOf(first)),
    every(terms.map(matches)),
    sql<number>`case when not ${every(terms.map((forms) => any(forms.map((f) => begins(ownKey, f)))))} then ${within}
    when ${name} = ${q} then 0 when ${name} like ${escaped} escape '\\' then 1 when ${every(terms.map((forms) => any(forms.map((f) => begins(name, f)))))} then 2 else 3 end`,
  )
}
/**
 * Finds students when words of the query are similar in spelling to words in the student's or the
 * payer's name. A query with a digit or `@` finds no students.
 */
const findSimilar = async (
  db: Db,
  actor: Actor,
  q: string,
  vocabulary: ReadonlyMap<string, number>,
): Promise<Hit[]> => {
  const words = q.split(' ').slice(0, maxWords)
  if (!words.some((w) => w.length >= 4) || words.some((w) => /\d|@/.test(w))) return []
  const nearOf = (w: string) => similar(w, vocabulary, corrections).filter((c) => !c.startsWith(w))
  const knownWords = [...vocabulary.keys()]
  // A word of the query is considered correct if it occurs in a name or has fewer than four
  // letters. If all words are considered correct, each of them may still be misspelt.
  const right = words.map((w) => vocabulary.has(w) || w.length < 4)
  const forms = words.map((w, i) =>
    right[i] && !right.every(Boolean)
      ? [w]
      : [...nearOf(w), ...(words.length > 1 && knownWords.some((k) => k.includes(w)) ? [w] : [])],
  )
  if (forms.some((f) => f.length === 0)) return []
  // Scans the names only for the rarest word. Tests all other words only on the results of this
  // scan.
  const often = (f: string[]) => f.reduce((sum, form) => sum + (vocabulary.get(form) ?? 0), 0)
  const rarest = forms.toSorted((a, b) => often(a) - often(b))[0] ?? []
  const matches = (f: string[]) => {
    if (f === rarest) return isCandidate
    const isOwn = anyOf(name, f)
    return limited(actor) ? isOwn : any([isOwn, payerOf(f, 'name_kunci')])
  }
  const order = (f: string[]) =>
    sql`case ${sql.join(
      f.map((form, i) => sql`when ${contains(name, form)} then ${sql.lit(i)}`),
      sql` `,
    )} else ${sql.lit(f.length)} end`
  return find(
    db,
    actor,
    limited(actor)
      ? sql`calon as materialized (${byName(rarest)}),`
      : matchTables(byName(rarest), rarest, 'name_kunci'),
    every(forms.map(matches)),
    sql<number>`${sql.join(forms.map(order), sql` + `)}`,
  )
}

const rowsOf = async (
  db: Db,
  actor: Actor,
  ids: readonly number[],
  similarFrom: number,
): Promise<FoundStudent[]> => {
  if (ids.length === 0) return []
  const people = db
    .selectFrom('user')
    .leftJoin('peserta_profil as pp', 'pp.user_id', 'user.id')
    .leftJoin('gedung as g', 'g.id', 'user.gedung_id')
    .leftJoin('user as a', 'a.id', 'user.akun_billing_id')
    .select([
      'user.id',
      'user.name',
      'user.nama_panggilan',
      'pp.no_induk',
      'user.phone',
      'user.status',
      'user.gedung_id',
      'g.nama as gedung',
      'user.akun_billing_id',
      'a.name as akun',
    ])
    .where('user.id', 'in', ids)
    .execute()
  // Omits graduated and inactive (status 0) enrolments.
  const classes = db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('kursus_pelatih as k', 'k.id', 'kp.kursus_pelatih_id')
    .innerJoin('kursus', 'kursus.id', 'kp.kursus_id')
    .select(['kp.peserta_id', 'k.id', 'k.kode', 'kursus.nama as kursus'])
    .where('kp.peserta_id', 'in', ids)
    .where(sql<SqlBool>`kp.status <> ${sql.lit(KursusPesertaStatus.lulus)}`)
    .where('kp.status', '<>', 0)
    .$if(limited(actor), (b) => b.where('k.pelatih_id', '=', actor.id))
    .orderBy('k.kode')
    .execute()
  const [students, attended] = await Promise.all([people, classes])
  const byId = new Map(students.map((p) => [p.id, p]))
  const byStudent = Map.groupBy(attended, (c) => c.peserta_id)
  return ids.flatMap((id, i): FoundStudent[] => {
    const p = byId.get(id)
    if (!p) return []
    return [
      {
        id,
        name: p.name,
        nama_panggilan: p.nama_panggilan,
        no_induk: p.no_induk,
        phone: limited(actor) ? null : p.phone,
        status: p.status,
        gedung:
          p.gedung_id === null || p.gedung === null ? null : { id: p.gedung_id, nama: p.gedung },
        akun_billing:
          limited(actor) || p.akun_billing_id === null || p.akun === null
            ? null
            : { id: p.akun_billing_id, name: p.akun },
        kelas: (byStudent.get(id) ?? []).map(({ peserta_id: _, ...kelas }) => kelas),
        mirip: i >= similarFrom,
      },
    ]
  })
}

export const searchCalls: Pick<Handlers, 'search'> = {
  search: async ({ reader: db, actor }, _, { q }) => {
    const text = fold(q)
    if (text.length < 2) throw invalidField('q', 'Ketik minimal 2 huruf')
    const vocabulary = await readVocabulary(db)
    const typed = await findTyped(db, actor, text, vocabulary)
    const similarHits = typed.length < few ? await findSimilar(db, actor, text, vocabulary) : []
    const alike = similarHits.filter(({ id }) => typed.every((t) => t.id !== id))
    const total =
      (typed[0]?.jumlah ?? 0) + (similarHits[0]?.jumlah ?? 0) - (similarHits.length - alike.length)
    const rows = await rowsOf(
      db,
      actor,
      [...typed, ...alike].slice(0, most).map(({ id }) => id),
      typed.length,
    )
    return json(rows, 200, { 'X-Pagination-Total-Count': String(total) })
  },
}

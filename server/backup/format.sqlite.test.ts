/**
 * Tests that a changed, truncated or wrongly decrypted backup is rejected, and that existing data
 * is never overwritten.
 */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeBill, makeFamily } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { backupsIn, makeBackup } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/container.ts'
import { examine } from '#server/backup/examine.ts'
import { openExisting, openSource, readPlace, type Place } from '#server/backup/place.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { restore, tryRestore } from '#server/backup/restore.ts'
import { sumsOf } from '#server/backup/rows.ts'
import { dataKeyId } from '#server/crypto/dataKeys.ts'
import { openSqlite } from '#server/db/engine.ts'
import { freshDatabase } from '../../scripts/postgres.ts'

const onPostgres = process.env.ENGINE === 'postgres'
const home = mkdtempSync(join(tmpdir(), 'nada-bentuk-'))
const dataKey = Buffer.alloc(32, 7).toString('base64')
const keyA = 'AGE-SECRET-KEY-1LE4HHW09JL752K78DE4GK7Z3H85Z4AZNX82TXPMYAPEJDHQXHHKSXUJ347'
const keyB = 'AGE-SECRET-KEY-1J5U3U37K7Y33Y52PYTTY2MW83Q6DJDT78SQXGPEAL9V44D9G4TRQ0P67KF'
const fresh = () => mkdtempSync(join(home, 'tempat-'))
const place = (env: NodeJS.ProcessEnv, args = {}): Place => readPlace(env, args)

let s: School
let source: NodeJS.ProcessEnv
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
beforeAll(async () => {
  s = await makeSchool()
  const { akun } = await makeFamily(s, s.ids.gedung, s.ids.kelas)
  await makeBill(s, akun, 250_000)
  must(await s.superadmin.upload('/berkas/unggah', 'bukti.png', photo, { jenis: 'foto' }))
  // Text with quotes, line breaks and other characters that the backup format must escape.
  const odd = '"kutip" \\ baris\nbaru \u2028 😀 ,[]{} \t'
  await s.db.updateTable('gedung').set({ alamat: odd }).where('id', '=', s.ids.gedung).execute()
  // Creates and deletes a row. After a restore, its id must not be assigned to a new row.
  const bank = { nama_bank: 'Hapus', no_rekening: '1', atas_nama: 'x' }
  const { id } = must(await s.superadmin.post<{ id: number }>('/bank/create', bank))
  await s.db.deleteFrom('bank').where('id', '=', id).execute()
  const DATA_DIR = fresh()
  source = { DATA_DIR, DATA_KEY: dataKey, DATABASE_URL: process.env.DATABASE_URL }
  if (!onPostgres) await sql`vacuum into ${join(DATA_DIR, 'nada.db')}`.execute(s.db)
})
afterAll(async () => {
  await s.close()
  rmSync(home, { recursive: true, force: true })
})

/** Makes a backup of the school in a new folder, encrypted if a key is given. */
const backup = async (BACKUP_KEY?: string) =>
  makeBackup(place({ ...source, BACKUP_KEY, BACKUP_DIR: fresh() }))
const changed = (file: string, change: (bytes: Buffer) => Buffer): string => {
  const copy = join(fresh(), 'nada-2026-01-01T00-00-00-000Z.cadangan')
  writeFileSync(copy, change(readFileSync(file)))
  return copy
}

describe('a backup', () => {
  test.each([
    ['with a key', keyA],
    ['without', undefined],
  ])('%s holds everything, including bytes and unusual texts', async (_, key) => {
    const archive = await backup(key)
    expect([archive.encrypted, archive.withKeys]).toEqual([key !== undefined, key !== undefined])
    const keys = key ? [key] : []
    const { opening, sums } = await verifyBackup(archive.file, { keys })
    expect(opening).toMatchObject({ nada: 1, mesin: onPostgres ? 'postgres' : 'sqlite' })
    expect(opening.kunci).toBe(key ? dataKey : null)
    expect(opening.migrasi.length).toBeGreaterThan(5)
    expect(sums.map((sum) => sum.tabel)).toEqual(expect.arrayContaining(['berkas_isi', 'billing']))
    expect(sums.find((sum) => sum.tabel === 'billing')).toMatchObject({
      jumlah: { total: '250000' },
    })
    const into = place({ DATA_DIR: fresh(), BACKUP_KEY: key, DATA_KEY: key ? undefined : dataKey })
    const restored = await restore(into, archive.file)
    expect([restored.problems, restored.keysMissing]).toEqual([[], []])
    const copy = await openSource(into)
    expect(await sumsOf(copy)).toEqual(sums)
    await copy.close()
  })
  test('reveals nothing of its content without the key', async () => {
    const archive = await backup(keyA)
    const text = readFileSync(archive.file, 'latin1')
    expect(text).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
    for (const word of ['superadmin', 'Santoso', dataKey, keyA]) expect(text).not.toContain(word)
    expect(statSync(archive.file).mode & 0o777).toBe(0o600)
  })
  test('detects any changed byte, a cut and an addition, with a key and without', async () => {
    for (const key of [keyA, undefined]) {
      const { file, size } = await backup(key)
      const keys = key ? [key] : []
      const expectRefused = (change: (bytes: Buffer) => Buffer, label: string) =>
        expect(verifyBackup(changed(file, change), { keys }), label).rejects.toThrow(BackupError)
      // Skips bytes 2 to 19. They include bytes of the gzip header that readers of an unencrypted
      // file ignore, such as the tenth byte, which names the operating system.
      for (const offset of [0, 1, 20, 60, 200, size >> 1, size - 5, size - 1])
        await expectRefused((bytes) => {
          bytes[offset]! ^= 1
          return bytes
        }, `byte ${offset} of ${size}`)
      for (const length of [0, 1, 10, 100, 300, size >> 1, size - 1])
        await expectRefused((bytes) => bytes.subarray(0, length), `cut at ${length}`)
      if (key) await expectRefused((bytes) => Buffer.concat([bytes, Buffer.from('x')]), 'longer')
    }
  })
  test('rejects another or a missing key; opens with a list that contains its own', async () => {
    const { file } = await backup(keyA)
    await expect(verifyBackup(file, { keys: [keyB] })).rejects.toThrow(/dengan kunci lain/)
    await expect(verifyBackup(file, { keys: [] })).rejects.toThrow(/terenkripsi: isi BACKUP_KEY/)
    expect((await verifyBackup(file, { keys: [keyB, keyA] })).sums.length).toBeGreaterThan(30)
  })
  test('rejects a key with a mistyped letter or of another form, with a message', async () => {
    const mistyped = keyA.replace('LE4H', 'LE4J')
    await expect(backup(mistyped)).rejects.toThrow(/^BACKUP_KEY tidak valid/)
    const { file } = await backup(keyA)
    await expect(verifyBackup(file, { keys: [mistyped] })).rejects.toThrow(
      /^BACKUP_KEY tidak valid/,
    )
    for (const key of ['bukan kunci', keyA.toLowerCase(), `${keyA},`, dataKey])
      expect(() => place({ ...source, BACKUP_KEY: key })).toThrow(/^BACKUP_KEY tidak valid/)
  })
})

describe('retention', () => {
  test('keeps the newest; a failed backup removes and leaves nothing and is recorded', async () => {
    const folder = fresh()
    const env = { ...source, BACKUP_DIR: folder }
    for (let i = 0; i < 4; i++) await makeBackup(place(env))
    writeFileSync(join(folder, 'catatan.txt'), 'milik orang lain')
    writeFileSync(join(folder, '.nada-1-aa.part'), 'dari proses yang mati')
    writeFileSync(join(folder, '.nada-2-bb.part'), 'sedang ditulis')
    utimesSync(join(folder, '.nada-1-aa.part'), 0, 0)
    const before = backupsIn(folder)
    const archive = await makeBackup(place(env, { keep: '3' }))
    expect([archive.kept, archive.removed]).toEqual([3, 2])
    expect(backupsIn(folder)).toEqual([archive.file, ...before.slice(0, 2)])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['catatan.txt', '.nada-2-bb.part']))
    expect(readdirSync(folder)).not.toContain('.nada-1-aa.part')
    const file = join(fresh(), 'berkas')
    writeFileSync(file, '')
    await expect(makeBackup(place({ ...source, BACKUP_DIR: file }))).rejects.toThrow(/EEXIST/)
    const { db, close } = await openExisting(place(source))
    const last = await db.selectFrom('cadangan').selectAll().orderBy('id', 'desc').execute()
    expect(last[0]).toMatchObject({ berkas: null, galat: expect.stringMatching(/bukan folder/) })
    expect(last[1]).toMatchObject({ berkas: archive.file, galat: null, ukuran: archive.size })
    await close()
  })
  test.each(['0', '-1', 'semua', '1.5'])('rejects --keep %s', (keep) => {
    expect(() => place(source, { keep })).toThrow(/^BACKUP_KEEP tidak valid/)
  })
})

describe('a restore', () => {
  test('rejects a target that is not empty, and changes nothing there', async () => {
    const { file } = await backup()
    const filled = fresh()
    writeFileSync(join(filled, 'nada.db'), 'isi')
    await expect(restore(place({ DATA_DIR: filled }), file)).rejects.toThrow(
      /DATA_DIR tidak kosong/,
    )
    expect(readFileSync(join(filled, 'nada.db'), 'utf8')).toBe('isi')
    rmSync(join(filled, 'nada.db'))
    writeFileSync(join(filled, 'nada.db-wal'), 'isi')
    await expect(restore(place({ DATA_DIR: filled }), file)).rejects.toThrow(
      /DATA_DIR tidak kosong/,
    )
    if (!onPostgres) return
    const again = place({ DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: fresh() })
    const message = 'Basis data tujuan (DATABASE_URL) tidak kosong'
    expect(await restore(again, file).catch(String)).toContain(message)
  })
  test('leaves an empty target empty after a damaged backup', async () => {
    const { file } = await backup()
    const half = changed(file, (bytes) => bytes.subarray(0, bytes.length >> 1))
    const into = fresh()
    await expect(restore(place({ DATA_DIR: into }), half)).rejects.toThrow(BackupError)
    expect(readdirSync(into)).toEqual([])
    await expect(restore(place({ DATA_DIR: into }), join(into, 'x'))).rejects.toThrow(/Tidak ada/)
  })
  test('gives the next rows new ids, from engine to engine and back', async () => {
    const first = await backup(keyA)
    const database = onPostgres ? await freshDatabase(inject('postgres')) : undefined
    const middle = { DATA_DIR: fresh(), BACKUP_KEY: keyA }
    expect((await restore(place(middle), first.file)).problems).toEqual([])
    const second = await makeBackup(place({ ...middle, BACKUP_DIR: fresh() }))
    const last = { DATA_DIR: fresh(), BACKUP_KEY: keyA, DATABASE_URL: database?.url }
    const { problems } = await restore(place(last), second.file)
    expect(problems).toEqual([])
    for (const env of [middle, last]) {
      const { db, close } = await openExisting(place(env))
      const bank = await db.selectFrom('bank').selectAll().executeTakeFirstOrThrow()
      const { id: _, ...rest } = { ...bank, no_rekening: '77' }
      const next = await db
        .insertInto('bank')
        .values(rest)
        .returning('id')
        .executeTakeFirstOrThrow()
      // The id after `bank.id` belonged to the deleted row, and the audit log still contains this
      // id. A new row must not get it.
      expect(next.id).toBe(bank.id + 2)
      await close()
    }
    await database?.drop()
  })
  test('keeps the keys of the key file and names the keys that DATA_KEY lacks', async () => {
    const [oldKey, fileKey, ownKey] = [8, 9, 10].map((byte) => Buffer.alloc(32, byte))
    const kunci_id = dataKeyId(oldKey!)
    const secret = { user_id: s.ids.peserta, kolom: 'nik', kunci_id, isi: 'x' }
    await s.db.insertInto('rahasia').values(secret).execute()
    const environment = { ...source, DATA_DIR: onPostgres ? source.DATA_DIR : fresh() }
    if (!onPostgres) await sql`vacuum into ${join(environment.DATA_DIR!, 'nada.db')}`.execute(s.db)
    const DATA_KEY = oldKey!.toString('base64')
    const archive = await makeBackup(
      place({ ...environment, DATA_KEY, BACKUP_KEY: keyA, BACKUP_DIR: fresh() }),
    )
    const target = { DATA_DIR: fresh(), DATA_KEY: ownKey!.toString('base64') }
    const keyFile = join(target.DATA_DIR, 'kunci-data')
    writeFileSync(keyFile, 'x')
    const into = place({ ...target, BACKUP_KEY: keyA })
    await expect(restore(into, archive.file)).rejects.toThrow(/Berkas kunci rusak/)
    expect(readdirSync(target.DATA_DIR)).toEqual(['kunci-data'])
    writeFileSync(keyFile, fileKey!.toString('base64'))
    const { keysWritten, keysMissing, keysOutside } = await restore(into, archive.file)
    expect({ keysWritten, keysMissing, keysOutside }).toEqual({
      keysWritten: true,
      keysMissing: [],
      keysOutside: [kunci_id],
    })
    const stored = [fileKey!, oldKey!].map((key) => key.toString('base64')).join(',')
    expect(readFileSync(keyFile, 'utf8')).toBe(`${stored}\n`)
    // Expects that `examine` also reports the key that this `DATA_KEY` lacks.
    expect(await examine(place(target))).toEqual([
      `kunci ${kunci_id} tidak ada di DATA_KEY atau kunci-data`,
    ])
    await s.db.deleteFrom('rahasia').where('kunci_id', '=', kunci_id).execute()
  })
  test('restores the key file and names the missing key', async () => {
    const secret = { user_id: s.ids.peserta, kolom: 'nik', kunci_id: 'aaaaaaaaaaaa', isi: 'x' }
    await s.db.insertInto('rahasia').values(secret).execute()
    const environment = { ...source, DATA_DIR: onPostgres ? source.DATA_DIR : fresh() }
    if (!onPostgres) await sql`vacuum into ${join(environment.DATA_DIR!, 'nada.db')}`.execute(s.db)
    const archive = await makeBackup(
      place({ ...environment, BACKUP_KEY: keyA, BACKUP_DIR: fresh() }),
    )
    const into = place({ DATA_DIR: fresh(), BACKUP_KEY: keyA })
    const { keysWritten, keysMissing } = await restore(into, archive.file)
    expect([keysWritten, keysMissing]).toEqual([true, ['aaaaaaaaaaaa']])
    const keyFile = join(into.dataDir, 'kunci-data')
    expect(readFileSync(keyFile, 'utf8')).toBe(`${dataKey}\n`)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(await examine(place({ DATA_DIR: into.dataDir }))).toEqual([
      'kunci aaaaaaaaaaaa tidak ada di DATA_KEY atau kunci-data',
    ])
    await s.db.deleteFrom('rahasia').where('kunci_id', '=', 'aaaaaaaaaaaa').execute()
  })
  test('leaves nothing after a trial', async () => {
    const { file } = await backup(keyA)
    const { problems } = await tryRestore(place({ ...source, BACKUP_KEY: keyA }), file)
    expect([problems, readdirSync(join(file, '..')).length]).toEqual([[], 1])
  })
  test('rejects a newer version and one with edited migrations', async () => {
    const dir = fresh()
    await restore(place({ DATA_DIR: dir }), (await backup()).file)
    const copy = join(fresh(), 'nada.db')
    copyFileSync(join(dir, 'nada.db'), copy)
    const from = { DATA_DIR: join(copy, '..') }
    const edit = async (text: string) => {
      const { raw } = openSqlite(copy)
      raw.exec(text)
      raw.close()
      return makeBackup(place({ ...from, BACKUP_DIR: fresh() }))
    }
    const newer = await edit("insert into kysely_migration values ('9999_masa_depan', '2030')")
    const into = place({ DATA_DIR: fresh() })
    await expect(restore(into, newer.file)).rejects.toThrow(/lebih baru \(9999_masa_depan\)/)
    const former = await edit(
      `delete from kysely_migration where name like '9999%';
       insert into kysely_migration values ('0001_dasar', '2024')`,
    )
    await expect(restore(into, former.file)).rejects.toThrow(/sebelum rilis pertama/)
    const edited = await edit(
      `delete from kysely_migration where name = '0001_dasar';
       update migrasi_sidik set sidik = 'x' where nama like '0001%'`,
    )
    await expect(restore(into, edited.file)).rejects.toThrow(
      /tidak cocok dengan versi ini: 0001_katalog/,
    )
    expect(readdirSync(into.dataDir)).toEqual([])
  })
})

test('reports sums of money that do not add up', async () => {
  const dir = fresh()
  const env = { DATA_DIR: dir, DATA_KEY: dataKey }
  await restore(place(env), (await backup()).file)
  expect(await examine(place(env))).toEqual([])
  const { raw } = openSqlite(join(dir, 'nada.db'))
  raw.exec('update akun_billing_profil set saldo_kredit = 5; pragma ignore_check_constraints = on')
  raw.exec('update billing set terbayar = 1, sisa = total - 1 where nomor is not null')
  raw.exec(
    `pragma foreign_keys = off;
     delete from jenis_billing where id = (select min(jenis_billing_id) from billing_item)`,
  )
  raw.close()
  const text = (await examine(place(env))).join('\n')
  expect(text).toMatch(/saldo = mutasi/)
  expect(text).toMatch(/jumlah terbayar cocok dengan pembayarannya/)
  expect(text).toMatch(/billing_item: ada baris yang menunjuk yang tidak ada/)
})

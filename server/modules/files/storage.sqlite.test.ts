/**
 * Storage of files: upload limits per person and per family, nightly deletion, and the storage
 * quota of the school.
 */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Body, Client } from '#mocks/api/api.ts'
import { confirmationBody, uploadProof } from '#mocks/money/confirmation.ts'
import { checkMoney, makeAkun, setSetting } from '#mocks/people/family.ts'
import { pngChunk, pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { mostPerDay } from '#server/modules/billing/konfirmasi/fileConfirmation.ts'
import { keptDays } from '#server/modules/files/sweepFiles.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('batas_laju').execute()
})

const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()
const send = (by: Client, body: Body) =>
  by.post<any>('/konfirmasi-pembayaran/create', { ...body, bukan_kembar: true })
const act = async (verb: string, id: number, body: Body = {}) =>
  must(await s.superadmin.post(`/konfirmasi-pembayaran/${verb}?id=${id}`, body))
const tidy = async (): Promise<string> => {
  must(await s.superadmin.post('/pekerjaan/jalankan', { nama: 'pembersihan' }))
  for (;;) {
    const jobs = must<any[]>(await s.superadmin.get('/pekerjaan'))
    const job = jobs.find(({ nama }) => nama === 'pembersihan')
    if (!job.berjalan) return job.terakhir.ringkasan
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
const contentOf = async (id: number) =>
  s.db.selectFrom('berkas_isi').select('berkas_id').where('berkas_id', '=', id).execute()
/** Sets the recorded size of a file (`ukuran`, in bytes). The stored content stays small. */
const weigh = (id: number, ukuran: number) =>
  s.db.updateTable('berkas').set({ ukuran }).where('id', '=', id).execute()
const body = (akun: number, by: Client = s.superadmin) => confirmationBody(s, { by, akun })

describe('a family that repeatedly sends and withdraws', () => {
  test('is limited by count per day, including withdrawn ones, until the next day', async () => {
    const akun = await makeAkun(s)
    const first = await body(akun)
    for (let i = 0; i < mostPerDay.count; i++) {
      const bukti = i === 0 ? first.bukti : await uploadProof(s.superadmin)
      const { id } = must(await send(s.superadmin, { ...first, bukti, jumlah: 1000 + i }))
      await act('batalkan', id)
    }
    const more = { ...first, bukti: await uploadProof(s.superadmin), jumlah: 99_000 }
    const refused = await send(s.superadmin, more)
    expect([refused.status, refused.data.message]).toEqual([
      409,
      expect.stringMatching(/dalam 24 jam terakhir. Coba lagi besok/),
    ])
    // The limit of one family does not affect other families.
    must(await send(s.superadmin, await body(await makeAkun(s))))
    await s.db
      .updateTable('konfirmasi_pembayaran')
      .set({ created_at: daysAgo(1.01) })
      .where('akun_billing_id', '=', akun)
      .execute()
    must(await send(s.superadmin, more))
  })

  test('is limited by bytes per day', async () => {
    const akun = await makeAkun(s)
    const first = await body(akun)
    await weigh(Number(first.bukti), mostPerDay.bytes - 1000)
    const { id } = must(await send(s.superadmin, first))
    await act('tolak', id, { alasan: 'Bukti tidak terbaca' })
    const bukti = await uploadProof(s.superadmin)
    await weigh(bukti, 1001)
    const refused = await send(s.superadmin, { ...first, bukti })
    expect([refused.status, refused.data.message]).toEqual([
      409,
      expect.stringMatching(/sudah mencapai 30 MB/),
    ])
    await weigh(bukti, 1000)
    must(await send(s.superadmin, { ...first, bukti }))
  })

  test('is limited when it withdraws twelve proofs of 4 MB one after the other', async () => {
    const akun = await makeAkun(s)
    const large = async () => {
      const noise = pngChunk('IDAT', deflateSync(randomBytes(4_400_000), { level: 0 }))
      return uploadProof(
        s.superadmin,
        Buffer.concat([pngOf(6, 6).subarray(0, 33), noise, pngOf(6, 6).subarray(33)]),
      )
    }
    let stored = 0
    for (let cycle = 0; cycle < 12; cycle++) {
      const sent = { ...(await body(akun)), bukti: await large(), jumlah: 1000 + cycle }
      const answer = await send(s.superadmin, sent)
      if (answer.status !== 201) break
      stored++
      await act('batalkan', answer.data.id)
    }
    expect(stored).toBe(Math.floor(mostPerDay.bytes / 4_400_000))
  })

  test('is limited by uploads per day, unlike the office', async () => {
    const payer = await s.as(s.ids.akun)
    const kunci = (user: number) => `unggah:${user}`
    const counted = [kunci(s.ids.akun), kunci(s.ids.admin)]
    const mulai = new Date().toISOString()
    await s.db
      .insertInto('batas_laju')
      .values(counted.map((key) => ({ kunci: key, mulai, jumlah: 59 })))
      .execute()
    await uploadProof(payer)
    const full = await payer.upload('/berkas/unggah', 'a.png', pngOf(3, 3), { jenis: 'bukti' })
    expect([full.status, full.headers.has('retry-after')]).toEqual([429, true])
    await uploadProof(s.admin)
    await uploadProof(s.admin)
  })

  test('keeps at most 40 MB of files without a row', async () => {
    const payer = await s.as(await makeAkun(s))
    const ids: number[] = []
    for (let i = 0; i < 4; i++) {
      ids.push(await uploadProof(payer))
      await weigh(ids[i]!, 15 * 1024 * 1024)
    }
    const remainingFiles = await s.db
      .selectFrom('berkas')
      .select('id')
      .where('id', 'in', ids)
      .execute()
    expect(remainingFiles.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.slice(1))
  })
})

describe('the nightly job', () => {
  const decided = async (
    verb: 'batalkan' | 'tolak' | 'setujui',
    days: number,
  ): Promise<{ id: number; bukti: number }> => {
    const sent = await body(await makeAkun(s))
    const { id } = must(await send(s.superadmin, sent))
    await act(verb, id, verb === 'tolak' ? { alasan: 'Bukti tidak terbaca' } : {})
    const time = daysAgo(days)
    const columns = verb === 'batalkan' ? { dibatalkan_at: time } : { ditinjau_at: time }
    await s.db.updateTable('konfirmasi_pembayaran').set(columns).where('id', '=', id).execute()
    return { id, bukti: Number(sent.bukti) }
  }

  test('empties only old proofs of withdrawn or rejected rows and flags the row', async () => {
    const old = [
      await decided('batalkan', keptDays.dibatalkan + 1),
      await decided('tolak', keptDays.ditolak + 1),
    ]
    const keptProofs = [
      await decided('batalkan', keptDays.dibatalkan - 1),
      await decided('tolak', keptDays.ditolak - 1),
      await decided('setujui', 3000),
    ]
    expect(await tidy()).toContain('2 isi bukti lama')
    for (const { id, bukti } of old) {
      expect(await contentOf(bukti)).toEqual([])
      const answer = await s.superadmin.get<any>(`/berkas?id=${bukti}`)
      expect([answer.status, answer.data.message]).toEqual([
        410,
        expect.stringContaining('sudah dihapus'),
      ])
      must(await s.superadmin.get(`/konfirmasi-pembayaran/view?id=${id}&expand=tagihan,kembar`))
    }
    for (const { bukti } of keptProofs) {
      expect(await contentOf(bukti)).toHaveLength(1)
      expect((await s.superadmin.bytes(`/berkas?id=${bukti}`)).status).toBe(200)
    }
    expect(await tidy()).not.toContain('isi bukti lama')
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('deletes files whose row is missing or has another file, and keeps all others', async () => {
    await uploadProof(s.superadmin)
    must(await send(s.superadmin, await body(await makeAkun(s))))
    const photo = must<{ id: number }>(
      await s.superadmin.upload('/berkas/unggah', 'f.png', pngOf(4, 4), { jenis: 'foto' }),
    ).id
    await s.db
      .updateTable('berkas')
      .set({ entitas: 'user', entitas_id: s.ids.akun, bidang: 'foto' })
      .where('id', '=', photo)
      .execute()
    await s.db.updateTable('user').set({ foto: photo }).where('id', '=', s.ids.akun).execute()
    const file = (entitas: string, entitas_id: number, bidang: string) => ({
      nama: 'yatim.png',
      jenis: 'bukti' as const,
      mime: 'image/png',
      ukuran: 10,
      sha256: 'x',
      entitas,
      entitas_id,
      bidang,
      created_at: daysAgo(400),
      created_by: s.ids.admin,
    })
    const before = await s.db.selectFrom('berkas').select('id').orderBy('id').execute()
    await s.db
      .insertInto('berkas')
      .values([
        file('konfirmasi-pembayaran', 999_999, 'bukti'),
        file('user', s.ids.admin, 'foto'),
        file('setting', 1, 'app_nama'),
      ])
      .execute()
    expect(await tidy()).toContain('2 berkas tanpa pemilik')
    const after = await s.db.selectFrom('berkas').select(['id', 'entitas']).orderBy('id').execute()
    expect(after.slice(0, -1).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.at(-1)?.entitas).toBe('setting')
    await s.db.deleteFrom('berkas').where('nama', '=', 'yatim.png').execute()
  })
})

describe('the quota of the school', () => {
  const storage = async () =>
    must(await s.admin.get<{ terpakai: number; kuota: number }>('/setting/penyimpanan'))

  test('counts only contents and rejects uploads above it', async () => {
    await setSetting(s, 'kuota_berkas_gb', 1)
    const { terpakai, kuota } = await storage()
    expect(kuota).toBe(1024 ** 3)
    const large = await uploadProof(s.admin)
    await weigh(large, kuota - terpakai - 10)
    expect((await storage()).terpakai).toBe(kuota - 10)
    const full = await s.admin.upload<any>('/berkas/unggah', 'a.png', pngOf(5, 5), {
      jenis: 'bukti',
    })
    expect([full.status, full.data.message]).toEqual([507, expect.stringMatching(/penuh/)])
    await s.db
      .updateTable('berkas')
      .set({ dikosongkan_at: new Date().toISOString() })
      .where('id', '=', large)
      .execute()
    expect((await storage()).terpakai).toBe(terpakai)
    await uploadProof(s.admin)
    await setSetting(s, 'kuota_berkas_gb', 10)
  })

  test('is visible only to the office', async () => {
    expect((await (await s.as(s.ids.akun)).get('/setting/penyimpanan')).status).toBe(403)
    expect((await s.anonymous.get('/setting/penyimpanan')).status).toBe(401)
  })
})

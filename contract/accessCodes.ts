/** Every access code with who holds it by default, computed from the registry. For server, tests and the role screens. */
import { pages, type AccessCode } from '#contract/access.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource, Role } from '#contract/resource.ts'
import { routes } from '#contract/routes.ts'

const verbs: Record<string, string> = {
  index: 'Lihat daftar', view: 'Lihat detail', create: 'Tambah', update: 'Ubah', delete: 'Hapus', ekspor: 'Ekspor', pilihan: 'Pilih di formulir', terbitkan: 'Terbitkan', batalkan: 'Batalkan',
  generate: 'Generate', share: 'Bagikan', download: 'Unduh', print: 'Cetak', 'pakai-saldo': 'Pakai saldo',
}
const titles = new Map<string, string>(Object.values(routes).flatMap((r) => (r.access ? [[r.access, r.title] as [string, string]] : [])).reverse())
const sensitive = /batalkan|terbitkan|generate|ekspor|delete|role\/|access\/|setting\/|pakai-saldo/

export interface CodeInfo { kode: AccessCode; nama: string; modul: string; jenis: 'halaman' | 'aksi'; sensitif: boolean; roles: readonly Role[] }
const info = (kode: AccessCode, modul: string, label: string, verb: string, roles: readonly Role[]): CodeInfo =>
  ({ kode, modul, roles, nama: titles.get(kode) ?? `${label}: ${verbs[verb] ?? verb}`, jenis: titles.has(kode) ? 'halaman' : 'aksi', sensitif: sensitive.test(kode) })

/** All codes, by resource and then the pages. */
export const accessCodes: CodeInfo[] = [
  ...Object.values(resources as Record<string, AnyResource>).flatMap((r) =>
    Object.entries(r.access).flatMap(([verb, roles]) => (roles === null ? [] : [info(`${r.name}/${verb}` as AccessCode, r.name, r.label[0], verb, roles)]))),
  ...Object.entries(pages).map(([kode, roles]) => info(kode as AccessCode, kode.split('/')[0]!, kode, kode.split('/')[1] ?? kode, roles)),
]

/**
 * Every access code with its sentence, group and default roles, computed from the registry of
 * resources. Only the server and tests import the list; the app reads the codes from the server, as
 * rows of the resource `access`.
 */
import { pages, type AccessCode } from '#contract/access/access.ts'
import { codeDescriptions } from '#contract/access/groups/accessGroups.ts'
import { imporNames } from '#contract/import/importKeys.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource, Role } from '#contract/resource.ts'
import { routes } from '#contract/routes.ts'

const all = resources as Record<string, AnyResource>
const codesOfPages = new Set<string | null>(Object.values(routes).map(({ access }) => access))
const sensitive =
  /^(role|access|setting|pekerjaan)\/|\/(batalkan|terbitkan|hapus-denda|generate|ekspor|import|delete|pakai-saldo|lihat-nik|ubah-email|reset-password|reset-dua-langkah|undangan|activate|disable-enable|restore|upgrade|downgrade|anonimkan|setujui|buka)$/

export interface CodeInfo {
  kode: AccessCode
  /** Sentence that says what the code permits. */
  nama: string
  /** Label of the group of the code. */
  modul: string
  jenis: 'halaman' | 'aksi'
  sensitif: boolean
  roles: readonly Role[]
}
const info = (kode: AccessCode, roles: readonly Role[]): CodeInfo => ({
  kode,
  // A test fails for a code without a group.
  ...(codeDescriptions.get(kode) ?? { modul: '', nama: kode }),
  roles,
  jenis: codesOfPages.has(kode) ? 'halaman' : 'aksi',
  sensitif: sensitive.test(kode),
})

/**
 * All access codes: first those of the declared resources, then those of the imports and of the
 * pages.
 */
export const accessCodes: CodeInfo[] = [
  ...Object.values(all).flatMap((r) =>
    Object.entries(r.access).flatMap(([verb, roles]) =>
      roles === null ? [] : [info(`${r.name}/${verb}` as AccessCode, roles)],
    ),
  ),
  // Skips the import `user`, because the resource `user` already declares the codes of this import.
  ...imporNames
    .filter((name) => name !== 'user')
    .flatMap((name) => [info(`${name}/import`, ['admin']), info(`${name}/template`, ['admin'])]),
  ...Object.entries(pages).map(([kode, roles]) => info(kode as AccessCode, roles)),
]
/**
 * Returns the ids of the built-in roles that hold a code by default. Omits the role superadmin (id
 * 1), which holds every code because of its wildcard.
 */
export const defaultRolesOf = ({ roles }: CodeInfo): number[] =>
  (['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const).flatMap((role, i) =>
    roles.includes(role) ? [i + 2] : [],
  )

/** Groups of access codes about master data. */
import { ability, operations, type AccessGroup } from '#contract/access/groups/group.ts'

export const masterGroups: readonly AccessGroup[] = [
  {
    label: 'Outlet, ruang & hari libur',
    abilities: [
      ability(
        'melihat',
        operations('gedung', 'outlet', 'index', 'view'),
        operations('ruang', 'ruang', 'index', 'view'),
        operations('hari-libur', 'hari libur', 'index', 'view'),
      ),
      ability(
        'menambah dan mengubah',
        operations('gedung', 'outlet', 'create', 'update'),
        operations('ruang', 'ruang', 'create', 'update'),
        operations('hari-libur', 'hari libur', 'create', 'update'),
      ),
      ability(
        'menghapus',
        operations('gedung', 'outlet', 'delete'),
        operations('ruang', 'ruang', 'delete'),
        operations('hari-libur', 'hari libur', 'delete'),
      ),
      ability(
        'mengimpor dan mengekspor',
        operations('gedung', 'outlet', 'import', 'template', 'ekspor'),
        operations('ruang', 'ruang', 'import', 'template', 'ekspor'),
        operations('hari-libur', 'hari libur', 'import', 'template', 'ekspor'),
      ),
      ability(
        'memilih di formulir',
        operations('gedung', 'outlet', 'pilihan'),
        operations('ruang', 'ruang', 'pilihan'),
      ),
    ],
  },
  {
    label: 'Kursus & harga',
    abilities: [
      ability(
        'melihat',
        operations('kursus', 'kursus', 'index', 'view'),
        operations('kategori-kursus', 'kategori kursus', 'index', 'view'),
        operations('course-level', 'level', 'index', 'view'),
        operations('kursus-harga', 'harga kursus', 'index', 'view'),
      ),
      ability(
        'menambah dan mengubah',
        operations('kursus', 'kursus', 'create', 'update'),
        operations('kategori-kursus', 'kategori kursus', 'create', 'update'),
        operations('kursus-harga', 'harga kursus', 'create', 'update'),
      ),
      ability(
        'menghapus',
        operations('kursus', 'kursus', 'delete'),
        operations('kategori-kursus', 'kategori kursus', 'delete'),
        operations('kursus-harga', 'harga kursus', 'delete'),
      ),
      ability(
        'mengimpor dan mengekspor',
        operations('kursus', 'kursus', 'import', 'template', 'ekspor'),
        operations('kategori-kursus', 'kategori kursus', 'import', 'template', 'ekspor'),
      ),
      ability(
        'memilih di formulir',
        operations('kursus', 'kursus', 'pilihan'),
        operations('kategori-kursus', 'kategori kursus', 'pilihan'),
        operations('course-level', 'level', 'pilihan'),
      ),
    ],
  },
  {
    label: 'Biaya, produk & promo',
    abilities: [
      ability(
        'melihat',
        operations('biaya', 'biaya', 'index', 'view'),
        operations('produk-jasa', 'produk & jasa', 'index', 'view'),
        operations('promo', 'promo', 'index', 'view'),
        operations('jenis-billing', 'jenis billing', 'index', 'view'),
      ),
      ability(
        'menambah dan mengubah',
        operations('biaya', 'biaya', 'create', 'update'),
        operations('produk-jasa', 'produk & jasa', 'create', 'update'),
        operations('promo', 'promo', 'create', 'update'),
        operations('jenis-billing', 'jenis billing', 'create', 'update'),
      ),
      ability(
        'menghapus',
        operations('biaya', 'biaya', 'delete'),
        operations('produk-jasa', 'produk & jasa', 'delete'),
        operations('promo', 'promo', 'delete'),
        operations('jenis-billing', 'jenis billing', 'delete'),
      ),
      ability(
        'mengimpor dan mengekspor',
        operations('biaya', 'biaya', 'import', 'template', 'ekspor'),
        operations('produk-jasa', 'produk & jasa', 'import', 'template', 'ekspor'),
        operations('promo', 'promo', 'ekspor'),
        operations('jenis-billing', 'jenis billing', 'import', 'template', 'ekspor'),
      ),
      ability(
        'memilih di formulir',
        operations('biaya', 'biaya', 'pilihan'),
        operations('produk-jasa', 'produk & jasa', 'pilihan'),
        operations('jenis-billing', 'jenis billing', 'pilihan'),
      ),
      ability('memilih promo di formulir', operations('promo', 'promo', 'pilihan')),
    ],
  },
]

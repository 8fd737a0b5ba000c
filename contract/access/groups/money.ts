/** Groups of access codes about bills, payments, saldo, cash and reports. */
import { ability, operations, type AccessGroup } from '#contract/access/groups/group.ts'

export const moneyGroups: readonly AccessGroup[] = [
  {
    label: 'Tagihan',
    abilities: [
      ability(
        'melihat dan mencetak tagihan',
        operations('billing', 'tagihan', 'index', 'view', 'pilihan'),
        { 'billing/download': 'Mencetak tagihan' },
      ),
      ability('membagikan tagihan', { 'billing/share': 'Membagikan tagihan ke keluarga' }),
      ability('mengurus pengingat', operations('pengingat', 'pengingat', 'index', 'view'), {
        'pengingat/lewati': 'Melewati pengingat',
      }),
      ability(
        'membuat dan mengubah tagihan',
        operations('billing', 'tagihan', 'create', 'update'),
        {
          'billing/hitung-ulang-promo': 'Menghitung ulang promo draft tagihan',
        },
      ),
      ability('menghapus draft tagihan', { 'billing/delete': 'Menghapus draft tagihan' }),
      ability('menerbitkan tagihan', { 'billing/terbitkan': 'Menerbitkan tagihan' }),
      ability('membuat tagihan bulanan', { 'billing/generate': 'Membuat tagihan bulanan' }),
      ability('membatalkan tagihan dan membuat nota kredit', {
        'billing/batalkan': 'Membatalkan tagihan',
        'billing/terbit-ulang': 'Membatalkan tagihan dan menerbitkannya ulang',
        'billing/nota-kredit': 'Membuat nota kredit',
      }),
      ability('menghapus denda', { 'billing/hapus-denda': 'Menghapus denda' }),
      ability('mengekspor tagihan', operations('billing', 'tagihan', 'ekspor')),
      ability('mengekspor pengingat', operations('pengingat', 'pengingat', 'ekspor')),
    ],
  },
  {
    label: 'Menerima uang',
    abilities: [
      ability('melihat dan mencetak kuitansi', {
        'billing-payment/view': 'Membuka rincian pembayaran',
        'billing-payment/print': 'Mencetak kuitansi',
      }),
      ability('melihat daftar pembayaran', operations('billing-payment', 'pembayaran', 'index')),
      ability('menerima uang', operations('billing-payment', 'pembayaran', 'create', 'update')),
      ability('memilih rekening bank di formulir', operations('bank', 'rekening bank', 'pilihan')),
      ability('memindahkan pembayaran ke tagihan lain', {
        'billing-payment/alih': 'Memindahkan pembayaran ke tagihan lain',
      }),
      ability('membatalkan pembayaran', { 'billing-payment/batalkan': 'Membatalkan pembayaran' }),
      ability(
        'mengirim konfirmasi pembayaran',
        operations('konfirmasi-pembayaran', 'konfirmasi pembayaran', 'index', 'view'),
        {
          'konfirmasi-pembayaran/create': 'Mengirim konfirmasi pembayaran',
          'konfirmasi-pembayaran/batalkan': 'Menarik konfirmasi pembayaran',
          'user/list-payment-bank': 'Melihat rekening untuk membayar',
        },
      ),
      ability('menyetujui dan menolak konfirmasi', {
        'konfirmasi-pembayaran/setujui': 'Menyetujui konfirmasi pembayaran',
        'konfirmasi-pembayaran/tolak': 'Menolak konfirmasi pembayaran',
      }),
      ability(
        'mencocokkan mutasi bank',
        operations('mutasi-bank', 'mutasi bank', 'index', 'view', 'import'),
        {
          'mutasi-bank/cocokkan': 'Mencocokkan mutasi bank dengan tagihan',
          'mutasi-bank/abaikan': 'Mengabaikan mutasi bank',
          'mutasi-bank/lepas': 'Mengembalikan mutasi bank yang diabaikan atau cocok',
        },
      ),
      ability(
        'mengekspor pembayaran',
        operations('billing-payment', 'pembayaran', 'ekspor'),
        operations('konfirmasi-pembayaran', 'konfirmasi pembayaran', 'ekspor'),
        operations('mutasi-bank', 'mutasi bank', 'ekspor'),
      ),
    ],
  },
  {
    label: 'Kas',
    abilities: [
      ability('melihat tutup kas', operations('tutup-kas', 'tutup kas', 'index', 'view')),
      ability('menutup kas', { 'tutup-kas/create': 'Menutup kas' }),
      ability('membuka kembali kas', {
        'tutup-kas/buka': 'Membuka kembali kas yang sudah ditutup',
      }),
      ability('mengekspor tutup kas', operations('tutup-kas', 'tutup kas', 'ekspor')),
    ],
  },
  {
    label: 'Saldo & rekening koran',
    abilities: [
      ability(
        'melihat saldo dan rekening koran',
        operations('mutasi-saldo', 'mutasi saldo', 'index', 'view'),
        {
          'user/info-billing': 'Melihat saldo dan tagihan keluarga',
          'user/rekening-koran': 'Melihat rekening koran keluarga',
        },
      ),
      ability('mengirim rekening koran', {
        'user/kirim-rekening-koran': 'Mengirim rekening koran ke keluarga',
      }),
      ability('membayar tagihan dengan saldo', {
        'billing/pakai-saldo': 'Membayar tagihan dengan saldo',
      }),
      ability('mengembalikan dan mengalihkan saldo', {
        'user/refund-saldo': 'Mengembalikan saldo ke keluarga',
        'user/alih-saldo': 'Mengalihkan saldo ke akun billing lain',
      }),
      ability('mengoreksi saldo', { 'user/koreksi-saldo': 'Mengoreksi saldo' }),
      ability('mengekspor mutasi saldo', operations('mutasi-saldo', 'mutasi saldo', 'ekspor')),
    ],
  },
  {
    label: 'Laporan & riwayat',
    abilities: [
      ability('melihat laporan keuangan', {
        'laporan/pendapatan': 'Melihat laporan pendapatan',
        'laporan/piutang': 'Melihat laporan piutang',
        'laporan/pengeluaran': 'Melihat laporan pengeluaran',
        'laporan/laba-rugi': 'Melihat laporan laba rugi',
      }),
      ability('melihat performa sales', {
        'laporan/performa-sales': 'Melihat laporan performa sales',
      }),
      ability('mengekspor laporan', { 'laporan/ekspor': 'Mengekspor laporan' }),
      ability(
        'melihat riwayat perubahan',
        { 'audit/index': 'Melihat riwayat perubahan' },
        operations('audit', 'riwayat perubahan', 'ekspor'),
      ),
    ],
  },
]

/** Help: tasks of an admin at the front desk and in the office. */
import type { GuideTask } from '#contract/guide/task.ts'

export const adminTasks: readonly GuideTask[] = [
  {
    id: 'terima-pembayaran',
    title: 'Menerima pembayaran tunai',
    to: '/billing-payment/form',
    words: 'bayar kasir kuitansi uang kembalian',
    steps: [
      'Pilih {Akun Billing=Abraham Marthen}. Ketik nama pembayar, nama anak, atau nomor tagihan. Tagihan yang paling lama dipilih sendiri.',
      'Isi {Jumlah=300000} jika yang dibayar tidak sama dengan sisa tagihan.',
      'Isi {Uang diterima=500000} untuk melihat kembaliannya.',
      'Tekan [Terima & cetak]. Kuitansinya terbuka.',
    ],
    pictures: [3],
  },
  {
    id: 'periksa-konfirmasi',
    title: 'Memeriksa bukti transfer',
    to: '/konfirmasi-pembayaran',
    words: 'konfirmasi setujui tolak verifikasi rekening mutasi',
    steps: [
      'Tekan [Periksa]. Konfirmasi yang paling lama menunggu terbuka.',
      'Cocokkan foto di <Bukti> dengan jumlah dan tanggalnya.',
      'Uangnya sudah masuk rekening: tekan [? Setujui]. Tidak cocok: tekan [? Tolak] dan tulis alasannya.',
      'Tekan [Berikutnya] untuk konfirmasi berikutnya.',
    ],
    pictures: [1, 3],
  },
  {
    id: 'generate-tagihan',
    title: 'Membuat tagihan bulanan',
    to: '/billing/generate',
    words: 'generate spp massal draft terbit',
    steps: [
      'Pilih {Periode=} dan tekan [Lihat pratinjau].',
      'Periksa siapa yang ditagih dan siapa yang <Dilewati>, dengan alasannya.',
      'Tekan [? Buat draft]. Setelah itu draft diperiksa dan diterbitkan di halaman yang sama.',
    ],
    pictures: [2],
  },
  {
    id: 'tagihan-lain',
    title: 'Membuat tagihan di luar bulanan',
    to: '/billing/form',
    words: 'buku seragam ujian manual draft',
    steps: [
      'Pilih {Akun Billing=Abraham Marthen} dan {Outlet=}.',
      'Pilih {Jenis Billing=}, lalu isi {Deskripsi=Buku Piano 2} dan {Harga Satuan=125000}.',
      'Perlu lebih dari satu baris? Tekan [? Tambah baris].',
      'Tekan [? Simpan]. Tagihan tersimpan sebagai draft sampai diterbitkan.',
    ],
    pictures: [2],
  },
  {
    id: 'batalkan-tagihan',
    title: 'Membatalkan tagihan yang salah',
    to: '/billing/unpaid',
    words: 'void hapus keliru',
    steps: [
      'Buka [> tagihannya].',
      'Tekan [Batalkan].',
      'Isi {Alasan=Tagihan ganda untuk bulan ini}, minimal 10 karakter.',
      'Tekan [Batalkan]. Nomornya tidak dipakai ulang.',
    ],
    pictures: [2],
  },
  {
    id: 'pengingat',
    title: 'Mengingatkan tagihan yang lewat jatuh tempo',
    to: '/billing/pengingat',
    words: 'tagih menunggak whatsapp wa telat',
    steps: [
      'Tekan [? Kirim berikutnya]. Pesan untuk keluarga pertama sudah terisi, tinggal dikirim lewat WhatsApp atau email.',
      'Keluarga itu sudah membayar atau tidak perlu diingatkan? Pilih Lewati di menu di ujung barisnya.',
    ],
  },
  {
    id: 'peserta-baru',
    title: 'Mendaftarkan peserta baru',
    to: '/user/create',
    search: { role_id: '6' },
    words: 'murid siswa tambah daftar keluarga',
    steps: [
      'Isi {Nama=Nadia Putri}, pilih {Jenis Kelamin=Perempuan}, dan isi {Tanggal Lahir=12/05/2015}.',
      'Pilih {Outlet=} dan {Akun Billing=Abraham Marthen}. Akun billing belum ada? Pilih “+ Buat” di daftar itu.',
      'Peserta di bawah 18 tahun: nyalakan {Wali menyetujui pemrosesan data anak=} setelah walinya setuju.',
      'Tekan [Simpan].',
    ],
    pictures: [2],
  },
  {
    id: 'jadwal-peserta',
    title: 'Memasukkan peserta ke kelas',
    to: '/kursus-peserta',
    words: 'jadwal kursus enrol kelas guru hari jam',
    steps: [
      'Tekan [Tambah].',
      'Pilih {Peserta=Abraham}, lalu {Kelas=}. Kelas yang masih ada tempat ada di atas.',
      'Periksa {Mulai=}, hari pertama peserta belajar.',
      'Tekan [? Simpan]. Jika ada bentrok, alasannya tampil di formulir.',
    ],
    pictures: [2],
  },
  {
    id: 'absensi-admin',
    title: 'Mengisi absensi untuk guru',
    to: '/kursus-pelatih/absensi',
    words: 'hadir izin sakit alpa kehadiran',
    steps: [
      'Tekan [Guru] agar pertemuan hari ini dikelompokkan menurut guru.',
      'Tekan nama peserta yang hadir. Izin, sakit, dan tanda lain ada di tombol di samping namanya.',
    ],
  },
  {
    id: 'tutup-kas',
    title: 'Menutup kas harian',
    to: '/tutup-kas/form',
    words: 'kasir hitung uang pecahan selisih setor',
    steps: ['Pilih {Outlet=Nada Tebet} dan periksa tanggalnya.', 'Tekan [? Tutup kas].'],
    pictures: [1],
  },
]

/** Believable Indonesian people, streets, schools and outlets for the demo school and for benchmarks; all invented. */
import type { Acak } from '#contract/rules/acak.ts'

const kata = (text: string): string[] => text.split(' ')

/** Any element of a list that is not empty. */
export const dari = <T>(r: Acak, list: readonly T[]): T => list[r.int(0, list.length - 1)]!
/** One of several values, by weight. */
export const berbobot = <T>(r: Acak, pairs: readonly (readonly [T, number])[]): T => {
  let at = r.int(
    1,
    pairs.reduce((sum, [, w]) => sum + w, 0),
  )
  for (const [value, weight] of pairs) if ((at -= weight) <= 0) return value
  return pairs[0]![0]
}

/** A people: given names, second names, and what a family shares; `satu` of a hundred bear a single name. */
interface Suku {
  pria: string[]
  wanita: string[]
  tengahPria: string[]
  tengahWanita: string[]
  marga: string[]
  satu: number
  agama: readonly (readonly [string, number])[]
}
const suku: Record<string, Suku> = {
  jawa: {
    pria: kata(
      'Bambang Slamet Joko Agus Budi Eko Dwi Tri Wahyu Bayu Galih Rizky Aji Satria Bagas Danang Hendra Teguh Yoga Fajar Ilham Dimas Anggit Wisnu Prasetyo Sigit Guntur Surya Arya Rangga Gilang Aditya',
    ),
    wanita: kata(
      'Sri Dewi Siti Ratna Endang Wulan Ayu Rini Tri Dwi Kartika Anisa Nur Ningsih Retno Laras Puspita Intan Citra Diah Galuh Kirana Melati Sekar Tiara Utami Yuni Zahra Hesti Indah Nadia Salma',
    ),
    tengahPria: kata('Adi Catur Nur Setyo Tirta Cahyo Hari Yudha Panji Krisna Bagus Rahmat'),
    tengahWanita: kata('Nur Ayu Kusuma Puspa Dyah Cahya Tirta Sekar Anggun Lestari'),
    marga: kata(
      'Santoso Wijaya Nugroho Setiawan Prasetya Hartono Susanto Wibowo Kusuma Raharjo Purnomo Hidayat Saputra Utomo Widodo Suryanto Pranoto Kuncoro Handoko Mulyono Sudarsono Wicaksono Suharjo Gunawan',
    ),
    satu: 12,
    agama: [
      ['ISLAM', 80],
      ['KRISTEN', 10],
      ['KATOLIK', 10],
    ],
  },
  sunda: {
    pria: kata(
      'Asep Ujang Dadang Cecep Deden Iwan Rudi Yayan Dani Rian Gugun Hilman Irfan Rifki Taufik Wildan Zaki Nanang Ridwan Fikri',
    ),
    wanita: kata(
      'Euis Neneng Imas Lilis Ai Rina Yanti Elis Tita Rani Nisa Fitri Salsa Dinda Hani Silvi Mega Wina Rahma Aulia',
    ),
    tengahPria: kata('Ahmad Abdul Muhammad Agung Lukman Fadil'),
    tengahWanita: kata('Siti Nurul Sri Rahma Amelia Nur'),
    marga: kata(
      'Suryana Kurniawan Hermawan Permana Gunawan Sutisna Ramdani Firmansyah Maulana Supriatna Nugraha Sopandi Kartiwa Rohmana Iskandar Somantri',
    ),
    satu: 10,
    agama: [
      ['ISLAM', 96],
      ['KRISTEN', 4],
    ],
  },
  batak: {
    pria: kata(
      'Parulian Togar Binsar Jonathan Samuel Daniel Hotman Ronald Andreas Markus Yosua Gabriel Immanuel Rafael Kevin Marihot',
    ),
    wanita: kata(
      'Tiur Rotua Maria Ruth Debora Ester Yohana Natalia Grace Christine Angelina Sarah Lidya Priskila Theresia Rosmaida',
    ),
    tengahPria: kata('Parlindungan Maruli Pardomuan Hasiholan Oloan Tumpal'),
    tengahWanita: kata('Romauli Tiarma Duma Lamria Novita Paulina'),
    marga: kata(
      'Simanjuntak Siregar Sitompul Nainggolan Hutapea Panjaitan Sihombing Manurung Simbolon Situmorang Lubis Nasution Harahap Ginting Sembiring Tarigan Pasaribu Sinaga Purba Silalahi',
    ),
    satu: 0,
    agama: [
      ['KRISTEN', 70],
      ['KATOLIK', 15],
      ['ISLAM', 15],
    ],
  },
  minang: {
    pria: kata(
      'Rahmat Fauzan Hafiz Yusril Afdal Irwan Syafril Zulfikar Ikhsan Habib Reyhan Farhan Arif Mulyadi Bayu',
    ),
    wanita: kata(
      'Rahmi Yulia Fadhila Meri Silvia Aisyah Nabila Fitria Annisa Hafsah Vania Suci Gita Upik Rosda',
    ),
    tengahPria: kata('Al Putra Rizki Muhammad Ilham'),
    tengahWanita: kata('Putri Aulia Nur Rahmi Khaira'),
    marga: kata(
      'Chaniago Piliang Tanjung Koto Sikumbang Jambak Guci Caniago Malayu Dt.Rajo Zein Hamid Sjarif',
    ),
    satu: 8,
    agama: [['ISLAM', 100]],
  },
  bugis: {
    pria: kata(
      'Andi Muhammad Baso Ahmad Syahrul Akbar Rusdi Ilham Amran Irwan Syamsul Fadli Rahmat Yusuf Hasan Takdir Alif Fahri',
    ),
    wanita: kata(
      'Andi Besse Nurul Fitriani Hasnah Mutmainnah Nurhayati Rahmawati Sitti Ainun Aulia Nabila Khadijah Magfirah Tenri Yuliana Adelia Naila',
    ),
    tengahPria: kata('Tenri Arung Nur Rifai Fajar Ikhsan'),
    tengahWanita: kata('Tenri Batari Nur Bau Ayu Cahaya'),
    marga: kata(
      'Mappanyukki Pangerang Amiruddin Syarifuddin Mattalatta Palaguna Rauf Makkarumpa Latief Hamzah Patunru Baharuddin Salahuddin Machmud Sultan Dg.Ngalle Petta Parenrengi',
    ),
    satu: 6,
    agama: [
      ['ISLAM', 95],
      ['KRISTEN', 5],
    ],
  },
  bali: {
    pria: kata('Wayan Made Nyoman Ketut Gede Putu Komang Kadek'),
    wanita: kata('Wayan Made Nyoman Ketut Luh Putu Komang Kadek'),
    tengahPria: kata('Agus Bagus Arya Dharma Yoga Indra Surya'),
    tengahWanita: kata('Ayu Sri Dewi Putri Citra Intan Ratih'),
    marga: kata(
      'Suardana Wirawan Adnyana Sudiarta Mahendra Pratama Artawan Widiana Sukerta Darmawan',
    ),
    satu: 0,
    agama: [
      ['HINDU', 95],
      ['BUDHA', 5],
    ],
  },
  tionghoa: {
    pria: kata(
      'Kevin Hendrik Steven Michael Felix Jason Ryan William Christopher Edward Vincent Nicholas Calvin Darren Hansen',
    ),
    wanita: kata(
      'Jessica Michelle Angela Cindy Stephanie Felicia Vanessa Clarissa Olivia Fiona Evelyn Natasha Gracia Sherly Mei',
    ),
    tengahPria: kata('Adrian Christian Jonathan Leonardo Alexander'),
    tengahWanita: kata('Christina Patricia Amanda Gabriella Aurelia'),
    marga: kata(
      'Tanuwijaya Halim Gunawan Salim Lim Tan Wijaya Kurniadi Hartanto Sutanto Widjaja Chandra Liem Setiadi Kosasih Hendrawan Tanoto Oentoro',
    ),
    satu: 0,
    agama: [
      ['KRISTEN', 40],
      ['KATOLIK', 30],
      ['BUDHA', 25],
      ['KONGHUCU', 5],
    ],
  },
  minahasa: {
    pria: kata(
      'Jerry Ferdy Maikel Novly Rivaldo Christian Yoshua Stevanus Brayen Alfrits Rommy Glenn',
    ),
    wanita: kata(
      'Meyske Syane Christy Natalia Virginia Angelica Deisy Chelsea Gloria Tesalonika Mercy Feybe',
    ),
    tengahPria: kata('Alexander Junior Gerald Immanuel'),
    tengahWanita: kata('Maria Claudia Putri Gracela'),
    marga: kata(
      'Mamahit Rondonuwu Lumentut Pangkey Wowor Sondakh Kalalo Tumbelaka Mandagi Rumambi Supit Walangitan',
    ),
    satu: 0,
    agama: [
      ['KRISTEN', 85],
      ['KATOLIK', 15],
    ],
  },
  timur: {
    pria: kata(
      'Yohanis Frans Melkianus Petrus Simon Abraham Elieser Boas Agustinus Theo Benyamin Matheus',
    ),
    wanita: kata(
      'Yuliana Martha Ester Katarina Agustina Beatriks Dorkas Fransina Elisabeth Selfina Margaretha Yakomina',
    ),
    tengahPria: kata('Yoseph Paulus Marthen Daud'),
    tengahWanita: kata('Maria Yosina Debora Ruth'),
    marga: kata(
      'Pattiasina Latuconsina Sahetapy Tuhumury Matulessy Wanggai Kambuaya Rumbiak Wenda Tebai Manuputty Leimena Nahak Bria Seran',
    ),
    satu: 0,
    agama: [
      ['KRISTEN', 60],
      ['KATOLIK', 30],
      ['ISLAM', 10],
    ],
  },
  betawi: {
    pria: kata(
      'Mahmud Rojali Hasan Fadhil Husein Umar Zidan Rafi Naufal Rasya Malik Akmal Haikal Syafiq',
    ),
    wanita: kata(
      'Fatimah Aisyah Zainab Laila Maryam Nadhira Khansa Hana Shafira Alya Syifa Rumaisha Humaira Safira',
    ),
    tengahPria: kata('Muhammad Abdul Ali Syarif'),
    tengahWanita: kata('Nur Siti Az-Zahra Rahmah'),
    marga: kata(
      'Alatas Assegaf Shahab Marzuki Sanusi Fauzi Rasyid Mansyur Syukri Naim Jamil Baswedan',
    ),
    satu: 8,
    agama: [['ISLAM', 100]],
  },
}
type NamaSuku = keyof typeof suku

/** Where an outlet stands, what its streets and schools are called, and who lives there. */
export interface Kota {
  kode: string
  outlet: string
  alamat: string
  kota: string
  zona: string
  kodePos: string
  telepon: string
  jalan: string[]
  sekolah: string[]
  penduduk: readonly (readonly [NamaSuku, number])[]
}
export const kotaKota: readonly Kota[] = [
  {
    kode: 'JKT',
    outlet: 'Nada Tebet',
    alamat: 'Jl. Tebet Barat Dalam Raya No. 21',
    kota: 'Jakarta Selatan',
    zona: 'Asia/Jakarta',
    kodePos: '128',
    telepon: '622184109',
    jalan: [
      'Jl. Tebet Timur Dalam',
      'Jl. Prof. Dr. Soepomo',
      'Jl. Casablanca',
      'Jl. Lapangan Ros',
      'Jl. Minangkabau',
      'Jl. Pancoran Barat',
      'Jl. Kalibata Utara',
      'Jl. Duren Tiga',
      'Jl. Mampang Prapatan',
      'Jl. Bukit Duri Tanjakan',
    ],
    sekolah: [
      'SDN Tebet Timur 15',
      'SD Santa Maria Fatima',
      'SMPN 115 Jakarta',
      'SMAN 8 Jakarta',
      'SMAN 26 Jakarta',
      'SD Islam Al-Azhar Kalibata',
      'SMP Asisi',
    ],
    penduduk: [
      ['jawa', 32],
      ['sunda', 12],
      ['betawi', 14],
      ['batak', 12],
      ['minang', 8],
      ['tionghoa', 12],
      ['minahasa', 4],
      ['bali', 2],
      ['timur', 4],
    ],
  },
  {
    kode: 'BDG',
    outlet: 'Nada Dago',
    alamat: 'Jl. Ir. H. Juanda No. 156',
    kota: 'Bandung',
    zona: 'Asia/Jakarta',
    kodePos: '401',
    telepon: '622284120',
    jalan: [
      'Jl. Dipatiukur',
      'Jl. Tubagus Ismail',
      'Jl. Cisitu Lama',
      'Jl. Cihampelas',
      'Jl. Sumur Bandung',
      'Jl. Teuku Umar',
      'Jl. Cigadung Raya',
      'Jl. Pahlawan',
      'Jl. Surapati',
      'Jl. Bukit Dago Utara',
    ],
    sekolah: [
      'SDN Coblong 1',
      'SD Santa Ursula Bandung',
      'SMPN 35 Bandung',
      'SMAN 1 Bandung',
      'SMAN 19 Bandung',
      'SD Salman Al Farisi',
      'SMP Taruna Bakti',
    ],
    penduduk: [
      ['sunda', 52],
      ['jawa', 18],
      ['tionghoa', 12],
      ['batak', 8],
      ['minang', 5],
      ['timur', 3],
      ['bali', 2],
    ],
  },
  {
    kode: 'MKS',
    outlet: 'Nada Panakkukang',
    alamat: 'Jl. Boulevard Raya No. 8',
    kota: 'Makassar',
    zona: 'Asia/Makassar',
    kodePos: '902',
    telepon: '6241184130',
    jalan: [
      'Jl. Pengayoman',
      'Jl. Hertasning',
      'Jl. Adhyaksa',
      'Jl. Toddopuli Raya',
      'Jl. Batua Raya',
      'Jl. A.P. Pettarani',
      'Jl. Bau Mangga',
      'Jl. Topaz Raya',
      'Jl. Sultan Alauddin',
      'Jl. Abdullah Daeng Sirua',
    ],
    sekolah: [
      'SD Negeri Mangkura 1',
      'SD Islam Athirah',
      'SMPN 6 Makassar',
      'SMAN 1 Makassar',
      'SMAN 17 Makassar',
      'SD Katolik Rajawali',
      'SMP Kristen Gamaliel',
    ],
    penduduk: [
      ['bugis', 60],
      ['tionghoa', 12],
      ['jawa', 10],
      ['minahasa', 7],
      ['timur', 9],
      ['bali', 2],
    ],
  },
  {
    kode: 'SBY',
    outlet: 'Nada Darmo',
    alamat: 'Jl. Raya Darmo No. 77',
    kota: 'Surabaya',
    zona: 'Asia/Jakarta',
    kodePos: '602',
    telepon: '623184140',
    jalan: [
      'Jl. Diponegoro',
      'Jl. Dr. Soetomo',
      'Jl. Imam Bonjol',
      'Jl. Ciliwung',
      'Jl. Bengawan',
      'Jl. Pandegiling',
    ],
    sekolah: ['SDN Dr. Soetomo V', 'SMPN 12 Surabaya', 'SMAN 5 Surabaya', 'SMA Frateran'],
    penduduk: [
      ['jawa', 70],
      ['tionghoa', 20],
      ['timur', 5],
      ['batak', 5],
    ],
  },
  {
    kode: 'DPS',
    outlet: 'Nada Renon',
    alamat: 'Jl. Raya Puputan No. 45',
    kota: 'Denpasar',
    zona: 'Asia/Makassar',
    kodePos: '802',
    telepon: '6236184150',
    jalan: [
      'Jl. Tukad Yeh Aya',
      'Jl. Hayam Wuruk',
      'Jl. Moh. Yamin',
      'Jl. Tukad Batanghari',
      'Jl. Badak Agung',
    ],
    sekolah: ['SDN 1 Renon', 'SMPN 6 Denpasar', 'SMAN 3 Denpasar'],
    penduduk: [
      ['bali', 70],
      ['jawa', 20],
      ['tionghoa', 10],
    ],
  },
  {
    kode: 'MDN',
    outlet: 'Nada Polonia',
    alamat: 'Jl. Mongonsidi No. 30',
    kota: 'Medan',
    zona: 'Asia/Jakarta',
    kodePos: '201',
    telepon: '626184160',
    jalan: [
      'Jl. Sudirman',
      'Jl. Cik Ditiro',
      'Jl. Dr. Mansyur',
      'Jl. Setia Budi',
      'Jl. Iskandar Muda',
    ],
    sekolah: ['SD Methodist 1', 'SMPN 1 Medan', 'SMAN 1 Medan'],
    penduduk: [
      ['batak', 55],
      ['tionghoa', 20],
      ['minang', 10],
      ['jawa', 15],
    ],
  },
  {
    kode: 'AMB',
    outlet: 'Nada Ambon',
    alamat: 'Jl. A.Y. Patty No. 12',
    kota: 'Ambon',
    zona: 'Asia/Jayapura',
    kodePos: '971',
    telepon: '6291184170',
    jalan: ['Jl. Pattimura', 'Jl. Diponegoro', 'Jl. Sultan Hairun', 'Jl. Dr. Kayadoe'],
    sekolah: ['SDN 1 Ambon', 'SMPN 2 Ambon', 'SMAN 1 Ambon'],
    penduduk: [
      ['timur', 80],
      ['bugis', 12],
      ['minahasa', 8],
    ],
  },
]

export type Gender = 'Laki-laki' | 'Perempuan'
/** What the members of a family share. */
export interface Keluarga {
  suku: NamaSuku
  marga: string
  agama: string
}
/** A family of a city. */
export const keluarga = (r: Acak, kota: Kota): Keluarga => {
  const nama = berbobot(r, kota.penduduk)
  return {
    suku: nama,
    marga: dari(r, suku[nama]!.marga).replace('.', ' '),
    agama: berbobot(r, suku[nama]!.agama),
  }
}
/** A person's name in a family: one word now and then, otherwise two or three. */
export const namaOrang = (
  r: Acak,
  k: Keluarga,
  gender: Gender,
): { name: string; panggilan: string } => {
  const s = suku[k.suku]!
  const [depan, tengah] =
    gender === 'Perempuan'
      ? [dari(r, s.wanita), dari(r, s.tengahWanita)]
      : [dari(r, s.pria), dari(r, s.tengahPria)]
  if (r.int(1, 100) <= s.satu) return { name: depan, panggilan: depan }
  // Balinese first names tell the order of birth, so people go by the second.
  if (k.suku === 'bali') return { name: `${depan} ${tengah} ${k.marga}`, panggilan: tengah }
  const dua = tengah !== depan && r.ya(0.45)
  return { name: `${depan}${dua ? ` ${tengah}` : ''} ${k.marga}`, panggilan: depan }
}
/**
 * A mobile number as it is stored. Prefix 084 was never given to an operator: a demo must not be able to write to somebody.
 */
export const nomorHp = (r: Acak): string =>
  `6284${r.int(1, 9)}${String(r.int(10_000_000, 99_999_999))}`

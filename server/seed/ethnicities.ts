/** Names of people of the ethnic groups of Indonesia, for the made-up schools. */
const words = (text: string): string[] => text.split(' ')

/**
 * Names of an ethnic group: first names, second names and family names, and religions with their
 * weights. `singlePercent` is the percentage of people who have only one name.
 */
interface Ethnicity {
  men: string[]
  women: string[]
  middleMen: string[]
  middleWomen: string[]
  familyNames: string[]
  singlePercent: number
  religions: readonly (readonly [string, number])[]
}
export const ethnicities: Record<string, Ethnicity> = {
  jawa: {
    men: words(
      'Bambang Slamet Joko Agus Budi Eko Dwi Tri Wahyu Bayu Galih Rizky Aji Satria Bagas Danang Hendra Teguh Yoga Fajar Ilham Dimas Anggit Wisnu Prasetyo Sigit Guntur Surya Arya Rangga Gilang Aditya',
    ),
    women: words(
      'Sri Dewi Siti Ratna Endang Wulan Ayu Rini Tri Dwi Kartika Anisa Nur Ningsih Retno Laras Puspita Intan Citra Diah Galuh Kirana Melati Sekar Tiara Utami Yuni Zahra Hesti Indah Nadia Salma',
    ),
    middleMen: words('Adi Catur Nur Setyo Tirta Cahyo Hari Yudha Panji Krisna Bagus Rahmat'),
    middleWomen: words('Nur Ayu Kusuma Puspa Dyah Cahya Tirta Sekar Anggun Lestari'),
    familyNames: words(
      'Santoso Wijaya Nugroho Setiawan Prasetya Hartono Susanto Wibowo Kusuma Raharjo Purnomo Hidayat Saputra Utomo Widodo Suryanto Pranoto Kuncoro Handoko Mulyono Sudarsono Wicaksono Suharjo Gunawan',
    ),
    singlePercent: 12,
    religions: [
      ['ISLAM', 80],
      ['KRISTEN', 10],
      ['KATOLIK', 10],
    ],
  },
  sunda: {
    men: words(
      'Asep Ujang Dadang Cecep Deden Iwan Rudi Yayan Dani Rian Gugun Hilman Irfan Rifki Taufik Wildan Zaki Nanang Ridwan Fikri',
    ),
    women: words(
      'Euis Neneng Imas Lilis Ai Rina Yanti Elis Tita Rani Nisa Fitri Salsa Dinda Hani Silvi Mega Wina Rahma Aulia',
    ),
    middleMen: words('Ahmad Abdul Muhammad Agung Lukman Fadil'),
    middleWomen: words('Siti Nurul Sri Rahma Amelia Nur'),
    familyNames: words(
      'Suryana Kurniawan Hermawan Permana Gunawan Sutisna Ramdani Firmansyah Maulana Supriatna Nugraha Sopandi Kartiwa Rohmana Iskandar Somantri',
    ),
    singlePercent: 10,
    religions: [
      ['ISLAM', 96],
      ['KRISTEN', 4],
    ],
  },
  batak: {
    men: words(
      'Parulian Togar Binsar Jonathan Samuel Daniel Hotman Ronald Andreas Markus Yosua Gabriel Immanuel Rafael Kevin Marihot',
    ),
    women: words(
      'Tiur Rotua Maria Ruth Debora Ester Yohana Natalia Grace Christine Angelina Sarah Lidya Priskila Theresia Rosmaida',
    ),
    middleMen: words('Parlindungan Maruli Pardomuan Hasiholan Oloan Tumpal'),
    middleWomen: words('Romauli Tiarma Duma Lamria Novita Paulina'),
    familyNames: words(
      'Simanjuntak Siregar Sitompul Nainggolan Hutapea Panjaitan Sihombing Manurung Simbolon Situmorang Lubis Nasution Harahap Ginting Sembiring Tarigan Pasaribu Sinaga Purba Silalahi',
    ),
    singlePercent: 0,
    religions: [
      ['KRISTEN', 70],
      ['KATOLIK', 15],
      ['ISLAM', 15],
    ],
  },
  minang: {
    men: words(
      'Rahmat Fauzan Hafiz Yusril Afdal Irwan Syafril Zulfikar Ikhsan Habib Reyhan Farhan Arif Mulyadi Bayu',
    ),
    women: words(
      'Rahmi Yulia Fadhila Meri Silvia Aisyah Nabila Fitria Annisa Hafsah Vania Suci Gita Upik Rosda',
    ),
    middleMen: words('Al Putra Rizki Muhammad Ilham'),
    middleWomen: words('Putri Aulia Nur Rahmi Khaira'),
    familyNames: words(
      'Chaniago Piliang Tanjung Koto Sikumbang Jambak Guci Caniago Malayu Dt.Rajo Zein Hamid Sjarif',
    ),
    singlePercent: 8,
    religions: [['ISLAM', 100]],
  },
  bugis: {
    men: words(
      'Andi Muhammad Baso Ahmad Syahrul Akbar Rusdi Ilham Amran Irwan Syamsul Fadli Rahmat Yusuf Hasan Takdir Alif Fahri',
    ),
    women: words(
      'Andi Besse Nurul Fitriani Hasnah Mutmainnah Nurhayati Rahmawati Sitti Ainun Aulia Nabila Khadijah Magfirah Tenri Yuliana Adelia Naila',
    ),
    middleMen: words('Tenri Arung Nur Rifai Fajar Ikhsan'),
    middleWomen: words('Tenri Batari Nur Bau Ayu Cahaya'),
    familyNames: words(
      'Mappanyukki Pangerang Amiruddin Syarifuddin Mattalatta Palaguna Rauf Makkarumpa Latief Hamzah Patunru Baharuddin Salahuddin Machmud Sultan Dg.Ngalle Petta Parenrengi',
    ),
    singlePercent: 6,
    religions: [
      ['ISLAM', 95],
      ['KRISTEN', 5],
    ],
  },
  bali: {
    men: words('Wayan Made Nyoman Ketut Gede Putu Komang Kadek'),
    women: words('Wayan Made Nyoman Ketut Luh Putu Komang Kadek'),
    middleMen: words('Agus Bagus Arya Dharma Yoga Indra Surya'),
    middleWomen: words('Ayu Sri Dewi Putri Citra Intan Ratih'),
    familyNames: words(
      'Suardana Wirawan Adnyana Sudiarta Mahendra Pratama Artawan Widiana Sukerta Darmawan',
    ),
    singlePercent: 0,
    religions: [
      ['HINDU', 95],
      ['BUDHA', 5],
    ],
  },
  tionghoa: {
    men: words(
      'Kevin Hendrik Steven Michael Felix Jason Ryan William Christopher Edward Vincent Nicholas Calvin Darren Hansen',
    ),
    women: words(
      'Jessica Michelle Angela Cindy Stephanie Felicia Vanessa Clarissa Olivia Fiona Evelyn Natasha Gracia Sherly Mei',
    ),
    middleMen: words('Adrian Christian Jonathan Leonardo Alexander'),
    middleWomen: words('Christina Patricia Amanda Gabriella Aurelia'),
    familyNames: words(
      'Tanuwijaya Halim Gunawan Salim Lim Tan Wijaya Kurniadi Hartanto Sutanto Widjaja Chandra Liem Setiadi Kosasih Hendrawan Tanoto Oentoro',
    ),
    singlePercent: 0,
    religions: [
      ['KRISTEN', 40],
      ['KATOLIK', 30],
      ['BUDHA', 25],
      ['KONGHUCU', 5],
    ],
  },
  minahasa: {
    men: words(
      'Jerry Ferdy Maikel Novly Rivaldo Christian Yoshua Stevanus Brayen Alfrits Rommy Glenn',
    ),
    women: words(
      'Meyske Syane Christy Natalia Virginia Angelica Deisy Chelsea Gloria Tesalonika Mercy Feybe',
    ),
    middleMen: words('Alexander Junior Gerald Immanuel'),
    middleWomen: words('Maria Claudia Putri Gracela'),
    familyNames: words(
      'Mamahit Rondonuwu Lumentut Pangkey Wowor Sondakh Kalalo Tumbelaka Mandagi Rumambi Supit Walangitan',
    ),
    singlePercent: 0,
    religions: [
      ['KRISTEN', 85],
      ['KATOLIK', 15],
    ],
  },
  timur: {
    men: words(
      'Yohanis Frans Melkianus Petrus Simon Abraham Elieser Boas Agustinus Theo Benyamin Matheus',
    ),
    women: words(
      'Yuliana Martha Ester Katarina Agustina Beatriks Dorkas Fransina Elisabeth Selfina Margaretha Yakomina',
    ),
    middleMen: words('Yoseph Paulus Marthen Daud'),
    middleWomen: words('Maria Yosina Debora Ruth'),
    familyNames: words(
      'Pattiasina Latuconsina Sahetapy Tuhumury Matulessy Wanggai Kambuaya Rumbiak Wenda Tebai Manuputty Leimena Nahak Bria Seran',
    ),
    singlePercent: 0,
    religions: [
      ['KRISTEN', 60],
      ['KATOLIK', 30],
      ['ISLAM', 10],
    ],
  },
  betawi: {
    men: words(
      'Mahmud Rojali Hasan Fadhil Husein Umar Zidan Rafi Naufal Rasya Malik Akmal Haikal Syafiq',
    ),
    women: words(
      'Fatimah Aisyah Zainab Laila Maryam Nadhira Khansa Hana Shafira Alya Syifa Rumaisha Humaira Safira',
    ),
    middleMen: words('Muhammad Abdul Ali Syarif'),
    middleWomen: words('Nur Siti Az-Zahra Rahmah'),
    familyNames: words(
      'Alatas Assegaf Shahab Marzuki Sanusi Fauzi Rasyid Mansyur Syukri Naim Jamil Baswedan',
    ),
    singlePercent: 8,
    religions: [['ISLAM', 100]],
  },
}
export type EthnicityName = keyof typeof ethnicities

/**
 * Words that are common in Indonesian passwords, most common first. These lists extend the word
 * lists of the library zxcvbn-ts, which contain few Indonesian names, cities and clubs.
 */
const favourites = `
sayang sayangku rahasia indonesia bismillah sandi katasandi password cinta cintaku alhamdulillah assalamualaikum
anjing bangsat kontol memek goblok jancok asu kampret bintang merdeka indonesiaraya pancasila garuda bhinneka
aku kamu akusayangkamu ilusayang iloveyou aishiteru sayangmama sayangibu sayangbapak mamapapa ayahibu ibuayah
mama papa ibu bapak ayah bunda umi abi mamah papah emak nenek kakek kakak adik anakku istriku suamiku keluarga
keluargaku bahagia ganteng cantik imut lucu manis keren mantap sukses semangat allah allahuakbar subhanallah
masyaallah insyaallah astaghfirullah muhammad lailahaillallah yesus tuhanyesus tuhan haleluya amin puasa lebaran
rumah rumahku kucing anjingku kelinci doraemon naruto upin ipin gantisandi gantipassword passwordku passwordbaru
katakunci lupa lupapassword rahasiaku rahasiabanget tidaktahu gaktau gatau terserah bebas masuk masukaja bukapintu
qwerty asdfgh zxcvbn abcd abcde abcdef doremi doremifasol solmisasi
`
const names = `
agus budi siti dewi sri putri putra rina rini ani ana yuni wati tono joko bambang slamet wahyu dimas rizky rizki
riski adit aditya andi andre anton arif arief ari bayu beni dani dani dedi deni dian dina dwi edi eka eko endah
erna fajar fani fatimah febri ferdi fitri galih gilang hana hendra heri iis ika ilham imam indah indra intan irfan
iwan jihan kevin kiki lestari lia lina lisa maya mega mira nabila nadia nanda nia nina nisa novi nur nurul oki putu
made ketut wayan nyoman rahmat ratna reza ria rian ricky ridho rifki rio roni rudi sari setia sinta surya susi
syifa taufik tika tina titin toni tri udin umar vina wawan widya wulan yanti yoga yudi yuli yusuf zahra zaki
santoso wijaya saputra saputri pratama nugroho setiawan kurniawan hidayat wibowo susanto gunawan siregar nasution
simanjuntak situmorang harahap lubis ginting tanjung rahayu handayani kusuma permata maharani salsabila ramadhan
`
const places = `
jakarta bandung surabaya yogyakarta jogja jogjakarta semarang solo surakarta medan makassar palembang malang depok
bekasi tangerang bogor denpasar bali batam pekanbaru padang lampung bandarlampung pontianak banjarmasin balikpapan
samarinda manado ambon jayapura papua kupang mataram lombok cirebon tasikmalaya sukabumi serang cilegon cimahi
magelang purwokerto tegal pekalongan kudus kediri madiun jember sidoarjo gresik banyuwangi madura aceh jambi
bengkulu riau sumatera jawa jawabarat jawatimur jawatengah kalimantan sulawesi nusantara monas borobudur
`
const clubs = `
persib persija arema persebaya bonek viking jakmania aremania bobotoh psm psis timnas garudamuda bandungjuara
manchesterunited barcelona realmadrid liverpool chelsea arsenal juventus acmilan intermilan messi ronaldo
bts blackpink army exo jungkook lisa jkt48 slank noah dewa19 sheilaon7 peterpan
gojek grab tokopedia shopee bukalapak telkomsel indosat simpati bca mandiri bri bni dana ovo gopay
mobilelegends freefire pubg minecraft valorant honda yamaha avanza vario beat ninja supra
`
const school = `
nada nadamusik nada-demo nadaapp demo demonada sekolah sekolahku sekolahmusik sekolahnada musik musikku lesmusik
lespiano kursus kursusmusik kursuspiano piano pianoku gitar gitarku gitaris biola cello drum drummer vokal bass
ukulele keyboard angklung saxophone suling nyanyi menyanyi lagu laguku melodi irama harmoni akord mayor minor
konser pentas guru guruku gurumusik pelatih murid muridku siswa siswi peserta pesertadidik wali walimurid orangtua
admin administrator superadmin adminnada akunbilling akun billing tagihan kasir kantor outlet pengelola operator
sales user pengguna tamu member guest root test tester coba cobacoba ujicoba percobaan contoh awal baru
`
const months = `
senin selasa rabu kamis jumat sabtu minggu januari februari maret april mei juni juli agustus september oktober
november desember hariini besok kemarin 17agustus 17agustus1945 17081945 tahun tahunbaru ulangtahun
`

/** All words of the lists above without duplicates, most common first. */
export const commonWords: readonly string[] = [
  ...new Set([favourites, school, places, names, clubs, months].join(' ').trim().split(/\s+/)),
]

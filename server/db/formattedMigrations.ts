/**
 * Migrations whose file changed its bytes but not its meaning: the formatter wrote every file of
 * the project anew after they had landed. Databases and backups that ran them before remember the
 * hash of the text as it was then, which stands here: it says the same migration as the file of
 * today. The list is closed: a migration that lands from now on is formatted when it lands.
 */
export const hashesBeforeFormatting: Readonly<Record<string, string>> = {
  '0001_dasar': '44e8ce48fb193d4a11c739960ef713f2c88f9f6154c451ca0cd6607dc597dc87',
  '0002_masuk': '5929857c49ae84622193afbb7c48fc80db2cdf9dd68a0bd4058a760c20ed5f1f',
  '0003_user': 'cc154884116819e5fe750310ebdeaa91d9fcf78802c1fcc14ab14018624cd8ec',
  '0004_jadwal_kosong': 'e4615e463042260579347e2c166b27a509dea07cb5c5bef6383d4ceed4bac759',
  '0005_role': 'defab5165b104e1221bb4734857e247f5ec1da5c18c78461a0c33bad6ca55401',
  '0006_berkas': 'c9fa55d56c735878692cd775e8c1e05c8530ca39ae6aee8b58078c21140ec27f',
  '0010_tampilan': 'a821a19b0e06a35d5206c2dcf38473f1a4c36963aa08c40294b0a58671c45eba',
  '0011_impor': '0a22229495dd29814c7060e84c6c9495b271bd32848cfc044668d572feda36d9',
  '0012_outlet': '7db469ba6a07e01a09540b4faefc1b485fea56900497c6ead9c5ad6358440461',
  '0013_kursus': '42cd65f4aaf77245e7ea2c63223a7098da30f73933780e22b56842ebc34dfc25',
  '0014_produk': '66a7b8cb6262dac3f957bdf791e9ee8ae73dfebb27513d0daf139a59e0c81855',
  '0015_promo': '45e441974f497c22a7741af6954e35321220b4a17d8da903bc424679cda5daa3',
  '0016_setting': '7e19ebe67720a816e76ccc6291528ddd7b00f4dc21ca6157145746aa3ac2d88d',
  '0017_wilayah': '53ea666ba8afe4d36b41f7f33b00a092b3eb4bcef9f4cabb825effb6be1cdc04',
  '0018_pencarian': 'b8397c16d8647541a85e9e1f92215b879eb3bc4f2555f5e2cd8f1efc1770645f',
  '0024_cadangan': '2afb01229724240f991126c6911cebfd94a2b893a4c91a18d430e95dc3f2756c',
  '0027_ekspor_sales': 'fe414cbb5f73378773b83401259f31bf2d9b36d774ecaaa9e3417495b986ab92',
  '0031_draf': '1478b3256987e5a31b4b23fd79ef75a62c9d55018696fe3b0547b033dc444b74',
}

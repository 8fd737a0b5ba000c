/**
 * `npm run check`: checks the database of the school, even while the server runs. With a backup
 * file as argument, restores the backup into a temporary folder, checks the restored database and
 * deletes the folder. With `--rebuild-totals`, first computes the kept sums of lists again.
 */
import { command, count } from '#server/backup/command.ts'
import { examine, rebuildTotals } from '#server/backup/examine.ts'
import { readPlace } from '#server/backup/place.ts'
import { tryRestore } from '#server/backup/restore.ts'
import { commandLine } from '#server/runtime/bundle.ts'

const usage = `${commandLine('check')} [--rebuild-totals | BERKAS [--accept-unencrypted] [--max-size GB]]`

await command('periksa', usage, async ({ file, ...args }) => {
  const place = readPlace(process.env, args)
  if (!file) {
    if (args['rebuild-totals']) await rebuildTotals(place)
    const problems = await examine(place)
    const line =
      problems.length > 0 ? `${problems.length} masalah` : 'basis data, uang, dan jadwal benar'
    return { line, problems }
  }
  const { sums, problems, keysMissing } = await tryRestore(place, file)
  const rows = sums.reduce((n, sum) => n + sum.baris, 0)
  const lost = keysMissing.map(
    (id) => `kunci ${id} tidak ada di cadangan, DATA_KEY, atau kunci-data`,
  )
  const all = [...problems, ...lost]
  const summary = `${file} dapat dipulihkan: ${sums.length} tabel, ${count(rows)} baris`
  return { line: all.length > 0 ? `${summary}; ${all.length} masalah` : summary, problems: all }
})

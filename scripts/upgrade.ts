/**
 * Command `upgrade` of a release: installs the release in a file. `--resume` only completes or
 * undoes a killed upgrade.
 */
import { resolve } from 'node:path'
import { command } from '#server/backup/command.ts'
import { readPlace } from '#server/backup/place.ts'
import { commandLine } from '#server/runtime/bundle.ts'
import { ConfigError } from '#server/runtime/config.ts'
import { resume, upgrade } from '#server/upgrade/upgrade.ts'

const usage = `${commandLine('upgrade')} BERKAS | --resume`

await command('pembaruan', usage, async (args) => {
  const place = readPlace(process.env, {})
  if (args.resume) return { line: (await resume(place)) ?? 'tidak ada pembaruan yang terputus' }
  if (!args.file) throw new ConfigError(`Sebutkan berkas rilis.\nPemakaian: ${usage}`)
  const say = (text: string) => console.log(`pembaruan: ${text}`)
  const { folder, backup } = await upgrade(place, resolve(args.file), say)
  return { line: `terpasang: ${folder}, cadangan sebelumnya ${backup}` }
})

import type { CallOutput } from '#contract/call.ts'
import { integrity } from '#contract/settings/integrityCalls.ts'
import {
  jamServer,
  konfirmasiJam,
  pekerjaanList,
  runPekerjaan,
} from '#contract/settings/pekerjaanCalls.ts'
import {
  cadangan,
  openBefore,
  settingList,
  settingNomor,
  storeSettings,
} from '#contract/settings/settingCalls.ts'
import { createCall } from '#src/data/api/createCall.ts'

export type SettingRow = CallOutput<typeof settingList>[number]
export const SettingList = createCall(settingList)
export const Cadangan = createCall(cadangan)
export const PekerjaanList = createCall(pekerjaanList)
export const JamServer = createCall(jamServer)
export const KonfirmasiJam = createCall(konfirmasiJam, { touches: ['pekerjaan'] })
/**
 * Makes `setting` stale, because the settings show the age of the last backup, and a job may have
 * made a new backup.
 */
export const RunPekerjaan = createCall(runPekerjaan, {
  touches: ['pekerjaan', 'setting', 'integritas'],
})
export const Integrity = createCall(integrity)
export const OpenBefore = createCall(openBefore)
export const SettingNomor = createCall(settingNomor)
/**
 * Makes three resources stale: `profile`, which contains the settings that every screen shows;
 * `billing`, because previews depend on the settings for days and rounding; and `pekerjaan`,
 * because a setting may disable a nightly job.
 */
export const StoreSettings = createCall(storeSettings, {
  touches: ['profile', 'billing', 'pekerjaan'],
})
/** Fetches all settings before the form renders, so that editing starts from the stored values. */
export const loadSettings = () => SettingList.fetch({})

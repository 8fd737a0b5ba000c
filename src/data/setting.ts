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
/** A job may have made a backup, whose age the settings show. */
export const RunPekerjaan = createCall(runPekerjaan, {
  touches: ['pekerjaan', 'setting', 'integritas'],
})
export const Integrity = createCall(integrity)
export const OpenBefore = createCall(openBefore)
export const SettingNomor = createCall(settingNomor)
/**
 * The profile carries settings that every screen shows; previews of bills depend on days and
 * rounding; a setting may disable a nightly job.
 */
export const StoreSettings = createCall(storeSettings, {
  touches: ['profile', 'billing', 'pekerjaan'],
})
/** Fetched before the form renders, so that editing starts from the stored values. */
export const loadSettings = () => SettingList.fetch({})

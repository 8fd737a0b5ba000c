import type { CallOutput } from '#contract/calls.ts'
import { cadangan, settingList, settingNomor, settingSimpan } from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export type SettingRow = CallOutput<typeof settingList>[number]
export const SettingList = createCall(settingList)
export const Cadangan = createCall(cadangan)
export const SettingNomor = createCall(settingNomor)
/** The profile carries what every screen shows; a preview of bills follows days and rounding. */
export const SettingSimpan = createCall(settingSimpan, { touches: ['profile', 'billing'] })
/** Fetched before the screen shows: what is typed starts from what is stored now. */
export const muatSetting = () => SettingList.baca({})

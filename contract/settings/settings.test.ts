/** Tests that some code reads every setting that users can change. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  settingGroups,
  isSettingKey,
  settingKeysOf,
  settings,
  type SettingGroup,
} from '#contract/settings/settings.ts'

/**
 * Pattern of files that are not searched for reads of settings, because they only declare, edit or
 * store settings.
 */
const noReaders =
  /\.test\.|migrations|seed|[/\\]-setting|[/\\]setting\.tsx?$|contract[/\\]settings[/\\]settings\.ts$/
const sources = globSync(['{contract,server,src}/**/*.{ts,tsx}']).filter(
  (file) => !noReaders.test(file),
)
const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
const isRead = (key: string): boolean => {
  // Code builds the keys `label_metode_2` and `label_metode_3` from the number of the payment
  // method, so only the beginning of the key occurs in the code.
  const name = key.replace(/^label_metode_\d$/, 'label_metode_')
  return new RegExp(`\\b${name}`).test(text)
}
const groups = Object.keys(settingGroups).filter((g): g is SettingGroup =>
  Object.hasOwn(settingGroups, g),
)

test('reads every setting that a screen offers', () => {
  const offered = groups.flatMap((grup) => settingKeysOf(grup))
  expect(offered.length).toBeGreaterThan(20)
  expect(offered.filter((key) => !isRead(key))).toEqual([])
})

test('keeps a setting hidden only while no code reads it', () => {
  // Keys that occur in the code but count as not read: deleting a kind of bill line only checks
  // whether one of these settings refers to it.
  const guarded = ['jenis_billing_pendaftaran_id']
  const waiting = Object.keys(settings).filter((k) => isSettingKey(k) && settings[k].awaiting)
  expect(waiting.filter((key) => isRead(key))).toEqual(guarded)
})

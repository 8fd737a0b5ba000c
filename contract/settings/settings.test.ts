/** Tests that every setting that users can change is read by code. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingGroups, settingKeysOf, type SettingGroup } from '#contract/settings/settings.ts'

/**
 * Pattern of files in which the test does not look for keys of settings, because these files only
 * declare, edit, store or test settings.
 */
const noReaders =
  /\.test\.|migrations|seed|[/\\]-setting|[/\\]setting\.tsx?$|contract[/\\]settings[/\\]settings\.ts$/
const sources = globSync(['{contract,server,src}/**/*.{ts,tsx}']).filter(
  (file) => !noReaders.test(file),
)
const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
const isRead = (key: string): boolean => {
  // The keys `label_metode_2` and `label_metode_3` are built from the number of the payment method.
  // Therefore only the prefix `label_metode_` occurs in the code.
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

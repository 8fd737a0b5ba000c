import { describe, expect, test } from 'vitest'
import { transferAmount, uniqueCode } from '#contract/billing/rules/bank/uniqueCode.ts'
import { everySeed } from '#contract/values/random.ts'

describe('the amount to transfer', () => {
  test.each([
    ['a round bill takes its code on top', { id: 122, sisa: 350_000 }, 350_123],
    ['an odd one the next amount with the code', { id: 122, sisa: 350_500 }, 351_123],
    ['or the code that it has already', { id: 122, sisa: 350_123 }, 350_123],
    ['the smallest code', { id: 999, sisa: 1000 }, 1001],
    ['nothing left, nothing to transfer', { id: 5, sisa: 0 }, 0],
  ])('%s', (_, bill, amount) => {
    expect(transferAmount(bill)).toBe(amount)
  })

  test('covers the bill, ends in its code and adds at most Rp999', () => {
    everySeed(200, (r) => {
      const bill = { id: r.int(1, 1_000_000), sisa: r.int(1, 50_000_000) }
      const amount = transferAmount(bill)
      expect(amount % 1000).toBe(uniqueCode(bill.id))
      expect(amount - bill.sisa).toBeGreaterThanOrEqual(0)
      expect(amount - bill.sisa).toBeLessThanOrEqual(999)
    })
  })

  test('gives 999 consecutive bills different codes', () => {
    const codes = Array.from({ length: 999 }, (_, i) => uniqueCode(i + 17))
    expect(new Set(codes).size).toBe(999)
  })
})

import { describe, expect, test } from 'vitest'
import { itemNote, partText, quantityText } from '#contract/billing/rules/paper/paperText.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import { everySeed } from '#contract/values/random.ts'

const prorated = (
  harga_satuan: number,
  pembilang: number,
  penyebut: number,
  { pembulatan = 1000, diskon = 0 } = {},
) => {
  const amounts = { qty: 1, harga_satuan, pembulatan, diskon, ppn_persen: 1100 }
  return {
    ...computeItem({ ...amounts, prorata: { pembilang, penyebut } }),
    qty: 1,
    harga_satuan,
    prorata_pembilang: pembilang,
    prorata_penyebut: penyebut,
    diskon_alasan: null,
  }
}

describe('a line for part of a month', () => {
  test('shows the share of the price and the rounded amount', () => {
    const line = prorated(550_000, 3, 4)
    expect(quantityText(line)).toBe('3/4')
    expect(itemNote(line, 'Ani')).toBe('Ani · 3 dari 4 pertemuan: Rp412.500, dibulatkan Rp413.000')
  })

  test('shows rounding down, and no rounding for an exact amount', () => {
    expect(partText(prorated(500_500, 2, 4))).toBe(
      '2 dari 4 pertemuan: Rp250.250, dibulatkan Rp250.000',
    )
    expect(partText(prorated(500_000, 2, 4))).toBe('2 dari 4 pertemuan: Rp250.000')
  })

  test('shows a whole month without a share and a product in pieces', () => {
    const whole = { ...prorated(550_000, 4, 4), prorata_pembilang: null, prorata_penyebut: null }
    expect([quantityText(whole), partText(whole)]).toStrictEqual(['1', undefined])
    expect(quantityText({ ...whole, qty: 3 })).toBe('3')
  })

  test('ends with the amount of the line, whatever price, rounding and discount', () => {
    everySeed(500, (r) => {
      const penyebut = r.int(1, 8)
      const price = r.int(1, 3_000_000)
      const line = prorated(price, r.int(1, penyebut), penyebut, {
        pembulatan: r.pick([1, 500, 1000]),
        diskon: r.pick([0, r.int(1, price)]),
      })
      const amounts = [...(partText(line) ?? '').matchAll(/-?Rp(?<digits>[\d.]+)/g)].map(
        ({ groups }) => Number(groups?.digits?.replaceAll('.', '')),
      )
      const share = (price * line.prorata_pembilang) / penyebut
      expect(Math.abs((amounts[0] ?? 0) - share)).toBeLessThanOrEqual(0.5)
      expect(amounts.at(-1)).toBe(line.jumlah_bruto)
      expect(new Set(amounts).size).toBe(amounts.length)
    })
  })
})

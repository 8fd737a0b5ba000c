/**
 * Path of a family from its first call to the receipt. A sales person enters the lead, books a
 * trial lesson and activates the student; the coach marks the trial; an admin publishes the bill.
 * Done on a phone by touch, on a desktop by mouse, and by keyboard alone. The activation is begun
 * on one device and finished on another.
 */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { expect, goto, rested, take, test, type Account, type Api } from '../fixtures.ts'

test.use({ role: 'sales' })
const phone = { width: 375, height: 740 }
const desk = { width: 1366, height: 800 }

interface Lead {
  id: number
  tahap: string
  activation: number
  trial_pertemuan_id: number | null
}
const title = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1 })).toContainText(name)
/** Logs in as another user in the same page. */
const become = async (page: Page, api: (as: Account) => Api, role: Account) => {
  const token = await api(role).token()
  await page.evaluate((value) => {
    localStorage.clear()
    localStorage.setItem('token', value)
  }, token)
  await page.goto('about:blank')
}

/** Operations on a page, implemented for pointers (touch and mouse) and for the keyboard. */
interface Hand {
  press: (target: Locator) => Promise<void>
  twice: (target: Locator) => Promise<void>
  fill: (target: Locator, text: string) => Promise<void>
  /** Types a text into a picker and chooses the first option of this name. */
  choose: (target: Locator, text: string, name: string | RegExp) => Promise<void>
  select: (target: Locator, label: string) => Promise<void>
  /** Submits the form that contains this button, by the button or by Ctrl+Enter. */
  send: (button: Locator) => Promise<void>
  pick: (item: Locator) => Promise<void>
  /** Opens the first row of a list. `row` locates a text in this row. */
  openNewest: (row: Locator) => Promise<void>
  /**
   * Moves the lead whose detail page is open to the stage Penawaran (proposal). `parent` is the
   * name of the lead.
   */
  propose: (parent: string) => Promise<void>
}
const pointer = (page: Page): Hand => ({
  press: (target) => target.click(),
  twice: (target) => target.dblclick(),
  fill: (target, text) => target.fill(text),
  choose: async (target, text, name) => {
    await target.click()
    await target.fill(text)
    await take(page, name)
  },
  select: async (target, label) => {
    await target.selectOption(label)
  },
  send: (button) => button.click(),
  pick: (item) => item.click(),
  openNewest: (row) => row.click(),
  propose: (parent) => chooseStage(page, pointer(page), parent),
})
/** Operates a page by mouse. Moves a lead to another stage by dragging its card on the board. */
const mouse = (page: Page): Hand => ({
  ...pointer(page),
  propose: async (parent) => {
    await page
      .getByRole('navigation', { name: 'Menu utama' })
      .getByRole('link', { name: /^Lead/ })
      .click()
    await page.getByRole('tab', { name: 'Papan' }).click()
    const stage = page.getByRole('region', { name: 'Penawaran', exact: true })
    await page.getByRole('button', { name: `Pindahkan ${parent}` }).hover()
    await page.mouse.down()
    const box = (await stage.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 8 })
    await page.mouse.up()
    await stage.getByText(parent).click()
    await title(page, 'Detail Lead')
  },
})
/** Moves a lead to the stage Penawaran through the menu on its detail page. */
const chooseStage = async (page: Page, hand: Hand, parent: string) => {
  await hand.press(page.getByRole('button', { name: 'Pindah tahap' }))
  await hand.pick(page.getByRole('menuitem', { name: 'Penawaran' }))
  await expect(page.getByRole('main')).toContainText(parent)
}
const keys = (page: Page): Hand => {
  const { keyboard } = page
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let i = 0; i < 200; i++) {
      if (await target.evaluate((e) => e === document.activeElement)) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${String(target)}`)
  }
  const down = async (isThere: () => Promise<boolean>) => {
    for (let i = 0; i < 30 && !(await isThere()); i++) await keyboard.press('ArrowDown')
    expect(await isThere()).toBe(true)
  }
  const press = async (target: Locator) => {
    await reach(target)
    await keyboard.press('Enter')
  }
  const fill = async (target: Locator, text: string) => {
    await reach(target)
    await keyboard.press('Control+A')
    await keyboard.type(text)
  }
  return {
    press,
    fill,
    twice: async (target) => {
      await press(target)
      await keyboard.press('Enter')
    },
    choose: async (target, text, name) => {
      await reach(target)
      await keyboard.press('ArrowDown')
      if (text !== '') await fill(target, text)
      const option = await rested(page, name)
      await down(async () => {
        const active = await target.getAttribute('aria-activedescendant')
        return active !== null && active === (await option.getAttribute('id'))
      })
      await keyboard.press('Enter')
    },
    select: async (target, label) => {
      await reach(target)
      await keyboard.type(label)
    },
    send: () => keyboard.press('Control+Enter'),
    pick: async (item) => {
      await expect(item).toBeVisible()
      await down(() => item.evaluate((e) => e === document.activeElement))
      await keyboard.press('Enter')
    },
    propose: (parent) => chooseStage(page, keys(page), parent),
    openNewest: async (row) => {
      await expect(row).toBeVisible()
      // Focuses the first row, whether or not a row has the focus: `j` focuses the next row and `k`
      // the previous row. Enter opens the focused row.
      for (const key of ['j', 'k', 'Enter']) await keyboard.press(key)
    },
  }
}
interface Family {
  parent: string
  phone: string
  mail: string
  child: string
}

/** Enters a lead with three fields, opens its detail page and logs the phone call. */
const enter = async (page: Page, hand: Hand, family: Family) => {
  await hand.press(page.getByRole('button', { name: 'Tambah', exact: true }))
  const form = page.getByRole('dialog')
  await hand.fill(form.getByLabel('Nama'), family.parent)
  await hand.fill(form.getByLabel('No. HP / WhatsApp'), family.phone)
  await hand.choose(form.getByLabel('Outlet'), 'Tebet', /Tebet/)
  await hand.send(form.getByRole('button', { name: 'Simpan' }))
  await expect(form).toBeHidden()
  await hand.openNewest(page.getByText(family.parent).first())
  await title(page, 'Detail Lead')
  await hand.press(page.getByRole('button', { name: 'Catat telepon' }))
  const note = page.getByRole('dialog', { name: /Catat telepon/ })
  await hand.fill(note.getByLabel('Isi'), 'Ingin piano untuk anak 9 tahun')
  await hand.send(note.getByRole('button', { name: 'Catat', exact: true }))
  await expect(note).toBeHidden()
}

/**
 * Books a trial lesson: enters a time with a conflict, and then chooses one of the alternative
 * times that the form offers.
 */
const bookTrial = async (page: Page, hand: Hand, coach: string) => {
  await hand.press(page.getByRole('button', { name: 'Jadwalkan trial' }))
  const form = page.getByRole('dialog', { name: /^Jadwalkan trial/ })
  await hand.choose(form.getByLabel('Kursus'), 'Piano', /Piano/)
  await hand.choose(form.getByLabel('Guru'), coach, coach)
  await hand.choose(form.getByLabel('Ruang'), '', /./)
  const [year, month, day] = addDays(currentDay(), 1).split('-')
  await hand.fill(form.getByLabel('Tanggal'), `${day}/${month}/${year}`)
  await hand.fill(form.getByLabel('Jam Mulai'), '06.00')
  await form.getByLabel('Jam Mulai').press('Tab')
  await expect(form.getByText('Tidak bisa di sini:')).toBeVisible()
  const alternatives = form.getByRole('group', { name: 'Waktu dan tempat lain yang kosong' })
  await hand.press(alternatives.getByRole('button').first())
  await expect(form.getByText('Tidak ada bentrok')).toBeVisible()
  await hand.send(form.getByRole('button', { name: 'Jadwalkan', exact: true }))
  await expect(form).toBeHidden()
  await expect(page.getByText('Trial dijadwalkan', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Batalkan trial' })).toBeVisible()
}
/**
 * Moves a trial lesson to the present time, so that the coach can mark the attendance. First
 * cancels other lessons of the same room or coach at that time, because the database rejects
 * overlaps.
 */
const beginTrial = (folder: string, id: number | null) => {
  const db = new Database(join(folder, 'nada.db'))
  const instant = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const [begin, end] = [instant(-5), instant(40)]
  db.prepare(
    `update pertemuan set status = 'batal_sekolah' where id <> @id and mulai_at < @end and selesai_at > @begin
     and exists (select 1 from pertemuan t where t.id = @id and (t.ruang_id = pertemuan.ruang_id or t.pelatih_id = pertemuan.pelatih_id))`,
  ).run({ id, begin, end })
  db.prepare('update pertemuan set tanggal = ?, mulai_at = ?, selesai_at = ? where id = ?').run(
    currentDay(),
    begin,
    end,
    id,
  )
  db.close()
}
const markTrial = async (page: Page, hand: Hand, name: string) => {
  // The coach sees only the first name of the lead, which is `name`.
  const marks = page.getByRole('group', { name: `Trial ${name}`, exact: true })
  await hand.press(marks.getByRole('button', { name: 'Hadir', exact: true }))
  await expect(page.getByRole('status', { name: 'Pengiriman' })).toHaveText(
    'Semua absensi tersimpan',
  )
  await expect(page.getByText('Selesai', { exact: true })).toBeVisible()
}
/**
 * Sees the result of the trial lesson in the portal of the sales person, and moves the lead to the
 * stage Penawaran (proposal).
 */
const propose = async (page: Page, hand: Hand, { parent }: Family) => {
  await title(page, 'Portal Sales')
  const today = page.locator('section', { hasText: 'Trial hari ini dan besok' })
  const trial = today.getByRole('listitem').filter({ hasText: parent })
  await expect(trial).toContainText('Hadir')
  await hand.press(trial.getByRole('link', { name: parent }))
  await title(page, 'Detail Lead')
  await expect(page.getByText('Trial hadir', { exact: true })).toBeVisible()
  await expect(page.getByText('Tanyakan kesan trial')).toBeVisible()
  await hand.propose(parent)
  await expect(page.getByText('Penawaran', { exact: true }).first()).toBeVisible()
}

/** Begins the activation of the lead: fills in some fields of its first step. */
const beginActivation = async (page: Page, hand: Hand, { parent, mail, child }: Family) => {
  await hand.press(page.getByRole('button', { name: 'Aktivasi', exact: true }))
  await title(page, 'Aktivasi Lead')
  await expect(page.getByLabel('Nama Akun Billing')).toHaveValue(parent)
  await hand.fill(page.getByLabel('Email Akun Billing'), mail)
  // The message that the input was saved as a draft must not move the button.
  const submit = page.getByRole('button', { name: 'Simpan dan lanjut' })
  const before = await submit.boundingBox()
  await hand.fill(page.getByLabel('Nama Peserta'), child)
  await expect(page.getByText(/Isian tersimpan/)).toBeVisible()
  expect((await submit.boundingBox())?.y).toBe(before?.y)
}
/** Finishes the activation on another device. Returns the total of the first bill as shown. */
const finishActivation = async (page: Page, hand: Hand, family: Family): Promise<string> => {
  await expect(page.getByLabel('Nama Peserta')).toHaveValue(family.child)
  await expect(page.getByLabel('Email Akun Billing')).toHaveValue(family.mail)
  await hand.select(page.getByLabel('Jenis Kelamin'), 'Perempuan')
  await hand.fill(page.getByLabel('Tanggal Lahir'), '12 mei 2017')
  await page.getByLabel('Tanggal Lahir').press('Tab')
  await page.getByLabel('Wali menyetujui pemrosesan data anak').press('Space')
  await hand.send(page.getByRole('button', { name: 'Simpan dan lanjut' }))
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    'Langkah 2 dari 3: Kursus dan jadwal',
  )
  await hand.choose(
    page.getByLabel('Kursus', { exact: false }).first(),
    'Piano Dasar',
    /Piano Dasar/,
  )
  // Reserves a weekly hour without the note `tanya dulu` (ask the coach first).
  const hour = page.getByRole('button', { name: /^Pilih jam ini: \w+ \d((?!tanya dulu).)*$/ })
  await hand.press(hour.first())
  await expect(page.getByRole('timer')).toContainText('tersisa')
  const total = page.getByRole('region', { name: 'Tagihan pertama' }).getByText(/^Rp[\d.]+$/)
  const totalText = (await total.last().textContent()) ?? ''
  await hand.twice(page.getByRole('button', { name: 'Daftarkan dan buat draft tagihan' }))
  await expect(page.getByText('Aktivasi selesai.')).toBeVisible()
  await expect(page.getByText(`Draft, ${totalText}`)).toBeVisible()
  await hand.press(page.getByRole('link', { name: 'Lihat draft tagihan' }))
  await title(page, 'Detail Tagihan')
  await expect(page.getByText(totalText).first()).toBeVisible()
  return totalText
}

/** Publishes the bill, takes the payment and prints the receipt, as an admin. */
const pay = async (page: Page, hand: Hand, totalText: string, child: string) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const answer = async (name: string) => {
    await hand.press(page.getByRole('dialog').getByRole('button', { name, exact: true }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await hand.press(button('Terbitkan'))
  await answer('Terbitkan')
  await hand.press(button('Bayar'))
  await title(page, 'Tambah Pembayaran Baru')
  const amount = page.getByRole('textbox', { name: 'Jumlah' })
  await expect(amount).toHaveValue(totalText.replace('Rp', 'Rp '))
  await hand.press(amount)
  await hand.send(button('Terima & cetak'))
  await answer('Terima')
  await title(page, 'Cetak Kuitansi')
  await expect(page.getByRole('article')).toContainText(totalText)
  await expect(page.getByRole('article')).toContainText(child)
}

for (const { way, handOf, size, family } of [
  {
    way: 'by hand on a phone',
    handOf: pointer,
    size: phone,
    family: {
      parent: 'Ibu Ratna Palupi',
      phone: '0812-7777-0099',
      mail: 'ratna.palupi@contoh.id',
      child: 'Bintang Palupi',
    },
  },
  {
    way: 'by mouse at a desk',
    handOf: mouse,
    size: desk,
    family: {
      parent: 'Ibu Nur Hidayah',
      phone: '0812-7777-0277',
      mail: 'nur.hidayah@contoh.id',
      child: 'Galih Hidayah',
    },
  },
  {
    way: 'by keys alone at a desk',
    handOf: keys,
    size: desk,
    family: {
      parent: 'Ibu Wening Astuti',
      phone: '0812-7777-0188',
      mail: 'wening.astuti@contoh.id',
      child: 'Laras Astuti',
    },
  },
])
  test(
    `completes call, lead, trial, proposal, activation, first bill, payment, receipt ${way}`,
    { tag: handOf === mouse ? '@smoke' : [] },
    async ({ page, context, open, api, server }) => {
      test.setTimeout(300_000)
      const sales = api('sales')
      const coaches = await api('admin').get<{ name: string; username: string }[]>(
        '/user?jenis=pelatih&q=pelatih&per-page=50',
      )
      const coach = coaches.data.find((u) => u.username === 'pelatih')?.name ?? ''
      await page.setViewportSize(size)
      const hand = handOf(page)
      await open('/sales/lead')
      await enter(page, hand, family)
      const id = Number(/id=(\d+)/.exec(page.url())?.[1])
      const readLead = async () => (await sales.get<Lead>(`/lead/view?id=${id}`)).data
      await bookTrial(page, hand, coach)

      const { trial_pertemuan_id } = await readLead()
      beginTrial(server.folder, trial_pertemuan_id)
      await become(page, api, 'pelatih')
      await open(`/kursus-pelatih/absensi?id=${trial_pertemuan_id}`)
      await markTrial(page, hand, family.parent.split(' ')[1] ?? '')

      await become(page, api, 'sales')
      await open('/')
      await propose(page, hand, family)
      await beginActivation(page, hand, family)
      const otherPage = await context.newPage()
      await page.close()
      await otherPage.setViewportSize(size)
      await goto(otherPage, server.url, `/sales/lead/aktivasi?id=${id}`)
      const totalText = await finishActivation(otherPage, handOf(otherPage), family)
      expect(await readLead()).toMatchObject({ tahap: 'menang', activation: 2 })

      const bill = new URL(otherPage.url().replace('/#', '')).searchParams.get('id')
      await become(otherPage, api, 'admin')
      await goto(otherPage, server.url, `/billing/view?id=${bill}`)
      await pay(otherPage, handOf(otherPage), totalText, family.child)
      const { data: paid } = await api('admin').get<{ sisa: number; payment_status: number }>(
        `/billing/view?id=${bill}`,
      )
      expect(paid).toMatchObject({ sisa: 0, payment_status: 2 })
    },
  )

/** The handlers of the calls that are no entity's. One that lacks its handler does not compile. */
import type { Handlers } from '#server/http/calls.ts'
import { auditCalls } from '#server/modules/audit.ts'
import { authCalls } from '#server/modules/auth/calls.ts'
import { daftarCalls } from '#server/modules/auth/daftar.ts'
import { otpCalls } from '#server/modules/auth/otp.ts'
import { profilCalls } from '#server/modules/auth/profil.ts'
import { secondFactorCalls } from '#server/modules/auth/secondFactor.ts'
import { berkasCalls } from '#server/modules/berkas/calls.ts'
import { billingCalls } from '#server/modules/billing/calls.ts'
import { billingFormCalls } from '#server/modules/billing/formCalls.ts'
import { imporCalls } from '#server/modules/impor/calls.ts'
import { jadwalCalls } from '#server/modules/jadwal/calls.ts'
import { hargaCalls } from '#server/modules/master/harga.ts'
import { menuCountCalls } from '#server/modules/menuCounts.ts'
import { promoCalls } from '#server/modules/promo/calls.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { searchCalls } from '#server/modules/search/search.ts'
import { settingCalls } from '#server/modules/setting.ts'
import { userCalls } from '#server/modules/user/calls.ts'

export const handlers: Handlers = {
  ...authCalls,
  ...otpCalls,
  ...daftarCalls,
  ...profilCalls,
  ...secondFactorCalls,
  ...auditCalls,
  ...userCalls,
  ...jadwalCalls,
  ...hargaCalls,
  ...billingCalls,
  ...billingFormCalls,
  ...settingCalls,
  ...searchCalls,
  ...berkasCalls(moduleOf),
  ...imporCalls,
  ...promoCalls,
  ...menuCountCalls,
}

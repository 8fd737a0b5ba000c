/** What a password must not be (domain.md 2.1): the user's name, or what anybody would try first. */
const common = new Set([
  'password', 'password1', 'password123', 'passw0rd', 'p@ssw0rd', 'qwertyui', 'qwertyuiop', 'qwerty123', 'asdfghjk', 'asdfghjkl', 'zxcvbnm1', '1q2w3e4r', '1qaz2wsx', 'abcd1234', 'abc12345', 'admin123', 'admin1234',
  'administrator', 'superadmin', 'welcome1', 'letmein1', 'iloveyou', 'sayang123', 'sayangku', 'rahasia1', 'rahasia123', 'indonesia', 'indonesia1', 'indonesia45', 'merdeka45', 'bismillah', 'bismillah1', 'alhamdulillah',
  'assalamualaikum', 'jakarta1', 'jakarta123', 'bandung123', 'surabaya1', 'sekolah123', 'sekolahmusik', 'musik123', 'piano123', 'gitar123', 'guru1234', 'peserta1', 'katasandi', 'sandi123', 'gantisandi', 'gantipassword',
])
const forwards = '01234567890123456789abcdefghijklmnopqrstuvwxyz'
const backwards = [...forwards].reverse().join('')

/** Why a password is refused, or undefined. `names` are what the person is known by: user name, mail. */
export const sandiLemah = (password: string, names: readonly (string | null | undefined)[]): string | undefined => {
  const plain = password.toLowerCase()
  const known = names.flatMap((n) => (n ? [n.toLowerCase(), n.toLowerCase().split('@')[0]] : []))
  const weak = common.has(plain) || known.includes(plain) || /^(.{1,2})\1+$/.test(plain) || forwards.includes(plain) || backwards.includes(plain)
  return weak ? 'Password ini terlalu mudah ditebak' : undefined
}

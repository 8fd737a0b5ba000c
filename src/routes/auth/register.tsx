import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { FormPendaftaran } from '#src/routes/auth/-daftar.tsx'
import { Kartu } from '#src/routes/auth/-kartu.tsx'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'

export const Route = createFileRoute('/auth/register')({ component: Daftar })

function Daftar() {
  const [pesan, setPesan] = useState<string>()
  const navigate = useNavigate()
  if (pesan)
    return (
      <Kartu lead={pesan} wide>
        <Selesai />
      </Kartu>
    )
  return (
    <Kartu
      lead="Daftarkan calon peserta kursus. Kami menghubungi Anda untuk memilih kelas dan jadwal."
      wide
    >
      <Boundary resetKey="daftar">
        <Suspense fallback={<FormSkeleton />}>
          <FormPendaftaran
            onDone={setPesan}
            onCancel={() => void navigate({ to: '/auth/login', search: {} })}
          />
        </Suspense>
      </Boundary>
      <p>
        Sudah punya akun?{' '}
        <Link to="/auth/login" search={{}}>
          Masuk
        </Link>
      </p>
    </Kartu>
  )
}

const Selesai = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Selanjutnya
      </h2>
      <ol>
        <li>Periksa email Anda, juga folder spam.</li>
        <li>
          Sekolah menghubungi Anda lewat telepon atau WhatsApp untuk memilih kursus, guru, dan
          jadwal.
        </li>
        <li>Setelah akun diaktifkan, masuk dengan email dan password yang baru Anda buat.</li>
      </ol>
      <p>
        <Link to="/auth/login" search={{}}>
          Ke halaman masuk
        </Link>
      </p>
    </>
  )
}

import { Box, Text, Title } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { AuthCard } from '#src/routes/auth/-authCard.tsx'
import { RegisterForm } from '#src/routes/auth/-registerForm.tsx'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'

export const Route = createFileRoute('/auth/register')({ component: Register })

/**
 * Height reserved for the form, so that the centered card does not grow when the form has loaded.
 */
const formHeight = '43.3rem'

function Register() {
  const [message, setMessage] = useState<string>()
  const navigate = useNavigate()
  if (message)
    return (
      <AuthCard lead={message} wide>
        <RegisterDone />
      </AuthCard>
    )
  return (
    <AuthCard
      lead="Daftarkan calon peserta kursus. Kami menghubungi Anda untuk memilih kelas dan jadwal."
      wide
    >
      <Box mih={formHeight}>
        <Boundary resetKey="daftar">
          <Suspense fallback={<FormSkeleton />}>
            <RegisterForm
              onDone={setMessage}
              onCancel={() => void navigate({ to: '/auth/login', search: {} })}
            />
          </Suspense>
        </Boundary>
      </Box>
      <Text c="dimmed">
        Sudah punya akun?{' '}
        <Link to="/auth/login" search={{}}>
          Masuk
        </Link>
      </Text>
    </AuthCard>
  )
}

const RegisterDone = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Title order={2} size="h4" ref={heading} tabIndex={-1}>
        Selanjutnya
      </Title>
      <ol style={{ margin: 0, paddingLeft: '1.25rem' }}>
        <li>Periksa email Anda, juga folder spam.</li>
        <li>
          Sekolah menghubungi Anda lewat telepon atau WhatsApp untuk memilih kursus, guru, dan
          jadwal.
        </li>
        <li>Setelah akun diaktifkan, masuk dengan email dan password yang baru Anda buat.</li>
      </ol>
      <Text c="dimmed">
        <Link to="/auth/login" search={{}}>
          Ke halaman masuk
        </Link>
      </Text>
    </>
  )
}

import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { stringifySearch } from '#src/data/search.ts'

/** The search box of the header. On a phone it is hidden until `open`, and lies over the header. */
export const StudentSearch = ({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) => {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => { if (open) input.current?.focus() }, [open])
  return (
    <form role="search" className="studentSearch" data-open={open || undefined} onSubmit={(e) => {
      e.preventDefault()
      const q = String(new FormData(e.currentTarget).get('q')).trim()
      setOpen(false)
      if (q) void navigate({ href: `/search${stringifySearch({ q })}` })
    }} onKeyDown={(e) => { if (e.key === 'Escape') { e.currentTarget.reset(); setOpen(false); if (document.activeElement instanceof HTMLElement) document.activeElement.blur() } }}>
      <IconSearch size={17} aria-hidden /><input ref={input} name="q" type="search" placeholder="Cari peserta di sini" aria-label="Cari peserta di sini" autoComplete="off" />
    </form>
  )
}

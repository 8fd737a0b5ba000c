import { useMe } from '#src/data/session.ts'

const year = new Date().getFullYear()

/** App name, version, copyright, credit: the project's README, which the build puts beside the app. */
export const Footer = () => {
  const app = useMe()?.pengaturan?.app_nama ?? 'Nada'
  return (
    <footer className="footer" id="page-footer">
      <span>
        {app} 1.0.0 · © {year} {app}
      </span>
      <span>
        Dibuat dengan{' '}
        <a href="/README.txt" target="_blank" rel="noreferrer">
          Nada
        </a>
      </span>
    </footer>
  )
}

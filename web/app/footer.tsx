import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import { useProductName } from './queries.ts'
import './footer.css'

const columns = [
  {
    title: 'Basic',
    links: [
      { to: '/', label: 'Home' },
      { to: '/features', label: 'Features' },
      { to: '/docs', label: 'Documentation' },
      { to: '/dev', label: 'Developer' },
    ],
  },
  {
    title: 'Support',
    links: [
      { to: '/invite', label: 'Invite' },
      { to: '/contact', label: 'Contact' },
      { to: '/faq', label: 'FAQ' },
      { to: '/premium', label: 'Premium' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
      { to: '/cookies', label: 'Cookie Policy' },
    ],
  },
] as const

const never = () => () => undefined

/** The current year, also on a page that was prerendered in an earlier one. */
const useYear = () =>
  useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => 0,
  )

export function Footer() {
  const name = useProductName()
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <Logo name={name} />
          <p>
            A quiet guard for loud communities.
            <br />
            Self-hosted, open, one file to back up.
          </p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="footer-end">
        <span>
          © {useYear() || ''} {name}
        </span>
        <span>Not affiliated with Discord Inc.</span>
      </div>
    </footer>
  )
}

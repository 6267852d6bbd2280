import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { LogIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import signInErrors from 'virtual:sign-in-errors'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { Page } from '../page.tsx'
import { useProductName } from '../queries.ts'
import { isServed, servedPath, takeRememberedPath } from '../redirect.ts'
import { useAuth } from '../session.tsx'
import './login.css'

export const Route = createFileRoute('/login')({
  validateSearch: ({ error, back }: Record<string, unknown>): { error?: string; back?: string } => ({
    ...(typeof error === 'string' && { error }),
    ...(typeof back === 'string' && { back }),
  }),
  component: Login,
})

/** The message for an error code. An unknown code must not put its own text on our page. */
function sentenceFor(code: string): string {
  return (Object.hasOwn(signInErrors, code) && signInErrors[code]) || 'Signing in did not work. Please try again.'
}

function Login() {
  const { user, loading, login } = useAuth()
  const { error, back } = Route.useSearch()
  const name = useProductName()
  const [leaving, setLeaving] = useState(false)
  if (loading) return <CentredSpinner />
  if (user) return <AlreadySignedIn back={back} />
  const start = () => {
    setLeaving(true)
    login(servedPath(back, location.origin))
  }
  return (
    <Page title="Login" className="login">
      <div className="login-card">
        <span className="login-mark">
          <Mark size={40} />
        </span>
        <h1>Sign in to {name}</h1>
        <p className="muted">Use your Discord account to look after the servers you manage.</p>
        {error !== undefined && <Banner tone="danger">{sentenceFor(error)}</Banner>}
        <Button
          variant="primary"
          size="lg"
          wide
          icon={<LogIn aria-hidden />}
          busy={leaving}
          busyLabel="Opening Discord..."
          onClick={start}
        >
          Continue with Discord
        </Button>
        <p className="login-note">
          By continuing you agree to the <Link to="/terms">Terms of Service</Link> and acknowledge the{' '}
          <Link to="/privacy">Privacy Policy</Link>.
        </p>
      </div>
    </Page>
  )
}

function AlreadySignedIn({ back }: { back: string | undefined }) {
  const [path] = useState(() => servedPath(back, location.origin) ?? takeRememberedPath())
  const leaves = path !== undefined && isServed(path)
  useEffect(() => {
    if (leaves) location.replace(path)
  }, [leaves, path])
  return leaves ? <CentredSpinner /> : <Navigate to={path ?? '/selector'} replace />
}

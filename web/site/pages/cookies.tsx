import { createFileRoute } from '@tanstack/react-router'
import { CookiePolicy } from '../cookie-policy.tsx'

export const Route = createFileRoute('/cookies')({ component: CookiePolicy })

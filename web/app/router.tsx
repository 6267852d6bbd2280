import { createRouter } from '@tanstack/react-router'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { routeTree } from '../routeTree.gen.ts'
import { NotFound } from './not-found.tsx'
import { PageError } from './page-error.tsx'

export const createAppRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: () => <CentredSpinner />,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider, createRouter } from '@tanstack/react-router'
import { TappedReason } from '#web/ui/tapped-reason.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import { AuthProvider } from './session.tsx'
import { UIStateProvider } from './ui-state.tsx'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { routeTree } from '../routeTree.gen.ts'
import { NotFound } from './not-found.tsx'
import { PageError } from './page-error.tsx'

/** @param history where the address is kept, if not in the browser */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: () => <CentredSpinner />,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    // In a prerendered page it would be an inline script, which our CSP forbids.
    scrollRestoration: history === undefined,
    ...(history && { history }),
  })

type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider toLogin={() => router.navigate({ to: '/login', ignoreBlocker: true })}>
        <UIStateProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
          <TappedReason />
        </UIStateProvider>
      </AuthProvider>
    </QueryClientProvider>
  )
}

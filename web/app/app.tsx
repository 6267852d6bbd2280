import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createRouter } from '@tanstack/react-router'
import { ToastProvider } from '#web/ui/toast.tsx'
import { createQueryClient } from './queries.ts'
import { AuthProvider } from './session.tsx'
import { UIStateProvider } from './ui-state.tsx'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { routeTree } from '../routeTree.gen.ts'
import { NotFound } from './not-found.tsx'
import { PageError } from './page-error.tsx'

const createAppRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: () => <CentredSpinner />,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

const queryClient = createQueryClient()
const router = createAppRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider toLogin={() => router.navigate({ to: '/login', ignoreBlocker: true })}>
        <UIStateProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </UIStateProvider>
      </AuthProvider>
    </QueryClientProvider>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ToastProvider } from '#web/ui/toast.tsx'
import { createQueryClient } from './queries.ts'
import { createAppRouter } from './router.tsx'
import { AuthProvider } from './session.tsx'
import { UIStateProvider } from './ui-state.tsx'

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

import './ui/tokens.css'
import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, createAppRouter } from './app/app.tsx'
import { createQueryClient } from './app/queries.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const router = createAppRouter()
const app = (
  <StrictMode>
    <App router={router} queryClient={createQueryClient()} />
  </StrictMode>
)

if (container.childElementCount > 0) {
  // What the build has rendered (web/prerender.ts) stays on the screen and comes alive once its script is there.
  router.ssr = { manifest: undefined }
  // Not awaited: what it loads waits for this module.
  void router.load().then(() => startTransition(() => void hydrateRoot(container, app)))
} else {
  // As a transition the first rendering is done in slices, between which the browser answers whoever taps already.
  startTransition(() => createRoot(container).render(app))
}

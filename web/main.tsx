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
  // A prerendered page (web/prerender.ts) stays on the screen and becomes interactive once its script has loaded.
  router.ssr = { manifest: undefined }
  // Not awaited: the modules it loads wait for this one.
  void router.load().then(() => startTransition(() => void hydrateRoot(container, app)))
} else {
  // As a transition, the first rendering is done in slices, so that the browser can respond to taps in between.
  startTransition(() => createRoot(container).render(app))
}

import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { Stage } from './stage.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <TooltipProvider>
      <Stage />
    </TooltipProvider>
  </StrictMode>,
)

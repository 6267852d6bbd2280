import { ArrowUpRight } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import type { GatewayStatus } from './client/gateway.ts'
import { useStage } from './context.ts'

function sentence(status: GatewayStatus): string {
  if (status.state === 'connecting') return 'Connecting to the gateway'
  if (status.state === 'down') return 'Gateway down, reconnecting'
  return status.latencyMs === undefined ? 'Gateway up' : `Gateway up, ${status.latencyMs} ms`
}

export function TopBar() {
  const { world, live } = useStage()
  return (
    <header className="stage-top">
      <h1 className="stage-brand">
        <Mark size={22} />
        Palisade <span className="visually-hidden">stage</span>
      </h1>
      <Badge outline>Sandbox</Badge>
      <span className="stage-claim">A Discord on this machine. Nothing here leaves it.</span>
      <span className="stage-status num" data-state={live.status.state}>
        <span className="stage-dot" />
        <span>{sentence(live.status)}</span>
      </span>
      {world.dashboard_url !== null && (
        <ButtonAnchor className="stage-dashboard" size="sm" href={world.dashboard_url} target="_blank" rel="noopener">
          <span>Open dashboard</span>
          <ArrowUpRight aria-hidden />
        </ButtonAnchor>
      )}
      <ThemeToggle />
    </header>
  )
}

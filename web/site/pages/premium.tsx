import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '../soon-page.tsx'

export const Route = createFileRoute('/premium')({
  component: () => <SoonPage title="Premium">What premium adds to a server, and how to claim it.</SoonPage>,
})

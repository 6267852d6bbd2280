import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '../soon-page.tsx'

export const Route = createFileRoute('/coming-soon')({
  component: () => <SoonPage title="Coming soon">This part is not there yet.</SoonPage>,
})

import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '../soon-page.tsx'

export const Route = createFileRoute('/dev')({
  component: () => <SoonPage title="Developer">Who makes this, and how to take part.</SoonPage>,
})

import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '../soon-page.tsx'

export const Route = createFileRoute('/features')({
  component: () => <SoonPage title="Features">The list of features with what each one does.</SoonPage>,
})

import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '../soon-page.tsx'

export const Route = createFileRoute('/faq')({
  component: () => <SoonPage title="FAQ">Answers to what people ask first.</SoonPage>,
})

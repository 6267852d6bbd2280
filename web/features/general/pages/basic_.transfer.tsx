import { createFileRoute } from '@tanstack/react-router'
import { Transfer } from '#web/app/transfer/transfer.tsx'

export const Route = createFileRoute('/manage/$guildId/basic_/transfer')({
  component: () => <Transfer guildId={Route.useParams().guildId} />,
})

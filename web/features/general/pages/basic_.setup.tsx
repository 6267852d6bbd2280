import { createFileRoute } from '@tanstack/react-router'
import { Setup } from '#web/app/setup/setup.tsx'

export const Route = createFileRoute('/manage/$guildId/basic_/setup')({
  component: () => <Setup guildId={Route.useParams().guildId} />,
})

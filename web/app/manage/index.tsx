import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/manage/$guildId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/manage/$guildId/basic', params, replace: true })
  },
})

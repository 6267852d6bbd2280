import type { PageTab } from '../page-tab.ts'

export default { to: '/manage/$guildId/antinuke/time-machine', label: 'Time machine', order: 4 } satisfies PageTab

import type { PageTab } from '../page-tab.ts'

export default { to: '/manage/$guildId/antinuke/posture', label: 'Posture', order: 2 } satisfies PageTab

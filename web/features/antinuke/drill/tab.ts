import type { PageTab } from '../page-tab.ts'

export default { to: '/manage/$guildId/antinuke/drill', label: 'Drill', order: 3 } satisfies PageTab

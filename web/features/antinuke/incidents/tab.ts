import type { PageTab } from '../page-tab.ts'

export default { to: '/manage/$guildId/antinuke/incidents', label: 'Incidents', order: 1 } satisfies PageTab

import type { Placeholder } from '#web/ui/form/placeholder-list.tsx'

/** The dotted family, with what it becomes for a sample member. */
export const placeholders: readonly Placeholder[] = [
  { name: '{member.name}', example: 'Jun' },
  { name: '{member.tag}', example: 'jun_tan' },
  { name: '{member.id}', example: '4018…7719' },
  { name: '{member.mention}', example: '@Jun' },
  { name: '{member.avatar}', example: 'image URL' },
  { name: '{member.createdAt}', example: '3 May 2021' },
  { name: '{member.joinedAt}', example: '21 November 2026' },
  { name: '{server.name}', example: 'Tidewater Makers' },
  { name: '{server.id}', example: '7183…0217' },
  { name: '{server.icon}', example: 'image URL' },
  { name: '{server.members}', example: '12438' },
  { name: '{server.owner}', example: 'mara.w' },
  { name: '{server.boosts}', example: '14' },
  { name: '{server.boostTier}', example: '2' },
]

/** The short family, and who invited the member. */
export const shortPlaceholders: readonly Placeholder[] = [
  { name: '{user}', example: 'Jun' },
  { name: '{user.mention}', example: '@Jun' },
  { name: '{server}', example: 'Tidewater Makers' },
  { name: '{memberCount}', example: '12438' },
  { name: '{inviter}', example: 'Mara' },
  { name: '{invites}', example: '9' },
  { name: '{member.name}', example: 'Jun' },
  { name: '{server.name}', example: 'Tidewater Makers' },
]

/** Everything that becomes a case, as people call it. */
export const caseKinds = [
  { value: 'warn', label: 'Warning' },
  { value: 'timeout', label: 'Timeout' },
  { value: 'untimeout', label: 'Timeout removed' },
  { value: 'kick', label: 'Kick' },
  { value: 'softban', label: 'Softban' },
  { value: 'ban', label: 'Ban' },
  { value: 'unban', label: 'Unban' },
  { value: 'note', label: 'Note' },
  { value: 'nick', label: 'Nickname' },
  { value: 'purge', label: 'Purge' },
  { value: 'slowmode', label: 'Slowmode' },
  { value: 'lock', label: 'Lock' },
  { value: 'unlock', label: 'Unlock' },
  { value: 'voice-mute', label: 'Voice mute' },
  { value: 'voice-unmute', label: 'Voice unmute' },
  { value: 'deafen', label: 'Deafen' },
  { value: 'undeafen', label: 'Undeafen' },
  { value: 'disconnect', label: 'Disconnect' },
  { value: 'move', label: 'Move' },
] as const
export type CaseKind = (typeof caseKinds)[number]['value']

/** Where a case comes from. 'discord': done by hand in Discord, read from the audit log; 'timer': a time that ran out. */
export const caseSources = [
  { value: 'person', label: 'Command' },
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'automod', label: 'Auto-moderation' },
  { value: 'antinuke', label: 'Anti-nuke' },
  { value: 'discord', label: 'By hand in Discord' },
  { value: 'timer', label: 'Time ran out' },
  { value: 'automation', label: 'Automation' },
] as const
export type CaseSource = (typeof caseSources)[number]['value']

/** Ordered by a moderator, whose place counts, and whose word stands over an earlier one. */
export const isByModerator = (source: CaseSource): boolean => source === 'person' || source === 'dashboard'
